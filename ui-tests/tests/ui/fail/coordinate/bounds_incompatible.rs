// `in_bounds` takes the coordinates of the layout.

use layout_view::layout;

fn main() {
    let tiles = layout!(#[allow(padding)] logical_divide(10, 4));
    let _ = tiles.in_bounds((1, 2));
    let _ = tiles.in_bounds((1, 2, 0));
}
