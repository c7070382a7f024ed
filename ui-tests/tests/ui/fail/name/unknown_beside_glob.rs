// A name that nothing defines, in definitions whose names are iterators and parts of views: their uses are silent.

use layout_view::*;

layout! {
    struct Rows = (96,64):(64,1);
    struct Tiles = zipped_divide(Grid, (16,16));
    struct Tile = get(Grid, 0);
}

fn main() {
    println!("{} {}", Tiles::COSIZE, Tile::SIZE);
    println!("{}", View::new(&[0.0; Rows::COSIZE], Rows).tiles(Tiles).count());
}
