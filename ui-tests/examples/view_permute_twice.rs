// An order of modes has each mode once, or elements would be had twice.

use layout_view::{Fixed, View, layout};

fn main() {
    let buffer = [0; 32];
    let view = View::new(&buffer, layout!((4,8):(8,1)));
    let _ = view.permute((Fixed::<1>, Fixed::<1>));
}
