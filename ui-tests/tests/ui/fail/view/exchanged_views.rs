// Sources where the target is: `copy!` and `fold!` have the target last, `zip_with!` first.

use layout_view::{View, ViewMut, copy, fold, layout, zip_with};

layout! {
    struct Rows = (i: 4, j: 8):(8,1);
    struct Columns = (j: 8, i: 4):(4,1);
}

fn main() {
    let (a, mut b) = ([1u8; 32], [0u8; 32]);
    let (source, mut target) = (View::new(&a, Rows), ViewMut::new(&mut b, Columns));
    copy!(target, source);
    copy!(target: Columns, source: Rows);
    fold!(target: Columns, source: Rows, |sum, of| *sum += of);
    zip_with!(source: Rows, target: Columns, |to, from| *to = *from);
}
