// A name that is misspelt in one definition: those that do not need it exist.

use layout_view::layout;

layout! {
    struct Tile = (4,8):(8,1);
    struct Turned = transpose(Tiel);
    struct Rows<m> = (m,8):(8,1);
    struct Half = logical_divide(Tile, 2);
}

fn main() {
    println!("{} {}", Rows::of(4).size(), Half.size());
}
