// Two elements of one place: the step between columns is one row too short.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!(((4,8),8):((4@place,1@device),1@place) -> (32,8):(8@place,1@place));
}
