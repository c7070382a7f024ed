// `at` and `index` do not compile where an offset is negative.

use layout_view::layout;

layout! { struct Mirror = (4,2):(-1,4); }

fn main() {
    let _ = Mirror.offset_at(1, 0);
    let _ = Mirror.at(1, 0);
}
