// A mistake in an operand is the one of its operation.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!(logical_divide(10:1@place, 4) -> 10:1@place);
}
