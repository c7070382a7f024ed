// An expression whose value nobody takes.

use layout_runtime::layout;

fn main() {
    layout! { (4,-1) }
}
