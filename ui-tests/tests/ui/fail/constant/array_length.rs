// A wrong layout in the length of an array.

use layout_view::layout;

struct Buffer([u8; layout!(cosize(logical_divide(10:1, 4)))]);

fn main() {
    let buffer = Buffer([0; 12]);
    for byte in [buffer.0[0]; layout!(cosize((4,8):(8,1)))] {
        let _ = byte;
    }
}
