// A plan with a number for each of two million devices.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!(2097152:1@device -> 2097152:1@place);
}
