// Two definitions without a `;` between them.

use layout_view::layout;

layout! {
    struct Tile = (4,8)
    struct Other = (2,2);
}

fn main() {
    let _ = Tile.index(0) + Other.index(1);
}
