// A layout of one mode has no tiles.

use layout_view::{View, layout};

fn main() {
    let _ = View::new(&[0; 32], layout!(32:1)).tile(0);
}
