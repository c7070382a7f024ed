// The value of a closure that no layout has: its body is underlined, the coordinate named.

use layout_view::infer_layout;

fn main() {
    let triangle = infer_layout!(|i, j| i * (i + 1) / 2 + j, (8, 8));
    println!("{}", triangle.at(3, 1));
}
