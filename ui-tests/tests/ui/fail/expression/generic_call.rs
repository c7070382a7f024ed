// A wrong layout as the argument of a generic function, whose result has uses.

use layout_view::{StaticLayout, divide};

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    let n: usize = size(divide!(10:1, 4));
    let _ = [0u8; 4][n];
}
