//! One of several items whose constants do not divide.

use layout_view::layout;

mod config {
    pub const ROWS: usize = 12;
}

layout! {
    struct Whole = (config::ROWS, 4):(4, 1);
    struct Tiles = zipped_divide(Whole, (5, 4));
}

fn main() {
    let _ = Tiles.index(0);
}
