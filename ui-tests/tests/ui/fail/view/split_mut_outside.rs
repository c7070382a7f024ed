// A view is split along a mode that there is.
use layout_view::{Fixed, ViewMut, layout};

fn main() {
    let mut buffer = [0; 6];
    let mut v = ViewMut::new(&mut buffer, layout!((3,2):(1,3)));
    let [_, _] = v.split_mut(Fixed::<2>);
}
