// A comma in the place of the arrow.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((2,4):(1@device,1@place), (2,4):(4@place,1@place));
}
