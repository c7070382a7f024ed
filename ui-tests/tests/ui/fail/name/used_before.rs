// A definition that uses a later one of the same invocation.

use layout_view::layout;

layout! {
    struct Rows = logical_divide(Threads, 2);
    struct Threads = (4,8);
}

fn main() {
    let _ = Rows.index(1);
}
