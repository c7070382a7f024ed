// Constants are of the type `usize`, beside numbers of the run, too.

use layout_view::layout;

const K: u32 = 4;

fn main() {
    let m = 64;
    let _ = layout!(#[assume(m % K == 0)] (m, (K, 8)));
}
