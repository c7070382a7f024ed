//! Views against the elements that their layouts say.

extern crate std;

mod between;
mod signed;
mod tiles;

use std::format;
use std::string::ToString;
use std::vec::Vec;

use super::{View, ViewMut};
use crate::Geometry;
use crate::dynamic::{Dynamic, Extent, Fixed, Mode};

fn leaf(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

fn known<const S: isize, const D: isize>() -> Mode<Fixed<S>, Fixed<D>> {
    Mode { extent: Fixed, stride: Fixed }
}

fn new<M: Geometry, const LEAVES: usize>(modes: M) -> Dynamic<M, LEAVES> {
    Dynamic::new(modes).unwrap()
}

/// A view rests on the numbers of a layout alone: how the layout was made is no evidence.
#[test]
fn what_is_said_of_a_layout_is_not_believed() {
    let modes = (leaf(4, 6), leaf(6, 1));
    let l = Dynamic::<_, 2, _>::compact(modes, (100, 100), leaf(1, 0), 0, 1);
    let error = View::try_new(&[0; 23], l).unwrap_err();
    assert!(error.to_string().starts_with("length = 23, cosize = 24 and "), "{error}");
    let buffer: Vec<usize> = (0..24).collect();
    assert!(View::new(&buffer, l).iter().eq(View::new(&buffer, new::<_, 2>(modes)).iter()));
    assert_eq!(View::new(&buffer, l)[5], 7);

    let large = (leaf(1 << (usize::BITS - 2), 1), leaf(4, 1));
    let error = View::try_new(&buffer, Dynamic::<_, 2>::compact_plain(large, (1, 0), 1));
    let rule = "leaf = 1, extent = 4, stride = 1 and the size must fit `isize`";
    assert_eq!(error.unwrap_err().to_string(), rule);
}

/// Reads and writes everything, in a buffer that is as long as it must be.
fn check<M: Geometry, const LEAVES: usize>(l: Dynamic<M, LEAVES>) {
    let mut buffer: Vec<isize> = (l.min_offset()..=l.max_offset()).collect();
    assert_eq!(buffer.len(), l.cosize());
    assert!(View::try_new(&buffer[1..], l).is_err());

    let v = View::new(&buffer, l);
    for i in 0..l.size() {
        assert_eq!((v[i], v.at(l.idx2crd(i)), v.get(i)), (l.offset(i), l.offset(i), Some(&v[i])));
        // SAFETY: below the size.
        #[allow(unsafe_code)]
        let unchecked = unsafe { *v.get_unchecked(i) };
        assert_eq!(unchecked, l.offset(i));
        assert!(v.iter().skip(i).copied().eq((i..l.size()).map(|i| l.offset(i))));
        assert_eq!(v.iter().nth_back(i).copied(), Some(l.offset(l.size() - 1 - i)));
    }
    assert_eq!((v.get(l.size()), v.get(usize::MAX), v.size()), (None, None, l.size()));
    assert!(v.iter().rev().copied().eq(l.offsets().rev()));
    assert_eq!(v.iter().sum::<isize>(), l.offsets().sum());
    assert!(v.indexed_iter().all(|(crd, &offset)| l.crd2offset(crd) == offset));
    assert_eq!(format!("{v:?}"), format!("{l} {:?}", l.offsets().collect::<Vec<_>>()));

    let is_contiguous = l.offsets().eq(0..l.size() as isize);
    assert_eq!(v.as_slice(), is_contiguous.then_some(&buffer[..]), "{l}");

    let mut v = ViewMut::new(&mut buffer, l);
    assert_eq!(v.as_slice_mut().is_some(), is_contiguous);
    if let Some(elements) = v.as_slice_mut() {
        assert!(elements.iter().copied().eq(0..l.size() as isize));
        elements.fill(1);
    }
    v.fill(0);
    v.for_each_mut(|count| *count += 1);
    for i in 0..l.size() {
        v[i] += 1;
        *v.get_mut(l.idx2crd(i)).unwrap() += 1;
    }
    assert!(v.get_mut(l.size()).is_none() && v.reborrow().as_view().size() == l.size());
    // Each coordinate counts three times, and what has none is untouched.
    let mut visited = Vec::new();
    v.in_storage_order_mut().for_each(|count| visited.push(*count));
    let mut counts: Vec<isize> = v.as_view().iter().copied().collect();
    let mut stored = Vec::new();
    v.as_view().in_storage_order().for_each(|&count| stored.push(count));
    assert_eq!(visited, stored);
    counts.sort();
    stored.sort();
    assert_eq!(counts, stored);
    if let Ok(mut elements) = v.try_iter_mut() {
        let first = elements.next();
        let last = elements.next_back();
        elements.chain(first).chain(last).for_each(|count| *count += 1);
        v.iter_mut().for_each(|count| *count -= 1);
    } else {
        let mut offsets: Vec<isize> = l.offsets().collect();
        offsets.sort();
        offsets.dedup();
        assert!(offsets.len() < l.size(), "{l} is refused");
    }
    let shared = |offset: isize| l.offsets().filter(|&other| other == offset).count() as isize;
    for (k, &count) in buffer.iter().enumerate() {
        let offset = l.min_offset() + k as isize;
        let expected = if shared(offset) == 0 { offset } else { 3 * shared(offset) };
        assert_eq!(count, expected, "{l} at {offset}");
    }
}

#[test]
fn elements_are_where_the_layout_says() {
    for (m, n) in [(1, 1), (3, 1), (1, 4), (2, 3)] {
        check(new::<_, 1>(leaf(m, -2)));
        check(new::<_, 3>((known::<2, 1>(), (leaf(m, 2), leaf(n, 2 * m as isize)))));
        check(new::<_, 2>((
            leaf(m, n as isize),
            Mode { extent: Extent::new(n), stride: Fixed::<1> },
        )));
        check(new::<_, 3>((leaf(m, 8), (known::<2, -1>(), leaf(n, 3)))));
        check(new::<_, 3>(((leaf(m, 1), leaf(n, 0)), known::<3, 2>())));
    }
}

#[test]
fn elements_are_visited_as_they_lie() {
    let mut buffer: Vec<isize> = (0..24).collect();
    for modes in [
        (leaf(2, 12), (leaf(3, 4), leaf(4, 1))),
        (leaf(4, 6), (leaf(2, 3), leaf(3, -1))),
        (leaf(3, -8), (leaf(8, 1), leaf(1, 5))),
    ] {
        let l = new::<_, 3>(modes);
        let mut visited = Vec::new();
        View::new(&buffer, l).in_storage_order().for_each(|&x| visited.push(x));
        assert!(visited.iter().copied().eq(0..24), "{l}");
    }
    let mut next = 100;
    let mut v = ViewMut::new(&mut buffer, new::<_, 2>((leaf(3, -8), leaf(4, 2))));
    v.in_storage_order_mut().for_each(|x| {
        *x = next;
        next += 1;
    });
    assert!(buffer.iter().copied().filter(|x| *x >= 100).eq(100..112));
    assert_eq!(buffer[..4], [100, 1, 101, 3]);
}

#[test]
#[should_panic(expected = "leaf = 1, extent = 3, stride = 0, reach = 0 and a stride must be above")]
fn references_to_one_element_are_refused() {
    let _ = ViewMut::new(&mut [0; 6], new::<_, 2>((leaf(2, 3), leaf(3, 0)))).iter_mut();
}

#[test]
fn coordinates_are_checked() {
    let buffer: Vec<usize> = (0..24).collect();
    let v = View::new(&buffer, new::<_, 3>((leaf(2, 12), (leaf(3, 4), known::<4, 1>()))));
    for (i, j, k) in (0..4).flat_map(|i| (0..5).flat_map(move |j| (0..6).map(move |k| (i, j, k)))) {
        let within = i < 2 && j < 3 && k < 4;
        assert_eq!(v.get((i, (j, k))).copied(), within.then_some(12 * i + 4 * j + k));
        assert_eq!(v.get((i, 6 * j + k)).is_some(), i < 2 && 6 * j + k < 12);
    }
}

#[test]
#[should_panic(expected = "3 is not below the extent 3 of mode 1, in a coordinate of a view")]
fn coordinates_outside_are_refused() {
    let v = View::new(&[0; 6], new::<_, 2>((leaf(2, 3), leaf(3, 1))));
    let _ = v[(1, 3)];
}

#[test]
#[should_panic(expected = "length = 5, cosize = 6 and a buffer must have")]
fn short_buffers_are_refused() {
    let _ = ViewMut::new(&mut [0; 5], new::<_, 2>((leaf(2, 3), leaf(3, 1))));
}

#[test]
fn run_time_sizes_have_all_that_constants_have() {
    crate::layout! {
        struct Banked<m> = Sw<2,1,2> o 0 o (m,8):(8,1);
        struct Tiles<m> = zipped_divide((m,8):(8,1), (2,4));
        struct Apart<m> = zipped_divide((m,8):(9,1), (2,4));
    }
    // A swizzled view, its slices, and its copies, against the layout itself.
    let layout = Banked::of(6);
    let mut buffer: Vec<usize> = (0..layout.cosize()).collect();
    let v = View::new(&buffer, layout);
    for (i, j) in (0..6).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(v[(i, j)], layout.at(i, j));
        assert_eq!(v.slice((i, ..))[j], layout.at(i, j));
        assert_eq!(v.slice((1..6, j))[i.min(4)], layout.at(1 + i.min(4), j));
    }
    let expected: Vec<usize> = (0..48).map(|i| layout.index(i)).collect();
    assert!(v.iter().copied().eq(expected.iter().copied()));
    let mut packed = [0; 48];
    v.copy_to(&mut packed[..]);
    assert_eq!(packed[..], expected[..]);

    // The tiles of a layout, one of them, and a partition.
    let rows: Vec<usize> = (0..48).collect();
    let v = View::new(&rows, (leaf(6, 8), leaf(8, 1)));
    let tile = v.local_tile(Tiles::of(6), (2, 1));
    assert_eq!((tile[(0, 0)], tile[(1, 3)]), (4 * 8 + 4, 5 * 8 + 7));
    assert_eq!(v.tiles(Tiles::of(6)).len(), 6);
    assert!(v.tiles(Tiles::of(6)).map(|tile| tile[(0, 0)]).eq([0, 16, 32, 4, 20, 36]));
    let firsts = || v.tiles(Tiles::of(6)).map(|tile| tile[(0, 0)]);
    assert!(firsts().rev().eq([36, 20, 4, 32, 16, 0]));
    assert_eq!(
        (firsts().nth(4), firsts().nth_back(4), firsts().nth(6)),
        (Some(20), Some(16), None)
    );
    let mut left = firsts();
    assert_eq!((left.next(), left.next_back()), (Some(0), Some(36)));
    let mut all = Vec::new();
    left.for_each(|first| all.push(first));
    assert_eq!(all, [16, 32, 4, 20]);
    assert_eq!(v.local_partition(Tiles::of(6), (1, 2))[(1, 1)], 3 * 8 + 6);
    assert!(v.try_with_layout(Tiles::of(8)).is_err());
    assert!(v.try_with_layout(Apart::of(6)).is_err());

    // All tiles at once, by a layout.
    let mut v = ViewMut::new(&mut buffer, (leaf(6, 8), leaf(8, 1)));
    v.tiles_mut(Tiles::of(6)).enumerate().for_each(|(k, mut tile)| tile.fill(k));
    assert_eq!((v[(0, 0)], v[(3, 3)], v[(5, 7)]), (0, 1, 5));
}

#[test]
fn parts_without_elements_are_nothing() {
    let mut buffer = [1u8; 72];
    let cube = (leaf(2, 36), (leaf(3, 12), leaf(2, 6), leaf(2, 3), leaf(3, 1)));
    let mut v = ViewMut::new(&mut buffer, cube);
    macro_rules! check {
        ($($slicer:expr),+) => { $(
            let mut part = v.slice_mut($slicer);
            part.fill(7);
            part.for_each_mut(|_| unreachable!());
            part.in_storage_order_mut().for_each(|_| unreachable!());
            part.zip_with(&[][..], |_, _: &u8| unreachable!());
            part.as_view().copy_to(&mut [][..]);
            assert_eq!((part.size(), part.iter_mut().count(), part.get(0)), (0, 0, None));
            part.as_view().in_storage_order().for_each(|_| unreachable!());
        )+ };
    }
    check!((0..0, ..), (.., (3..3, .., .., ..)), (.., (.., 1..1, .., ..)), (1, (.., .., 2..2, ..)));
    check!((.., (.., .., .., 3..3)), (2..2, (2, 1..2, 1, 0..0)));
    assert_eq!(buffer, [1; 72]);
}
