//! LaTeX: a document of one TikZ picture, in the axes of CuTe's `print_latex`, x down and y to the
//! right, a cell a square of 1.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::palette::{LIGHT, class};
use crate::picture::{Axis, Cell, Edge, Key, Paint, Panel, Picture, State};

pub(crate) fn tikz(picture: &Picture) -> String {
    let mut body = String::new();
    let mut used = BTreeSet::new();
    let (rows, columns) = picture.grid();
    let (mut down, mut across) = (vec![(0.0, 0.0); rows], vec![(0.0, 0.0); columns]);
    for panel in &picture.panels {
        let size = panel.rows.size as f64 + 2.0;
        grow(&mut down[panel.place.0], above(panel), size);
        let size = panel.columns.size as f64 * width(panel) + 2.0;
        grow(&mut across[panel.place.1], panel.rows.levels.len() as f64, size);
    }
    let (x, starts) = placed(&down);
    let (_, lefts) = placed(&across);
    let _ = writeln!(
        body,
        "\\node[anchor=west,font=\\ttfamily\\bfseries] at (-2.6,0) {{{}}};",
        latex(&picture.title)
    );
    let _ = writeln!(
        body,
        "\\node[anchor=west,font=\\sffamily] at (-1.8,0) {{{}}};",
        latex(&picture.caption)
    );
    for (k, note) in picture.notes.iter().enumerate() {
        let _ = writeln!(
            body,
            "\\node[anchor=west,font=\\small] at ({},0) {{{}}};",
            number(0.8 * k as f64),
            latex(note)
        );
    }
    for panel in &picture.panels {
        write_panel(&mut body, panel, starts[panel.place.0], lefts[panel.place.1], &mut used);
    }
    for (k, key) in picture.legend.iter().enumerate() {
        write_key(&mut body, key, x + 1.2 * k as f64, &mut used);
    }
    let mut out =
        format!("% {}\n\\documentclass[tikz,border=4pt]{{standalone}}\n", one_line(&picture.title));
    out.push_str("\\usetikzlibrary{patterns}\n");
    for paint in used {
        if let (Some(name), Some(color)) = (class(paint), LIGHT.color(paint)) {
            let color = color[1..].to_uppercase();
            let _ = writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{color}}}");
        }
    }
    out.push_str(
        "\\begin{document}\n\\begin{tikzpicture}[x={(0cm,-1cm)},y={(1cm,0cm)},\
         every node/.style={outer sep=0pt,inner sep=1pt,font=\\ttfamily}]\n",
    );
    out.push_str(&body);
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

/// Makes the room before panels and that of the panels themselves large enough for one more.
fn grow(room: &mut (f64, f64), before: f64, size: f64) {
    *room = (room.0.max(before), room.1.max(size));
}

/// The end of all rooms, and where the panels of each begin.
fn placed(rooms: &[(f64, f64)]) -> (f64, Vec<f64>) {
    let (mut end, mut begins) = (0.0, Vec::new());
    for (before, size) in rooms {
        begins.push(end + before);
        end = end + before + size;
    }
    (end, begins)
}

/// The room above a panel, for its name and the levels of its columns.
fn above(panel: &Panel) -> f64 {
    panel.columns.levels.len() as f64 * 0.6 + if panel.name.is_empty() { 0.0 } else { 0.8 }
}

/// The width of a cell: a digit of ten points takes 0.19 cm.
fn width(panel: &Panel) -> f64 {
    (panel.longest() as f64 * 0.19 + 0.3).max(1.0)
}

fn write_panel(out: &mut String, panel: &Panel, x: f64, y: f64, used: &mut BTreeSet<Paint>) {
    let wide = width(panel);
    let at = |row: f64, column: f64| format!("({},{})", number(x + row), number(y + column * wide));
    let (rows, columns) = (panel.rows.size as f64, panel.columns.size as f64);
    if !panel.name.is_empty() {
        let place = at(-above(panel) + 0.2, 0.0);
        let _ = writeln!(
            out,
            "\\node[anchor=west,font=\\sffamily] at {place} {{{}}};",
            latex(&panel.name)
        );
    }
    for (row, cells) in panel.lines().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (row, column) = (row as f64, column as f64);
            let (from, to) = (at(row, column), at(row + 1.0, column + 1.0));
            if cell.state == State::Absent {
                continue;
            }
            let fill = fill(cell, used);
            if !fill.is_empty() {
                let _ = writeln!(out, "\\path[{fill}] {from} rectangle {to};");
            }
            if !cell.text.is_empty() {
                let text: Vec<_> = cell.text.lines().map(latex).collect();
                let text = match text.as_slice() {
                    [one] => one.clone(),
                    lines => format!("\\shortstack{{{}}}", lines.join("\\\\")),
                };
                let faint = if cell.state == State::Dim { "[opacity=.7]" } else { "" };
                let middle = at(row + 0.5, column + 0.5);
                let _ = writeln!(out, "\\node{faint} at {middle} {{{text}}};");
            }
        }
    }
    edges(out, panel, &at);
    labels(out, &panel.columns, |level, middle| at(-0.3 - 0.6 * level, middle));
    labels(out, &panel.rows, |level, middle| at(middle, -(0.4 + 0.8 * level) / wide));
    let path = panel.path.iter().map(|&(row, column)| at(row as f64 + 0.6, column as f64 + 0.6));
    let path: Vec<_> = path.collect();
    if let (Some(first), Some(last)) = (path.first(), path.last()) {
        let _ = writeln!(out, "\\draw[thick,opacity=.7] {};", path.join(" -- "));
        let _ = writeln!(out, "\\fill {first} circle (4pt);");
        let _ = writeln!(out, "\\fill {last} +(-.1,-.1) rectangle +(.1,.1);");
    }
    if !panel.foot.is_empty() {
        let place = at(rows + 0.4, 0.0);
        let _ = writeln!(
            out,
            "\\node[anchor=west,font=\\sffamily] at {place} {{{}}};",
            latex(&panel.foot)
        );
    }
    let mut line = rows + 0.4;
    for (name, axis) in [("across", &panel.columns), ("down", &panel.rows)] {
        if axis.has_strides() {
            let place = at(line, columns);
            let text = format!("{name}: {}", latex(&axis.labels()));
            let _ = writeln!(out, "\\node[anchor=east,font=\\scriptsize] at {place} {{{text}}};");
            line += 0.5;
        }
    }
}

/// The style of an edge; none outside of the picture.
fn edge_style(edge: Edge<'_>) -> Option<&'static str> {
    let style = match edge.weight {
        _ if edge.is_around(State::Alarm) => "ultra thick,dashed",
        _ if edge.is_around(State::Mark) => "ultra thick",
        _ if !edge.is_at_a_cell() => return None,
        _ if edge.is_outside() || edge.is_between_atoms() => "thick",
        0 if edge.is_between_groups() => "thin",
        0 => "very thin",
        1 => "semithick",
        _ => "thick",
    };
    Some(style)
}

/// Thin lines around cells, thicker ones between groups and levels, thick ones around marks.
fn edges(out: &mut String, panel: &Panel, at: &impl Fn(f64, f64) -> String) {
    for row in 0..=panel.rows.size {
        let edges = (0..panel.columns.size).map(|column| panel.above(row, column));
        strokes(out, edges, |column| at(row as f64, column as f64));
    }
    for column in 0..=panel.columns.size {
        let edges = (0..panel.rows.size).map(|row| panel.left_of(row, column));
        strokes(out, edges, |row| at(row as f64, column as f64));
    }
}

/// The runs of one style of a line.
fn strokes<'a>(
    out: &mut String,
    edges: impl Iterator<Item = Edge<'a>>,
    at: impl Fn(usize) -> String,
) {
    let styles: Vec<_> = edges.map(edge_style).collect();
    let mut begin = 0;
    for run in styles.chunk_by(|a, b| a == b) {
        let end = begin + run.len();
        if let Some(Some(style)) = run.first() {
            let _ = writeln!(out, "\\draw[{style}] {} -- {};", at(begin), at(end));
        }
        begin = end;
    }
}

fn labels(out: &mut String, axis: &Axis, at: impl Fn(f64, f64) -> String) {
    for level in 0..axis.levels.len() {
        let font = if level > 0 { "\\small\\bfseries" } else { "\\small" };
        for (number, first, end) in axis.bands(level) {
            let place = at(level as f64, (first + end) as f64 / 2.0);
            let _ = writeln!(out, "\\node[font={font}] at {place} {{{number}}};");
        }
    }
}

fn write_key(out: &mut String, key: &Key, x: f64, used: &mut BTreeSet<Paint>) {
    let words = match key {
        Key::Ramp(low, high) => {
            for step in 0..9u8 {
                let cell = Cell { paint: Paint::Step(step), ..Cell::default() };
                let (from, to) = (0.4 * f64::from(step), 0.4 * f64::from(step) + 0.4);
                let (from, to) = (number(from), number(to));
                let (x, end) = (number(x), number(x + 0.6));
                let _ = writeln!(
                    out,
                    "\\path[{}] ({x},{from}) rectangle ({end},{to});",
                    fill(&cell, used)
                );
            }
            let words = format!("{} to {}", latex(low), latex(high));
            let _ = writeln!(out, "\\node[anchor=west] at ({},3.8) {{{words}}};", number(x + 0.3));
            return;
        }
        Key::Cell(cell, words) => {
            let line = match cell.state {
                State::Mark => "draw,ultra thick",
                State::Alarm => "draw,ultra thick,dashed",
                _ => "draw",
            };
            let fill = fill(cell, used);
            let comma = if fill.is_empty() { "" } else { "," };
            let (x, end) = (number(x), number(x + 0.6));
            let _ = writeln!(out, "\\path[{line}{comma}{fill}] ({x},0) rectangle ({end},0.6);");
            words
        }
    };
    let _ = writeln!(
        out,
        "\\node[anchor=west,font=\\sffamily] at ({},0.9) {{{}}};",
        number(x + 0.3),
        latex(words)
    );
}

fn fill(cell: &Cell, used: &mut BTreeSet<Paint>) -> String {
    if cell.state == State::Pad {
        return "pattern=north east lines,pattern color=gray".to_owned();
    }
    let paint = cell.fill();
    match class(paint) {
        Some(name) => {
            used.insert(paint);
            format!("fill={name}")
        }
        None => String::new(),
    }
}

/// A number with at most two decimals.
fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Text in which nothing is a command of LaTeX.
fn latex(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '{' | '}' | '#' | '$' | '%' | '&' | '_' => {
                out.push('\\');
                out.push(c);
            }
            '^' => out.push_str("\\textasciicircum{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '×' => out.push_str("$\\times$"),
            '→' => out.push_str("$\\to$"),
            '·' => out.push_str("$\\cdot$"),
            c => out.push(c),
        }
    }
    out
}
