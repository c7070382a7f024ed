// The bounds of a padded layout are lost in an inverse: asking is an error where it is asked.

use layout_view::layout;

layout! { #[allow(padding)] struct Inverse = right_inverse(logical_divide(10, 4)); }

fn main() {
    let _ = Inverse.at(1);
    let _ = Inverse.in_bounds(1);
}
