// An exclusive view is neither copied nor cloned.

use layout_view::{ViewMut, layout};

fn main() {
    let mut buffer = [0; 8];
    let v = ViewMut::new(&mut buffer, layout!(8:1));
    let w = v;
    drop((v, w));
}
