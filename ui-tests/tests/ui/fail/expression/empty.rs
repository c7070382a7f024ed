// Nothing to evaluate.

use layout_runtime::layout;

fn main() {
    let _ = layout!().index(1);
}
