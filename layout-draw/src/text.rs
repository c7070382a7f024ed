//! Text: a table a panel. Without levels it is that of CuTe's `print_layout`; outer levels have
//! lines of labels of their own, and levels, tiles and owners double rules. A mark is `*…*`, a conflict `!…!`, padding `·`.
//! For a terminal, cells have their colours as well.

use std::fmt::Write;

use crate::palette::LIGHT;
use crate::picture::{Cell, Panel, Picture, alt_text};

/// The notation of the colours of cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colours {
    /// Not at all.
    None,
    /// As escape sequences of ECMA-48, with 24 bits a colour.
    Escapes,
}

pub(crate) fn text(picture: &Picture, colours: Colours) -> String {
    let mut out = format!("{}\n", picture.title);
    for (at, panel) in picture.panels.iter().enumerate() {
        if !panel.name.is_empty() {
            let _ = writeln!(out, "{}{}", if at > 0 { "\n" } else { "" }, panel.name);
        }
        table(&mut out, panel, colours);
        if !panel.foot.is_empty() {
            let _ = writeln!(out, "{}", panel.foot);
        }
    }
    out
}

fn table(out: &mut String, panel: &Panel, colours: Colours) {
    let cells: Vec<Vec<String>> =
        panel.lines().map(|line| line.iter().map(alt_text).collect()).collect();
    let mut width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);
    for level in 0..panel.columns.levels.len() {
        width = width.max(panel.columns.digits(level));
    }
    let levels = panel.rows.levels.len().max(1);
    let margin = " ".repeat(4 * levels);
    for level in (0..panel.columns.levels.len()).rev() {
        let mut line = margin.clone();
        for (number, first, end) in panel.columns.bands(level) {
            // Over the first of its columns, where inner labels are right-aligned.
            let rest = (end - first - 1) * (width + 3);
            let _ = write!(line, "  {number:>width$} {}", " ".repeat(rest));
        }
        // CuTe ends its line of labels with a space.
        let _ = writeln!(out, "{}", if level == 0 { line.as_str() } else { line.trim_end() });
    }
    for (row, cells) in cells.iter().enumerate() {
        rule(out, &margin, panel, width, row);
        for level in (0..levels).rev() {
            let bands = panel.rows.bands(level);
            match bands.iter().find(|(_, first, _)| *first == row) {
                Some((number, ..)) => {
                    let _ = write!(out, "{number:>2}  ");
                }
                // CuTe labels the only row of rank 1.
                None if panel.rows.levels.is_empty() => out.push_str(" 0  "),
                None => out.push_str("    "),
            }
        }
        for (column, cell) in cells.iter().enumerate() {
            let edge = panel.left_of(row, column);
            let bar = if edge.is_boundary() { '║' } else { '|' };
            let _ = match edge.after.and_then(escape) {
                Some(escape) if colours == Colours::Escapes => {
                    write!(out, "{bar}{escape} {cell:>width$} \x1b[0m")
                }
                _ => write!(out, "{bar} {cell:>width$} "),
            };
        }
        out.push_str("|\n");
    }
    rule(out, &margin, panel, width, panel.rows.size);
}

/// The escape sequence that turns on the colours of a cell: dark digits on a light colour, readable on terminals of either kind.
fn escape(cell: &Cell) -> Option<String> {
    let (digits, colour) = (parts(LIGHT.digits)?, parts(LIGHT.color(cell.paint)?)?);
    Some(format!("\x1b[38;2;{digits};48;2;{colour}m"))
}

/// Red, green and blue of `#rrggbb`, as escape sequences have them.
fn parts(colour: &str) -> Option<String> {
    let [_, red, green, blue] = u32::from_str_radix(colour.get(1..)?, 16).ok()?.to_be_bytes();
    Some(format!("{red};{green};{blue}"))
}

/// The line above a row.
fn rule(out: &mut String, margin: &str, panel: &Panel, width: usize, row: usize) {
    out.push_str(margin);
    for column in 0..panel.columns.size {
        let line = if panel.above(row, column).is_boundary() { "=" } else { "-" };
        let _ = write!(out, "+{}", line.repeat(width + 2));
    }
    out.push_str("+\n");
}
