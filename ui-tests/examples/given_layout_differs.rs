// A view whose layout is another one than is given for it.

use layout_view::{View, ViewMut, copy, layout};

layout! {
    struct ByKey = (key: 4, d: 6):(6,1);
    struct Scores = (d: 6, key: 4):(4,1);
}

fn main() {
    let (scores, mut by_key) = ([0.0; 24], [0.0; 24]);
    let source = View::new(&scores, Scores);
    copy!(source: ByKey, ViewMut::new(&mut by_key, ByKey): ByKey);
}
