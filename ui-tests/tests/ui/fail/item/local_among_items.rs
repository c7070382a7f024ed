// A local among items: its mistake is the only error, also at its use.

use layout_view::layout;

layout! { let tile = (4,8):(8,8); }

fn main() {
    println!("{}", tile.size());
}
