// An array has fewer elements than the layout spans.

use layout_view::{View, layout};

fn main() {
    let _ = View::from_array(&[0; 31], layout!((4,8):(8,1)));
}
