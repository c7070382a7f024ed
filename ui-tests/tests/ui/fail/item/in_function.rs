// A wrong item in a function, and an implementation of the user for it.

use layout_view::layout;

trait Named {
    fn name(&self) -> &'static str;
}

fn main() {
    layout! { struct Tile = (3,6):(1,1); }
    impl Named for Tile {
        fn name(&self) -> &'static str {
            "tile"
        }
    }
    let _ = (Tile.name(), Tile.index(1), [0; Tile::SIZE]);
}
