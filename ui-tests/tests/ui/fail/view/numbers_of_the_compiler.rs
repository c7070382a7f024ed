// A layout whose numbers the compiler knows has another view.

use layout_runtime::view::DynamicView;
use layout_runtime::layout;

layout! { struct Rows = (3, 4):(4, 1); }

fn main() {
    let _ = DynamicView::new(&[0; 12], Rows);
}
