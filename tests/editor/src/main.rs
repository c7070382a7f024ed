//! The code about which an editor is asked: `drive.py` has the questions.

use layout_view::{divide, layout, product};

mod shapes {
    use layout_view::layout;

    layout! {
        /// Rows of a pitch.
        pub struct Pitched<h, w> = (h,w):(w,1);
    }
}

layout! {
    /// The rows of a matrix.
    pub struct Rows = (96,64):(64,1);
    pub struct Tiles = zipped_divide(Rows, (16,16));
}

layout! {
    struct Blocks = coalesce(Tiles);
}

layout! {
    /// The rows of a matrix whose size is known at run time.
    struct Matrix<m, n> = (m,n):(n,1);
    /// The rows of a tile.
    struct Block<const BM: usize> = (BM,8):(8,1);
    struct Halves<m, n> = logical_divide(Matrix, (2,_));
}

layout! {
    struct Square<n> = Matrix<n, n>;
    struct Both<const BM: usize> = logical_product(Block, Block);
}

const BM: usize = 4;
const SIDE: usize = 4;

fn main() {
    elsewhere(8);
    layout! { let row = 32:1; let twice = logical_product(row, row); }
    let quarters = divide!(row, 4);
    let all = divide!(Rows, (32,32));
    let width = 4;
    let some = layout!((width,8):(8,1));
    println!("{} {} {}", quarters.index(1), all.index(2), some.index(3));
    println!("{} {} {}", Rows.index(4), Blocks.index(5), row.index(6));
    let (m, n) = (8, 16);
    let tiles = divide!(Matrix, (4,4));
    let block = divide!(Block, (2,4));
    let size = layout!(size(Rows));
    layout! { let local = zipped_divide(Matrix, (2,width)); }
    let wide = divide!(local, (_, width));
    let both = product!(Rows, Rows);
    println!("{} {} {} {size} {}", tiles.index(1), block.index(1), wide.index(1), both.index(1));
    println!("{} {}", Square::of(4).index(1), Halves::of(m, n).index(1));
}

/// Names of elsewhere, and integers that stand in a layout several times.
fn elsewhere(depth: usize) {
    let pitched = divide!(shapes::Pitched<depth, 8>, (4,4));
    let square = layout!((depth,depth):(depth,1));
    let cube = layout!((SIDE,SIDE,SIDE));
    let checked = layout!(#[agrees(shapes::Pitched<depth, 8>)] (depth,8):(8,1));
    println!("{} {} {} {}", pitched.index(1), square.index(1), cube.index(1), checked.index(1));
}
