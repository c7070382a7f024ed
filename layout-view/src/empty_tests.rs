//! Layouts with extents of 0, and their views: everything against plain loops.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::{Ragged, View, ViewMut};
use crate::dynamic::{Dynamic, Extent, Fixed, Mode};
use crate::{Leaf, Swizzled};

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

type Cube = (Mode, (Mode, Mode));

/// All shapes of three extents up to 3, in several orders of the leaves.
fn cubes() -> impl Iterator<Item = ([usize; 3], [isize; 3], Cube)> {
    let shapes = (0..64).map(|k| [k % 4, k / 4 % 4, k / 16]);
    shapes.flat_map(|[a, b, c]| {
        let (x, y, z) = (a.max(1) as isize, b.max(1) as isize, c.max(1) as isize);
        let strides = [[1, x, x * y], [y * z, z, 1], [-1, -x, x * y], [y, 1, -(x * y)]];
        strides
            .into_iter()
            .map(move |[d, e, f]| ([a, b, c], [d, e, f], (leaf(a, d), (leaf(b, e), leaf(c, f)))))
    })
}

/// The coordinates in order, by loops.
fn coordinates([a, b, c]: [usize; 3]) -> Vec<(usize, (usize, usize))> {
    let mut all = Vec::new();
    for k in 0..c {
        for j in 0..b {
            for i in 0..a {
                all.push((i, (j, k)));
            }
        }
    }
    all
}

#[test]
fn layouts_of_nothing_are_nothing() {
    let mut empty = 0;
    for (shape, [d, e, f], modes) in cubes() {
        let l = Dynamic::<_, 3>::new(modes).unwrap();
        let natural = coordinates(shape);
        let offset = |&(i, (j, k)): &_| i as isize * d + j as isize * e + k as isize * f;
        let offsets: Vec<isize> = natural.iter().map(offset).collect();
        assert_eq!((l.size(), l.shape()), (offsets.len(), shape));
        let (min, max) = (offsets.iter().min(), offsets.iter().max());
        let (min, max) = (*min.unwrap_or(&0), *max.unwrap_or(&-1));
        assert_eq!((l.min_offset(), l.max_offset()), (min, max));
        assert_eq!(l.cosize(), (max - min + 1) as usize);
        assert_eq!(crate::Layout::cosize(modes), l.cosize());

        assert!(l.offsets().eq(offsets.iter().copied()));
        assert!(l.offsets().rev().eq(offsets.iter().rev().copied()));
        assert!(l.coordinates().eq(natural.iter().copied()));
        assert_eq!((l.offsets().nth(1), l.offsets().nth_back(1)), {
            (offsets.get(1).copied(), offsets.iter().rev().nth(1).copied())
        });
        let mut folded = Vec::new();
        l.offsets().for_each(|offset| folded.push(offset));
        assert_eq!(folded, offsets);
        let stored = l.in_storage_order();
        let mut sorted = offsets.clone();
        sorted.sort_unstable();
        assert!(stored.offsets().eq(sorted.iter().copied()) && stored.is_sorted());
        assert!(stored.offsets().rev().eq(sorted.iter().rev().copied()));
        assert!(stored.coordinates().map(|c| offset(&c)).eq(sorted.iter().copied()));
        folded.clear();
        stored.offsets().for_each(|offset| folded.push(offset));
        assert_eq!(folded, sorted);

        // Some number, and no panic.
        let _ = (l.offset(5), l.offset_at(1, 2), l.offset_at_flat([1, 2, 3]), l.idx2crd(7));
        assert!(!offsets.is_empty() || !l.coordinates().any(|_| true));
        if min < 0 {
            continue;
        }
        let narrow = l.narrow().unwrap();
        assert_eq!(narrow.size() as usize, l.size());
        let _ = (narrow.index_u32(3), narrow.crd2idx_u32((0, 1)));
        assert!(l.indices().eq(offsets.iter().map(|&offset| offset as usize)));
        assert!(l.entries().map(|(c, i)| (c, i as isize)).eq(natural.iter().copied().zip(offsets)));
        let swizzled = l.swizzled::<Swizzled<1, 0, 2, 64, 1, 0>>().unwrap();
        assert_eq!((swizzled.size(), swizzled.cosize() == 0), (l.size(), l.size() == 0));
        assert_eq!(swizzled.indices().count(), l.size());
        empty += usize::from(l.size() == 0);
    }
    assert!(empty > 50, "{empty}");
}

#[test]
fn views_of_nothing_are_nothing() {
    for (shape, [d, e, f], modes) in cubes() {
        let l = Dynamic::<_, 3>::new(modes).unwrap();
        let mut buffer: Vec<isize> = (l.min_offset()..=l.max_offset()).collect();
        assert_eq!(
            View::try_new(&buffer[..buffer.len().saturating_sub(1)], l).is_err(),
            l.size() > 0
        );
        let natural = coordinates(shape);
        let offset = |&(i, (j, k)): &_| i as isize * d + j as isize * e + k as isize * f;
        let offsets: Vec<isize> = natural.iter().map(offset).collect();
        let v = View::new(&buffer, l);
        assert!(v.iter().copied().eq(offsets.iter().copied()));
        assert!(v.iter().rev().copied().eq(offsets.iter().rev().copied()));
        assert!(
            v.indexed_iter()
                .map(|(at, &x)| (at, x))
                .eq(natural.iter().copied().zip(offsets.iter().copied()))
        );
        let all = (0..5).flat_map(|i| (0..5).map(move |j| (i, j)));
        for (i, j) in all.clone() {
            let expected = (i < shape[0] && j < shape[1] * shape[2])
                .then(|| offset(&(i, (j % shape[1], j / shape[1]))));
            assert_eq!(v.get((i, j)).copied(), expected);
        }
        assert_eq!((v.get(0).is_some(), v.size()), (!offsets.is_empty(), offsets.len()));
        assert_eq!(
            v.as_slice().is_some(),
            v.size() == 0 || offsets.iter().copied().eq(0..v.size() as isize)
        );

        // Every slice by ranges, and by an integer.
        let ranges = |n: usize| (0..=n).flat_map(move |a| (a..=n).map(move |b| a..b));
        for (i, k) in ranges(shape[0]).flat_map(|i| ranges(shape[2]).map(move |k| (i.clone(), k))) {
            let inside =
                |&&(c, (_, e)): &&(usize, (usize, usize))| i.contains(&c) && k.contains(&e);
            let expected: Vec<isize> = natural.iter().filter(inside).map(offset).collect();
            let part = v.slice((i.clone(), (.., k.clone())));
            assert_eq!(part.size(), expected.len());
            assert!(part.iter().copied().eq(expected));
        }
        for j in 0..4 {
            assert_eq!(v.try_slice((.., (j, ..))).is_ok(), j < shape[1]);
        }

        // Copies, elementwise functions and folds.
        let mut packed = vec![0; l.size()];
        v.copy_to(&mut packed[..]);
        assert_eq!(packed, offsets);
        let mut sums = vec![0; shape[1] * shape[2]];
        v.fold_to(&mut sums[..], |sum, x| *sum += *x);
        let column = |jk: usize| natural.iter().filter(move |c| c.1.0 + shape[1] * c.1.1 == jk);
        assert!(
            sums.iter().enumerate().all(|(jk, &sum)| sum == column(jk).map(offset).sum::<isize>())
        );
        let refused = v.try_copy_to(&mut vec![0; l.size() + 1][..]);
        assert!(refused.is_err());

        let mut v = ViewMut::new(&mut buffer, l);
        v.zip_with(&packed[..], |x, y| *x += y);
        v.for_each_mut(|x| *x += 1);
        v.iter_mut().for_each(|x| *x *= 2);
        let expected: Vec<isize> = offsets.iter().map(|x| 4 * x + 2).collect();
        assert!(v.iter().copied().eq(expected.iter().copied()));
        let mut count = 0;
        v.in_storage_order_mut().for_each(|x| {
            count += 1;
            *x = 0;
        });
        assert_eq!(count, offsets.len());
        View::new(&packed, leaf(l.size(), 1)).copy_to(&mut v);
        assert!(v.iter().copied().eq(offsets.iter().copied()));
        v.fill(9);
        assert!(buffer.iter().filter(|&&x| x == 9).count() == offsets.len());
    }
}

#[test]
fn tiles_of_nothing_are_nothing() {
    for (shape, _, modes) in cubes() {
        let [a, b, c] = shape;
        let l = Dynamic::<_, 3>::new(modes).unwrap();
        let mut buffer = vec![0; l.cosize()];
        let mut v = ViewMut::new(&mut buffer, l);
        // Ragged tiles: each element is in one, of as many as the extents have pieces.
        let tiler = (Fixed::<2>, (Extent::new(2), ..));
        let tiles = a.div_ceil(2) * b.div_ceil(2);
        assert_eq!(v.ragged_tiles_mut(tiler).len(), tiles);
        for (k, (_, tile)) in v.ragged_tiles_mut(tiler).enumerate() {
            match tile {
                Ragged::Full(mut tile) => tile.for_each_mut(|x| *x += k + 1),
                Ragged::Edge(mut tile) => tile.for_each_mut(|x| *x += k + 1),
            }
        }
        for (i, (j, k)) in coordinates(shape) {
            assert_eq!(v[(i, (j, k))], i / 2 + a.div_ceil(2) * (j / 2) + 1);
        }
        let sizes = v.as_view().ragged_tiles(tiler).map(|(_, tile)| match tile {
            Ragged::Full(tile) => View::size(&tile),
            Ragged::Edge(tile) => View::size(&tile),
        });
        assert_eq!(sizes.sum::<usize>(), a * b * c);
        // The layout as tiles: the first mode, for each coordinate of the others.
        v.fill(0);
        assert_eq!(v.tiles_mut(modes).len(), b * c);
        v.tiles_mut(modes).enumerate().for_each(|(k, mut tile)| {
            assert_eq!(tile.size(), a);
            tile.fill(k + 1);
        });
        assert!(v.iter().copied().eq((0..a * b * c).map(|i| i / a.max(1) + 1)));
        for i in 0..4 {
            // One part of the others, for each coordinate of the first mode.
            let rows = (leaf(a, 1), leaf(b, 4));
            let part = std::panic::catch_unwind(|| View::new(&[0; 64], rows).part(i).size());
            assert_eq!(part.ok(), (i < a).then_some(b));
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
#[cfg_attr(miri, ignore = "the queues of rayon are not strict about pointers")]
fn parallel_tiles_of_nothing_are_nothing() {
    use rayon::prelude::*;

    for (shape, _, modes) in cubes() {
        let l = Dynamic::<_, 3>::new(modes).unwrap();
        let mut buffer = vec![0; l.cosize()];
        let mut v = ViewMut::new(&mut buffer, l);
        v.tiles_mut(modes).into_par_iter().for_each(|mut tile| tile.fill(1));
        v.ragged_tiles_mut((Extent::new(2), (Extent::new(2), Extent::new(2))))
            .into_par_iter()
            .for_each(|(_, tile)| tile.into_inner().for_each_mut(|x| *x += 1));
        assert_eq!(v.iter().sum::<i32>(), 2 * shape.iter().product::<usize>() as i32);
    }
}

#[cfg(feature = "ndarray")]
#[test]
fn arrays_of_nothing_are_nothing() {
    for ([a, b, c], [d, e, f], _) in cubes() {
        let modes = (leaf(a, d), leaf(b, e), leaf(c, f));
        let l = Dynamic::<_, 3>::new(modes).unwrap();
        let mut buffer: Vec<isize> = (l.min_offset()..=l.max_offset()).collect();
        let v = View::new(&buffer, l);
        let array = v.to_ndarray();
        assert_eq!((array.shape(), array.len()), ([a, b, c].as_slice(), l.size()));
        assert!(array.indexed_iter().all(|((i, j, k), &x)| x == v[(i, j, k)]));
        assert!(View::from_ndarray(array, l).unwrap().iter().eq(v.iter()));
        // A slice that is empty, of an array that runs backwards.
        let part = v.slice((.., .., 0..0));
        assert_eq!(part.to_ndarray().shape(), [a, b, 0]);
        let mut array = ViewMut::new(&mut buffer, l).into_ndarray();
        array.fill(7);
        assert_eq!(ViewMut::from_ndarray(array, l).unwrap().iter().count(), l.size());
    }
}

#[test]
fn nothing_has_no_offset_of_another() {
    let mut buffer = [1, 2, 3];
    let v = View::new(&buffer, leaf(0, 1));
    assert_eq!(v.with_layout((leaf(0, 5), leaf(3, 1))).size(), 0);
    assert_eq!(
        v.try_with_layout(leaf(2, 1)).unwrap_err().to_string(),
        "size = 2, view_size = 0 and each offset of the new layout must be one of the view's, which has none"
    );
    assert!(v.try_with_layout(Leaf::<1, 0>).is_err());
    assert!(v.try_with_layout((leaf(3, 0), leaf(1, 1))).is_err());
    let v = View::new(&buffer, Leaf::<3, 1>);
    assert_eq!(v.with_layout((leaf(0, 5), leaf(3, 1))).size(), 0);
    let mut v = ViewMut::new(&mut buffer, (leaf(0, 5), leaf(3, 0)));
    assert_eq!((v.iter_mut().count(), v.get_mut(0)), (0, None));

    // What would not fit with 1 in the place of 0 is refused: its parts could have any size.
    let error = |modes| View::try_new(&[0], modes).unwrap_err().to_string();
    let extent = 1 << (usize::BITS / 2 + 8);
    assert_eq!(
        error((leaf(0, 1), leaf(extent, 0), leaf(extent, 0))),
        std::format!("leaf = 2, extent = {extent}, stride = 0 and the size must fit `isize`")
    );
}
