// A symbol of a named layout that is not there where it is used.

use layout_view::{divide, layout};

layout! { struct Rows<m, n> = (m, n):(n, 1); }

fn main() {
    let m = 128;
    let _ = divide!(Rows, (32, 16));
}
