// A layout without index functions.

use layout_runtime::layout;

layout! { struct Coordinates = (4,8):(1@0,1@1); }

fn main() {
    let _ = Coordinates.index(0);
}
