// Values over an axis that is neither devices nor places.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((2,4):(1@lane,1@place) -> (2,4):(1@device,1@place));
}
