//! A tile of constants that does not divide its layout.

use layout_view::layout;

const BM: usize = 48;

fn main() {
    let _ = layout!(logical_divide((128,64):(64,1), (BM,_))).index(0);
}
