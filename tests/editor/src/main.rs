//! What an editor is asked of: `drive.py` has the questions.

use layout_runtime::{divide, layout};

layout! {
    /// The rows of a matrix.
    pub struct Rows = (96,64):(64,1);
    pub struct Tiles = zipped_divide(Rows, (16,16));
}

layout! {
    struct Blocks = coalesce(Tiles);
}

fn main() {
    layout! { let row = 32:1; }
    let quarters = divide!(row, 4);
    let all = divide!(Rows, (32,32));
    let width = 4;
    let some = layout!((width,8):(8,1));
    println!("{} {} {}", quarters.index(1), all.index(2), some.index(3));
    println!("{} {} {}", Rows.index(4), Blocks.index(5), row.index(6));
}
