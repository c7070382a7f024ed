// A coordinate of another rank.

use layout_view::{View, layout};

fn main() {
    let _ = View::new(&[0; 32], layout!((4,8):(8,1))).get((1, 2, 3));
}
