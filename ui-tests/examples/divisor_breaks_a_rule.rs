//! A parameter that is divided by at run time is 0; no extent or stride is made of it alone.

use layout_view::layout;

layout! { #[assume(m % W == 0)] pub struct Rows<m, const W: usize> = (m / W, 4):(4, 1); }

fn main() {
    assert_eq!(Rows::<0>::of(8).size(), 8);
}
