//! `print_layout`: the table of a layout, as CuTe draws it.

use std::fmt::Write;

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{CollectVec, ComposedLayout, HTuple, Int, IntTuple, Layout};

/// The most cells that [`print_layout`] draws.
pub const MAX_CELLS: i128 = 1 << 16;

/// The most tables of one layout: each coordinate after the first two modes has one.
const MAX_TABLES: usize = 16;

/// Draws a layout as CuTe's `print_layout` does: the notation, then a cell for each coordinate
/// `(m,n)` with its offset. A layout of rank 1 is drawn as one row.
///
/// `None` for other ranks, more than [`MAX_CELLS`] coordinates, and strides
/// over a basis.
pub fn print_layout(layout: &Layout) -> Option<String> {
    let extents = sides(layout)?;
    let width = ops::cosize(layout).ok()?.known()?.to_string().len();
    let mut cells = Vec::new();
    for coordinate in coordinates(&extents) {
        let HTuple::Leaf(offset) = ops::evaluate(&coordinate, layout).ok()? else { return None };
        cells.push(offset.known()?.to_string());
    }
    draw(&layout.to_string(), width, &extents, &cells)
}

/// [`print_layout`] of a swizzled layout, or of any that is composed: the table of its
/// domain, with the offsets after the last step.
pub fn print_composed(layout: &ComposedLayout) -> Option<String> {
    let domain = layout.domain().ok()?;
    let extents = sides(domain)?;
    let (mut cells, mut last) = (Vec::new(), None);
    for coordinate in coordinates(&extents) {
        let offset = swizzled::evaluate(&coordinate, layout).ok()?.known()?;
        last = last.max(Some(offset.saturating_abs()));
        cells.push(offset.to_string());
    }
    // As wide as the largest number, which the composed function has no formula for.
    let width = last?.saturating_add(1).to_string().len();
    draw(&layout.to_string(), width, &extents, &cells)
}

/// The extents of the one or two modes of a table of at most [`MAX_CELLS`].
fn sides(layout: &Layout) -> Option<Vec<usize>> {
    let modes = layout.modes();
    let extents = modes.iter().map(|mode| usize::try_from(ops::size(mode).ok()?.known()?).ok());
    let extents = extents.collect_some()?;
    let cells = product(&extents)? as i128;
    (matches!(modes.len(), 1 | 2) && cells <= MAX_CELLS).then_some(extents)
}

/// The product of extents, if it fits.
fn product(extents: &[usize]) -> Option<usize> {
    extents.iter().try_fold(1usize, |product, extent| product.checked_mul(*extent))
}

/// The 1-D coordinates of a table.
fn coordinates(extents: &[usize]) -> impl Iterator<Item = IntTuple> {
    (0..extents.iter().product::<usize>()).map(|c| HTuple::Leaf(Int::new(c as i128)))
}

/// The tables of cells in the order of 1-D coordinates: mode 0 goes down, mode 1 across, and each
/// coordinate of the further modes has a table. The widths are those of CuTe's format strings.
///
/// The notation alone where there is no cell. `None` where there is no mode, and for more than [`MAX_TABLES`].
pub(crate) fn draw(
    notation: &str,
    width: usize,
    extents: &[usize],
    cells: &[String],
) -> Option<String> {
    let (rows, columns, rest) = match *extents {
        [] => return None,
        [columns] => (1, columns, &[][..]),
        [rows, columns, ref rest @ ..] => (rows, columns, rest),
    };
    if product(rest)? > MAX_TABLES {
        return None;
    }
    if cells.is_empty() {
        return Some(format!("{notation}\n"));
    }
    let cell = format!("+{}", "-".repeat(width + 2));
    let rule = format!("    {}+\n", cell.repeat(columns));
    let mut text = format!("{notation}\n");
    for (number, table) in cells.chunks(rows * columns).enumerate() {
        if !rest.is_empty() {
            let mut left = number;
            text.push_str(if number > 0 { "\n(_,_" } else { "(_,_" });
            for extent in rest {
                write!(text, ",{}", left % extent).ok()?;
                left /= extent;
            }
            text.push_str(")\n");
        }
        text.push_str("    ");
        for n in 0..columns {
            write!(text, "  {n:>width$} ").ok()?;
        }
        text.push('\n');
        for m in 0..rows {
            write!(text, "{rule}{m:>2}  ").ok()?;
            for n in 0..columns {
                let cell = &table[m + n * rows];
                text.push_str("| ");
                // Unoptimised macros format slowly.
                (cell.len()..width).for_each(|_| text.push(' '));
                text.push_str(cell);
                text.push(' ');
            }
            text.push_str("|\n");
        }
        text.push_str(&rule);
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tuple(items: Vec<IntTuple>) -> IntTuple {
        HTuple::Tuple(items)
    }

    fn leaf(n: i128) -> IntTuple {
        HTuple::Leaf(Int::new(n))
    }

    fn layout(shape: IntTuple, stride: IntTuple) -> Layout {
        Layout::new(shape, stride.map(&mut |d| d.clone().into())).unwrap()
    }

    #[test]
    fn nested_rank_2() {
        let shape = tuple(vec![leaf(2), tuple(vec![leaf(2), leaf(2)])]);
        let stride = tuple(vec![leaf(4), tuple(vec![leaf(2), leaf(1)])]);
        let drawn = "\
(2,(2,2)):(4,(2,1))
      0   1   2   3 
    +---+---+---+---+
 0  | 0 | 2 | 1 | 3 |
    +---+---+---+---+
 1  | 4 | 6 | 5 | 7 |
    +---+---+---+---+
";
        assert_eq!(print_layout(&layout(shape, stride)).unwrap(), drawn);
    }

    #[test]
    fn rank_1_is_one_row() {
        let drawn = "\
4:2
      0   1   2   3 
    +---+---+---+---+
 0  | 0 | 2 | 4 | 6 |
    +---+---+---+---+
";
        assert_eq!(print_layout(&layout(leaf(4), leaf(2))).unwrap(), drawn);
    }

    #[test]
    fn cells_are_as_wide_as_the_cosize() {
        let drawn =
            print_layout(&layout(tuple(vec![leaf(1), leaf(2)]), tuple(vec![leaf(0), leaf(10)])));
        let table = "\
(1,2):(0,10)
       0    1 
    +----+----+
 0  |  0 | 10 |
    +----+----+
";
        assert_eq!(drawn.unwrap(), table);
    }

    #[test]
    fn each_coordinate_of_further_modes_has_a_table() {
        let cells: Vec<String> = (0..8).map(|c| (10 * c).to_string()).collect();
        let drawn = "\
L
(_,_,0)
       0 
    +----+
 0  |  0 |
    +----+
 1  | 10 |
    +----+

(_,_,1)
       0 
    +----+
 0  | 20 |
    +----+
 1  | 30 |
    +----+
";
        assert_eq!(draw("L", 2, &[2, 1, 2], &cells[..4]).unwrap(), drawn);
        let drawn = draw("L", 2, &[1, 2, 2, 2], &cells).unwrap();
        let second = "(_,_,1,0)\n       0    1 \n    +----+----+\n 0  | 20 | 30 |\n";
        assert!(drawn.contains(second), "{drawn}");
        assert_eq!(drawn.matches("(_,_,").count(), 4);
        let many: Vec<String> = (0..17).map(|c| c.to_string()).collect();
        assert_eq!(draw("L", 2, &[1, 1, 17], &many), None);
        assert!(draw("L", 2, &[1, 1, 16], &many[..16]).is_some());
    }

    #[test]
    fn other_ranks_and_large_tables_are_not_drawn() {
        let ones = || tuple(vec![leaf(1), leaf(1), leaf(1)]);
        assert_eq!(print_layout(&layout(ones(), ones())), None);
        assert_eq!(print_layout(&layout(leaf(MAX_CELLS + 1), leaf(1))), None);
        assert_eq!(print_layout(&layout(tuple(vec![]), tuple(vec![]))), None);
    }
}
