// A copy has an element for each coordinate of both sides.

use layout_view::Array;
use layout_view::{View, copy, layout};

fn main() {
    let source = View::new(&[1; 12], layout!((4,3):(3,1)));
    let mut target = Array::<i32, _, 10>::filled(0, layout!((2, 5)));
    copy!(source, target);
}
