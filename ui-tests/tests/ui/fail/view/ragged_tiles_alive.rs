// A view is used while its tiles are.

use layout_view::ViewMut;
use layout_view::{Dynamic, Extent, Fixed, Mode};

fn main() {
    let mut buffer = [0; 8];
    let leaf = Mode { extent: Extent::new(8), stride: Fixed::<1> };
    let mut v = ViewMut::new(&mut buffer, Dynamic::<_, 1>::new(leaf).unwrap());
    let tiles = v.ragged_tiles_mut(Fixed::<3>);
    v[0] = 1;
    drop(tiles);
}
