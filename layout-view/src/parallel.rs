//! Tiles as parallel iterators of rayon.

use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::Tiler;
use super::place::Address;
use super::ragged::RaggedTilesBase;
use super::tiles::TilesBase;
use crate::Layout;

/// The parallel iterator over [`Tiles`](crate::iterators::Tiles), [`TilesMut`](crate::iterators::TilesMut), [`RaggedTiles`](crate::iterators::RaggedTiles) or
/// [`RaggedTilesMut`](crate::iterators::RaggedTilesMut).
///
/// ```
/// use layout_view::{ViewMut, layout};
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

impl<P: Producer<IntoIter = P> + ExactSizeIterator> ParallelIterator for Par<P>
where
    <P as Producer>::Item: Send,
{
    type Item = <P as Producer>::Item;

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl<P: Producer<IntoIter = P> + ExactSizeIterator> IndexedParallelIterator for Par<P>
where
    <P as Producer>::Item: Send,
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

/// Makes a parallel iterator of tiles: its parameters, and the tiles.
macro_rules! parallel {
    ([$($parameters:tt)*] $Tiles:ident<$($P:ident),+>) => {
        impl<$($parameters)*> IntoParallelIterator for $Tiles<$($P),+> {
            type Item = <Self as Iterator>::Item;
            type Iter = Par<Self>;

            fn into_par_iter(self) -> Par<Self> {
                Par(self)
            }
        }

        impl<$($parameters)*> Producer for $Tiles<$($P),+> {
            type Item = <Self as Iterator>::Item;
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

parallel!([R: Send, L: Layout, A: Address] TilesBase<R, L, A>);
parallel!([R: Send, L: Layout, A: Address, S: Tiler<L::Geometry>] RaggedTilesBase<R, L, A, S>);

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec;
    use std::vec::Vec;

    use super::*;
    use crate::bounds::Unpadded;
    use crate::{Dynamic, Extent, Fixed, Mode, Ragged, View, ViewMut, layout};

    layout! {
        struct Matrix = (64,96):(96,1);
        struct Raked = zipped_divide(Matrix, <8:8, (4,3):(2,32)>);
        struct Banked = Sw<3,2,3> o 0 o Matrix;
        struct RakedBanked = zipped_divide(Banked, <8:8, (4,3):(2,32)>);
    }

    fn check<
        L: Layout<Bounds: Unpadded> + Send + Sync,
        M: Layout<Bounds: Unpadded> + Send + Sync,
    >(
        whole: L,
        raked: M,
    ) {
        let mut buffer = vec![0; whole.cosize()];
        let mut v = ViewMut::new(&mut buffer, whole);
        v.tiles_mut(raked).into_par_iter().enumerate().for_each(|(k, mut tile)| {
            tile.iter_mut().for_each(|x| *x += k + 1);
        });
        let tiles = v.as_view().tiles(raked);
        assert!(tiles.clone().enumerate().all(|(k, tile)| tile.iter().all(|&x| x == k + 1)));
        let sums: Vec<usize> = tiles.into_par_iter().map(|tile| tile.iter().sum()).collect();
        assert!(sums.iter().copied().eq((1..=64).map(|k| 96 * k)));
    }

    #[test]
    #[cfg_attr(miri, ignore = "the queues of rayon are not strict about pointers")]
    fn every_tile_is_visited_once() {
        check(Matrix, Raked);
        check(Banked, RakedBanked);
    }

    #[test]
    #[cfg_attr(miri, ignore = "the queues of rayon are not strict about pointers")]
    fn every_ragged_tile_is_visited_once() {
        let (m, n) = (53, 31);
        let columns = Mode { extent: Extent::new(n), stride: Fixed::<1> };
        let rows = Mode { extent: Extent::new(m), stride: 33 };
        let layout = Dynamic::<_, 2>::new((rows, columns)).unwrap();
        let tiler = (Fixed::<8>, Extent::new(5));
        let mut buffer = vec![0; layout.cosize()];
        let mut v = ViewMut::new(&mut buffer, layout);
        v.ragged_tiles_mut(tiler).into_par_iter().enumerate().for_each(
            |(k, (_, tile))| match tile {
                Ragged::Full(mut tile) => tile.for_each_mut(|x| *x += k + 1),
                Ragged::Edge(mut tile) => tile.for_each_mut(|x| *x += k + 1),
            },
        );
        for (i, j) in layout.coordinates() {
            assert_eq!(v[(i, j)], i / 8 + m.div_ceil(8) * (j / 5) + 1);
        }
        let v = View::new(&buffer, layout);
        let sum = |tile: Ragged<_, _>| match tile {
            Ragged::Full(tile) => View::iter(&tile).sum::<usize>(),
            Ragged::Edge(tile) => View::iter(&tile).sum(),
        };
        let sums: Vec<usize> = v.ragged_tiles(tiler).into_par_iter().map(|(_, t)| sum(t)).collect();
        assert_eq!(sums.len(), 7 * 7);
        assert_eq!(sums.iter().sum::<usize>(), buffer.iter().sum());
    }
}
