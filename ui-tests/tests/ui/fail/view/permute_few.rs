// An order of modes has all modes.

use layout_view::{Fixed, View, layout};

fn main() {
    let buffer = [0; 32];
    let view = View::new(&buffer, layout!((4,4,2):(8,2,1)));
    let _ = view.permute((Fixed::<1>, Fixed::<0>));
}
