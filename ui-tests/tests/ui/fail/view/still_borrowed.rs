// The tiles have the elements for as long as they live.

use layout_view::{ViewMut, layout};

layout! {
    struct Matrix = (4,8):(8,1);
    struct Tiles = zipped_divide(Matrix, (2,4));
}

fn main() {
    let mut buffer = [0; 32];
    let mut view = ViewMut::new(&mut buffer, Matrix);
    let mut tile = view.tiles_mut(Tiles).next().unwrap();
    view[(0, 0)] = 1;
    tile[(0, 0)] = 2;
}
