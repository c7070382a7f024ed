// A function of two views has an element of each for each coordinate.

use layout_view::{View, ViewMut, layout};

fn main() {
    let mut sums = [0; 12];
    let other = View::new(&[1; 10], layout!((2, 5)));
    ViewMut::new(&mut sums, layout!((4,3):(3,1))).zip_with(other, |sum, x| *sum += x);
}
