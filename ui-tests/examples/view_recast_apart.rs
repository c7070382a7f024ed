// Elements of which the view has not all bytes.

use layout_view::{View, layout};

fn main() {
    let _ = View::new(&[0u16; 6], layout!((2,2):(4,1))).recast::<u32, _>(layout!(3:1));
}
