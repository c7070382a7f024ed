// Rust takes no expression of a constant parameter in a type: the layout wants a name.

use layout_runtime::layout;

fn rows<const N: usize>() -> usize {
    layout!((4, N):(N, 1)).at(1, 0)
}

fn main() {
    rows::<8>();
}
