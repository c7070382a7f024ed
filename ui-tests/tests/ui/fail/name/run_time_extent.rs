// A variable in a shape.

use layout_runtime::layout;

fn main() {
    let n = 8;
    let _ = (n, layout!((4,n):(1,4)).index(1));
}
