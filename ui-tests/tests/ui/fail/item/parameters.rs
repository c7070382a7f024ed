// Layouts have no parameters yet.

use layout_runtime::layout;

layout! { struct Tile<const N: usize> = (N,8); }

fn main() {
    let _ = Tile.index(0);
}
