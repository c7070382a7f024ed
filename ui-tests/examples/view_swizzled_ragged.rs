// Tiles with what is left count their offsets by strides alone.

use layout_runtime::{Fixed, View, layout};

fn main() {
    let v = View::new(&[0; 512], layout!(Sw<3,4,3> o 0 o (8,64):(64,1)));
    let _ = v.ragged_tiles((Fixed::<3>, Fixed::<64>)).len();
}
