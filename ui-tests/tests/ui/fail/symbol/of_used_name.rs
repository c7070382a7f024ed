// An item that uses a layout without declaring its symbols.

use layout_view::layout;

layout! { struct Rows<m, n> = (m, n):(n, 1); }
layout! { struct Tiles<m> = zipped_divide(Rows, (32, 16)); }

fn main() {
    let _ = Tiles::of(64).at(0, 1);
}
