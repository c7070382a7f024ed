// Constants that a named layout takes from its scope are of the type `usize`.

use layout_view::layout;

mod config {
    pub const K: i32 = 4;
}

layout! { struct Tile<const M: usize> = (M, config::K); }

fn main() {
    let _ = Tile::<8>.at(1, 1);
}
