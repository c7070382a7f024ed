// There are four tiles and three names for them.

use layout_view::{ViewMut, layout};

layout! {
    struct Matrix = (4,8):(8,1);
    struct Tiles = zipped_divide(Matrix, (2,4));
}

fn main() {
    let mut buffer = [0; 32];
    let [_a, _b, _c] = ViewMut::new(&mut buffer, Matrix).split_tiles_mut(Tiles);
}
