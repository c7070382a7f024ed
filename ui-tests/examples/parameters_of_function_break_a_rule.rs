//! Parameters of a function that make no layout: each is one error, though types and values
//! of the function have the numbers.

use layout_view::divide;

fn tiled<const BM: usize>(m: usize) -> usize {
    divide!((m,4):(4,1), (BM / 2,2)).at(1, 1)
}

fn main() {
    assert_eq!(tiled::<1>(5), 5);
}
