//! The width of a terminal, and tables that fit it.

use std::io::{self, IsTerminal};

/// The most columns of what is printed, if there is such a bound.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Width(Option<usize>);

impl Width {
    /// A width that is asked for, 0 for any; else that of the terminal that standard output is, if it is one.
    pub(crate) fn of(asked: Option<usize>) -> Self {
        Width(match asked {
            Some(0) => None,
            Some(columns) => Some(columns),
            None if io::stdout().is_terminal() => {
                terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
            }
            None => None,
        })
    }

    /// A text whose tables are printed in pieces below each other, each of as many columns as fit.
    pub(crate) fn fit(self, text: &str) -> String {
        let Some(columns) = self.0 else { return text.to_owned() };
        let mut fitted = String::new();
        let mut table: Vec<Vec<Character>> = Vec::new();
        for line in text.lines() {
            let characters = characters(line);
            if is_of_table(&characters) {
                table.push(characters);
                continue;
            }
            write_pieces(&std::mem::take(&mut table), columns, &mut fitted);
            fitted.push_str(line);
            fitted.push('\n');
        }
        write_pieces(&table, columns, &mut fitted);
        fitted
    }
}

/// A character, with the colours that begin at it.
struct Character {
    colours: String,
    shown: char,
}

/// The characters of a line, in which `ESC [ … m` takes no place.
fn characters(line: &str) -> Vec<Character> {
    let (mut all, mut colours) = (Vec::new(), String::new());
    let mut left = line.chars();
    while let Some(shown) = left.next() {
        if shown == '\u{1b}' {
            colours.push(shown);
            colours.extend(left.by_ref().take_while(|c| *c != 'm'));
            colours.push('m');
        } else {
            all.push(Character { colours: std::mem::take(&mut colours), shown });
        }
    }
    all
}

/// Returns `true` for the lines of a table: labels of columns, rules, and rows.
fn is_of_table(line: &[Character]) -> bool {
    let text = shown(line);
    let shown = text.trim_matches(' ');
    // A row ends with a bar; labels are numbers, behind the place of those of the rows.
    let is_of_labels = text.starts_with("    ") && shown.split(' ').all(is_number);
    !shown.is_empty() && (shown.starts_with('+') || shown.ends_with('|') || is_of_labels)
}

/// A line without its colours.
fn shown(line: &[Character]) -> String {
    line.iter().map(|of| of.shown).collect()
}

fn is_number(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_digit)
}

/// Writes a table of lines in pieces of at most `columns` columns, an empty line between two.
fn write_pieces(table: &[Vec<Character>], columns: usize, out: &mut String) {
    let mut corners = Vec::new();
    for line in table {
        if shown(line).trim_start_matches(' ').starts_with('+') {
            corners = (0..line.len()).filter(|at| line[*at].shown == '+').collect();
            break;
        }
    }
    let margin = match corners.as_slice() {
        [margin, .., last] if *last >= columns => *margin,
        _ => {
            for line in table {
                put(line, &[], out);
            }
            return;
        }
    };
    let mut first = 0;
    while first + 1 < corners.len() {
        // One cell stands even where none fits.
        let mut end = first + 1;
        while end + 1 < corners.len() && margin + corners[end + 1] + 1 - corners[first] <= columns {
            end += 1;
        }
        if first > 0 {
            out.push('\n');
        }
        for line in table {
            let end = line.len().min(corners[end] + 1);
            put(&line[..margin.min(line.len())], &line[corners[first].min(end)..end], out);
        }
        first = end;
    }
}

/// Writes a line of two pieces.
fn put(margin: &[Character], piece: &[Character], out: &mut String) {
    for Character { colours, shown } in margin.iter().chain(piece) {
        out.push_str(colours);
        out.push(*shown);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "\
(2,5):(5,1)
      0   1   2   3   4
    +---+---+---+---+---+
 0  | 0 | 1 | 2 | \u{1b}[7m3\u{1b}[0m | 4 |
    +---+---+---+---+---+
 1  | 5 | 6 | 7 | 8 | 9 |
    +---+---+---+---+---+
";

    #[test]
    fn a_table_that_fits_is_as_it_was() {
        for columns in [None, Some(25), Some(80)] {
            assert_eq!(Width(columns).fit(TABLE), TABLE);
        }
    }

    #[test]
    fn pieces_have_whole_cells_and_all_of_them() {
        let plain = |line: &str| characters(line).iter().map(|of| of.shown).collect::<String>();
        for columns in 0..25 {
            let fitted = Width(Some(columns)).fit(TABLE);
            let widest = fitted.lines().skip(1).map(|line| plain(line).len()).max();
            // A cell beside the labels of rows takes 9.
            assert!(widest <= Some(columns.max(9)), "{columns}: {fitted}");
            let cells: Vec<String> = fitted
                .lines()
                .filter(|line| line.starts_with(" 1 "))
                .flat_map(|line| {
                    plain(line).split('|').skip(1).map(|c| c.trim().to_owned()).collect::<Vec<_>>()
                })
                .filter(|cell| !cell.is_empty())
                .collect();
            assert_eq!(cells, ["5", "6", "7", "8", "9"], "{columns}");
        }
        assert!(Width(Some(13)).fit(TABLE).contains("\n 0  | 2 | \u{1b}[7m3\u{1b}[0m |\n"));
    }
}
