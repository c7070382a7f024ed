// A layout in the place of an integer.

use layout_view::layout;

layout! {
    struct Tile = (4,8):(8,1);
    struct Rows<m, n> = (m, n):(n, 1);
}

fn main() {
    let m = 4;
    let _ = layout!(Rows<m, Tile>).at(1, 2);
}
