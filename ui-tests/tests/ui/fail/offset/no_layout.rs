// Something else where a layout is wanted.

use layout_runtime::Layout;

fn size<L: Layout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    let _ = size((4, 8));
}
