// Operands and functions that are no expressions: rustc would read on, and report what it makes of them.

use layout_view::{View, ViewMut, copy, fold, layout};

layout! {
    struct Rows = (i: 4, j: 8):(8,1);
    struct Columns = (j: 8, i: 4):(4,1);
}

fn main() {
    let (source, mut target) = ([1; 32], [0; 32]);
    let rows = View::new(&source, Rows);
    let mut columns = ViewMut::new(&mut target, Columns);
    fold!(rows: Rows, columns: Columns, most, x| *most += x);
    copy!(rows: Rows, columns columns: Columns);
    copy!(rows, ViewMut::new(&mut b b, Columns));
}
