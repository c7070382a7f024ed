// Two `#` in front of an attribute, which the edition of 2024 reserves: the error is rustc's, and there is no second one.

use layout_view::layout;

fn main() {
    let broadcast = layout!(##[allow(non_injective)] (4,8):(1,0));
    assert_eq!(broadcast.size(), 32);
}
