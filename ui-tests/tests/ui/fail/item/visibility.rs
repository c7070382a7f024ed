// A visibility that is none: the item is found wherever it is used.

use layout_view::layout;

mod tiles {
    layout_view::layout! { pub(crat) struct Tile = (4,8):(8,1); }
}

fn main() {
    let _: usize = tiles::Tile.index(0) + layout!(coalesce(tiles::Tile)).index(1);
}
