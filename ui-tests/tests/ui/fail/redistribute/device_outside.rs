// Blocks of four rows are on eight devices, and the mesh has six.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!(((4,8)):((1@place,1@device)) -> 32:1@place, mesh = (x = 6));
}
