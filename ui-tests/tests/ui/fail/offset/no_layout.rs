// Something else where a layout is wanted.

use layout_view::StaticLayout;

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    let _ = size((4, 8));
}
