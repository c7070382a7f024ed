//! SVG. A colour is one path, a line of equal weight one path, a row of numbers one text, so that
//! a number costs some 25 bytes. All coordinates are whole pixels.

mod frame;
mod measure;

use std::collections::BTreeMap;
use std::fmt::Write;

use measure::{Measure, digits, row_strides, wrapped};

use crate::palette::{LIGHT, class};
use crate::picture::{Axis, Edge, Paint, Panel, Picture, State};

const MONO: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";
const SANS: &str = "system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif";
/// Around the picture, and between panels.
const EDGE: usize = 16;
const GAP: usize = 26;

/// The document that contains the picture, which decides when it is dark.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// A file: dark where the system is.
    File,
    /// A page of rustdoc or mdBook, which has themes of its own.
    Page,
}

impl Container {
    /// The selector or media query of the rules for dark pages.
    fn dark_selector(self) -> &'static str {
        match self {
            Container::File => "@media(prefers-color-scheme:dark)",
            Container::Page => ":root:is([data-theme=dark],[data-theme=ayu],.navy,.coal,.ayu)",
        }
    }
}

/// The picture with a background.
pub(crate) fn svg(picture: &Picture, container: Container) -> String {
    let mut out = Writer::new(picture);
    let sizes: Vec<Measure> = picture.panels.iter().map(Measure::of).collect();
    let (rows, columns) = picture.grid();
    let (mut tops, mut heights) = (vec![0; rows], vec![0; rows]);
    let (mut lefts, mut widths) = (vec![0; columns], vec![0; columns]);
    for (panel, size) in picture.panels.iter().zip(&sizes) {
        let (row, column) = panel.place;
        tops[row] = size.top.max(tops[row]);
        heights[row] = size.height(panel).max(heights[row]);
        lefts[column] = size.left.max(lefts[column]);
        widths[column] = size.width(panel).max(widths[column]);
    }
    let (mut starts, mut body) = (Vec::new(), 0);
    for (left, width) in lefts.iter().zip(&widths) {
        starts.push(EDGE + body + left);
        body += left + width + GAP;
    }
    body -= GAP;

    // Words wrap at the width of the table, unless it is narrow.
    let wide = body.max(560);
    let mut y = EDGE;
    for line in wrapped(&picture.title, wide * 10 / 88) {
        y += 19;
        out.words(EDGE, y - 4, "font-size=\"14.5\" font-weight=\"600\"", &line);
        out.longest = out.longest.max(EDGE + line.chars().count() * 88 / 10);
    }
    for line in wrapped(&picture.caption, wide * 10 / 68) {
        y += 19;
        out.sans(EDGE, y - 3, "font-size=\"12.5\" opacity=\".85\"", &line);
    }
    y += 12;
    let mut right = EDGE + body;
    let mut noted = 0;
    for note in &picture.notes {
        noted += 20;
        for line in wrapped(note, (lefts[0] + widths[0]) * 10 / 73) {
            noted += 16;
            out.words(EDGE + lefts[0], y + 4 + noted, "font-size=\"12\"", &line);
        }
    }
    for row in 0..rows {
        for (panel, size) in picture.panels.iter().zip(&sizes) {
            if panel.place.0 == row {
                out.panel(panel, size, starts[panel.place.1], y + tops[row]);
            }
        }
        // Notes stand in the first row, left of its panels.
        let notes = if row == 0 { noted } else { 0 };
        let height = (tops[row] + heights[row]).max(notes);
        y += height + if row + 1 < rows { GAP } else { 0 };
    }
    y += 14;
    right = right.max(out.longest);
    if !picture.legend.is_empty() {
        let (end, below) = out.legend(&picture.legend, y, wide + EDGE);
        right = right.max(end);
        y = below;
    }
    out.finish(picture, container, (right + EDGE, y + EDGE - 8))
}

struct Writer {
    body: String,
    /// The prefix of ids and classes, so that pictures share a page.
    key: String,
    used: Vec<Paint>,
    hatched: bool,
    /// The end of the longest line of words.
    longest: usize,
}

impl Writer {
    fn new(picture: &Picture) -> Self {
        let mut hash = 0x811c_9dc5_u32;
        let text = format!("{:?}", (&picture.title, &picture.caption, &picture.legend));
        // No instruction takes a cell of the legend.
        for byte in text.replace(", atom: 0", "").bytes() {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
        let key = format!("l{hash:08x}");
        Writer { body: String::new(), key, used: Vec::new(), hatched: false, longest: 0 }
    }

    fn put(&mut self, text: std::fmt::Arguments) {
        // A string takes all that is written.
        let _ = self.body.write_fmt(text);
    }

    fn words(&mut self, x: usize, y: usize, attributes: &str, text: &str) {
        self.longest = self.longest.max(x + text.chars().count() * 74 / 10);
        let text = escaped(text);
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" {attributes}>{text}</text>\n"));
    }

    fn sans(&mut self, x: usize, y: usize, attributes: &str, text: &str) {
        self.longest = self.longest.max(x + text.chars().count() * 68 / 10);
        let attributes = format!("font-family=\"{SANS}\" {attributes}");
        let text = escaped(text);
        self.put(format_args!("<text x=\"{x}\" y=\"{y}\" {attributes}>{text}</text>\n"));
    }

    /// The attributes of a colour.
    fn fill(&mut self, paint: Paint) -> String {
        let Some((name, color)) = class(paint).zip(LIGHT.color(paint)) else {
            return "fill=\"none\"".to_owned();
        };
        if !self.used.contains(&paint) {
            self.used.push(paint);
        }
        format!("class=\"{}{name}\" fill=\"{color}\"", self.key)
    }

    fn hatch(&mut self) -> String {
        self.hatched = true;
        format!("fill=\"url(#{}p)\"", self.key)
    }

    fn panel(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        if !panel.name.is_empty() {
            let top = y - size.top + 13;
            self.sans(x, top, "font-size=\"12.5\" font-weight=\"600\"", &panel.name);
        }
        self.fills(panel, size, x, y);
        self.lines(panel, size, x, y);
        self.across(&panel.columns, size, x, y);
        self.row_strides(&panel.rows, size, x, y);
        self.path(panel, size, x, y);
        self.numbers(panel, size, x, y);
        self.marks(panel, size, x, y);
        let end = y + panel.rows.size * size.height;
        let strides = row_strides(&panel.rows);
        if !strides.is_empty() {
            self.words(x, end + 14, "font-size=\"10.5\" opacity=\".8\"", &strides);
        }
        if !panel.foot.is_empty() {
            self.sans(x, end + size.below - 3, "font-size=\"12\"", &panel.foot);
        }
    }

    /// One path a colour, with the runs of a row joined.
    fn fills(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        let mut paths: BTreeMap<(bool, Paint), String> = BTreeMap::new();
        for (row, cells) in panel.lines().enumerate() {
            let mut column = 0;
            for run in cells.chunk_by(|a, b| a.surface() == b.surface()) {
                let of = run[0].surface();
                if of != (false, Paint::Blank) {
                    let (left, top) = (x + column * size.width, y + row * size.height);
                    let (width, height) = (run.len() * size.width, size.height);
                    let path = paths.entry(of).or_default();
                    let _ = write!(path, "M{left} {top}h{width}v{height}h-{width}z");
                }
                column += run.len();
            }
        }
        for ((padding, paint), path) in paths {
            let fill = if padding { self.hatch() } else { self.fill(paint) };
            self.put(format_args!("<path {fill} d=\"{path}\"/>\n"));
        }
    }

    /// The edges that are wanted, between a cell and the one above or left of it, as joined strokes.
    fn edges<'a>(
        panel: &'a Panel,
        size: &Measure,
        (x, y): (usize, usize),
        wanted: impl Fn(&Edge<'a>) -> bool,
    ) -> String {
        let (rows, columns) = (panel.rows.size, panel.columns.size);
        let mut path = String::new();
        for row in 0..=rows {
            let mut run = 0;
            for column in 0..=columns {
                if column < columns && wanted(&panel.above(row, column)) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    let (left, top) = (x + (column - run) * size.width, y + row * size.height);
                    let _ = write!(path, "M{left} {top}h{}", run * size.width);
                }
                run = 0;
            }
        }
        for column in 0..=columns {
            let mut run = 0;
            for row in 0..=rows {
                if row < rows && wanted(&panel.left_of(row, column)) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    let (left, top) = (x + column * size.width, y + (row - run) * size.height);
                    let _ = write!(path, "M{left} {top}v{}", run * size.height);
                }
                run = 0;
            }
        }
        path
    }

    fn stroke(&mut self, path: &str, attributes: &str) {
        if !path.is_empty() {
            self.put(format_args!("<path d=\"{path}\" fill=\"none\" {attributes}/>\n"));
        }
    }

    /// Hair lines around cells, firmer ones between groups, the firmer the outer a level is.
    fn lines(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        let ink = "stroke=\"currentColor\" stroke-linecap=\"square\"";
        let hair = Self::edges(panel, size, (x, y), Edge::is_at_a_cell);
        self.stroke(&hair, "stroke=\"currentColor\" stroke-opacity=\".3\" stroke-width=\".75\"");
        let groups = Self::edges(panel, size, (x, y), Edge::is_between_groups);
        self.stroke(&groups, &format!("{ink} stroke-opacity=\".6\" stroke-width=\"1.3\""));
        let atoms = Self::edges(panel, size, (x, y), Edge::is_between_atoms);
        self.stroke(&atoms, &format!("{ink} stroke-width=\"2.7\""));
        for level in 1..=panel.rows.heaviest().max(panel.columns.heaviest()) {
            let is_wanted = |edge: &Edge| edge.is_inside() && edge.weight == level;
            let path = Self::edges(panel, size, (x, y), is_wanted);
            let width = ["1.3", "2", "2.7"][level.min(3) - 1];
            self.stroke(&path, &format!("{ink} stroke-width=\"{width}\""));
        }
        let frame = Self::edges(panel, size, (x, y), Edge::is_outside);
        self.stroke(&frame, &format!("{ink} stroke-width=\"1.5\""));
    }

    fn across(&mut self, axis: &Axis, size: &Measure, x: usize, y: usize) {
        for (level, of) in axis.levels.iter().enumerate() {
            let baseline = y - 6 - 18 * level;
            let (mut texts, mut ticks) = (String::new(), String::new());
            for (number, first, end) in axis.bands(level) {
                let middle = x + (first + end) * size.width / 2;
                let _ = write!(texts, "<tspan x=\"{middle}\">{number}</tspan>");
                let (from, to) = (x + first * size.width + 3, x + end * size.width - 3);
                let _ = write!(ticks, "M{from} {}H{to}", baseline + 4);
            }
            let weight = if level > 0 { " font-weight=\"600\"" } else { "" };
            let font = format!("font-size=\"10.5\" opacity=\".8\"{weight}");
            self.put(format_args!(
                "<text y=\"{baseline}\" text-anchor=\"middle\" {font}>{texts}</text>\n"
            ));
            if level > 0 {
                self.stroke(&ticks, "stroke=\"currentColor\" stroke-opacity=\".6\"");
            }
            if !of.label.is_empty() {
                let end = x + axis.size * size.width + 7;
                let label = escaped(&of.label);
                self.put(format_args!(
                    "<text x=\"{end}\" y=\"{baseline}\" {font}>{label}</text>\n"
                ));
            }
        }
    }

    fn row_strides(&mut self, axis: &Axis, size: &Measure, x: usize, y: usize) {
        let mut right = x - 6;
        for level in 0..axis.levels.len() {
            let (mut texts, mut ticks) = (String::new(), String::new());
            let mut widest = 1;
            if level > 0 {
                right -= 3;
            }
            for (number, first, end) in axis.bands(level) {
                let middle = y + (first + end) * size.height / 2 + 4;
                let _ = write!(texts, "<tspan x=\"{}\" y=\"{middle}\">{number}</tspan>", right);
                let (from, to) = (y + first * size.height + 3, y + end * size.height - 3);
                let _ = write!(ticks, "M{} {from}V{to}", right + 3);
                widest = widest.max(digits(number));
            }
            let weight = if level > 0 { " font-weight=\"600\"" } else { "" };
            let font = format!("font-size=\"10.5\" opacity=\".8\"{weight}");
            self.put(format_args!("<text text-anchor=\"end\" {font}>{texts}</text>\n"));
            if level > 0 {
                self.stroke(&ticks, "stroke=\"currentColor\" stroke-opacity=\".6\"");
            }
            right = right.saturating_sub(7 * widest + 6);
        }
    }

    /// The order of memory: solid to a neighbour, dashed a jump; from the dot to the square.
    fn path(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        let at = |&(row, column): &(usize, usize)| {
            let (w, h) = (size.width, size.height);
            (x + column * w + w * 14 / 25, y + row * h + h * 16 / 25)
        };
        let (mut near, mut far) = (String::new(), String::new());
        let mut before = None;
        for (from, to) in panel.path.iter().zip(panel.path.iter().skip(1)) {
            let neighbours = from.0.abs_diff(to.0) + from.1.abs_diff(to.1) == 1;
            let ((x1, y1), (x2, y2)) = (at(from), at(to));
            let path = if neighbours { &mut near } else { &mut far };
            if before != Some(neighbours) {
                let _ = write!(path, "M{x1} {y1}");
            }
            let _ = write!(path, "L{x2} {y2}");
            before = Some(neighbours);
        }
        self.stroke(&far, "stroke=\"currentColor\" stroke-width=\"1.2\" stroke-dasharray=\"3 3\" stroke-opacity=\".6\"");
        self.stroke(&near, "stroke=\"currentColor\" stroke-width=\"2.4\" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        if let (Some(first), Some(last)) = (panel.path.first(), panel.path.last()) {
            let ((x1, y1), (x2, y2)) = (at(first), at(last));
            let end = format!("M{} {}h10v10h-10z", x2 - 5, y2 - 5);
            self.put(format_args!(
                "<circle cx=\"{x1}\" cy=\"{y1}\" r=\"5\"/><path d=\"{end}\"/>\n"
            ));
        }
    }

    /// A group a kind of text, a text a row.
    fn numbers(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        // Line of the cell, whether it is on a colour, whether it is faint.
        let mut groups: BTreeMap<(usize, bool, bool), BTreeMap<usize, String>> = BTreeMap::new();
        let path = !panel.path.is_empty();
        for (row, cells) in panel.lines().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                let on = cell.fill() != Paint::Blank;
                let lines = cell.text.lines().count();
                for (line, text) in cell.text.lines().enumerate() {
                    let (left, top) = (x + column * size.width, y + row * size.height);
                    let (x, y) = match (path, lines, line) {
                        (true, ..) => (left + 4, top + 11),
                        (false, 1, _) => (left + size.width / 2, top + size.height / 2 + 4),
                        (false, _, 0) => (left + size.width / 2, top + 12),
                        (false, ..) => (left + size.width / 2, top + 24),
                    };
                    let texts = groups.entry((line, on, cell.state == State::Dim)).or_default();
                    let texts = texts.entry(y).or_default();
                    let _ = write!(texts, "<tspan x=\"{x}\">{}</tspan>", escaped(text));
                }
            }
        }
        for ((line, on, faint), rows) in groups {
            let font = if line == 0 { size.font } else { size.font - 1.2 };
            let anchor = if path { "start" } else { "middle" };
            let mut attributes = format!("font-size=\"{font}\" text-anchor=\"{anchor}\"");
            if on {
                let halo = if path { format!(" {}ha", self.key) } else { String::new() };
                let _ =
                    write!(attributes, " class=\"{}on{halo}\" fill=\"{}\"", self.key, LIGHT.digits);
            }
            if path {
                attributes.push_str(" paint-order=\"stroke\" stroke=\"#fff\" stroke-opacity=\".75\" stroke-width=\"2.5\"");
            }
            if faint {
                attributes.push_str(" fill-opacity=\".7\"");
            }
            self.put(format_args!("<g {attributes}>"));
            for (y, texts) in rows {
                self.put(format_args!("<text y=\"{y}\">{texts}</text>"));
            }
            self.put(format_args!("</g>\n"));
        }
    }

    /// The outlines of what is picked out, above all.
    fn marks(&mut self, panel: &Panel, size: &Measure, x: usize, y: usize) {
        for state in [State::Mark, State::Alarm] {
            let path = Self::edges(panel, size, (x, y), |edge| edge.is_around(state));
            let attributes = self.outline(state);
            self.stroke(&path, &attributes);
        }
    }

    fn outline(&self, state: State) -> String {
        match state {
            State::Alarm => format!(
                "class=\"{}al\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"7 3\"",
                self.key, LIGHT.alarm
            ),
            State::Mark => {
                "stroke=\"currentColor\" stroke-width=\"3\" stroke-linecap=\"square\"".to_owned()
            }
            _ => "stroke=\"currentColor\" stroke-width=\".75\"".to_owned(),
        }
    }
}

/// Text as XML and HTML have it; what XML cannot hold is replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
