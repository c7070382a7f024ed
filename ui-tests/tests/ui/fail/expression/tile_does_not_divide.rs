// The help of a divide names a tile that divides.

use layout_view::{divide, layout};

layout! { struct Tile = (8,12):(12,1); }

fn main() {
    let _ = divide!(Tile, (4,5)).at(1, 2);
}
