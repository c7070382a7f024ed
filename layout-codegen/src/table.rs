//! `print_layout`: the table of a layout, as CuTe draws it.

use std::fmt::Write;

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{ComposedLayout, HTuple, Int, IntTuple, Layout};

/// The most cells that [`print_layout`] draws.
pub const MAX_CELLS: i128 = 1 << 16;

/// What CuTe's `print_layout` prints: the notation, then a cell for each
/// coordinate `(m,n)` with its offset. A layout of rank 1 is drawn as one row.
///
/// `None` for other ranks, more than [`MAX_CELLS`] coordinates, and strides
/// over a basis.
pub fn print_layout(layout: &Layout) -> Option<String> {
    let (rows, columns) = sides(layout)?;
    let cosize = ops::cosize(layout).ok()?.known()?;
    let offset = |m, n| match ops::evaluate(&coordinate(layout, m, n), layout).ok()? {
        HTuple::Leaf(offset) => offset.known(),
        HTuple::Tuple(_) => None,
    };
    draw(&layout.to_string(), cosize, rows, columns, offset)
}

/// [`print_layout`] of a swizzled layout, or of any that is composed: the table of its
/// domain, with the offsets after the last step.
pub fn print_composed(layout: &ComposedLayout) -> Option<String> {
    let domain = layout.domain().ok()?;
    let (rows, columns) = sides(domain)?;
    let offset = |m, n| swizzled::evaluate(&coordinate(domain, m, n), layout).ok()?.known();
    let offsets = (0..rows).flat_map(|m| (0..columns).map(move |n| (m, n)));
    let offsets = offsets.map(|(m, n)| offset(m, n)).collect::<Option<Vec<_>>>()?;
    // As wide as the largest number, which the composed function has no formula for.
    let last = offsets.iter().map(|offset| offset.saturating_abs()).max()?;
    let at = |m, n| offsets.get(usize::try_from(m * columns + n).ok()?).copied();
    draw(&layout.to_string(), last.saturating_add(1), rows, columns, at)
}

/// The rows and columns of a table of at most [`MAX_CELLS`].
fn sides(layout: &Layout) -> Option<(i128, i128)> {
    let (rows, columns) = match layout.modes().as_slice() {
        [mode] => (1, extent(mode)?),
        [rows, columns] => (extent(rows)?, extent(columns)?),
        _ => return None,
    };
    (rows.checked_mul(columns)? <= MAX_CELLS).then_some((rows, columns))
}

/// The table of `rows` by `columns` offsets; the widths are those of CuTe's format strings.
pub(crate) fn draw(
    notation: &str,
    cosize: i128,
    rows: i128,
    columns: i128,
    offset: impl Fn(i128, i128) -> Option<i128>,
) -> Option<String> {
    let digits = cosize.to_string().len();
    let mut table = format!("{notation}\n    ");
    for n in 0..columns {
        write!(table, "  {n:>digits$} ").ok()?;
    }
    table.push('\n');
    let cell = format!("+{}", "-".repeat(digits + 2));
    let rule = format!("    {}+\n", cell.repeat(usize::try_from(columns).ok()?));
    for m in 0..rows {
        write!(table, "{rule}{m:>2}  ").ok()?;
        for n in 0..columns {
            write!(table, "| {:>digits$} ", offset(m, n)?).ok()?;
        }
        table.push_str("|\n");
    }
    table.push_str(&rule);
    Some(table)
}

fn extent(mode: &Layout) -> Option<i128> {
    ops::size(mode).ok()?.known()
}

/// The coordinate of a cell.
fn coordinate(layout: &Layout, m: i128, n: i128) -> IntTuple {
    if layout.rank() == 1 {
        HTuple::Leaf(Int::new(n))
    } else {
        HTuple::Tuple(vec![HTuple::Leaf(Int::new(m)), HTuple::Leaf(Int::new(n))])
    }
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
    fn other_ranks_and_large_tables_are_not_drawn() {
        let ones = || tuple(vec![leaf(1), leaf(1), leaf(1)]);
        assert_eq!(print_layout(&layout(ones(), ones())), None);
        assert_eq!(print_layout(&layout(leaf(MAX_CELLS + 1), leaf(1))), None);
        assert_eq!(print_layout(&layout(tuple(vec![]), tuple(vec![]))), None);
    }
}
