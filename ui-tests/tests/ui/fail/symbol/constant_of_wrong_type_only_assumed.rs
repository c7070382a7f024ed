// Constants of which only something is assumed are of the type `usize`.

use layout_view::layout;

const K: u32 = 4;

fn main() {
    let _ = layout!(#[assume(K % 4 == 0)] (4, 8));
}
