// A wrong layout in the place of a pattern.

use layout_view::layout;

fn main() {
    match 3 {
        layout!(cosize(logical_divide(10:1, 4))) => {}
        _ => {}
    }
}
