// A wrong item of the name that the parameter of a stand-in might have.

use layout_view::{divide, layout};

layout! { pub struct N = (4,8):(1,2); }

fn main() {
    let _: usize = N.index(0) + N::SIZE + divide!(N, 4).index(1);
}
