// A local sets its constants aside in items, which take no parameter: the layout wants a name.

use layout_view::layout;

fn rows<const N: usize>() -> usize {
    layout! { let rows = (4, N):(N, 1); }
    rows.at(1, 0)
}

fn main() {
    rows::<8>();
}
