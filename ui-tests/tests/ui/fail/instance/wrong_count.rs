// More and fewer integers than a named layout has parameters, and uses of the result.

use layout_view::{divide, layout};

layout! {
    struct Rows<m, const W: usize> = (m, W):(W, 1);
    struct Short = Rows<8>;
}

fn main() {
    let m = 8;
    let _ = (Short.at(1, 2), divide!(Short, (2, 2)).size());
    let rows = layout!(Rows<m, 4, 2>);
    let _ = rows.at(1, 2);
}
