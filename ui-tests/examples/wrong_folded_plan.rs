// A swizzle that a plan leaves out does not compile.

use layout_view::{Folded, Leaf, Static, Swizzled, Term};

type Rows = (Leaf<4, 4>, Leaf<4, 1>);
type Index = Rows;
type Row = Folded<Term<1, -1, 4, Term<1, -1, 1>>>;
type Column = Folded<Term<1, -1, 1>>;
type Swizzle = Swizzled<2, 0, 2, 0, 0, 15>;

fn main() {
    let right: Static<Rows, 2, Rows, Index, (Row, Column), Swizzle> = Static::NEW;
    let _ = right.at(3, 1);
    let wrong: Static<Rows, 2, Rows, Index, (Column, Column), Swizzle> = Static::NEW;
    let _ = wrong.at(3, 1);
}
