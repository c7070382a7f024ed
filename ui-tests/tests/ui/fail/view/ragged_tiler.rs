// A tiler of a plain integer: an extent says when it is known.

use layout_view::View;
use layout_view::{Dynamic, Extent, Fixed, Mode};

fn main() {
    let rows = Mode { extent: Extent::new(4), stride: 8 };
    let columns = Mode { extent: Extent::new(8), stride: Fixed::<1> };
    let layout = Dynamic::<_, 2>::new((rows, columns)).unwrap();
    let _ = View::new(&[0; 32], layout).ragged_tiles((2, Fixed::<4>));
}
