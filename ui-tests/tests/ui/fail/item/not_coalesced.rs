// A warp moves more sectors than its contract allows.

use layout_view::layout;

layout! {
    #[coalesced(sectors <= 4, bits = 32)]
    struct Columns = 32:32;
}

fn main() {
    let _: usize = Columns.index(3);
}
