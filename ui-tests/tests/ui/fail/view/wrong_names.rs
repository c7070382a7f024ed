// A wrong name within the argument of a view, or a pattern, is one error.
use layout_view::{View, ViewMut, coordinate, einsum, layout};

layout! {
    struct Image = (row: 6, col: 8):(8,1);
    struct Row = (col: 8):(1);
}

fn main() {
    let image = View::new(&[0; 48], Image);
    let mut sums = [0; 8];
    let mut sums = ViewMut::new(&mut sums, Row);
    for (_, tile) in image.ragged_tiles(coordinate!(Image, rwo = layout_view::Fixed::<4>, ..)) {
        let _ = tile.extents();
    }
    let _ = image.slice(coordinate!(Image, column = 3, ..));
    einsum!("row col -> cols", image: Image, sums: Row);
    einsum!("row col -> col", image: Image, image: Image, sums: Row);
}
