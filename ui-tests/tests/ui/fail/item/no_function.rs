// A layout without index functions.

use layout_view::layout;

layout! { struct Far = (4,2):(1,9223372036854775808); }

fn main() {
    let _ = Far.index(0);
}
