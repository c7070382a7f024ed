// A view for reading is no target.

use layout_view::{View, copy, layout};

fn main() {
    let view = View::new(&[1; 12], layout!((4,3):(3,1)));
    copy!([2; 12], view);
}
