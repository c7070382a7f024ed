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
        let longest =
            panel.cells.iter().flat_map(|cell| cell.text.lines().map(|l| l.chars().count()));
        let longest = longest.max().unwrap_or(1);
        let two = panel.cells.iter().any(|cell| cell.text.contains('\n'));
        let (font, least, height) = match (panel.path.is_empty(), two) {
            (false, _) => (9.0, 40, 36),
            (true, true) => (10.5, 30, 28),
            (true, false) => (12.0, 26, 24),
        };
        // Even, so that the middle is a whole pixel.
        let text = (longest as f32 * font * 0.605).ceil() as usize + 9;
        let width = text.max(least).next_multiple_of(2);
        let labels = |axis: &Axis, level: usize| {
            axis.bands(level).iter().map(|(number, ..)| digits(*number)).max().unwrap_or(0)
        };
        let levels = panel.rows.levels.len();
        let left = match levels {
            0 => 2,
            _ => {
                14 + (0..levels).map(|level| 7 * labels(&panel.rows, level)).sum::<usize>()
                    + 9 * (levels - 1)
            }
        };
        let across = panel.columns.levels.len();
        let top = 18 * across + 4 + if panel.name.is_empty() { 0 } else { 20 };
        let label = panel.columns.levels.iter().map(|level| level.label.chars().count()).max();
        let right = 8 + label.map_or(0, |label| 7 * label);
        let strides = if panel.rows.has_strides() { 18 } else { 0 };
        let below = strides + if panel.foot.is_empty() { 0 } else { 20 };
        Measure { width, height, font, left, top, right, below }
    }

    pub(super) fn width(&self, panel: &Panel) -> usize {
        let words = |text: &str| text.chars().count() * 7;
        let cells = panel.columns.size * self.width + self.right;
        cells
            .max(words(&panel.name) + 8)
            .max(words(&panel.foot))
            .max(words(&row_strides(&panel.rows)))
    }

    pub(super) fn height(&self, panel: &Panel) -> usize {
        panel.rows.size * self.height + self.below
    }
}

/// The strides of the rows, which have no room at their ends.
pub(super) fn row_strides(rows: &Axis) -> String {
    if !rows.has_strides() {
        return String::new();
    }
    let labels: Vec<_> = rows.levels.iter().map(|level| level.label.as_str()).collect();
    match labels.as_slice() {
        [one] => format!("down: {one}"),
        labels => format!("down, inner to outer: {}", labels.join(", ")),
    }
}

pub(super) fn digits(number: usize) -> usize {
    number.to_string().len()
}

/// Lines of at most so many characters, broken at spaces, or after a comma where there are none.
pub(super) fn wrapped(text: &str, most: usize) -> Vec<String> {
    let most = most.max(16);
    let mut lines = Vec::new();
    let mut rest: Vec<char> = text.chars().collect();
    while rest.len() > most {
        let space = rest[..most].iter().rposition(|&c| c == ' ');
        let at = space.or_else(|| rest[..most].iter().rposition(|&c| c == ','));
        let end = at.map_or(most, |at| at + 1);
        let line: String = rest.drain(..end).collect();
        lines.push(line.trim_end().to_owned());
    }
    lines.push(rest.into_iter().collect());
    lines
}
