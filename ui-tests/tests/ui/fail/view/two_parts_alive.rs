// The parts of an exclusive view are borrowed one after the other.

use layout_view::{ViewMut, layout};

fn main() {
    let mut buffer = [0; 8];
    let mut v = ViewMut::new(&mut buffer, layout!((2,4):(4,1)));
    let mut first = v.slice_mut((0, ..));
    let mut last = v.slice_mut((1, ..));
    first[0] = last[0];
    last[0] = first[0];
}
