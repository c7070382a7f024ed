// The tiles of one layout are none of another, which has holes there.

use layout_view::{View, layout};

layout! {
    struct Padded = (4,8):(10,1);
    struct Dense = (4,8):(8,1);
    struct Tiles = zipped_divide(Dense, (2,4));
}

fn main() {
    let _ = View::new(&[0; 38], Padded).tiles(Tiles).count();
}
