// A shape and a stride of symbols that differ in their nesting.

use layout_view::layout;

fn main() {
    let (m, n) = (4, 8);
    let _ = layout!((m, (n, 2)):(n, 1));
}
