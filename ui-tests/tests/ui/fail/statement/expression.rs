// An expression whose value nobody takes.

use layout_view::layout;

fn main() {
    layout! { (4,-1) }
}
