// A constant that is declared without a use, and uses of the layout.

use layout_view::{StaticLayout, layout};

layout! { pub struct Tile<const BM: usize, const BK: usize> = (BM, 4):(4, 1); }

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    let _ = Tile::<4, 8>.at(1, 2) + size(Tile::<4, 8>) + Tile::<4, 8>::SIZE;
    let tile: Tile<2, 2> = Tile;
    let _ = tile.index(1);
}
