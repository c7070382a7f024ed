// More coordinates than modes.

use layout_view::layout;

fn main() {
    let tile = layout!((2,(2,2)):(4,(2,1)));
    let _ = tile.at(1, 0, 1);
}
