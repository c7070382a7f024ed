// A layout and a buffer in each other's place: an error at one of them.

use layout_view::{View, ViewMut, layout};

fn main() {
    let mut buffer = vec![0u32; 32];
    let view = View::new(layout!((4,8):(8,1)), &buffer);
    let _ = view[(1, 2)] + view.get((1, 2)).copied().unwrap_or_default();
    let _ = ViewMut::new(layout!((4,8):(8,1)), &mut buffer).size();
    // A buffer in the place of the layout alone.
    let _ = View::new(&buffer, &buffer);
}
