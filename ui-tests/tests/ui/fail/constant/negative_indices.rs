// A sweep over the indices of a layout with negative offsets: the error has the line of its caller.

use layout_view::layout;

fn main() {
    for ((row, column), i) in layout!((3,3):(3,-1)).entries() {
        println!("{row} {column} {i}");
    }
}
