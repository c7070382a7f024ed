//! `print_layout`: the table of a layout, as CuTe draws it.

use std::fmt::Write;

use layout_algebra::{HTuple, Int, IntTuple, Layout, ops};

/// The most cells that [`print_layout`] draws.
pub const MAX_CELLS: i128 = 1 << 16;

/// What CuTe's `print_layout` prints: the notation, then a cell for each
/// coordinate `(m,n)` with its offset. A layout of rank 1 is drawn as one row.
///
/// `None` for other ranks, more than [`MAX_CELLS`] coordinates, and strides
/// over a basis.
pub fn print_layout(layout: &Layout) -> Option<String> {
    let (rows, columns) = match layout.modes().as_slice() {
        [mode] => (1, extent(mode)?),
        [rows, columns] => (extent(rows)?, extent(columns)?),
        _ => return None,
    };
    if rows.checked_mul(columns)? > MAX_CELLS {
        return None;
    }
    let cosize = ops::cosize(layout).ok()?.known()?;
    draw(&layout.to_string(), cosize, rows, columns, |m, n| offset(layout, m, n))
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

fn offset(layout: &Layout, m: i128, n: i128) -> Option<i128> {
    let coordinate: IntTuple = if layout.rank() == 1 {
        HTuple::Leaf(Int::new(n))
    } else {
        HTuple::Tuple(vec![HTuple::Leaf(Int::new(m)), HTuple::Leaf(Int::new(n))])
    };
    match ops::evaluate(&coordinate, layout).ok()? {
        HTuple::Leaf(offset) => offset.known(),
        HTuple::Tuple(_) => None,
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
