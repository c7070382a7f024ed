// A name whose definition is wrong: one error, at the definition.

use layout_mesh::redistribute;
use layout_view::layout;

fn main() {
    layout! {
        struct Rows = logical_divide(10:1@place, 4);
    }
    let _ = redistribute!(Rows -> 10:1@place);
}
