// A symbol that the item does not declare, and uses of the layout.

use layout_view::{divide, layout};

layout! { pub struct Rows<m, n> = (m, n):(ld, 1); }

fn main() {
    let rows = Rows::of(4, 8);
    let (m, n) = (4, 8);
    let _ = (rows.at(1, 2), rows.m(), Rows::new(1, 2).is_ok(), divide!(Rows, (2, 2)).size());
    let _ = Rows::OBLIGATIONS.len() + m + n;
}
