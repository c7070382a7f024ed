//! Layouts of symbols that may be 0, and views of them: everything against plain loops.

use layout_view::bounds::Unpadded;
use layout_view::{Coordinate, Layout, View, ViewMut, layout};

layout! {
    struct Rows<m, n> = (m, n):(n, 1);
    struct Columns<m, n> = (m, n):(1, m);
    struct Padded<m, n, ld> = (m, n):(ld, 1);
    struct Cube<m, n, k> = (m, (n, k)):(n * k, (k, 1));
    struct Upside<m, n, k> = (m, (n, k)):(n * k, (1, n));
    struct Tiles<m, n> = logical_divide(Rows, (4, 8));
    struct Zipped<m, n> = zipped_divide(Columns, (2, 3));
    #[allow(padding)]
    struct Covered<m, n> = zipped_divide(Rows, (4, 8));
    struct Banked<m> = Sw<3,4,3> o 0 o (m, 128):(128, 1);
    struct Inner<m> = (m - 2, 8):(8, 1);
    struct Interior<m, n> = (m - 2, n - 4):(n, 1);
    struct Between<a, b> = (b - a, 3):(3, 1);
    struct InnerTiles<m> = logical_divide(Inner, (4, 8));
    struct Halves<m> = (m / 2, 8):(8, 1);
    struct Mixed<m, const N: usize> = (m, N):(N, 1);
    struct Divided<m, k> = (k, m / k):(m / k, 1);
    struct Column<m, n> = slice((0, _), Rows);
}

/// All that is said of a layout with these offsets, in the order of coordinates.
#[track_caller]
fn check<L: Layout<Bounds: Unpadded> + Copy>(layout: L, offsets: &[usize]) {
    assert_eq!(layout.size(), offsets.len());
    assert!(layout.offsets().map(|offset| offset as usize).eq(offsets.iter().copied()));
    assert!((0..layout.size()).all(|i| layout.offset(i) as usize == offsets[i]));
    let _ = layout.offset(7);
    let end = offsets.iter().max().map_or(0, |last| last + 1);
    assert!(layout.cosize() >= end && (layout.cosize() == 0) == (end == 0));
    let mut buffer: Vec<usize> = (0..layout.cosize()).collect();
    let v = View::new(&buffer, layout);
    assert!(v.iter().eq(offsets));
    let mut packed = vec![0; offsets.len()];
    v.copy_to(&mut packed[..]);
    assert_eq!(packed, offsets);
    let mut v = ViewMut::new(&mut buffer, layout);
    v.for_each_mut(|x| *x += 1);
    assert!(v.iter().copied().eq(offsets.iter().map(|offset| offset + 1)));
    v.fill(0);
    assert_eq!(buffer.iter().filter(|x| **x == 0).count(), offsets.len());
}

/// The offsets of `(a,(b,c))`, by loops.
fn offsets([a, b, c]: [usize; 3], offset: impl Fn(usize, usize, usize) -> usize) -> Vec<usize> {
    let all = (0..c).flat_map(|k| (0..b).flat_map(move |j| (0..a).map(move |i| (i, j, k))));
    all.map(|(i, j, k)| offset(i, j, k)).collect()
}

#[test]
fn rows_of_nothing_are_nothing() {
    for (m, n) in (0..4).flat_map(|m| (0..4).map(move |n| (m, n))) {
        check(Rows::of(m, n), &offsets([m, n, 1], |i, j, _| i * n + j));
        check(Columns::of(m, n), &offsets([m, n, 1], |i, j, _| i + j * m));
        check(Padded::of(m, n, n + 2), &offsets([m, n, 1], |i, j, _| i * (n + 2) + j));
        check(layout!((n,m):(m,1)), &offsets([n, m, 1], |i, j, _| i * m + j));
        check(Mixed::<3>::of(m), &offsets([m, 3, 1], |i, j, _| i * 3 + j));
        check(Halves::of(m), &offsets([m / 2, 8, 1], |i, j, _| i * 8 + j));
        for k in 0..4 {
            check(Cube::of(m, n, k), &offsets([m, n, k], |i, j, l| (i * n + j) * k + l));
            check(Upside::of(m, n, k), &offsets([m, n, k], |i, j, l| (i * k + l) * n + j));
        }
        let rows = View::new(&[0; 16], Rows::of(m, n)).slice((.., 0..n)).size();
        assert_eq!(rows, m * n);
        // Its numbers are those that it was made of.
        assert_eq!(Rows::of(m, n).to_string(), format!("({m},{n}):({n},1)"));
    }
    assert!(Rows::OBLIGATIONS.is_empty() && Cube::OBLIGATIONS.is_empty());
}

#[test]
fn tiles_of_nothing_are_nothing() {
    for (m, n) in (0..3).flat_map(|m| (0..3).map(move |n| (4 * m, 8 * n))) {
        let tiled = Tiles::of(m, n);
        check(tiled, &offsets([m, n, 1], |i, j, _| i * n + j));
        assert_eq!(tiled.shape(), [4, m / 4, 8, n / 8]);
    }
    for (m, n) in (0..3).flat_map(|m| (0..3).map(move |n| (2 * m, 3 * n))) {
        let natural = |c: usize| {
            let (i, j, tile) = (c % 2, c / 2 % 3, c / 6);
            let (a, b) = (tile % (m / 2).max(1), tile / (m / 2).max(1));
            i + 2 * a + (j + 3 * b) * m
        };
        check(Zipped::of(m, n), &(0..m * n).map(natural).collect::<Vec<_>>());
    }
    for (m, n) in (0..6).flat_map(|m| (0..10).map(move |n| (m, n))) {
        let covered = Covered::of(m, n);
        assert_eq!(covered.size(), m.div_ceil(4) * n.div_ceil(8) * 32);
        let inside = covered.coordinates().filter(|c| covered.in_bounds(*c));
        let mut found: Vec<usize> = inside.map(|c| covered.crd2idx(c)).collect();
        found.sort_unstable();
        assert!(found.into_iter().eq(0..m * n), "({m},{n})");
    }
    assert_eq!(Tiles::OBLIGATIONS, ["m % 4 == 0", "n % 8 == 0"]);
    assert!(Tiles::new(6, 0).is_err() && Tiles::new(0, 4).is_err());
}

#[test]
fn swizzles_of_nothing_are_nothing() {
    for m in 0..4 {
        let plain = |i: usize, j: usize| i * 128 + j;
        let swizzled = |i, j, _| plain(i, j) ^ (plain(i, j) >> 3 & 7 << 4);
        check(Banked::of(m), &offsets([m, 128, 1], swizzled));
    }
}

#[test]
fn a_difference_may_be_nothing_but_not_negative() {
    for m in 2..6 {
        check(Inner::of(m), &offsets([m - 2, 8, 1], |i, j, _| i * 8 + j));
        for n in 4..7 {
            check(Interior::of(m, n), &offsets([m - 2, n - 4, 1], |i, j, _| i * n + j));
            assert!(
                Interior::new(m, n - 4).is_err() && Interior::new(m - 2, n).is_err() == (m < 4)
            );
        }
        for a in 0..=m {
            check(Between::of(a, m), &offsets([m - a, 3, 1], |i, j, _| i * 3 + j));
            assert!(a == 0 || Between::new(m, m - a).is_err());
        }
        let tiles = InnerTiles::of(4 * m - 6);
        check(tiles, &offsets([4, m - 2, 8], |i, j, k| (4 * j + i) * 8 + k));
    }
    assert_eq!(Inner::OBLIGATIONS, ["0 <= m - 2"]);
    assert_eq!(InnerTiles::OBLIGATIONS, ["0 <= m - 2", "(m - 2) % 4 == 0"]);
    assert!(Inner::new(1).is_err() && Inner::new(0).is_err());
    assert!(InnerTiles::new(4).is_err() && InnerTiles::new(1).is_err());
}

#[test]
fn other_symbols_are_at_least_1() {
    // Nothing is divided by 0, and a column is there if a row is.
    assert_eq!(Divided::OBLIGATIONS, ["1 <= k", "1 <= m / k"]);
    assert!(Divided::new(0, 0).is_err() && Divided::new(0, 3).is_err());
    assert!(Column::new(0, 3).is_err() && Column::new(1, 0).is_ok());
    assert_eq!(Column::OBLIGATIONS, ["1 <= m"]);
}

#[test]
fn what_would_not_fit_is_refused() {
    let large = [1 << 31, 1 << 40, isize::MAX as usize, 1 << 63, usize::MAX];
    let fits = |factors: &[usize]| {
        let product = factors.iter().try_fold(1u128, |all, &n| all.checked_mul(n.max(1) as u128));
        product.is_some_and(|product| product <= isize::MAX as u128)
    };
    for m in large.into_iter().chain([0, 1]) {
        for n in large.into_iter().chain([0, 1]) {
            assert_eq!(Rows::new(m, n).is_ok(), fits(&[m, n]), "{m}, {n}");
            for k in large.into_iter().chain([0, 1]) {
                assert_eq!(Cube::new(m, n, k).is_ok(), fits(&[m, n, k]), "{m}, {n}, {k}");
            }
        }
    }
}

/// A coordinate of nothing is some number, and no panic.
#[test]
fn coordinates_of_nothing_have_some_offset() {
    fn at<L: Layout, C: Coordinate<L::Geometry>>(layout: L, coordinate: C) -> isize {
        layout.crd2offset(coordinate)
    }
    let _ = (at(Rows::of(0, 0), 5), at(Cube::of(0, 3, 0), (1, 7)), Rows::of(0, 3).idx2crd(4));
}
