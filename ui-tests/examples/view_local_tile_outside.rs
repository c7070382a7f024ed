// A tile of another matrix than the view's.

use layout_view::{View, layout};

layout! {
    struct Matrix = (8,8):(8,1);
    struct Tiles = zipped_divide((16,16):(16,1), (4,4));
}

fn main() {
    let buffer = [0; 64];
    let view = View::new(&buffer, Matrix);
    let _ = view.local_tile(Tiles, 3);
}
