// A wrong item; whatever uses it in this module is silent.

use layout_view::{StaticLayout, divide, layout};

layout! { pub struct Tile = (4,8):(1,0); }
layout! { pub struct Half = logical_divide(Tile, (2,8)); }

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

struct Holder {
    tile: Tile,
    bytes: [u8; Tile::COSIZE],
}

fn main() {
    let _: usize = Tile.index(0) + Tile.at(1, 2) + Half.index(1) + size(Tile);
    let buffer = [0; Tile::SIZE];
    let holder = Holder { tile: Tile, bytes: [0; Tile::COSIZE] };
    let _ = (buffer[0], holder.tile.index(1), holder.bytes[0]);
    let _ = divide!(Tile, 4).index(1);
    const N: usize = layout!(size(Tile));
    let _ = [0; N];
}
