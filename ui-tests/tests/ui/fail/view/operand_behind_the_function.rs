// An operand behind the function.

use layout_view::{View, ViewMut, layout, zip_with};

layout! { struct Row = (col: 4):(1); }

fn main() {
    let (a, mut b) = ([1; 4], [0; 4]);
    zip_with!(ViewMut::new(&mut b, Row): Row, View::new(&a, Row): Row, |to, from| *to = *from, axis = 1);
}
