// A wrong layout in the place of a type.

use layout_view::{Layout, layout};

type Tile = layout!((4,8):(1,0));

fn make() -> Tile {
    loop {}
}

fn main() {
    let _ = make().index(1) + Tile::SIZE;
}
