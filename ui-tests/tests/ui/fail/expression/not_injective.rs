// Two coordinates share an offset; every use of the value is silent.

use layout_view::{StaticLayout, layout};

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    let broadcast = layout!((4,8):(1,0));
    let _: usize = broadcast.index(3) + broadcast.at(1, 2) + broadcast.at_flat([1, 2]);
    let _ = [0; 4][size(broadcast)];
    let _ = broadcast.shape().len();
}
