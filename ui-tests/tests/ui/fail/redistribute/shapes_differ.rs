// A target of another shape.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((2,4):(1@device,1@place) -> (4,2):(1@device,1@place));
}
