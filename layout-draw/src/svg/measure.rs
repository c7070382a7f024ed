//! Room that panels and words take.

use crate::picture::{Axis, Panel};

/// The sizes of a panel.
pub(super) struct Measure {
    /// The width and the height of a cell.
    pub(super) width: usize,
    pub(super) height: usize,
    /// The size of the digits.
    pub(super) font: f32,
    /// The room before, above, after and below the cells.
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) below: usize,
}

impl Measure {
    pub(super) fn of(panel: &Panel) -> Self {
        let two = panel.cells.iter().any(|cell| cell.text.contains('\n'));
        let (font, least, height) = match (panel.path.is_empty(), two) {
            (false, _) => (9.0, 40, 36),
            (true, true) => (10.5, 30, 28),
            (true, false) => (12.0, 26, 24),
        };
        // Even, so that the middle is a whole pixel.
        let text = (panel.longest() as f32 * font * 0.605).ceil() as usize + 9;
        let width = text.max(least).next_multiple_of(2);
        let levels = panel.rows.levels.len();
        let mut left = if levels == 0 { 2 } else { 5 + 9 * levels };
        for level in 0..levels {
            left += 7 * panel.rows.digits(level);
        }
        let across = panel.columns.levels.len();
        let top = 18 * across + 4 + if panel.name.is_empty() { 0 } else { 20 };
        let labels = panel.columns.levels.iter().map(|level| letters(&level.label));
        let right = 8 + labels.max().unwrap_or(0);
        let strides = if panel.rows.has_strides() { 18 } else { 0 };
        let below = strides + if panel.foot.is_empty() { 0 } else { 20 };
        Measure { width, height, font, left, top, right, below }
    }

    pub(super) fn width(&self, panel: &Panel) -> usize {
        let cells = panel.columns.size * self.width + self.right;
        cells
            .max(letters(&panel.name) + 8)
            .max(letters(&panel.foot))
            .max(letters(&row_strides(&panel.rows)))
    }

    pub(super) fn height(&self, panel: &Panel) -> usize {
        panel.rows.size * self.height + self.below
    }
}

/// The width of a text in small letters.
fn letters(text: &str) -> usize {
    text.chars().count() * 7
}

/// The strides of the rows, which have no room at their ends.
pub(super) fn row_strides(rows: &Axis) -> String {
    if !rows.has_strides() {
        return String::new();
    }
    match rows.levels.as_slice() {
        [one] => format!("down: {}", one.label),
        _ => format!("down, inner to outer: {}", rows.labels()),
    }
}

pub(super) fn digits(number: usize) -> usize {
    number.to_string().len()
}

/// Lines of at most `most` characters, broken at spaces, or after a comma where there are none.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let most = most.max(16);
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > most {
        let (mut space, mut comma) = (None, most);
        for (at, c) in rest[..most].iter().enumerate() {
            match c {
                ' ' => space = Some(at + 1),
                ',' => comma = at + 1,
                _ => {}
            }
        }
        let end = space.unwrap_or(comma);
        let line: String = rest.drain(..end).collect();
        lines.push(line.trim_end().to_owned());
    }
    lines.push(rest.into_iter().collect());
    lines
}
