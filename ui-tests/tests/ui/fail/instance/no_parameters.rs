// Integers for a layout without parameters.

use layout_view::{divide, layout};

layout! { struct Tile = (4,8):(8,1); }

fn main() {
    let _ = divide!(Tile<4, 8>, (2, 2)).at(1, 2);
}
