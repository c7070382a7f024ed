// The number of parts of an array is the extent of a mode of constants: of another one rustc says both numbers while it checks types.
use layout_view::packed::{PackedView, U4};
use layout_view::{Fixed, ViewMut, layout};

fn main() {
    let mut buffer = [0; 6];
    let mut v = ViewMut::new(&mut buffer, layout!((3,2):(1,3)));
    let [_, _, _] = v.split_mut(Fixed::<1>);
    let _: [u8; 16] = PackedView::<U4, _>::new(&[0; 8], layout!(8:1)).to_array();
}
