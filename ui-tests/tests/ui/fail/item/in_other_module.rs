// A wrong item that other modules use by path and through `use`.

use layout_view::layout;

mod tiles {
    layout_view::layout! { pub struct Tile = (4,-1); }
}

mod user {
    use layout_view::divide;

    use super::tiles::Tile;

    pub fn index() -> usize {
        Tile.index(0) + divide!(crate::tiles::Tile, 4).at(1, 2)
    }
}

fn main() {
    let _ = user::index() + layout!(size(tiles::Tile));
}
