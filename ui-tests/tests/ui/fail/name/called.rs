// A layout called as if it were a macro.

use layout_view::layout;

layout! { struct Tile = (4,8); }

fn main() {
    Tile!();
}
