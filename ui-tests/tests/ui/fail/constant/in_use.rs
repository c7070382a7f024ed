// A constant of a wrong layout, which is itself in use.

use layout_view::layout;

const N: usize = layout!(size(logical_divide(10:1, 4)));

fn main() {
    let array = [0u8; N];
    let _: [u8; 3] = array;
}
