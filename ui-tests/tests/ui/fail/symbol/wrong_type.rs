// Symbols are of the type `usize`.

use layout_view::layout;

fn main() {
    let (m, n) = (128u32, 64);
    let _ = layout!((m, n):(n, 1));
}
