// Layouts of another crate: by path, by name and through a glob.

use layout_defines::blocks::*;
use layout_defines::{Inner, Tile};
use layout_runtime::{divide, layout};

layout! { struct Row = composition(Blocks, <1, 16>); }

fn main() {
    assert_eq!(layout!(size(layout_defines::Tile)), Tile::SIZE);
    assert_eq!(divide!(Inner, 4).size() + Row::SIZE, 32);
}
