// An offset that 32 bits do not hold.

use layout_view::layout;

fn main() {
    let _ = layout!((4,8):(1,1073741824)).index(3);
    let _ = layout!((4,8):(1,1073741824)).index_u32(3);
}
