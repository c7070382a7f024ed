// Each element once: two coordinates of a broadcast have one.

use layout_view::{ViewMut, layout};

fn main() {
    let mut buffer = [0; 4];
    let mut view = ViewMut::new(&mut buffer, layout!(#[allow(non_injective)] (4,8):(1,0)));
    for x in &mut view {
        *x += 1;
    }
}
