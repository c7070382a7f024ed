// A profile by hand, too large to be visited: it may be right, but nobody knows.

use layout_view::{Leaf, Static, ViewMut};

type Diagonals = Static<(Leaf<100000, 1>, Leaf<100000, 99999>), 2>;

fn diagonals(view: &mut ViewMut<'_, u8, Diagonals>) -> usize {
    view.tiles_mut(Diagonals::NEW).count()
}

fn main() {
    let _ = diagonals as fn(&mut ViewMut<'_, u8, Diagonals>) -> usize;
}
