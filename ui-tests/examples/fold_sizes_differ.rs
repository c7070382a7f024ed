// A fold of the first mode leaves the size of the others.

use layout_view::{View, ViewMut, layout};

fn main() {
    let source = View::new(&[1; 12], layout!((4,3):(3,1)));
    let mut sums = [0; 4];
    source.fold_to(&mut ViewMut::new(&mut sums, layout!(4:1)), |sum, x| *sum += x);
}
