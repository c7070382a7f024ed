// A word alone is a layout: rustc cannot find it, and names the macro that says what to write.
use layout_view::divide;

fn main() {
    let rows_of_tile = 4;
    let l = divide!((8,8), rows_of_tile);
}
