// An operand without tokens of its own: its whole expression is underlined.

use layout_view::layout;

fn main() {
    let _ = layout!(complement(composition((4,4):(1,2), (4,4):(1,4)), 24));
}
