// A name that a macro of the standard library has.

use layout_view::{divide, layout};

fn main() {
    let _ = divide!(vec, 4).index(1);
}
