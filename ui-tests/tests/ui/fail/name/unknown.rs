// A name that nothing defines.

use layout_view::divide;

fn main() {
    let _ = divide!(Threads, 4).index(1);
}
