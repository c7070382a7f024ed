// A `let` takes a name, no pattern.

use layout_view::layout;

fn main() {
    layout! { let (a, b) = (4,8); }
}
