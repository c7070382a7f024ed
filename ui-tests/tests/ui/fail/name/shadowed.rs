// One name for two layouts along a scope, which macros cannot have.

use layout_view::layout;

layout! { struct Tile = (4,8); }

fn main() {
    layout! { struct Tile = (2,2); }
    let _ = (Tile, layout!(size(Tile)));
}
