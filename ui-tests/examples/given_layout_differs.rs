// A view whose layout is another one than is given for it, where its numbers are those of a type parameter: of others it is an error of types.

use layout_view::{Layout, View, ViewMut, copy, layout};

layout! {
    struct ByKey = (key: 4, d: 6):(6,1);
    struct Scores = (d: 6, key: 4):(4,1);
}

fn turn<L: Layout>(source: View<'_, f64, L>, by_key: &mut [f64]) {
    copy!(source: ByKey, ViewMut::new(by_key, ByKey): ByKey);
}

fn main() {
    let (scores, mut by_key) = ([0.0; 24], [0.0; 24]);
    turn(View::new(&scores, Scores), &mut by_key);
}
