// A wrong item that other modules use by path and through `use`.

use layout_runtime::layout;

mod tiles {
    layout_runtime::layout! { pub struct Tile = (4,-1); }
}

mod user {
    use layout_runtime::divide;

    use super::tiles::Tile;

    pub fn index() -> usize {
        Tile.index(0) + divide!(crate::tiles::Tile, 4).at(1, 2)
    }
}

fn main() {
    let _ = user::index() + layout!(size(tiles::Tile));
}
