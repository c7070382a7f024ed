// Assumptions that nothing meets.

use layout_view::{divide, layout};

layout! {
    #[assume(m % 128 == 0, m <= 100)]
    struct Rows<m> = (m, 4):(4, 1);
}

fn main() {
    let m = 64;
    let _ = divide!(Rows, (32, 2));
}
