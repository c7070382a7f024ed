// Where an operator of a closure has no value it is underlined, the coordinate named.

use layout_view::infer_layout;

fn main() {
    let shifted = infer_layout!(
        |i, j| (i << (j * 32)) / (4 - i),
        (8, 8),
    );
    println!("{}", shifted.at(3, 1));
}
