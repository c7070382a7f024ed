// A complement has offsets for coordinates, of which none is padding or all are: asking is an error where it is asked.

use layout_view::layout;

layout! { #[allow(padding)] struct Rest = complement(logical_divide(10, 4), 48); }

fn main() {
    let _ = Rest.at(1);
    let _ = Rest.in_bounds(1);
}
