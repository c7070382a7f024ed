// A name that nothing defines, in a definition that is in use.

use layout_view::{divide, layout};

layout! { struct Half = logical_divide(crate::Threads, 2); }

fn main() {
    let _ = divide!(Half, 2).index(1);
}
