// An order has the numbers of the modes that there are.
use layout_view::{Fixed, View, layout};

fn main() {
    let buffer = [0; 32];
    let v = View::new(&buffer, layout!((4,8):(8,1)));
    let _ = v.permute((Fixed::<0>, Fixed::<2>));
}
