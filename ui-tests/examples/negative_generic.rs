// Generic code asks a layout with negative offsets for an index.

use layout_runtime::{Layout, layout};

fn last<L: Layout>(layout: L) -> usize {
    layout.index(L::SIZE - 1)
}

fn main() {
    let _ = last(layout!(4:-1));
}
