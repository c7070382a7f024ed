// A misspelled operation.

use layout_runtime::layout;

fn main() {
    let _ = layout!(compositon((4,8):(8,1), 8:2)).index(1);
}
