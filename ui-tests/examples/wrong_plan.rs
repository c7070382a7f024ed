// A plan that computes another layout does not compile.

use layout_view::{Leaf, Static, Term};

type Rows = (Leaf<32, 33>, Leaf<32, 1>);

fn main() {
    let right: Static<Rows, 2, Rows, Term<1, 31, 33, Term<32, -1, 1>>> = Static::NEW;
    let _ = right.index(33);
    let wrong: Static<Rows, 2, Rows, Term<1, 31, 32, Term<32, -1, 1>>> = Static::NEW;
    let _ = wrong.index(33);
}
