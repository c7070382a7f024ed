// Two locals of one name in a block: an error at the second, and none at its uses.

use layout_view::{divide, layout};

fn main() {
    layout! { let t = (4,8); }
    layout! { let t = (2,2); }
    let _ = divide!(t, 2).size() + layout!(size(t));
}
