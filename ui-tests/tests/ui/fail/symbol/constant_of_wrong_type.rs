// Constants are of the type `usize`, wherever they stand.

use layout_view::layout;

const K: u32 = 4;

fn main() {
    let _ = layout!((K, 8, K + 1));
}
