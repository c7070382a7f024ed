// Tiles that do not divide a view are not all full.

use layout_view::{Fixed, View, layout};

fn main() {
    let buffer = [0; 32];
    let view = View::new(&buffer, layout!((4,8):(8,1)));
    let _ = view.ragged_tiles((Fixed::<2>, Fixed::<3>)).whole().count();
}
