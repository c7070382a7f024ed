// Tiles of another swizzle: they lie on the same elements, but nobody shows it.

use layout_view::{View, layout};

layout! {
    struct Banked = Sw<3,4,3> o 0 o (8,64):(64,1);
    struct Tiles = Sw<2,4,3> o 0 o zipped_divide((8,64):(64,1), (4,8));
}

fn main() {
    let _ = View::new(&[0; 512], Banked).tiles(Tiles).count();
}
