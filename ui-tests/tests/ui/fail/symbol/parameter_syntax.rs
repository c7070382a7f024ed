// Parameters as Rust has them, and uses of the layout.

use layout_view::layout;

layout! { pub struct Tile<const BM: u32> = (BM, 4):(4, 1); }

fn main() {
    let _ = Tile::<4>.at(1, 2);
}
