//! Views against the sum of products, written plainly.

extern crate std;

use std::string::ToString;

use std::vec::Vec;
use std::{format, vec};

use super::*;
use crate::bounds::Unpadded;
use crate::{Coordinate, Identity, Leaf, OffsetMap, Static, StaticLayout, layout};

#[path = "../../layout-runtime/src/queries/tests.rs"]
mod layouts;
pub(super) use layouts::{Plain, layouts, offsets, plain};

/// Checks a view of a layout at every coordinate, shared and exclusive.
fn check<L: StaticLayout<Bounds: Unpadded>>(layout: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Coordinate<L::Geometry>,
{
    check_at(layout, &offsets(L::Geometry::TABLE.shape(), L::Geometry::TABLE.stride()));
}

/// Checks a view of a layout against the offsets of all coordinates.
pub(super) fn check_at<L: StaticLayout<Bounds: Unpadded>>(layout: L, offsets: &[isize])
where
    <L::Geometry as Geometry>::Natural<usize>: Coordinate<L::Geometry>,
{
    let (first, last) = offsets.iter().fold((0, 0), |(a, b), &x| (x.min(a), x.max(b)));
    let mut buffer: Vec<usize> = (0..(last - first) as usize + 1).collect();
    let index = |offset: isize| (offset - first) as usize;
    assert!(View::try_new(&buffer[1..], layout).is_err(), "{}", L::NOTATION);

    let v = View::new(&buffer, layout);
    assert_eq!(v.size(), offsets.len());
    for (i, &offset) in offsets.iter().enumerate() {
        assert_eq!(v[i], index(offset), "{} at {i}", L::NOTATION);
        assert_eq!(v.get(layout.idx2crd(i)), Some(&index(offset)));
    }
    assert_eq!(v.get(offsets.len()), None);
    let expected: Vec<usize> = offsets.iter().map(|&offset| index(offset)).collect();
    assert!(v.iter().eq(&expected) && v.iter().rev().eq(expected.iter().rev()));
    let mut folded = Vec::new();
    v.iter().for_each(|&x| folded.push(x));
    assert_eq!(folded, expected);
    let in_order = offsets.iter().copied().eq(0..offsets.len() as isize);
    let is_contiguous = in_order && <L::Map as OffsetMap>::IDENTITY;
    assert_eq!(v.as_slice(), is_contiguous.then_some(&expected[..]), "{}", L::NOTATION);
    let mut rest = v.iter();
    let middle = expected.len() / 2;
    assert_eq!((rest.len(), rest.nth(middle)), (expected.len(), expected.get(middle)));
    let mut folded = Vec::new();
    rest.for_each(|&x| folded.push(x));
    assert_eq!(folded, expected[middle + 1..]);

    let mut v = ViewMut::new(&mut buffer, layout);
    for i in 0..offsets.len() {
        v[i] += 1000;
    }
    assert_eq!(v.as_slice_mut().is_some(), is_contiguous);
    if let Some(elements) = v.as_slice_mut() {
        assert!(elements.iter().copied().eq(expected.iter().map(|x| x + 1000)));
        elements.fill(0);
    }
    v.fill(usize::MAX);
    let touched: Vec<usize> = (0..buffer.len()).filter(|&i| buffer[i] == usize::MAX).collect();
    let mut expected = expected;
    expected.sort();
    expected.dedup();
    assert_eq!(touched, expected);
}

#[test]
fn views_are_the_sum() {
    check(layout!(1:0));
    check(layout!(7:3));
    check(layout!(4:-1));
    check(layout!((4,8):(8,1)));
    check(layout!((4,8):(1,4)));
    check(layout!(((2,1),5):((1,7),2)));
    check(layout!((1,1):(-3,9)));
    check(layout!((2,(2,2)):(4,(2,1))));
    check(layout!((4,(2,3)):(-13,(3,1))));
    check(layout!(#[allow(non_injective)] (3,(4,1),5):(0,(2,9),1)));
    check(layout!((((3),2),(1,5)):(((1),-3),(7,6))));
    check(PartLayout::<(Leaf<3, -2>, (Leaf<2, 1>, Leaf<1, 5>))>::NEW);
}

/// A layout that any crate can write: its constants and its linear profile are of another one.
#[derive(Clone, Copy)]
struct Liar;

impl Layout for Liar {
    type Geometry = (Leaf<2, 4>, Leaf<3, -1>);
    type Linear = Leaf<6, 1000>;
    type Index = Leaf<6, 1000>;
    type Map = Identity;
    type Bounds = crate::bounds::Everywhere;

    fn size(self) -> usize {
        1000
    }

    fn cosize(self) -> usize {
        1
    }
}

#[test]
fn only_the_profile_is_believed() {
    check(Liar);
    check(Static::<(Leaf<2, 4>, Leaf<3, -1>), 7, Leaf<6, 1000>>::NEW);
    assert!(View::try_new(&[0; 6], Liar).unwrap_err().to_string().contains("cosize = 7"));
}

#[test]
fn every_coordinate_outside_is_refused() {
    let buffer: Vec<usize> = (0..64).collect();
    let v = View::new(&buffer, layout!((4,(2,8)):(16,(1,2))));
    for i in 0..6 {
        for j in 0..20 {
            assert_eq!(v.get((i, j)).is_some(), i < 4 && j < 16);
        }
        for (j, k) in [(0, 0), (1, 7), (2, 0), (0, 8), (usize::MAX, 0), (0, usize::MAX)] {
            assert_eq!(v.get((i, (j, k))).is_some(), i < 4 && j < 2 && k < 8);
        }
    }
    assert_eq!((v.get(63), v.get(64), v.get(usize::MAX)), (Some(&63), None, None));
}

#[test]
#[should_panic(expected = "4 is not below the extent 4 of mode 0, in a coordinate of (4,8):(8,1)")]
fn index_outside_panics() {
    let _ = View::new(&[0; 32], layout!((4,8):(8,1)))[(4, 0)];
}

#[test]
#[should_panic(expected = "(4,8):(8,1): length = 31, cosize = 32 and a buffer must")]
fn short_buffer_panics() {
    let _ = ViewMut::new(&mut [0; 31], layout!((4,8):(8,1)));
}

#[test]
fn negative_strides_start_at_the_right_base() {
    let mut buffer: Vec<usize> = (0..30).collect();
    let v = View::new(&buffer[10..], layout!((2,4):(-10,-1)));
    assert!(v.iter().copied().eq([23, 13, 22, 12, 21, 11, 20, 10]));
    assert!(v.slice((1, ..)).iter().copied().eq([13, 12, 11, 10]));
    let mut v = ViewMut::new(&mut buffer[10..], layout!((2,4):(-10,-1)));
    v.slice_mut((0, ..)).fill(0);
    assert_eq!(buffer[20..24], [0; 4]);
    assert_eq!((buffer[19], buffer[24], buffer[10]), (19, 24, 10));
}

#[test]
fn slices_are_the_view_with_coordinates_fixed() {
    let buffer: Vec<usize> = (0..120).collect();
    let v = View::new(&buffer, layout!((2,(3,4),5):(60,(20,5),1)));
    for i in 0..2 {
        for j in 0..3 {
            let slice = v.slice((i, (j, ..), ..));
            assert_eq!(slice.size(), 20);
            for k in 0..4 {
                for l in 0..5 {
                    assert_eq!(slice[(k, l)], v[(i, (j, k), l)]);
                    assert_eq!(v.slice((.., (.., k), l))[(i, j)], v[(i, (j, k), l)]);
                    assert_eq!(v.slice((.., .., l))[(i, (j, k))], v[(i, (j, k), l)]);
                }
            }
        }
    }
}

#[test]
#[should_panic(
    expected = "3 is not below the extent 3 of mode 1,0, in a coordinate of (2,(3,4)):(12,(4,1))"
)]
fn slice_outside_panics() {
    let _ = View::new(&[0; 24], layout!((2,(3,4)):(12,(4,1)))).slice((.., (3, ..)));
}

layout! {
    struct Matrix = (8,12):(12,1);
    struct Blocked = zipped_divide(Matrix, (4,3));
    struct Raked = zipped_divide(Matrix, <4:2, 3:4>);
    struct Threads = composition(Matrix, ((4,3),(2,4)):((2,8),(1,24)));
    struct Column = (8,12):(1,8);
    struct Reversed = (8,12):(-12,-1);
    struct Backwards = zipped_divide(Reversed, (2,6));
    /// Strides none of which divides another.
    struct Woven = ((3,2),5):((2,3),20);
}

/// Each tile of a layout writes its number: every element has one number, the right one.
pub(super) fn check_tiles<L: StaticLayout<Bounds: Unpadded>, M: StaticLayout<Bounds: Unpadded>>(
    whole: L,
    tiled: M,
) {
    let rest = <M::Geometry as Geometry>::Tail::SIZE;
    let tile = <M::Geometry as Geometry>::Head::SIZE;
    let mut buffer = vec![(usize::MAX, usize::MAX); whole.cosize()];
    let mut v = ViewMut::new(&mut buffer, whole);
    // All tiles at once, written in an order that is none of theirs.
    let mut tiles: Vec<_> = v.tiles_mut(tiled).collect();
    assert_eq!(tiles.len(), rest);
    for i in 0..tile {
        for (k, tile) in tiles.iter_mut().enumerate().rev() {
            assert_eq!(tile[i], (usize::MAX, usize::MAX), "{} overlap", M::NOTATION);
            tile[i] = (k, i);
        }
    }
    for (k, tile) in tiles.iter_mut().enumerate() {
        assert!(tile.iter_mut().enumerate().all(|(i, x)| *x == (k, i)));
    }
    let v = View::new(&buffer, whole);
    assert!(
        v.with_layout(tiled)
            .iter()
            .copied()
            .eq((0..rest).flat_map(|k| (0..tile).map(move |i| (k, i))))
    );
    for (k, t) in v.tiles(tiled).enumerate() {
        assert!(t.iter().copied().eq((0..tile).map(|i| (k, i))));
        assert!(v.local_tile(tiled, k).iter().eq(t.iter()));
    }
    for i in 0..tile {
        let part = v.local_partition(tiled, i);
        assert!(part.iter().copied().eq((0..rest).map(|k| (k, i))));
    }
}

#[test]
fn tiles_partition_the_view() {
    check_tiles(Matrix, Blocked);
    check_tiles(Matrix, Raked);
    check_tiles(Matrix, Threads);
    check_tiles(Column, layout!(zipped_divide(Column, (2, 12))));
    check_tiles(Reversed, Backwards);
    check_tiles(Reversed, layout!(tiled_divide(Reversed, (2, 6))));
    check_tiles(Woven, Woven);
    check_tiles(Matrix, layout!(zipped_divide(Matrix, 8)));
}

#[test]
fn tiles_split_like_slices() {
    let mut buffer = vec![0; Matrix::COSIZE];
    let mut v = ViewMut::new(&mut buffer, Matrix);
    let (first, mut last) = v.tiles_mut(Blocked).split_at(3);
    assert_eq!((first.len(), last.len()), (3, 5));
    let end = last.next_back();
    for (k, mut tile) in first.chain(last).chain(end).enumerate() {
        tile.fill(k);
    }
    let tiles = View::new(&buffer, Blocked);
    assert!((0..8).all(|k| tiles.tile(k).iter().all(|&x| x == k)));
}

#[test]
fn tiles_have_tiles() {
    layout! {
        struct Block = (4,3):(12,1);
        struct Pairs = zipped_divide(Block, (2,1));
    }
    let mut buffer = vec![0; Matrix::COSIZE];
    let mut v = ViewMut::new(&mut buffer, Matrix);
    let mut count = 0;
    for mut block in v.tiles_mut(Blocked) {
        for mut pair in block.tiles_mut(Pairs) {
            count += 1;
            pair.iter_mut().for_each(|x| *x += count);
        }
    }
    assert_eq!(count, 48);
    let mut all = buffer.clone();
    all.sort();
    assert!(all.chunks(2).eq((1..=48).map(|k| [k, k])));
}

#[test]
fn tiles_are_an_array() {
    layout! { struct Halves = zipped_divide(Matrix, (8,6)); }
    let mut buffer = vec![0; Matrix::COSIZE];
    let mut v = ViewMut::new(&mut buffer, Matrix);
    let [mut left, mut right] = v.split_tiles_mut(Halves);
    core::mem::swap(&mut left[(0, 0)], &mut right[(7, 5)]);
    right.fill(2);
    left.fill(1);
    assert!(buffer.chunks(6).eq((0..16).map(|k| [1 + k % 2; 6])));
}

#[test]
fn threads_have_tiles_of_their_own() {
    let mut buffer = vec![0; Matrix::COSIZE];
    let mut v = ViewMut::new(&mut buffer, Matrix);
    std::thread::scope(|scope| {
        for (k, mut tile) in v.tiles_mut(Raked).enumerate() {
            scope.spawn(move || tile.iter_mut().for_each(|x| *x += k));
        }
    });
    let tiles = View::new(&buffer, Raked);
    assert!((0..8).all(|k| tiles.tile(k).iter().all(|&x| x == k)));
}

#[test]
fn parts_are_parts_of_the_view() {
    layout! { struct Diagonal = composition(Matrix, 8:9); }
    let mut buffer: Vec<usize> = (0..96).collect();
    let mut v = ViewMut::new(&mut buffer, Matrix);
    assert!(v.as_view().with_layout(Diagonal).iter().copied().eq((0..8).map(|i| 13 * i)));
    v.with_layout_mut(Diagonal).fill(0);
    assert_eq!(v.iter().filter(|&&x| x == 0).count(), 8);
    let mut tile = v.reborrow().into_layout(Blocked);
    tile.tile_mut((1, 2)).fill(5);
    tile.part_mut((3, 2)).fill(6);
    assert_eq!((v[(4, 6)], v[(7, 8)], v[(3, 2)], v[(7, 11)]), (5, 6, 6, 6));
}

#[test]
fn elements_are_dropped_by_their_owner() {
    let mut buffer = [const { Vec::new() }; 8];
    let mut v = ViewMut::from_array(&mut buffer, layout!((2,4):(4,1)));
    v.fill(vec![1]);
    v[(1, 3)].push(2);
    assert_eq!(v.into_view().iter().map(Vec::len).sum::<usize>(), 9);
    assert_eq!(buffer[7], [1, 2]);
}

#[test]
fn pointers_and_arrays_are_buffers() {
    let mut buffer = [1, 2, 3, 4];
    let v = View::from_array(&buffer, layout!(4:-1));
    assert_eq!((v.at(0), format!("{v:?}").as_str()), (4, "4:-1 [4, 3, 2, 1]"));
    #[allow(unsafe_code)]
    // SAFETY: four elements of an array.
    let mut v = unsafe { ViewMut::from_ptr(buffer.as_mut_ptr(), layout!((2,2):(-2,1))) };
    v[(0, 0)] = 0;
    assert_eq!(buffer, [1, 2, 0, 4]);
}

#[test]
fn arrays_own_their_elements() {
    let mut array: Array<usize, Matrix, { Matrix::COSIZE }> = Array::filled(0, Matrix);
    array[(7, 11)] = 3;
    array.as_view_mut().tiles_mut(Blocked).for_each(|mut tile| tile[0] += 1);
    assert_eq!((array[95], array[(4, 9)], array.as_view().iter().sum::<usize>()), (3, 1, 11));
    assert_eq!(array.into_inner()[95], 3);
    let backwards = Array::new([1, 2, 3], layout!(3:-1));
    assert_eq!(format!("{backwards:?}"), "3:-1 [3, 2, 1]");
}

#[test]
#[should_panic(
    expected = "12 is not below the extent 12 of mode 1, in a coordinate of (8,12):(12,1)"
)]
fn array_outside_panics() {
    let mut array: Array<usize, Matrix, { Matrix::COSIZE }> = Array::filled(0, Matrix);
    array[(7, 12)] = 3;
}
