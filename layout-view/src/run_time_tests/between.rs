//! Copies, elementwise functions and folds against plain loops over 1-D coordinates.

use crate::{Geometry, StaticLayout};
use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::super::tests::layouts;
use super::*;
use crate::bounds::Unpadded;
use crate::dynamic::Size;
use crate::{Array, Layout, View, ViewMut, copy, layout};

/// Three leaves as one type: those that are missing have one coordinate.
fn three((shape, stride): &(Vec<usize>, Vec<isize>)) -> Dynamic<(Mode, (Mode, Mode)), 3> {
    let leaf = |k| match (shape.get(k), stride.get(k)) {
        (Some(&extent), Some(&stride)) => leaf(extent, stride),
        _ => leaf(1, 7),
    };
    new((leaf(0), (leaf(1), leaf(2))))
}

/// Returns true if no two coordinates share an element.
fn is_injective<M: Geometry, const N: usize>(l: &Dynamic<M, N>) -> bool {
    let mut offsets: Vec<isize> = l.offsets().collect();
    offsets.sort();
    offsets.windows(2).all(|pair| pair[0] != pair[1])
}

/// A copy of elements made from numbers, into a buffer with other elements to either side.
fn check_copy<T: Copy + PartialEq, M: Geometry, Q: Geometry, const A: usize, const B: usize>(
    from: Dynamic<M, A>,
    to: Dynamic<Q, B>,
    of: impl Fn(usize) -> T,
) {
    let source: Vec<T> = (1..=from.cosize()).map(&of).collect();
    let mut buffer = vec![of(0); to.cosize() + 4];
    let mut expected = buffer.clone();
    for (s, t) in from.offsets().zip(to.offsets()) {
        expected[2 + (t - to.min_offset()) as usize] = source[(s - from.min_offset()) as usize];
    }
    let source = View::new(&source, from);
    source.copy_to(&mut ViewMut::new(&mut buffer[2..], to));
    assert!(buffer == expected, "{from} to {to}");
}

#[test]
#[cfg_attr(miri, ignore = "many layouts")]
fn small_pairs_are_plain_loops() {
    let (mut copied, mut refused, mut folded) = (0, 0, 0);
    let all: Vec<_> = layouts().map(|l| three(&l)).collect();
    for (i, &from) in all.iter().enumerate() {
        for &to in all.iter().skip(i % 997).step_by(997) {
            let source: Vec<isize> = (from.min_offset()..=from.max_offset()).collect();
            let view = View::new(&source, from);
            let mut buffer = vec![0; to.cosize()];

            // Sums do not depend on the order, also where coordinates share an element.
            let mut target = ViewMut::new(&mut buffer, to);
            let zipped = target.try_zip_with(view, |t, s| *t += s + 100);
            assert_eq!(zipped.is_ok(), from.size() == to.size());
            let mut expected = vec![0; to.cosize()];
            if zipped.is_ok() {
                for (s, t) in from.offsets().zip(to.offsets()) {
                    expected[(t - to.min_offset()) as usize] += s + 100;
                }
            }
            assert_eq!(buffer, expected, "{from} with {to}");

            buffer.fill(0);
            let result = view.try_copy_to(&mut ViewMut::new(&mut buffer, to));
            if result.is_ok() {
                assert!(is_injective(&to) && from.size() == to.size());
                check_copy(from, to, |i| i);
                copied += 1;
            } else {
                assert!(buffer.iter().all(|&x| x == 0));
                refused += usize::from(from.size() == to.size());
            }

            buffer.fill(0);
            let mut target = ViewMut::new(&mut buffer, to);
            if view.try_fold_to(&mut target, |sum, x| *sum += x + 100).is_ok() {
                let extent = from.shape()[0];
                assert!(is_injective(&to) && from.size() == to.size() * extent);
                for k in 0..to.size() {
                    let sum = (0..extent).map(|i| from.offset(k * extent + i) + 100).sum();
                    assert_eq!(target[k], sum, "{from} into {to}");
                }
                folded += 1;
            }
        }
    }
    assert!(copied > 1000 && refused > 1000 && folded > 300, "{copied} {refused} {folded}");
}

/// A matrix with these strides.
fn matrix(shape: [usize; 2], [i, j]: [isize; 2]) -> Dynamic<(Mode, Mode), 2> {
    new((leaf(shape[0], i), leaf(shape[1], j)))
}

/// From rows to columns, padded and reversed.
fn check_transposes<T: Copy + PartialEq>(m: usize, n: usize, of: impl Fn(usize) -> T) {
    let (rows, columns) = (n as isize, m as isize);
    for (from, to) in [
        ([rows, 1], [1, columns]),
        ([-rows, -1], [1, columns + 2]),
        ([rows + 3, 1], [-1, -columns]),
        ([1, columns], [rows, -1]),
        ([2 * rows, 2], [1, columns]),
        ([rows, 1], [2, 2 * columns]),
        ([rows, 1], [rows + 1, 1]),
        ([0, 1], [rows, 1]),
        ([1, 0], [rows, 1]),
        ([0, 1], [1, columns]),
    ] {
        check_copy(matrix([m, n], from), matrix([m, n], to), &of);
    }
}

#[test]
fn small_transposes_are_right() {
    for (m, n) in [(1, 4), (4, 4), (5, 3), (9, 6)] {
        check_transposes(m, n, |i| i as u32);
        check_transposes(m, n, |_| ());
        check_transposes(m, n, |i| (i as u8, i as u16));
    }
}

/// Tiles whose extents are in their types, which are copied where the copy is called.
#[test]
fn tiles_of_constant_extents_are_right() {
    fn check<const M: usize, const N: usize>() {
        let (m, n) = (M as isize, N as isize);
        for from in [[n, 1], [1, m], [n + 3, 1], [1, m + 5], [3, 3 * m], [7 * n, 7], [-n, -1]] {
            for to in [[1, m], [n, 1], [1, m + 2], [2, 2 * m], [-1, m], [20 * n, 20]] {
                let [from, to] = [from, to].map(|[i, j]| {
                    let rows = Mode { extent: Size::<M>, stride: i };
                    new::<_, 2>((rows, Mode { extent: Size::<N>, stride: j }))
                });
                check_copy(from, to, |i| i as u32);
                check_copy(from, to, |i| [i as u8; 3]);
            }
        }
    }
    check::<1, 4>();
    check::<4, 1>();
    check::<4, 4>();
    check::<3, 5>();
    check::<8, 9>();
}

/// Rows that lie in few sets of a cache, which are turned by way of a buffer.
fn check_few_sets<T: Copy + PartialEq>(m: usize, n: usize, of: impl Fn(usize) -> T) {
    for (from, to) in [
        ([512, 1], [1, 512]),
        ([512, 1], [1, m as isize]),
        ([n as isize, 1], [1, 1024]),
        ([-512, 1], [1, -(m as isize)]),
        ([-1024, -1], [-1, -512]),
    ] {
        check_copy(matrix([m, n], from), matrix([m, n], to), &of);
    }
}

#[test]
fn transposes_in_few_sets_are_right() {
    check_few_sets(37, 59, |i| i as f64);
}

#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn large_transposes_in_few_sets_are_right() {
    for (m, n) in [(128, 128), (131, 257), (193, 130), (300, 140)] {
        check_few_sets(m, n, |i| i as u8);
        check_few_sets(m, n, |i| i as u16);
        check_few_sets(m, n, |i| i as u32);
        check_few_sets(m, n, |i| (i as u8, i as u16));
        check_few_sets(m, n, |i| i as f64);
        check_few_sets(m, n, |i| [i as u8; 3]);
    }
    // More lines than are read on at a time, where rows begin anywhere in them.
    check_few_sets(34, 2100, |i| i as u32);
    let source: Vec<u32> = (0..100 * 512).collect();
    for k in 0..20 {
        let mut target = vec![0; 100 * 512];
        let (from, to) = (matrix([90, 100], [512, 1]), matrix([90, 100], [1, 512]));
        View::new(&source[k..], from).copy_to(&mut ViewMut::new(&mut target[3 * k % 17..], to));
        for (i, j) in (0..90).flat_map(|i| (0..100).map(move |j| (i, j))) {
            assert_eq!(target[3 * k % 17 + i + 512 * j], source[k + 512 * i + j]);
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "many elements, and no other `unsafe` than small ones")]
fn large_transposes_are_right() {
    for (m, n) in [(64, 64), (192, 130), (3, 700), (259, 301), (128, 256)] {
        check_transposes(m, n, |i| i as u8);
        check_transposes(m, n, |i| i as u16);
        check_transposes(m, n, |i| i as u32);
        check_transposes(m, n, |i| i as f64);
        check_transposes(m, n, |i| [i as u8; 3]);
        check_transposes(m, n, |i| [i; 9]);
    }
}

#[test]
fn more_leaves_than_few_are_right() {
    let bit = |stride| leaf(2, stride);
    let morton = (
        (bit(1), bit(4), bit(16), bit(64)),
        (bit(2), bit(8), bit(32), (bit(128), known::<1, 0>(), bit(256), bit(512))),
    );
    let morton = new::<_, 11>(morton);
    let rows = new::<_, 2>((leaf(16, 64), leaf(64, 1)));
    check_copy(morton, rows, |i| i);
    check_copy(rows, morton, |i| i);
    check_copy(rows, new::<_, 2>((leaf(32, 1), leaf(32, -32))), |i| i);
}

#[test]
fn tiles_are_copied() {
    let rows = matrix([7, 9], [10, 1]);
    let source: Vec<usize> = (0..rows.cosize()).collect();
    let mut buffer = vec![0; 63];
    let mut target = ViewMut::new(&mut buffer, matrix([7, 9], [1, 7]));
    let tiler = (Fixed::<4>, Fixed::<3>);
    let tiles = View::new(&source, rows).ragged_tiles(tiler);
    for ((_, target), (_, source)) in target.ragged_tiles_mut(tiler).zip(tiles) {
        match target.zip(source) {
            super::super::Ragged::Full((mut target, source)) => copy!(source, target),
            super::super::Ragged::Edge((mut target, source)) => copy!(source, target),
        }
    }
    assert!(target.as_view().iter().eq(View::new(&source, rows).iter()));
}

/// Every source to every target: what the compiler knows, what is known at run time, slices.
#[test]
fn whatever_has_elements_is_copied() {
    let rows = layout!((4,3):(3,1));
    let numbers: Vec<u16> = (0..12).collect();
    let columns = matrix([4, 3], [-1, -4]);
    let mut other = [0; 12];
    let mut array = Array::<u16, _, 12>::filled(0, rows);
    copy!(View::new(&numbers, rows), array);
    let mut exclusive_of_run = ViewMut::new(&mut other, columns);
    copy!(array, exclusive_of_run);
    let mut buffer = numbers.clone();
    let exclusive = ViewMut::new(&mut buffer, rows);
    let packed: Vec<u16> = View::new(&numbers, rows).iter().copied().collect();

    fn check<S, M: StaticLayout<Bounds: Unpadded>>(source: S, expected: &[u16], rows: M)
    where
        S: crate::Source<Element = u16>,
    {
        let mut buffer = [0; 12];
        copy!(source, buffer);
        assert_eq!(buffer, expected);
        buffer = [0; 12];
        copy!(source, &mut buffer[..]);
        assert_eq!(buffer, expected);
        let mut target = Array::<u16, _, 12>::filled(0, rows);
        copy!(&source, target);
        assert!(target.as_view().iter().eq(expected));
        let mut target = ViewMut::new(&mut buffer, layout!((4,3):(-3,-1)));
        copy!(source, target);
        assert!(target.iter().eq(expected));
        let target = &mut target;
        target.fill(0);
        copy!(source, target);
        assert!(target.iter().eq(expected));
        copy!(source, target.with_layout_mut(layout!((12):(-1))));
        assert_eq!((target[(0, 0)], target[(3, 2)]), (expected[0], expected[11]));
        let mut buffer = [0; 14];
        let mut target = ViewMut::new(&mut buffer, matrix([2, 6], [1, 2]));
        copy!(source, target);
        assert!(target.as_view().iter().eq(expected));
    }
    check(View::new(&numbers, rows), &packed, rows);
    check(exclusive, &packed, rows);
    check(array, &packed, rows);
    check(exclusive_of_run.as_view(), &packed, rows);
    check(exclusive_of_run, &packed, rows);
    check(&packed[..], &packed, rows);
    // Nothing to copy.
    copy!(packed[..0], buffer[..0]);
}

#[test]
fn what_is_refused_is_named() {
    let source = [1; 12];
    let view = View::new(&source, matrix([4, 3], [3, 1]));
    let mut buffer = [0; 12];
    let sizes = view.try_copy_to(&mut ViewMut::new(&mut buffer, layout!((2,5):(5,1))));
    assert_eq!(
        sizes.unwrap_err().to_string(),
        "source = 12, target = 10 and a source and a target must have the same size"
    );
    let sizes = View::new(&source, layout!((2, 5))).try_copy_to(&mut buffer[..]);
    assert_eq!(
        sizes.unwrap_err().to_string(),
        "source = 10, target = 12 and a source and a target must have the same size"
    );
    let mut shared = ViewMut::new(&mut buffer, matrix([4, 3], [1, 0]));
    let error = view.try_copy_to(&mut shared).unwrap_err().to_string();
    assert!(error.starts_with("leaf = 1, extent = 3, stride = 0, reach = 0 and a str"), "{error}");
    let error = view.try_fold_to(&mut shared, |_, _| ()).unwrap_err().to_string();
    assert!(error.starts_with("source = 3, target = 12"), "{error}");
}

#[test]
#[should_panic(expected = "source = 2, target = 3 and a source and a target must have")]
fn other_sizes_panic() {
    copy!([1, 2], [0; 3]);
}
