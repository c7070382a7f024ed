// An ndarray has a stride for each axis, and no swizzle.

use layout_view::{View, layout};

fn main() {
    let v = View::new(&[0; 512], layout!(Sw<3,4,3> o 0 o (8,64):(64,1)));
    let _ = v.to_ndarray().sum();
}
