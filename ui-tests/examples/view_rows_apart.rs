// Rows whose elements do not lie one after the other are no slices.

use layout_view::{View, layout};

fn main() {
    let buffer = [0; 32];
    let view = View::new(&buffer, layout!((4,8):(1,4)));
    let _ = view.rows().count();
}
