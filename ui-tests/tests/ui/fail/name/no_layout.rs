// A type that is no layout.

use layout_runtime::divide;

struct Threads;

fn main() {
    let _ = (Threads, divide!(Threads, 4).index(1));
}
