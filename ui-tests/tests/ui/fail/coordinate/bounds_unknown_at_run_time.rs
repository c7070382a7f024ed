// The same of a layout with numbers of the run.

use layout_view::layout;

layout! { #[allow(padding)] struct Rest<m> = complement(logical_divide((m):(1), 4), (8 * m)); }

fn main() {
    let rest = Rest::of(10);
    let _ = rest.size();
    let _ = rest.in_bounds(1);
}
