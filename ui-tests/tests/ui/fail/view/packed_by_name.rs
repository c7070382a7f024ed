// Packed elements by name; the comma between the parameters of a path ends no operand.

use layout_view::packed::{PackedView, U4};
use layout_view::{ViewMut, fold, layout};

layout! {
    struct Matrix = (row: 4, col: 8):(8,1);
    struct Sums = (row: 4):(1);
}

fn main() {
    let (bytes, mut buffer) = ([0; 16], [0.0; 4]);
    fold!(PackedView::<U4, _>::new(&bytes, Matrix): Matrix, ViewMut::new(&mut buffer, Sums): Sums, |sum, x| *sum += x);
}
