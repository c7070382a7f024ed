// Nothing to evaluate.

use layout_view::layout;

fn main() {
    let _ = layout!().index(1);
}
