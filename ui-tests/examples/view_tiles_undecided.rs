// Strides without a common divisor, and too many coordinates to be visited: it may be right, but nobody knows.

use layout_view::{Leaf, Static, ViewMut};

type Diagonals = Static<(Leaf<1000, 1000003>, Leaf<1000, 1100009>, Leaf<1000, 1200007>), 3>;

fn diagonals(view: &mut ViewMut<'_, u8, Diagonals>) -> usize {
    view.tiles_mut(Diagonals::NEW).count()
}

fn main() {
    let _ = diagonals as fn(&mut ViewMut<'_, u8, Diagonals>) -> usize;
}
