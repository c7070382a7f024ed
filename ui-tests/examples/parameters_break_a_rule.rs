//! Parameters of a layout that do not divide.

use layout_view::layout;

layout! { struct Tile<const BM: usize, const W: usize> = logical_divide((BM,64):(64,1), (W,_)); }

fn main() {
    let _ = Tile::<128, 48>.index(0);
}
