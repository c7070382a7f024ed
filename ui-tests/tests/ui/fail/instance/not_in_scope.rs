// An argument that is not there.

use layout_view::layout;

layout! { struct Rows<m, n> = (m, n):(n, 1); }

fn main() {
    let columns = 8;
    let _ = layout!(Rows<rows, columns>).size();
}
