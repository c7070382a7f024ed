// The same swizzle, after an offset by which the last row is outside.

use layout_view::{View, layout};

layout! {
    struct Banked = Sw<3,4,3> o 0 o (8,64):(64,1);
    struct Moved = Sw<3,4,3> o 128 o (7,64):(64,1);
}

fn main() {
    let _ = View::new(&[0; 512], Banked).with_layout(Moved).size();
}
