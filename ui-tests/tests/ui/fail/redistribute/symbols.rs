// A number that is known when the program runs.

use layout_mesh::redistribute;

fn main() {
    let n = 4;
    let _ = redistribute!((2,n):(1@device,1@place) -> (2,n):(n@place,1@place));
}
