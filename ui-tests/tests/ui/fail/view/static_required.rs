// A layout with run-time numbers where constants are required.

use layout_view::{StaticLayout, layout};

layout! { struct Rows<m, n> = (m,n):(n,1); }

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    size(Rows::of(4, 8));
}
