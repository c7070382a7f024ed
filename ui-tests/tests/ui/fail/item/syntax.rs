// Tokens that do not parse still define the name that they seem to define.

use layout_view::layout;

layout! { pub struct Tile: (4,8); }

fn main() {
    let _ = (Tile.index(0), layout!(size(Tile)), [0; Tile::SIZE]);
}
