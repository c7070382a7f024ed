// Layouts of another crate: by path, by name and through a glob.

use layout_defines::blocks::*;
use layout_defines::{Inner, Pitched, Rows, Tile};
use layout_view::{divide, layout};

layout! { struct Row = composition(Blocks, <1, 16>); }

fn main() {
    assert_eq!(layout!(size(layout_defines::Tile)), Tile::SIZE);
    assert_eq!(divide!(Inner, 4).size() + Row::SIZE, 32);
    let (m, n) = (64, 32);
    let tiles = layout_defines::Tiles::of(m, n);
    assert_eq!(divide!(Rows, (32, 16)).at(33, 17), tiles.crd2idx(((1, 1), (1, 1))));
    const M: usize = 8;
    assert_eq!(divide!(Pitched, (4, 16)).at(5, 17), Pitched::<8>.at(5, 17));
    assert_eq!((layout!(Pitched).at(1, 0), M), (136, 8));
    // With integers for their parameters.
    let square = layout!(layout_defines::Tiles<2 * m, m>);
    assert_eq!(square.size(), 2 * m * m);
    assert_eq!(layout!(layout_defines::Pitched<4>).notation(), "(4,64):(136,1)");
    assert_eq!(layout!(Rows<n, 3>).at(2, 1), 7);
}
