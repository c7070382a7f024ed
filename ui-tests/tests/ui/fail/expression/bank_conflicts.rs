// Lanes meet in a bank: the error is at the contract, and has the layout that keeps it.

use layout_view::layout;

fn main() {
    let rows = layout!(#[banks(conflicts = 0, bits = 16, bytes = 16)] (8,8):(64,1));
    let _: usize = rows.index(3) + rows.at(1, 2);
}
