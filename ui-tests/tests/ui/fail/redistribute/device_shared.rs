// Copies on devices that hold other parts.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!((4,copy: 2):(1@device,1@device) -> 4:1@place);
}
