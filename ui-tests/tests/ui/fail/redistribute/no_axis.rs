// Axes of a mesh that are none: a text in the place of a name, a semicolon, and an axis of values of another name.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!("P('dp', None)" -> "P(None, None)", mesh = ("dp" = 2, tp = 4), shape = (32, 32));
    let _ = redistribute!("P('dp', None)" -> "P(None, None)", mesh = (dp = 2; tp = 4), shape = (32, 32));
    let _ = redistribute!((2,4):(1@rank,1@place) -> 8:1@place);
}
