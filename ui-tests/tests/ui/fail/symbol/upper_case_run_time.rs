// An upper-case word is a constant.

use layout_view::layout;

fn main() {
    let M = 4;
    let _ = layout!((M, 8):(8, 1));
}
