// A tiled transpose on all cores, in a crate without `unsafe`.

#![forbid(unsafe_code)]

use layout_view::{View, ViewMut, layout};
use rayon::prelude::*;

layout! {
    struct Rows = (96,64):(64,1);
    struct Columns = (96,64);
    struct RowTiles = zipped_divide(Rows, (16,16));
    struct ColumnTiles = zipped_divide(Columns, (16,16));
}

fn main() {
    let source: Vec<usize> = (0..Rows::COSIZE).collect();
    let mut target = vec![0; Columns::COSIZE];
    let (a, mut b) = (View::new(&source, Rows), ViewMut::new(&mut target, Columns));
    b.tiles_mut(ColumnTiles).into_par_iter().zip(a.tiles(RowTiles)).for_each(|(mut b, a)| {
        for j in 0..16 {
            for i in 0..16 {
                b[(i, j)] = a[(i, j)];
            }
        }
    });
    for i in 0..96 {
        for j in 0..64 {
            assert_eq!(target[i + 96 * j], i * 64 + j);
        }
    }
}
