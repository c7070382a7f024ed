// A swizzled layout whose offset is a symbol.

use layout_view::layout;

fn main() {
    let m = 64;
    let _ = layout!(Sw<3,4,3> o m * 1 o (8, 64):(64, 1)).index(3);
}
