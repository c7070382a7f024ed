//! The frame of the panels: title and styles before them, the legend below.

use std::fmt::Write;

use super::{Container, EDGE, MONO, Writer, escaped};
use crate::palette::{DARK, LIGHT, class};
use crate::picture::{Key, Paint, Picture, State};

impl Writer {
    /// The legend; where it ends on the right, and below.
    pub(super) fn legend(&mut self, legend: &[Key], mut y: usize, wide: usize) -> (usize, usize) {
        let (mut x, mut end) = (EDGE, EDGE);
        for key in legend {
            let width = match key {
                Key::Ramp(low, high) => 126 + (low.chars().count() + high.chars().count()) * 8 + 32,
                Key::Cell(_, words) => 36 + words.chars().count() * 7,
            };
            if x > EDGE && x + width > wide {
                (x, y) = (EDGE, y + 22);
            }
            match key {
                Key::Ramp(low, high) => {
                    let left = x + low.chars().count() * 8 + 6;
                    self.words(x, y + 12, "font-size=\"12\"", low);
                    for step in 0..9 {
                        let fill = self.fill(Paint::Step(step));
                        let at = left + 14 * usize::from(step);
                        self.put(format_args!("<path {fill} d=\"M{at} {y}h14v15h-14z\"/>\n"));
                    }
                    let attributes = self.outline(State::Plain);
                    self.stroke(&format!("M{left} {y}h126v15h-126z"), &attributes);
                    self.words(left + 133, y + 12, "font-size=\"12\"", high);
                }
                Key::Cell(cell, words) => {
                    let fill = match cell.state {
                        State::Pad => self.hatch(),
                        _ => self.fill(cell.fill()),
                    };
                    let outline = self.outline(cell.state);
                    // Its class is that of the outline, if it has one.
                    let fill =
                        if cell.state == State::Alarm { "fill=\"none\"".to_owned() } else { fill };
                    let left = x + 1;
                    self.put(format_args!(
                        "<path {fill} {outline} d=\"M{left} {y}h15v15h-15z\"/>\n"
                    ));
                    self.sans(x + 23, y + 12, "font-size=\"12\"", words);
                }
            }
            x += width;
            end = end.max(x);
        }
        (end.saturating_sub(14), y + 22)
    }

    /// The whole, with what stands before the body.
    pub(super) fn finish(
        mut self,
        picture: &Picture,
        container: Container,
        (width, height): (usize, usize),
    ) -> String {
        let key = &self.key;
        let (title, says) = (escaped(&picture.title), escaped(&picture.description()));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{key}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"{key}t {key}d\" \
             font-family=\"{MONO}\" fill=\"currentColor\" color=\"{}\">\n\
             <title id=\"{key}t\">{title}</title><desc id=\"{key}d\">{says}</desc>\n",
            LIGHT.ink
        );
        let _ = write!(
            out,
            "<style>{}{{#{key}{{color:{}}}.{key}bg{{fill:{}}}\
             .{key}on{{fill:{}}}.{key}al{{stroke:{}}}.{key}ha{{stroke:#000}}",
            container.dark_selector(),
            DARK.ink,
            DARK.paper,
            DARK.digits,
            DARK.alarm
        );
        self.used.sort();
        for paint in &self.used {
            if let (Some(name), Some(color)) = (class(*paint), DARK.color(*paint)) {
                let _ = write!(out, ".{key}{name}{{fill:{color}}}");
            }
        }
        let _ = write!(
            out,
            "}}</style>\n<rect class=\"{key}bg\" width=\"100%\" height=\"100%\" fill=\"{}\"/>\n",
            LIGHT.paper
        );
        if self.hatched {
            let _ = writeln!(
                out,
                "<defs><pattern id=\"{key}p\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" \
                 patternTransform=\"rotate(45)\"><path d=\"M0 0v6\" stroke=\"currentColor\" \
                 stroke-opacity=\".55\" stroke-width=\"1.6\"/></pattern></defs>"
            );
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}
