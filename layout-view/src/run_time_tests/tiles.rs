//! Tiles and slices against the coordinates that they say.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::{known, leaf, new};
use crate::dynamic::{AnyExtent, Dynamic, Extent, Fixed, Mode};
use crate::{Geometry, Ragged, Tiler, View, ViewMut};

/// Calls a function on the tile, whichever it is.
macro_rules! either {
    ($tile:expr, $name:pat => $value:expr) => {
        match $tile {
            Ragged::Full($name) => $value,
            Ragged::Edge($name) => $value,
        }
    };
}

/// Where a layout has elements, for layouts that share none.
fn is_element<M: Geometry, const LEAVES: usize>(l: &Dynamic<M, LEAVES>) -> Vec<bool> {
    let mut is_element = vec![false; l.cosize()];
    for offset in l.offsets() {
        let element = &mut is_element[(offset - l.min_offset()) as usize];
        assert!(!*element, "{l} shares an element");
        *element = true;
    }
    is_element
}

/// Each element is in one tile, and nothing else is; in the order from both ends.
fn check<M: Geometry, S: Tiler<M>, const LEAVES: usize>(l: Dynamic<M, LEAVES>, tiler: S) {
    let is_element = is_element(&l);
    let mut buffer = vec![0usize; l.cosize()];
    let mut v = ViewMut::new(&mut buffer, l);

    // All tiles at the same time, each writing its number.
    let mut tiles: Vec<_> = v.ragged_tiles_mut(tiler).collect();
    for (k, (_, tile)) in tiles.iter_mut().enumerate() {
        either!(tile, tile => tile.for_each_mut(|x| *x += k + 1));
    }
    let firsts = tiles.iter_mut().map(|(_, tile)| either!(tile, tile => tile.get_mut(0).unwrap()));
    let firsts: Vec<&mut usize> = firsts.collect();
    for (k, first) in firsts.into_iter().enumerate() {
        assert_eq!(*first, k + 1);
        *first = k + 1;
    }
    let count = tiles.len();
    assert!(buffer.iter().zip(&is_element).all(|(&x, &is)| (x > 0) == is && x <= count), "{l}");

    // The same tiles for reading, by every way to them.
    let v = View::new(&buffer, l);
    let all = v.ragged_tiles(tiler);
    let number = |tile| either!(tile, tile => View::at(&tile, 0));
    assert_eq!(all.len(), count);
    for (k, (at, tile)) in all.clone().enumerate() {
        assert_eq!(v[at], k + 1);
        either!(tile, tile => assert!(tile.iter().all(|&x| x == k + 1) && tile.size() >= 1));
        assert_eq!(all.clone().nth(k).map(|(_, tile)| number(tile)), Some(k + 1));
        assert_eq!(all.clone().nth_back(k).map(|(_, tile)| number(tile)), Some(count - k));
        let (before, after) = all.clone().split_at(k);
        assert!(before.rev().map(|(_, tile)| number(tile)).eq((1..=k).rev()));
        assert!(after.map(|(_, tile)| number(tile)).eq(k + 1..=count));
    }
    assert_eq!(all.map(|(_, t)| either!(t, t => t.size())).sum::<usize>(), l.size());

    // The halves of mutable tiles.
    let mut v = ViewMut::new(&mut buffer, l);
    let (before, after) = v.ragged_tiles_mut(tiler).split_at(count / 2);
    for (_, tile) in after.rev().chain(before) {
        either!(tile, mut tile => tile.for_each_mut(|x| *x = 0));
    }
    assert!(buffer.iter().all(|&x| x == 0));
}

/// Every tile of `(m,n)` by `(s,t)`, element by element.
fn check_boxes<E: AnyExtent, F: AnyExtent>(
    (m, d): (usize, isize),
    (n, e): (usize, isize),
    tiler: (E, F),
) {
    let l = new::<_, 2>((leaf(m, d), leaf(n, e)));
    let buffer: Vec<isize> = (l.min_offset()..=l.max_offset()).collect();
    let v = View::new(&buffer, l);
    let (s, t) = (tiler.0.extent(), tiler.1.extent());
    let mut tiles = v.ragged_tiles(tiler);
    for j in (0..n).step_by(t) {
        for i in (0..m).step_by(s) {
            let (at, tile) = tiles.next().unwrap();
            let extents = (s.min(m - i), t.min(n - j));
            assert_eq!(at, (i, j));
            assert_eq!(matches!(tile, Ragged::Full(_)), extents == (s, t));
            either!(tile, tile => {
                assert_eq!(tile.extents(), extents);
                assert_eq!((tile.get((extents.0, 0)), tile.get((0, extents.1))), (None, None));
                for ((a, b), &offset) in tile.indexed_iter() {
                    assert_eq!(offset, l.offset_at(i + a, j + b), "{l} at {i}, {j}");
                }
                assert!(tile.iter().enumerate().all(|(k, &x)| tile[k] == x));
                assert_eq!(tile.iter().count(), extents.0 * extents.1);
            });
        }
    }
    assert!(tiles.next().is_none() && tiles.next_back().is_none());
}

const SIZES: [(usize, usize); 5] = [(1, 1), (4, 6), (5, 7), (3, 4), (9, 2)];

#[test]
fn tiles_are_boxes() {
    for (m, n) in SIZES {
        for (d, e) in [(n as isize, 1), (1, m as isize + 2), (-1, -(m as isize)), (0, 1)] {
            check_boxes((m, d), (n, e), (Fixed::<2>, Fixed::<3>));
            check_boxes((m, d), (n, e), (Fixed::<4>, Extent::new(2)));
            check_boxes((m, d), (n, e), (Extent::new(1), Extent::new(usize::MAX)));
            check_boxes((m, d), (n, e), (Fixed::<{ isize::MAX }>, Fixed::<1>));
        }
    }
}

#[test]
fn every_element_is_in_one_tile() {
    for (m, n) in SIZES {
        let (a, b) = (m as isize, n as isize);
        check(new::<_, 1>(leaf(m, -2)), Fixed::<2>);
        check(new::<_, 1>((leaf(m, 3),)), (Extent::new(2),));
        let rows = (leaf(m, b), Mode { extent: Extent::new(n), stride: Fixed::<1> });
        check(new::<_, 2>(rows), (Fixed::<2>, Fixed::<3>));
        check(new::<_, 2>(rows), (.., Extent::new(2)));
        check(new::<_, 2>(rows), ..);
        let blocks = (leaf(m, 8), (known::<8, 1>(), leaf(n, 8 * a)));
        check(new::<_, 3>(blocks), (Fixed::<3>, ..));
        check(new::<_, 3>(blocks), (Fixed::<3>, (Fixed::<3>, Extent::new(2))));
        check(new::<_, 3>(blocks), (.., (.., Fixed::<2>)));
        check(new::<_, 3>((leaf(m, -1), leaf(n, a), leaf(3, a * b))), (Fixed::<2>, .., Fixed::<2>));
    }
}

#[test]
fn tiles_of_tiles_are_tiles() {
    let l = new::<_, 2>((leaf(7, 9), leaf(9, 1)));
    let mut buffer = [0; 63];
    let mut v = ViewMut::new(&mut buffer, l);
    for (_, tile) in v.ragged_tiles_mut((Fixed::<4>, Fixed::<6>)) {
        either!(tile, tile => {
            for (_, tile) in tile.try_into_ragged_tiles((Fixed::<3>, Extent::new(4))).unwrap() {
                either!(tile, mut tile => tile.for_each_mut(|x| *x += 1));
            }
        });
    }
    assert_eq!(buffer, [1; 63]);
}

#[test]
fn tiles_are_sent_to_threads() {
    let mut buffer = [0; 35];
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(7, 1), leaf(5, 7))));
    std::thread::scope(|scope| {
        for (k, (_, tile)) in v.ragged_tiles_mut((Fixed::<2>, Fixed::<3>)).enumerate() {
            scope.spawn(move || either!(tile, mut tile => tile.for_each_mut(|x| *x += k + 1)));
        }
    });
    assert!((0..35).all(|k| buffer[k] == k % 7 / 2 + k / 21 * 4 + 1));
}

#[test]
fn elements_without_a_size_are_tiled() {
    let mut buffer = [(); 12];
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(4, -3), leaf(3, 1))));
    let sizes =
        v.ragged_tiles_mut((Fixed::<3>, Fixed::<2>)).map(|(_, t)| either!(t, t => t.size()));
    assert_eq!(sizes.collect::<Vec<_>>(), [6, 2, 3, 1]);
}

#[test]
fn slices_are_what_is_kept() {
    let l = new::<_, 3>((leaf(4, 6), (known::<2, 3>(), leaf(3, -1))));
    let buffer: Vec<isize> = (l.min_offset()..=l.max_offset()).collect();
    let v = View::new(&buffer, l);
    for (i, j, k) in l.coordinates().map(|(i, (j, k))| (i, j, k)) {
        let x = v[(i, (j, k))];
        assert_eq!(v.slice((i, (j, ..)))[k], x);
        assert_eq!(v.slice((i, ..))[((j, k),)], x);
        assert_eq!(v.slice((.., j + 2 * k))[i], x);
        assert_eq!(v.slice((.., (.., k)))[(i, j)], x);
        assert_eq!(v.slice((.., (.., ..)))[(i, j, k)], x);
        assert_eq!(v.slice((.., (0..2, k..3)))[(i, j, 0)], x);
        let part = v.slice((i..4, ..));
        assert_eq!((part[(0, (j, k))], part.extents()), (x, (4 - i, 6)));
    }
    let mut buffer = [0; 20];
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(4, 5), leaf(5, 1))));
    v.slice_mut((1..3, 1..4)).fill(1);
    v.slice_mut((.., 4)).fill(2);
    assert_eq!(buffer, [0, 0, 0, 0, 2, 0, 1, 1, 1, 2, 0, 1, 1, 1, 2, 0, 0, 0, 0, 2]);
}

#[test]
fn slices_outside_are_refused() {
    let buffer = [0; 20];
    let v = View::new(&buffer, new::<_, 2>((leaf(4, 5), leaf(5, 1))));
    let integer = "integer = 4, extent = 4 and an integer must be below its extent, in a slice";
    assert_eq!(v.try_slice((4, ..)).unwrap_err().to_string(), integer);
    let range =
        "and a range must not end before it starts, nor past its extent, in a slice".to_string();
    let error = |columns| v.try_slice((.., columns)).unwrap_err().to_string();
    assert_eq!(error(2..6), "start = 2, end = 6, extent = 5 ".to_string() + &range);
    assert_eq!(error(6..6), "start = 6, end = 6, extent = 5 ".to_string() + &range);
    let empty = v.try_slice((.., 5..5)).unwrap();
    assert_eq!((empty.size(), empty.iter().next(), empty.get(0)), (0, None, None));
    assert_eq!((empty.iter().rev().count(), empty.indexed_iter().nth_back(0)), (0, None));
    assert_eq!(
        (empty.as_slice(), empty.ragged_tiles((Fixed::<2>, Fixed::<2>)).count()),
        (Some(&[][..]), 0)
    );
    empty.copy_to(&mut [][..]);
    assert!(v.try_slice((.., 6..usize::MAX)).is_err());
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = v.try_slice((.., 3..1));
    assert!(reversed.is_err());
}

#[test]
fn tiles_that_are_none_are_refused() {
    let mut buffer = [0; 20];
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(4, 5), leaf(5, 1))));
    let error = v.as_view().try_ragged_tiles((Fixed::<2>, Extent::new(0))).err().unwrap();
    assert_eq!(
        error.to_string(),
        "leaf = 1, extent = 0 and a tile must have a coordinate in every mode"
    );
    assert!(v.try_ragged_tiles_mut((Extent::new(0), ..)).is_err());
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(4, 4), leaf(5, 1))));
    assert!(v.try_ragged_tiles_mut((Fixed::<2>, Fixed::<2>)).is_err());
    // Each half shares nothing within, nor does a single row.
    assert!(v.slice_mut((.., 0..4)).try_ragged_tiles_mut((Fixed::<2>, Fixed::<2>)).is_ok());
    assert!(v.slice_mut((0..1, ..)).try_ragged_tiles_mut((Fixed::<2>, Fixed::<2>)).is_ok());
}

#[test]
#[should_panic(expected = "reach = 4 and a stride must be above what the leaves below it reach")]
fn tiles_that_overlap_are_refused() {
    let mut buffer = [0; 17];
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(4, 4), leaf(5, 1))));
    let _ = v.ragged_tiles_mut((Fixed::<2>, Fixed::<5>));
}

#[test]
fn tiles_of_two_views_are_zipped() {
    let (source, mut target) = ((0..35).collect::<Vec<usize>>(), [0; 35]);
    let rows = View::new(&source, new::<_, 2>((leaf(5, 7), leaf(7, 1))));
    let mut columns = ViewMut::new(&mut target, new::<_, 2>((leaf(5, 1), leaf(7, 5))));
    let tiler = (Fixed::<2>, Fixed::<4>);
    for ((_, target), (_, source)) in columns.ragged_tiles_mut(tiler).zip(rows.ragged_tiles(tiler))
    {
        either!(target.zip(source), (mut target, source) => {
            source.indexed_iter().for_each(|(at, &x)| target[at] = x);
        });
    }
    assert!((0..35).all(|k| target[k] == k % 5 * 7 + k / 5));
}

#[test]
#[should_panic(expected = "both must be cut alike")]
fn tiles_that_are_cut_otherwise_are_refused() {
    let _ = Ragged::<(), ()>::Full(()).zip(Ragged::<(), ()>::Edge(()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Rows and columns in any order, padded, reversed, with a block of 3 in one of them.
    #[test]
    #[cfg_attr(miri, ignore = "the same as above, many times")]
    fn random_layouts_are_partitioned(
        extents in prop::array::uniform2(1..20usize),
        pads in prop::array::uniform3(0..3isize),
        signs in prop::array::uniform3(prop::bool::ANY),
        tile in prop::array::uniform2(1..24usize),
        order in Just([0, 1, 2]).prop_shuffle(),
    ) {
        let extents = [extents[0], 3, extents[1]];
        let (mut strides, mut next) = ([0; 3], 1);
        for k in order {
            strides[k] = next * if signs[k] { -1 } else { 1 };
            next = next * extents[k] as isize + pads[k];
        }
        let [a, b, c] = [0, 1, 2].map(|k| leaf(extents[k], strides[k]));
        let block = Mode { extent: Fixed::<3>, stride: b.stride };
        check(new::<_, 3>((a, block, c)), (Extent::new(tile[0]), .., Extent::new(tile[1])));
        check(new::<_, 3>((a, (block, c))), (Fixed::<4>, (Extent::new(2), Fixed::<5>)));
        check(new::<_, 3>((a, (block, c))), (Extent::new(tile[0]), ..));
        check_boxes((extents[0], strides[0]), (extents[2], strides[2]), (Fixed::<4>, Extent::new(tile[1])));
    }
}
