// What a coordinate of the target has in the end would depend on the order of the copy.

use layout_view::{View, ViewMut, copy, layout};

fn main() {
    let source = View::new(&[1; 12], layout!((4,3):(3,1)));
    let mut buffer = [0; 4];
    let mut broadcast = ViewMut::new(&mut buffer, layout!(#[allow(non_injective)] (4,3):(1,0)));
    copy!(source, broadcast);
}
