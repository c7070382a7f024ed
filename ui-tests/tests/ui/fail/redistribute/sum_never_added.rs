// A target of summands that the source does not have.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((8):(1@place) -> (8,sum: 4):(1@place,1@device));
}
