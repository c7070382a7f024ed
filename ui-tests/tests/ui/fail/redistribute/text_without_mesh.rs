// A placement of DTensor without a mesh.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!("Shard(0)" -> "Replicate()", shape = (8));
}
