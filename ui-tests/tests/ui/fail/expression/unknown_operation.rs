// A misspelled operation.

use layout_view::layout;

fn main() {
    let _ = layout!(compositon((4,8):(8,1), 8:2)).index(1);
}
