// A stride that is nested unlike its shape, underlined where they part.

use layout_view::layout;

fn main() {
    let _ = layout!((4,(2,2)):(1,(4,8,16))).index(3);
}
