// The values of a thread are not in one piece.

use layout_view::layout;

fn main() {
    layout! {
        #[vector(bytes = 16, bits = 16)]
        let values = (32,8):(1,32);
    }
    let _: usize = values.at(1, 2);
}
