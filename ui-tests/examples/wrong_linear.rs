// A coalesced profile that is another function does not compile.

use layout_view::{Leaf, Static};

fn main() {
    let wrong: Static<(Leaf<4, 1>, Leaf<8, 5>), 2, Leaf<32, 1>> = Static::NEW;
    let _ = wrong.offset(33);
}
