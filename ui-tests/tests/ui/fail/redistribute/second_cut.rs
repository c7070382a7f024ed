// A second cut of parts that are neither equal nor consecutive.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!(
        "_StridedShard(0, split_factor=2), Shard(0)" -> "Shard(0), Shard(0)",
        mesh = (x = 2, y = 2),
        shape = (10),
    );
}
