// A swizzled layout with a symbol.

use layout_runtime::layout;

fn main() {
    let m = 64;
    let _ = layout!(Sw<3,4,3> o 0 o (8, m):(m, 1)).index(3);
}
