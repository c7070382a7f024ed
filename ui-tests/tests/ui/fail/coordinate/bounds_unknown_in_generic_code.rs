// Generic code that asks says so, and the error is where it is called with a layout whose bounds are not known.

use layout_view::bounds::Known;
use layout_view::{Layout, layout};

fn first<L: Layout<Bounds: Known>>(layout: L) -> bool {
    layout.in_bounds(0)
}

fn main() {
    let _ = first(layout!(4:1));
    let _ = first(layout!(#[allow(padding)] complement(logical_divide(10, 4), 48)));
}
