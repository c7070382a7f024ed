// A word that is no option.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((2,4):(1@device,1@place) -> 8:1@place, nodes = 4);
}
