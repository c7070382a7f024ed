//! A parameter of a function of which no number can be made.

use layout_view::layout;

fn rows<const N: usize>() -> usize {
    layout!((2,N):(N,1)).at(1, 0)
}

fn main() {
    assert_eq!(rows::<{ usize::MAX }>(), 5);
}
