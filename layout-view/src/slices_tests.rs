//! Slices of views, windows and tiles of either kind, against plain loops.

extern crate std;

use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::*;
use crate::{Dynamic, Extent, Fixed, Mode, layout};

layout! {
    struct Rows<m, n, ld> = (m,n):(ld,1);
    struct Columns<m, n, ld> = (m,n):(1,ld);
    struct Blocks<k> = ((2,4),k):((4,1),8);
    struct Four<n> = (4,n):(1,4);
    struct AnyStride<n, s> = (4,n):(s,4 * s);
}

/// A mode of constant extent whose stride is known at run time alone is a slice where that is 1.
#[test]
fn a_run_time_stride_of_one_is_found_at_run_time() {
    let mut buffer: Vec<usize> = (0..24).collect();
    let v = View::new(&buffer, AnyStride::of(3, 1));
    assert!(v.columns().eq(buffer[..12].chunks(4)));
    assert!(v.columns().all(|column| column.len() == 4));
    let mut v = ViewMut::new(&mut buffer, AnyStride::of(3, 2));
    assert_eq!(
        v.try_columns_mut().err().unwrap().to_string(),
        "leaf = 0, stride = 2 and the elements of a slice must lie one after the other; `slice` takes any \
         strides"
    );
}

#[test]
fn rows_and_columns_are_the_elements_of_their_coordinates() {
    for (m, n, more) in (1..5).flat_map(|m| (1..6).flat_map(move |n| [(m, n, 0), (m, n, 3)])) {
        let buffer: Vec<usize> = (0..m * (n + more)).collect();
        let v = View::new(&buffer, Rows::of(m, n, n + more));
        assert_eq!((v.rows().len(), v.rows().rev().count()), (m, m));
        for (i, row) in v.rows().enumerate() {
            assert!(row.iter().eq((0..n).map(|j| &v[(i, j)])));
            assert_eq!(v.rows().nth(i), Some(row));
        }

        let buffer: Vec<usize> = (0..n * (m + more)).collect();
        let v = View::new(&buffer, Columns::of(m, n, m + more));
        for (j, column) in v.columns().enumerate() {
            assert!(column.iter().eq((0..m).map(|i| &v[(i, j)])));
        }
        let mut copy = buffer.clone();
        let mut v = ViewMut::new(&mut copy, Columns::of(m, n, m + more));
        for (j, column) in v.columns_mut().enumerate() {
            column.fill(1000 + j);
        }
        for (k, &x) in copy.iter().enumerate() {
            let (j, i) = (k / (m + more), k % (m + more));
            assert_eq!(x, if i < m { 1000 + j } else { buffer[k] });
        }
    }
}

/// Slices with coordinates fixed or cut off before, and parts of several modes.
#[test]
fn slices_begin_where_their_part_does() {
    let buffer: Vec<usize> = (0..120).collect();
    let v = View::new(&buffer, layout!((4,5,6):(30,6,1)));
    let mut seen = 0;
    for (j, row) in v.slice((2, .., 1..5)).rows().enumerate() {
        assert!(row.iter().copied().eq(60 + 6 * j + 1..60 + 6 * j + 5));
        seen += 1;
    }
    assert_eq!(seen, 5);
    // The modes after the first are one piece if they are so as 1-D coordinates.
    let v = View::new(&buffer, layout!((4,(5,6)):(30,(1,5))));
    assert!(v.rows().eq(buffer.chunks(30)));
    // A first mode of two leaves is split.
    let v = View::new(&buffer, Blocks::of(3));
    let tiles = View::new(&buffer, layout!(((2,4),(5,3)):((60,15),(3,1))));
    assert_eq!((v.part(5).size(), tiles.size()), (3, 120));
    let v = View::new(&buffer, layout!(((2,4),15):((60,15),1)));
    for (i, row) in v.rows().enumerate() {
        assert_eq!(row[0], i % 2 * 60 + i / 2 * 15);
    }
}

#[test]
#[should_panic(expected = "the elements of a slice must lie one after the other")]
fn run_time_strides_that_leave_gaps_are_refused() {
    let buffer = [0; 12];
    let modes =
        (Mode { extent: Extent::new(3), stride: 4 }, Mode { extent: Extent::new(2), stride: 2 });
    let _ = View::new(&buffer, Dynamic::<_, 2>::new(modes).unwrap()).rows();
}

#[test]
fn mutable_rows_that_share_elements_are_refused() {
    let mut buffer = [0; 12];
    let modes =
        (Mode { extent: Extent::new(3), stride: 2 }, Mode { extent: Extent::new(4), stride: 1 });
    let mut v = ViewMut::new(&mut buffer, Dynamic::<_, 2>::new(modes).unwrap());
    assert_eq!(v.as_view().rows().count(), 3);
    assert!(v.try_rows_mut().is_err());
}

#[test]
fn views_of_nothing_have_no_rows_or_empty_ones() {
    let at = |m, n| {
        let modes = (
            Mode { extent: Extent::new(m), stride: 7 },
            Mode { extent: Extent::new(n), stride: 1 },
        );
        Dynamic::<_, 2>::new(modes).unwrap()
    };
    let buffer: [u8; 0] = [];
    assert_eq!(View::new(&buffer, at(0, 5)).rows().count(), 0);
    assert!(View::new(&buffer, at(3, 0)).rows().eq([&buffer[..]; 3]));
}

#[test]
fn rows_are_zipped_in_order() {
    let x: Vec<usize> = (0..12).collect();
    let mut y = vec![100; 20];
    let mut v = ViewMut::new(&mut y, Rows::of(3, 4, 6));
    let mut calls = 0;
    v.zip_rows(View::new(&x, Rows::of(3, 4, 4)), |y, x| {
        y.copy_from_slice(x);
        calls += 1;
    });
    assert_eq!((calls, &y[12..16], y[5]), (3, &x[8..], 100));

    let mut y = vec![0; 12];
    let mut v = ViewMut::new(&mut y, Four::of(3));
    v.zip_columns(View::new(&x, Four::of(3)), |y, x| y.copy_from_slice(x));
    assert_eq!(x, y);
}

#[test]
#[should_panic(expected = "as many of this view as of the other")]
fn rows_that_differ_in_number_are_refused() {
    let (x, mut y) = ([0; 12], [0; 12]);
    ViewMut::new(&mut y, Rows::of(3, 4, 4)).zip_rows(View::new(&x, Rows::of(2, 6, 6)), |_, _| ());
}

/// Every window of small matrices, in two orders, against its definition.
#[test]
#[cfg_attr(miri, ignore = "many windows")]
fn windows_are_their_definition() {
    for (m, n, p, q) in [(3, 4, 2, 3), (2, 2, 5, 4), (1, 5, 1, 2), (4, 1, 3, 3)] {
        let buffer: Vec<i32> = (0..(m * n) as i32).collect();
        for (i, j) in (-4..6).flat_map(|i| (-4..7).map(move |j| (i, j))) {
            for (a, b) in [(1, 1), (2, 1), (1, 3), (7, 2)] {
                let expected = |u: usize, v: usize| {
                    let (u, v) = (i + (a * u) as isize, j + (b * v) as isize);
                    let is_inside = (0..m as isize).contains(&u) && (0..n as isize).contains(&v);
                    if is_inside { (u * n as isize + v) as i32 } else { -1 }
                };
                let of = View::new(&buffer, Rows::of(m, n, n));
                let (mut rows, mut columns) = (vec![-7; p * (q + 2)], vec![-7; p * q]);
                of.copy_window(
                    [i, j],
                    [a, b],
                    &mut ViewMut::new(&mut rows, Rows::of(p, q, q + 2)),
                    -1,
                );
                of.copy_window(
                    [i, j],
                    [a, b],
                    &mut ViewMut::new(&mut columns, Columns::of(p, q, p)),
                    -1,
                );
                for (u, v) in (0..p).flat_map(|u| (0..q).map(move |v| (u, v))) {
                    assert_eq!(
                        rows[u * (q + 2) + v],
                        expected(u, v),
                        "{m}x{n} from {i},{j} by {a},{b}"
                    );
                    assert_eq!(
                        columns[u + v * p],
                        expected(u, v),
                        "{m}x{n} from {i},{j} by {a},{b}"
                    );
                }
                // What is between the rows of the target is not its own.
                assert!((0..p).all(|u| rows[u * (q + 2) + q..][..2] == [-7, -7]));
            }
        }
    }
}

#[test]
fn windows_far_away_are_outside() {
    let buffer = [1, 2, 3, 4];
    let v = View::new(&buffer, layout!((2,2):(2,1)));
    for first in [[isize::MIN, 0], [isize::MAX, 0], [0, isize::MIN], [isize::MIN, isize::MAX]] {
        let mut window = [0; 4];
        v.copy_window(
            first,
            [usize::MAX, usize::MAX],
            &mut ViewMut::new(&mut window, layout!((2, 2))),
            9,
        );
        assert_eq!(window, [9; 4]);
    }
    let mut window = [0; 4];
    let mut target = ViewMut::new(&mut window, layout!((2,2):(2,1)));
    v.copy_window([1, -1], [usize::MAX, 2], &mut target, 9);
    assert_eq!(window, [9, 4, 9, 9]);
    // Reversed, of one mode, and of three.
    let mut line = [0; 6];
    View::new(&buffer, layout!(4:-1)).copy_window(
        [-1],
        [1],
        &mut ViewMut::new(&mut line, layout!(6:1)),
        0,
    );
    assert_eq!(line, [0, 4, 3, 2, 1, 0]);
    let mut cube = [0; 8];
    let v = View::new(&buffer, layout!((2, 1, 2)));
    v.copy_window([0, 0, 1], [1, 1, 1], &mut ViewMut::new(&mut cube, layout!((2, 2, 2))), 0);
    assert_eq!(cube, [3, 4, 0, 0, 0, 0, 0, 0]);
}

#[test]
#[should_panic(expected = "mode 1 of a window: step = 0 and a step must be at least 1")]
fn a_step_of_nothing_is_refused() {
    let v = View::new(&[1, 2, 3, 4], layout!((2, 2)));
    v.copy_window([0, 0], [1, 0], &mut ViewMut::new(&mut [0; 4], layout!((2, 2))), 0);
}

/// A tile of either kind does what each of them does.
#[test]
fn tiles_of_either_kind() {
    let (m, n) = (5, 7);
    let source: Vec<usize> = (0..m * n).collect();
    let mut target = vec![0; m * n];
    let rows = View::new(&source, Rows::of(m, n, n));
    let mut columns = ViewMut::new(&mut target, Columns::of(m, n, m));
    let tiler = (Fixed::<2>, Extent::new(3));
    for ((at, mut to), (_, from)) in columns.ragged_tiles_mut(tiler).zip(rows.ragged_tiles(tiler)) {
        let (p, q) = from.extents();
        assert_eq!((p, q), ((m - at.0).min(2), (n - at.1).min(3)));
        assert_eq!((to.extents(), from.size(), from.iter().len()), ((p, q), p * q, p * q));
        assert_eq!(
            (from.get((p, 0)), from[(p - 1, q - 1)]),
            (None, rows[(at.0 + p - 1, at.1 + q - 1)])
        );
        to.fill(99);
        assert!(to.as_view().iter().all(|&x| x == 99));
        to.for_each_mut(|x| *x = 0);
        to.iter_mut().rev().for_each(|x| *x += 1);
        match from {
            Ragged::Full(from) => to.zip_with(from, |x, y| *x += y),
            Ragged::Edge(from) => to.zip_with(from, |x, y| *x += y),
        }
        assert!(to.as_view().iter().zip(from.iter()).all(|(x, y)| *x == y + 1));
        to.copy_from(from);
        to[(0, 0)] += 0;
        let mut packed = vec![0; p * q];
        from.copy_to(&mut packed[..]);
        assert!(packed.iter().eq(from.iter()));
    }
    assert!(columns.as_view().iter().eq(rows.iter()));
}
