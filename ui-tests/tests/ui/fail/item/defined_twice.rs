// One name for two layouts of an invocation.

use layout_view::layout;

layout! {
    struct Tile = (4,8);
    struct Tile = (2,2);
}

fn main() {
    let _ = Tile.index(0);
}
