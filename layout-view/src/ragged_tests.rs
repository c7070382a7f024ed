//! Ragged tiles of static views against the coordinates that they say.

extern crate std;

use std::format;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::bounds::Unpadded;
use crate::dynamic::{AnyStride, Leaves};
use crate::{
    Computed, Coordinate, Extent, Fixed, Leaf, Mode, Numbers, Profile, StaticLayout, layout,
};

/// Calls a function on the tile, whichever it is.
macro_rules! either {
    ($tile:expr, $name:pat => $value:expr) => {
        match $tile {
            Ragged::Full($name) => $value,
            Ragged::Edge($name) => $value,
        }
    };
}

/// All tiles at once, each of which writes its number, the coordinate of its first element, and
/// its own 1-D coordinates: against the tiles of a matrix that plain loops say.
fn check<L: StaticLayout<Bounds: Unpadded>, S: Tiler<L::Geometry>>(
    layout: L,
    (m, n): (usize, usize),
    (tiler, p, q): (S, usize, usize),
) where
    S::First: Into<(usize, usize)>,
    (usize, usize): Coordinate<L::Geometry>,
{
    let mut buffer = vec![None; layout.cosize()];
    let mut v = ViewMut::new(&mut buffer, layout);
    let mut tiles: Vec<_> = v.ragged_tiles_mut(tiler).collect();
    assert_eq!(tiles.len(), m.div_ceil(p) * n.div_ceil(q));
    for (k, (at, tile)) in tiles.iter_mut().enumerate().rev() {
        let at: (usize, usize) = (*at).into();
        let is_full = at.0 + p <= m && at.1 + q <= n;
        assert_eq!(matches!(tile, Ragged::Full(_)), is_full);
        either!(tile, tile => for i in 0..tile.size() {
            assert_eq!(tile.get_mut(i).unwrap().replace((k, at, i)), None);
        });
    }
    let elements = buffer.iter().flatten().count();
    assert_eq!(elements, m * n, "{}", L::NOTATION);

    let v = View::new(&buffer, layout);
    let expected = |(i, j): (usize, usize)| {
        let (ti, tj) = (i / p, j / q);
        let rows = p.min(m - ti * p);
        let at = (ti * p, tj * q);
        Some((ti + tj * m.div_ceil(p), at, i - at.0 + (j - at.1) * rows))
    };
    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
        assert_eq!(v[(i, j)], expected((i, j)), "{} {i} {j}", L::NOTATION);
        assert_eq!(v[(i, j)], expected((i, j)));
    }
    for (k, (at, tile)) in v.ragged_tiles(tiler).enumerate() {
        either!(tile, tile => for (i, &x) in tile.iter().enumerate() {
            assert_eq!(x, Some((k, at.into(), i)));
        });
    }
}

struct Sides<const M: usize>;

impl<const M: usize> Numbers for Sides<M> {
    const NUMBERS: &'static [isize] = &[M as isize, 7, 1];
}

#[test]
fn tiles_are_boxes_of_coordinates() {
    let whole = layout!((5,7):(7,1));
    check(whole, (5, 7), ((Fixed::<2>, Fixed::<3>), 2, 3));
    check(whole, (5, 7), ((Extent::new(3), Fixed::<7>), 3, 7));
    check(whole, (5, 7), ((Fixed::<9>, Extent::new(1)), 9, 1));
    check(whole, (5, 7), ((.., Fixed::<4>), 5, 4));
    check(layout!((4,6):(1,4)), (4, 6), ((Fixed::<2>, Fixed::<3>), 2, 3));
    check(layout!((4,6):(-7,-1)), (4, 6), ((Fixed::<3>, Fixed::<4>), 3, 4));
    check(layout!((6,(2,3)):(2,(1,12))), (6, 6), ((Fixed::<4>, ..), 4, 6));
    type Rows = (Computed<Sides<5>, 0, 1>, Computed<Sides<5>, 1, 2>);
    check(PartLayout::<Rows>::NEW, (5, 7), ((Fixed::<2>, Fixed::<3>), 2, 3));
    // Woven: that no two share an element is shown at compile time, not at run time.
    check(layout!((3,2):(2,3)), (3, 2), ((Fixed::<2>, Fixed::<2>), 2, 2));
}

#[test]
fn full_tiles_have_constant_extents() {
    type Full<D, E> = (Mode<Fixed<2>, D>, Mode<Fixed<3>, E>);
    fn is_fixed<D: AnyStride, E: AnyStride>(_: &View<'_, u32, Full<D, E>>) {}
    let buffer: Vec<u32> = (0..35).collect();
    let v = View::new(&buffer, layout!((5,7):(7,1)));
    let mut seen = Vec::new();
    for (_, tile) in v.ragged_tiles((Fixed::<2>, Fixed::<3>)) {
        match tile {
            Ragged::Full(tile) => is_fixed(&tile),
            Ragged::Edge(tile) => seen.push(format!("{tile:?}")),
        }
    }
    assert_eq!(seen.len(), 9 - 4);
    assert_eq!(seen[0], "(1,3):(7,1) [28, 29, 30]");
    assert_eq!(seen[4], "(1,1):(7,1) [34]");
}

#[test]
fn parts_have_ragged_tiles() {
    layout! {
        struct Matrix = (8,12):(12,1);
        struct Blocked = zipped_divide(Matrix, (4,6));
    }
    let mut buffer: Vec<usize> = (0..96).collect();
    let mut v = ViewMut::new(&mut buffer, Matrix);
    let mut sums = Vec::new();
    for mut block in v.tiles_mut(Blocked) {
        for ((i, j), tile) in block.ragged_tiles_mut((Fixed::<3>, Extent::new(4))) {
            either!(tile, mut tile => {
                sums.push((i, j, tile.extents()));
                tile.for_each_mut(|x| *x += 100);
            });
        }
    }
    assert_eq!(sums[..4], [(0, 0, (3, 4)), (3, 0, (1, 4)), (0, 4, (3, 2)), (3, 4, (1, 2))]);
    assert!(sums.len() == 16 && buffer.into_iter().eq(100..196));
}

#[test]
#[should_panic(expected = "a tile must have a coordinate in every mode")]
fn empty_tiles_are_refused() {
    let _ = View::new(&[0; 35], layout!((5,7):(7,1))).ragged_tiles((Fixed::<2>, Extent::new(0)));
}

#[test]
fn the_numbers_are_those_of_the_profile() {
    fn check<P: Profile>() {
        let leaves = P::TABLE.shape().iter().copied().zip(P::TABLE.stride().iter().copied());
        let mut seen = Numbered { leaf: 0, of: leaves.collect() };
        P::VALUE.visit(&mut seen);
        assert_eq!((seen.leaf, P::VALUE.product::<usize>()), (seen.of.len(), P::SIZE));
    }
    struct Numbered {
        leaf: usize,
        of: Vec<(usize, isize)>,
    }
    impl Leaves for Numbered {
        fn leaf(&mut self, extent: usize, stride: isize) {
            assert_eq!(self.of[self.leaf], (extent, stride));
            self.leaf += 1;
        }
    }
    check::<Leaf<4, -3>>();
    check::<((Leaf<4, -3>, (Leaf<1, 0>,)), Leaf<5, 9>)>();
    check::<(Computed<Sides<9>, 0, 1>, Leaf<2, { isize::MIN + 1 }>)>();
}

layout! { struct Rows<m, n> = (m,n):(n,1); }

/// The functions of a tile of either kind, without a match, against the elements of the whole view.
#[test]
fn tiles_of_either_kind_are_used_alike() {
    let (m, n) = (5, 7);
    let source: Vec<usize> = (0..m * n).collect();
    let mut target = vec![0; m * n];
    let rows = View::new(&source, Rows::of(m, n));
    let mut v = ViewMut::new(&mut target, Rows::of(m, n));
    let tiler = (Fixed::<2>, Fixed::<3>);
    for (((i, j), mut to), (_, from)) in v.ragged_tiles_mut(tiler).zip(rows.ragged_tiles(tiler)) {
        let (p, q) = from.extents();
        let mut sum = 0;
        from.for_each(|x| sum += x);
        assert_eq!(sum, from.iter().sum());
        assert_eq!((from.at((p - 1, 0)), from.slice((0, ..)).at(q - 1)), {
            (rows[(i + p - 1, j)], rows[(i, j + q - 1)])
        });
        assert!(from.slice((.., q - 1)).iter().eq((0..p).map(|k| &rows[(i + k, j + q - 1)])));
        to.zip_tile(from, |x, y| *x += 2 * y);
        *to.get_mut((0, 0)).unwrap() += 1;
        assert_eq!(to.get_mut((p, 0)), None);
        to.slice_mut((p - 1, ..)).for_each_mut(|x| *x += 1000);
        assert_eq!(from.full().is_some(), (p, q) == (2, 3));
    }
    for (k, x) in target.into_iter().enumerate() {
        let (i, j) = (k / n, k % n);
        let first = usize::from(i % 2 == 0 && j % 3 == 0);
        let last = if i % 2 == 1 || i == m - 1 { 1000 } else { 0 };
        assert_eq!(x, 2 * k + first + last, "({i},{j})");
    }
}

#[test]
fn tiles_that_divide_are_whole() {
    let mut buffer: Vec<usize> = (0..24).collect();
    let v = View::new(&buffer, layout!((4,6):(6,1)));
    let tiles = v.ragged_tiles((Fixed::<2>, Extent::new(3)));
    assert_eq!(tiles.clone().whole().len(), 4);
    let firsts: Vec<_> = tiles.clone().whole().map(|(at, tile)| (at, tile[(0, 0)])).collect();
    assert_eq!(firsts, [((0, 0), 0), ((2, 0), 12), ((0, 3), 3), ((2, 3), 15)]);
    assert!(tiles.clone().whole().rev().map(|(_, tile)| tile[0]).eq([15, 3, 12, 0]));
    assert_eq!(tiles.whole().nth(2).unwrap().1[(1, 1)], 10);
    // Known at run time alone; `..` and tiles of one have no edge, and nothing has none.
    assert!(v.ragged_tiles((Extent::new(3), ..)).try_whole().is_err());
    let open = View::new(&buffer, Rows::of(4, 6));
    assert_eq!(open.ragged_tiles((Fixed::<1>, ..)).whole().len(), 4);
    assert_eq!(View::new(&buffer, Rows::of(0, 5)).ragged_tiles((Fixed::<2>, ..)).whole().len(), 0);
    let mut w = ViewMut::new(&mut buffer, Rows::of(4, 6));
    type Columns = (Mode<Fixed<4>, isize>, Mode<Fixed<2>, Fixed<1>>);
    for (_, mut tile) in w.ragged_tiles_mut((Fixed::<4>, Fixed::<2>)).whole() {
        let _: &ViewMut<'_, usize, Columns> = &tile;
        tile.fill(7);
    }
    assert_eq!(buffer, [7; 24]);
}

#[test]
#[should_panic(expected = "leaf = 0, extent = 5, tile = 2 and a tile must divide its mode")]
fn tiles_with_an_edge_are_not_whole() {
    let _ = View::new(&[0; 35], Rows::of(5, 7)).ragged_tiles((Fixed::<2>, ..)).whole();
}

#[test]
#[should_panic(expected = "a tile ends at an edge of its view, and is taken as a full one")]
fn a_tile_at_an_edge_is_not_full() {
    let tiles = View::new(&[0; 35], Rows::of(5, 7)).ragged_tiles((Fixed::<2>, ..));
    tiles.for_each(|(_, tile)| {
        let _ = tile.into_full();
    });
}
