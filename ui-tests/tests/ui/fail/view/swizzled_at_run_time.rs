// A layout with numbers of the run and a swizzle has no view.

use layout_runtime::view::DynamicView;
use layout_runtime::layout;

layout! { struct Banked<m> = Sw<3,4,3> o 0 o (m,64):(64,1); }

fn main() {
    let _ = DynamicView::new(&[0; 512], Banked::of(8));
}
