// Generic code asks a layout with negative offsets for an index.

use layout_view::{StaticLayout, layout};

fn last<L: StaticLayout>(layout: L) -> usize {
    layout.index(L::SIZE - 1)
}

fn main() {
    let _ = last(layout!(4:-1));
}
