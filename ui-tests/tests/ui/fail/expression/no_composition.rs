// A composition that is no layout: the message proves it at one coordinate.

use layout_view::compose;

fn main() {
    let _ = compose!((8,8):(8,1), (4,3):(2,3)).index(5);
}
