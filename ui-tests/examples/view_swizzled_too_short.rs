// A swizzle moves an element behind all elements of the layout that it follows.

use layout_view::{View, layout};

fn main() {
    let _ = View::from_array(&[0; 9], layout!(Sw<1,1,2> o 0 o (3,3):(4,-1)));
}
