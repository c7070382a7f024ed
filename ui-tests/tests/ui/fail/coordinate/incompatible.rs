// A coordinate that is nested unlike the shape.

use layout_view::layout;

fn main() {
    let tile = layout!((2,(2,2)):(4,(2,1)));
    let _ = tile.crd2idx((1, (0, 1)));
    let _ = tile.crd2idx((1, (0, 1, 1)));
}
