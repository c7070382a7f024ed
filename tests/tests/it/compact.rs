//! Run-time layouts whose size is all that is checked: at the ends of what fits, against
//! arithmetic that never wraps.

use layout_view::{ShapeError, layout};

layout! {
    struct Rows<m, n> = (m, n):(n, 1);
    struct Twice<m, n> = (2 * m, (4, n)):(4 * n, (n, 1));
    struct Tiles<m, n> = zipped_divide(Rows, (12, 20));
    struct Three<m, n, k> = (m, n, k):(n * k, k, 1);
    struct Banked<m> = Sw<3,4,3> o 0 o (m, 128):(128, 1);
}

const ENDS: [usize; 21] = [
    0,
    1,
    2,
    3,
    12,
    20,
    60,
    1 << 20,
    12 << 20,
    1 << 31,
    1 << 32,
    20 << 32,
    1 << 56,
    (1 << 56) - 1,
    1 << 61,
    1 << 62,
    isize::MAX as usize / 12 * 12,
    isize::MAX as usize - 1,
    isize::MAX as usize,
    1 << 63,
    usize::MAX,
];

/// A layout of this size, or the first rule that is broken.
#[track_caller]
fn check<L>(made: Result<L, ShapeError>, size: impl Fn(&L) -> usize, expected: Option<u128>) {
    match (made, expected) {
        (Ok(layout), Some(expected)) => assert_eq!(size(&layout) as u128, expected),
        (Err(error), None) => assert!(!error.to_string().is_empty()),
        (Ok(_), None) => panic!("no such layout fits"),
        (Err(error), Some(expected)) => panic!("a layout of size {expected}: {error}"),
    }
}

/// The product, if it is a size with 1 for each factor that is 0.
fn size(factors: &[usize]) -> Option<u128> {
    let some = factors.iter().try_fold(1u128, |size, &f| size.checked_mul(f.max(1) as u128))?;
    (some <= isize::MAX as u128).then_some(if factors.contains(&0) { 0 } else { some })
}

#[test]
fn what_fits_is_taken_and_nothing_else() {
    for m in ENDS {
        check(Banked::new(m), |l| l.size(), size(&[m, 128]));
        for n in ENDS {
            check(Rows::new(m, n), |l| l.size(), size(&[m, n]));
            check(Twice::new(m, n), |l| l.size(), size(&[8, m, n]));
            let divides = m.is_multiple_of(12) && n.is_multiple_of(20);
            check(Tiles::new(m, n), |l| l.size(), size(&[m, n]).filter(|_| divides));
            for k in ENDS {
                check(Three::new(m, n, k), |l| l.size(), size(&[m, n, k]));
            }
        }
    }
}

/// The last coordinate has the last offset, also of the largest layouts.
#[test]
fn the_last_coordinate_has_the_last_offset() {
    for (m, n) in [(60, 20), (12 << 20, 20 << 20), (12, (1 << 59) / 20 * 20), (12 << 55, 20)] {
        let (rows, twice, tiles) = (Rows::of(m, n), Twice::of(m / 8, n), Tiles::of(m, n));
        for (size, max, last) in [
            (rows.size(), rows.max_offset(), rows.index(rows.size() - 1)),
            (twice.size(), twice.max_offset(), twice.index(twice.size() - 1)),
            (tiles.size(), tiles.max_offset(), tiles.index(tiles.size() - 1)),
        ] {
            assert_eq!((max as usize, last), (size - 1, size - 1), "{m} {n}");
        }
        assert_eq!(tiles.crd2idx(((11, 19), (m / 12 - 1, n / 20 - 1))), m * n - 1);
        assert_eq!(twice.crd2idx((m / 8 * 2 - 1, (3, n - 1))), 8 * (m / 8) * n - 1);
    }
}

#[test]
fn the_broken_rule_is_told() {
    let text = |made: Result<Tiles, ShapeError>| made.unwrap_err().to_string();
    assert_eq!(
        text(Tiles::new(0, usize::MAX)),
        "Tiles: n = 18446744073709551615 and n must be a multiple of 20, for zipped_divide"
    );
    assert_eq!(
        text(Tiles::new(24, 21)),
        "Tiles: n = 21 and n must be a multiple of 20, for zipped_divide"
    );
    assert_eq!(
        text(Tiles::new(12, 1 << 63)),
        "Tiles: n = 9223372036854775808 and n must be a multiple of 20, for zipped_divide"
    );
    assert_eq!(
        text(Tiles::new(12 << 40, 20 << 40)),
        "Tiles: m = 13194139533312, n = 21990232555520 and its size and offsets must fit `isize`, \
         with 1 for each extent that is 0"
    );
}

/// A decision before the cold call that tells of it.
#[test]
fn a_collision_is_told() {
    layout! { struct Any<m, n, a, b> = (m, n):(a, b); }
    let text = |values: [usize; 4]| {
        let [m, n, a, b] = values;
        Any::new(m, n, a, b).map_or_else(|error| error.to_string(), |layout| layout.to_string())
    };
    assert_eq!(text([4, 3, 3, 4]), "(4,3):(3,4)");
    assert_eq!(
        text([5, 4, 3, 4]),
        "Any: m = 5, n = 4, a = 3, b = 4 and (m,n):(a,b) must be injective, so that no two coordinates \
         share an offset; `#[allow(non_injective)]` lets them"
    );
    assert_eq!(text([0, 4, 3, 4]), "(0,4):(3,4)");
    assert_eq!(text([0, 4, 0, 0]), "(0,4):(0,0)");
    let fits = "Any: b = 9223372036854775808 and b must fit `isize`, as a stride";
    assert_eq!(text([2, 2, 1, 1 << 63]), fits);
}
