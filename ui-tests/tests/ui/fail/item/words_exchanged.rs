// Definitions whose words are in another order, or `pub` misspelt: their uses are silent.

use layout_view::layout;

layout! { Rows struct = (4,8):(8,1); struct Tile = select(Rows, 1, 0); }
layout! { Pub struct Image = (4,8):(8,1); }
layout! { struct pub Generic<const N: usize> = (4,N):(N,1); }

fn of(_: Generic<8>) {}

fn main() {
    layout! { local let = (4,8):(8,1); }
    let _ = Rows.size() + Tile::SIZE + Image.at(1, 2) + local.size();
}
