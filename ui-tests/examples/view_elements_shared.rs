// References to the elements of a broadcast would be to the same element.

use layout_view::{ViewMut, layout};

fn main() {
    let mut buffer = [0; 4];
    let broadcast = layout!(#[allow(non_injective)] (4,8):(1,0));
    let _ = ViewMut::new(&mut buffer, broadcast).iter_mut();
}
