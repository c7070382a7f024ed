// A parallel transpose of a matrix that tiles do not divide, without `unsafe`.

#![forbid(unsafe_code)]

use layout_view::dynamic::AnyExtent;
use layout_view::Ragged;
use layout_view::{Extent, Fixed, Mode, ShapeError, View, ViewMut};
use rayon::prelude::*;

type Columns<E, F> = (Mode<E, Fixed<1>>, Mode<F>);
type Rows<E, F> = (Mode<E>, Mode<F, Fixed<1>>);

fn copy<E: AnyExtent, F: AnyExtent>(
    (mut target, source): (ViewMut<u32, Columns<E, F>>, View<u32, Rows<E, F>>),
) {
    for (at, &x) in source.indexed_iter() {
        target[at] = x;
    }
}

fn transpose(m: usize, n: usize) -> Result<(), ShapeError> {
    let (rows, columns) = (Extent::new(m), Extent::new(n));
    let by_row = (
        Mode { extent: rows, stride: n as isize },
        Mode { extent: columns, stride: Fixed },
    );
    let by_column = (
        Mode { extent: rows, stride: Fixed },
        Mode { extent: columns, stride: m as isize },
    );
    let source: Vec<u32> = (0..(m * n) as u32).collect();
    let mut target = vec![0; m * n];
    let source = View::try_new(&source, by_row)?;
    let mut target = ViewMut::try_new(&mut target, by_column)?;

    let tile = (Fixed::<8>, Fixed::<16>);
    let pairs = target.ragged_tiles_mut(tile).into_par_iter().zip(source.ragged_tiles(tile).into_par_iter());
    pairs.for_each(|((_, target), (_, source))| match target.zip(source) {
        Ragged::Full(pair) => copy(pair),
        Ragged::Edge(pair) => copy(pair),
    });
    assert!(target.as_view().iter().eq(source.iter()));
    Ok(())
}

fn main() {
    for (m, n) in [(1, 1), (8, 16), (100, 37), (7, 15)] {
        transpose(m, n).unwrap();
    }
}
