// The same of a layout with numbers of the run.

use layout_view::layout;

layout! { #[allow(padding)] struct Twice<m> = logical_product(logical_divide((m):(1), 4), 2); }

fn main() {
    let twice = Twice::of(10);
    let _ = twice.size();
    let _ = twice.in_bounds(1);
}
