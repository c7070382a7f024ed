// A thread has what is no element of the tile.

use layout_view::layout;

layout! {
    #[covers((16,8))]
    struct Values = (32,(2,2)):(2,(1,128));
}

fn main() {
    let _: usize = Values.index(3);
}
