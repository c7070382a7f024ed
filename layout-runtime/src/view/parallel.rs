//! Tiles as parallel iterators of rayon.

use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{Tile, Tiles, TilesMut, View, ViewMut};
use crate::Layout;

/// The parallel iterator over [`Tiles`] or [`TilesMut`].
///
/// ```
/// use layout_runtime::{ViewMut, layout};
/// use rayon::prelude::*;
///
/// layout! {
///     struct Matrix = (4,8):(8,1);
///     struct Tiles = zipped_divide(Matrix, (2,4));
/// }
///
/// let mut buffer = [0; Matrix::COSIZE];
/// let mut v = ViewMut::new(&mut buffer, Matrix);
/// v.tiles_mut(Tiles).into_par_iter().enumerate().for_each(|(k, mut tile)| tile.fill(k));
/// assert_eq!((v[(0, 0)], v[(3, 3)], v[(0, 4)], v[(3, 7)]), (0, 1, 2, 3));
/// ```
pub struct Par<Tiles>(Tiles);

/// Implements the parallel iterator of one kind of view.
macro_rules! parallel {
    ($Tiles:ident: $View:ident, $T:ident: $($bounds:tt)*) => {
        impl<'a, $T: $($bounds)*, L: Layout + Send + Sync> IntoParallelIterator
            for $Tiles<'a, T, L>
        {
            type Item = $View<'a, T, Tile<L>>;
            type Iter = Par<Self>;

            fn into_par_iter(self) -> Par<Self> {
                Par(self)
            }
        }

        impl<'a, $T: $($bounds)*, L: Layout + Send + Sync> ParallelIterator
            for Par<$Tiles<'a, T, L>>
        {
            type Item = $View<'a, T, Tile<L>>;

            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }

            fn opt_len(&self) -> Option<usize> {
                Some(self.0.len())
            }
        }

        impl<$T: $($bounds)*, L: Layout + Send + Sync> IndexedParallelIterator
            for Par<$Tiles<'_, T, L>>
        {
            fn len(&self) -> usize {
                self.0.len()
            }

            fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }

            fn with_producer<C: ProducerCallback<Self::Item>>(self, callback: C) -> C::Output {
                callback.callback(self.0)
            }
        }

        impl<'a, $T: $($bounds)*, L: Layout + Send + Sync> Producer for $Tiles<'a, T, L> {
            type Item = $View<'a, T, Tile<L>>;
            type IntoIter = Self;

            fn into_iter(self) -> Self {
                self
            }

            fn split_at(self, index: usize) -> (Self, Self) {
                $Tiles::split_at(self, index)
            }
        }
    };
}

parallel!(Tiles: View, T: Sync);
parallel!(TilesMut: ViewMut, T: Send);

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::layout;

    layout! {
        struct Matrix = (64,96):(96,1);
        struct Raked = zipped_divide(Matrix, <8:8, (4,3):(2,32)>);
    }

    #[test]
    #[cfg_attr(miri, ignore = "the queues of rayon are not strict about pointers")]
    fn every_tile_is_visited_once() {
        let mut buffer = vec![0; Matrix::COSIZE];
        let mut v = ViewMut::new(&mut buffer, Matrix);
        v.tiles_mut(Raked).into_par_iter().enumerate().for_each(|(k, mut tile)| {
            tile.iter_mut().for_each(|x| *x += k + 1);
        });
        let tiles = v.as_view().tiles(Raked);
        assert!(tiles.clone().enumerate().all(|(k, tile)| tile.iter().all(|&x| x == k + 1)));
        let sums: Vec<usize> = tiles.into_par_iter().map(|tile| tile.iter().sum()).collect();
        assert!(sums.iter().copied().eq((1..=64).map(|k| 96 * k)));
    }
}
