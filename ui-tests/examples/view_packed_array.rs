// A vector has as many elements as its view.

use layout_view::layout;
use layout_view::packed::{PackedView, U4};

fn main() {
    let view = PackedView::<U4, _>::new(&[0; 8], layout!((4,2):(4,2)));
    let _ = view.to_array::<16>();
}
