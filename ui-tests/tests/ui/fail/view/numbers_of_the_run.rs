// A layout with numbers of the run has another view.

use layout_runtime::{View, layout};

layout! { struct Rows<m, n> = (m, n):(n, 1); }

fn main() {
    let _ = View::new(&[0; 12], Rows::of(3, 4));
}
