// A slice that keeps no mode is an element.

use layout_view::{View, layout};

fn main() {
    let _ = View::new(&[0; 32], layout!((4,8):(8,1))).slice((1, 2));
}
