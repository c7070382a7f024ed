// Bytes of which a view has the lower halves alone are not its own.

use layout_view::layout;
use layout_view::packed::{PackedView, U4};

fn main() {
    let view = PackedView::<U4, _>::new(&[0; 8], layout!(8:2));
    let _ = view.bytes(layout!(8:1));
}
