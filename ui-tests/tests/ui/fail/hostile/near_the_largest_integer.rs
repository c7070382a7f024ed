// Sizes and offsets at the end of 127 bits.

use layout_view::layout;

fn main() {
    let _ = layout!((85070591730234615865843651857942052864,2):(1,2)).index(1);
}
