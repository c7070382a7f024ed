// A cut that does not divide, as in JAX.

use layout_mesh::redistribute;

fn main() {
    let _ = redistribute!("P(None)" -> "P('x')", mesh = (x = 4), shape = (10));
}
