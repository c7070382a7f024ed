// Definitions whose keyword is misspelt or left out: their uses are silent.

use layout_view::layout;

layout! { strut Rows = (4,8):(8,1); struct Tile = select(Rows, 1, 0); }
layout! { pub Struct Generic<m, const N: usize> = (m,N):(N,1); }
layout! { Image = (4,8):(8,1); }

fn of(_: Generic<8>) {}

fn main() {
    layout! { lte local = (4,8):(8,1); }
    let _ = Rows.size() + Tile::SIZE + Image.at(1, 2) + local.size();
}
