// Generic code asks any layout; of one whose bounds are not known, that does not compile.

use layout_view::{Layout, layout};

fn first<L: Layout>(layout: L) -> bool {
    layout.in_bounds(0)
}

fn main() {
    let _ = first(layout!(4:1));
    let _ = first(layout!(
        #[allow(padding)]
        right_inverse(logical_divide(10, 4))
    ));
}
