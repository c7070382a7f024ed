// A macro would go on to know the first layout by this name.
use layout_view::layout;

fn main() {
    layout! { let u = (4,8):(8,1); }
    let u = layout!((2,2));
    let _ = layout!(size(u)) + u.size();
}
