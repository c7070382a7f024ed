// A view of a swizzled layout, whose offsets are no sums of what the modes add.

use layout_runtime::{View, layout};

fn main() {
    let buffer = [0; 512];
    let view = View::new(&buffer, layout!(Sw<3,4,3> o 0 o (8,64):(64,1)));
    assert_eq!(view[(0, 0)], 0);
}
