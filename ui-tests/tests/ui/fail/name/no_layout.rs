// A type that is no layout.

use layout_view::divide;

struct Threads;

fn main() {
    let _ = (Threads, divide!(Threads, 4).index(1));
}
