//! `einsum!`, and `zip_with!` of several sources, against loops over the axes of the pattern.

use layout_view::{Array, Fixed, View, ViewMut, coordinate, einsum, layout, zip_with};

layout! {
    struct A = (m: 5, k: 37):(37,1);
    struct At = (k: 37, m: 5):(5,1);
    struct B = (k: 37, n: 7):(7,1);
    struct C = (m: 5, n: 7):(7,1);
    struct Ct = (n: 7, m: 5):(5,1);
    /// From the last row to the first, with a gap after each.
    struct Upward = (m: 5, n: 7):(-9,1);
    struct Parts = (m: 5, k: 37, h: (tile: 2, rest: 3)):(222,6,(3,1));
    struct Halves = (h: 6, n: 7):(7,1);
    struct Banked = Sw<2,0,2> o (m: 4, n: 4):(4,1);
    struct Square = (m: 4, n: 4):(4,1);
    struct Mat<m, n, s, t> = (m, n):(s,t);
}

fn numbers(count: usize) -> Vec<i64> {
    (0..count as i64).map(|i| i * 7 % 23 - 11).collect()
}

/// The sum over all `k` of what a function has of it.
fn sum(k: usize, f: impl Fn(usize) -> i64) -> i64 {
    (0..k).map(f).sum()
}

#[test]
fn products_of_constants_are_those_of_loops() {
    let (a, b) = (numbers(185), numbers(259));
    let (a, b) = (View::new(&a, A), View::new(&b, B));
    let at = |m, n| sum(37, |k| a[(m, k)] * b[(k, n)]);
    // What was in the target is not read.
    let mut c = Array::<i64, C, 35>::filled(99, C);
    einsum!("m k, k n -> m n", a: A, b: B, c: C);
    let mut turned = Array::<i64, Ct, 35>::filled(99, Ct);
    einsum!("mk,kn->nm", a: A, b: B, turned: Ct);
    let mut buffer = vec![99; 4 * 9 + 7];
    let mut upward = ViewMut::new(&mut buffer, Upward);
    einsum!("m k, k n -> m n", a: A, b: B, upward: Upward);
    let a_turned = a.with_layout(layout!((k: 37, m: 5):(1,37)));
    let mut c_turned = Array::<i64, C, 35>::filled(99, C);
    einsum!("k m, k n", a_turned: (k: 37, m: 5):(1,37), b: B, c_turned: C);
    for (m, n) in (0..5).flat_map(|m| (0..7).map(move |n| (m, n))) {
        let all = [c[(m, n)], turned[(n, m)], upward[(m, n)], c_turned[(m, n)]];
        assert_eq!(all, [at(m, n); 4], "{m} {n}");
    }
    // The gaps are as before.
    assert_eq!(buffer.iter().filter(|x| **x == 99).count(), 8);
}

#[test]
fn products_of_one_three_and_four_sources() {
    let (a, b, x, y) = (numbers(185), numbers(259), numbers(5), numbers(7));
    let (a, b, x, y) = (
        View::new(&a, A),
        View::new(&b, B),
        View::new(&x, layout!((m: 5):(1))),
        View::new(&y, layout!((n: 7):(1))),
    );
    let mut one = [99];
    let mut all = ViewMut::new(&mut one, layout!(1:1));
    einsum!("m, m k, k n, n -> 1", x: (m: 5):(1), a: A, b: B, y: (n: 7):(1), all: 1:1);
    let all: i64 =
        (0..5).map(|m| x[m] * sum(7, |n| sum(37, |k| a[(m, k)] * b[(k, n)]) * y[n])).sum();
    assert_eq!(one, [all]);
    let mut rows = Array::<i64, At, 185>::filled(99, At);
    einsum!("m k, m -> k m", a: A, x: (m: 5):(1), rows: At);
    let mut sums = vec![99; 37];
    let mut of = ViewMut::new(&mut sums, layout!((k: 37):(1)));
    einsum!("m k -> k", a: A, of: (k: 37):(1));
    for k in 0..37 {
        assert_eq!(sums[k], sum(5, |m| a[(m, k)]));
        assert!((0..5).all(|m| rows[(k, m)] == a[(m, k)] * x[m]));
    }
    // A diagonal, and its sum.
    let square = numbers(16);
    let square = View::new(&square, Square);
    let (mut diagonal, mut trace) = ([99; 4], [99]);
    let mut to = ViewMut::new(&mut diagonal, layout!((i: 4):(1)));
    einsum!("i i -> i", square: (4,4):(4,1), to: (i: 4):(1));
    let mut to = ViewMut::new(&mut trace, layout!(1:1));
    einsum!("i i -> 1", square: (4,4):(4,1), to: 1:1);
    assert_eq!(diagonal, [0, 1, 2, 3].map(|i| square[(i, i)]));
    assert_eq!(trace, [diagonal.iter().sum::<i64>()]);
}

#[test]
fn products_of_nested_and_swizzled_layouts() {
    // A mode of two leaves meets one of one leaf.
    let (parts, halves) = (numbers(1110), numbers(42));
    let (parts, halves) = (View::new(&parts, Parts), View::new(&halves, Halves));
    let mut c = Array::<i64, C, 35>::filled(99, C);
    einsum!("m k h, h n -> m n", parts: Parts, halves: Halves, c: C);
    for (m, n) in (0..5).flat_map(|m| (0..7).map(move |n| (m, n))) {
        let expected = sum(37, |k| {
            sum(6, |h| parts[coordinate!(Parts, m = m, k = k, h = h)] * halves[(h, n)])
        });
        assert_eq!(c[(m, n)], expected);
    }
    // Extents without a common refinement: 2 x 3 and 3 x 2.
    let (one, other) = (numbers(6), numbers(6));
    let (one, other) = (
        View::new(&one, layout!((h: (2,3)):((3,1)))),
        View::new(&other, layout!((h: (3,2)):((2,1)))),
    );
    let mut products = [99; 6];
    let mut to = ViewMut::new(&mut products, layout!((h: 6):(1)));
    einsum!("h, h -> h", one: (h: (2,3)):((3,1)), other: (h: (3,2)):((2,1)), to: (h: 6):(1));
    assert!((0..6).all(|h| products[h] == one[h] * other[h]));
    // Swizzles on either side.
    let (square, mut buffer, mut again) = (numbers(16), [0; 16], [0; 16]);
    let square = View::new(&square, Square);
    let mut banked = ViewMut::new(&mut buffer, Banked);
    einsum!("m k, k n -> m n", square: (4,4):(4,1), square: (4,4):(4,1), banked: Banked);
    let mut cube = ViewMut::new(&mut again, Square);
    einsum!("m k, k n -> m n", banked: Sw<2,0,2> o (4,4):(4,1), square: (4,4):(4,1), cube: Square);
    for (m, n) in (0..4).flat_map(|m| (0..4).map(move |n| (m, n))) {
        assert_eq!(banked[(m, n)], sum(4, |k| square[(m, k)] * square[(k, n)]));
        assert_eq!(cube[(m, n)], sum(4, |k| banked[(m, k)] * square[(k, n)]));
    }
}

/// A product of run-time sizes by strides of each matrix, in all orders of modes and with gaps.
#[test]
fn products_of_run_time_sizes_are_those_of_loops() {
    let sizes = [0, 1, 2, 5, 33, 40];
    let mut checked = 0;
    for (i, &m) in sizes.iter().enumerate() {
        for (j, &k) in sizes.iter().enumerate() {
            for (l, &n) in sizes.iter().enumerate() {
                let order = i + 2 * j + 3 * l;
                let strides = |rows: usize, columns: usize, order: usize| match order % 4 {
                    0 => (columns.max(1), 1),
                    1 => (1, rows.max(1)),
                    2 => (2 * columns.max(1) + 1, 2),
                    _ => (1, rows + 3),
                };
                let ((sa, ta), (sb, tb), (sc, tc)) =
                    (strides(m, k, order), strides(k, n, order / 4), strides(m, n, order / 3));
                let (la, lb, lc) =
                    (Mat::of(m, k, sa, ta), Mat::of(k, n, sb, tb), Mat::of(m, n, sc, tc));
                let (a, b) = (numbers(la.cosize()), numbers(lb.cosize()));
                let (a, b, mut c) = (View::new(&a, la), View::new(&b, lb), vec![99; lc.cosize()]);
                let mut to = ViewMut::new(&mut c, lc);
                einsum!("m k, k n -> m n", a: Mat<m, k, sa, ta>, b: Mat<k, n, sb, tb>, to: Mat<m, n, sc, tc>);
                let c = View::new(&c, lc);
                let mut most = vec![i64::MIN; lc.cosize()];
                let mut to = ViewMut::new(&mut most, lc);
                einsum!(
                    "m k, k n -> m n", a: Mat<m, k, sa, ta>, b: Mat<k, n, sb, tb>, to: Mat<m, n, sc, tc>,
                    |most, a, b| *most = (*most).max(a + b)
                );
                let most = View::new(&most, lc);
                for (m, n) in (0..m).flat_map(|m| (0..n).map(move |n| (m, n))) {
                    assert_eq!(c[(m, n)], sum(k, |k| a[(m, k)] * b[(k, n)]));
                    let highest = (0..k).map(|k| a[(m, k)] + b[(k, n)]).max();
                    assert_eq!(most[(m, n)], highest.unwrap_or(i64::MIN));
                    checked += 1;
                }
            }
        }
    }
    assert_eq!(checked, 81 * 81 * 6);
}

#[test]
fn functions_of_several_sources_match_modes_by_name() {
    let (a, x, y) = (numbers(185), numbers(5), numbers(37));
    let (a, x, y) =
        (View::new(&a, A), View::new(&x, layout!((m: 5):(1))), View::new(&y, layout!((k: 37):(1))));
    let mut scaled = Array::<i64, At, 185>::filled(99, At);
    zip_with!(scaled: At, a: A, x: (m: 5):(1), y: (k: 37):(1), |to, a, x, y| *to = (a - x) * y);
    let mut text = vec![String::new(); 5];
    let mut to = ViewMut::new(&mut text, layout!((m: 5):(1)));
    // Elements of several types, one of which owns memory.
    einsum!("m k, m -> m", a: A, x: (m: 5):(1), to: (m: 5):(1), |text, a, x| {
        if a == x {
            text.push('=');
        }
    });
    for m in 0..5 {
        assert_eq!(text[m].len(), (0..37).filter(|k| a[(m, *k)] == x[m]).count());
        assert!((0..37).all(|k| scaled[(k, m)] == (a[(m, k)] - x[m]) * y[k]));
    }
}

/// A tile at an edge has the number of its rows as a symbol.
#[test]
fn sums_over_ragged_tiles() {
    layout! {
        struct Tokens<n> = (token: n, dim: 8):(8,1);
        struct Weights = (dim: 8, out: 3):(3,1);
        struct Out<n> = (token: n, out: 3):(3,1);
    }
    let (data, weights) = (numbers(80), numbers(24));
    let (tokens, weights) = (View::new(&data, Tokens::of(10)), View::new(&weights, Weights));
    let mut row = 0;
    for (_, tile) in tokens.ragged_tiles(coordinate!(Tokens, token = Fixed::<4>, ..)) {
        let (n, _) = tile.extents();
        let mut out = vec![99; n * 3];
        let mut to = ViewMut::new(&mut out, Out::of(n));
        einsum!("token dim, dim out -> token out", tile: Tokens<n>, weights: Weights, to: Out<n>);
        for (i, out) in out.chunks(3).enumerate() {
            let expected = [0, 1, 2].map(|o| sum(8, |d| tokens[(row + i, d)] * weights[(d, o)]));
            assert_eq!(out, expected);
        }
        row += n;
    }
    assert_eq!(row, 10);
}

#[test]
#[should_panic = "k = 4, n = 3 and k must be n, for einsum!"]
fn axes_of_one_word_have_one_length() {
    let (m, k, n) = (2, 4, 3);
    let (a, x) = (numbers(m * k), numbers(n));
    let (a, x, mut y) =
        (View::new(&a, Mat::of(m, k, k, 1)), View::new(&x, Mat::of(n, 1, 1, n)), vec![0; m]);
    let mut y = ViewMut::new(&mut y, Mat::of(m, 1, 1, m));
    einsum!("m k, k 1 -> m 1", a: Mat<m, k, k, 1>, x: Mat<n, 1, 1, n>, y: Mat<m, 1, 1, m>);
}
