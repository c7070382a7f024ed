//! Layouts with symbols that nobody writes on purpose.

use std::hint::black_box;

use layout_view::layout;

/// Constants of the names of what functions compute with.
#[allow(non_upper_case_globals, dead_code)]
mod lower_case {
    const x: f64 = 0.5;
    const f: f64 = 50.0;
    const word: &str = "word";
    const flipped: bool = true;

    layout_view::layout! {
        pub(super) struct Swizzled = Sw<2,0,3> o 0 o ((2,4),8):((1,16),2);
        pub(super) struct Exchanged = (4,4,4):(1,16,4);
    }

    pub(super) fn over_basis() -> usize {
        let layout = layout_view::layout!((4, 8):(1@1,1@0));
        layout.index(9).0 + format!("{layout:?}").len()
    }
}

#[test]
fn constants_in_lower_case_are_no_variables_of_functions() {
    assert_eq!(lower_case::Swizzled.index(40), 11);
    assert_eq!(lower_case::Exchanged.index(5), 17);
    assert_eq!(lower_case::over_basis(), 17);
}

#[test]
fn raw_identifiers_name_locals_of_symbols() {
    let (r#match, r#fn) = (black_box(6), 4);
    layout! {
        let r#type = (r#match, r#fn):(r#fn, 1);
        let r#const = (M, N):(N, 1);
        let tiled = logical_divide(r#type, (3, 2));
        let fixed = logical_divide(r#const, (3, 2));
    }
    assert_eq!(r#type.index(2), 8);
    assert_eq!(tiled.to_string(), "((3,2),(2,2)):((4,12),(1,2))");
    assert_eq!(fixed.notation(), "((3,4),(2,2)):((4,12),(1,2))");
}

/// Each condition in a layout of variables, of constants, and as items; all are of offset 12
/// at 3, where m is 12 and n is 4.
macro_rules! assumed {
    ($m:ident $n:ident; $(($($variables:tt)*) ($($constants:tt)*);)*) => {$({
        let ($m, $n) = (black_box(12), 4);
        layout! {
            #[assume($($variables)*)]
            struct Rows<$m, $n> = ($m, $n):($n, 1);
            #[assume($($constants)*)]
            struct Tile<const M: usize, const N: usize> = (M, N):(N, 1);
        }
        assert_eq!(layout!(#[assume($($variables)*)] ($m, $n):($n, 1)).index(3), 12);
        assert_eq!(layout!(#[assume($($constants)*)] (M, N):(N, 1)).index(3), 12);
        assert_eq!(Rows::of($m, $n).index(3), 12);
        assert_eq!(Tile::<M, N>.index(3), 12);
    })*};
}

const M: usize = 12;
const N: usize = 4;

#[test]
fn assumptions_of_more_than_a_usize_hold_or_not() {
    assumed! { m n;
        (m <= 99999999999999999999, n < 18446744073709551616)
            (M <= 99999999999999999999, N < 18446744073709551616);
        (m + 99999999999999999999 >= n) (M + 99999999999999999999 >= N);
        (99999999999999999999 - m >= n) (99999999999999999999 - M >= N);
        (m / 99999999999999999999 == 0) (M / 99999999999999999999 == 0);
        (m % 99999999999999999999 == m) (M % 99999999999999999999 == M);
        (m * 99999999999999999999 % 3 == 0) (M * 99999999999999999999 % 3 == 0);
        (min(m, 99999999999999999999) == 12) (min(M, 99999999999999999999) == 12);
    }
}

#[test]
#[should_panic(expected = "m = 12, n = 4 and 99999999999999999999 * m must be at most n * n")]
fn an_assumption_of_more_than_a_usize_is_checked() {
    let (m, n) = (12, 4);
    layout!(#[assume(m * 99999999999999999999 <= n * n)] (m, n):(n, 1));
}

/// The notation of a quotient of a sum, by which other invocations know the layout.
mod quotients_of_sums {
    use layout_view::layout;

    layout! {
        struct Parts<k, n> = logical_divide((k + 1):(1), (n));
        struct Both<k, l, const N: usize> = logical_divide((k + l, 2):(2, 1), (N, 2));
    }

    #[test]
    fn names_keep_exact_quotients_of_sums() {
        assert_eq!(Parts::NOTATION, "((n,(k + 1) / n)):((1,n))");
        let (k, n) = (5, 3);
        let (parts, size) = (layout!(coalesce(Parts)), layout!(size(get(Parts, 0, 1))));
        assert_eq!((parts.to_string(), size), ("6:1".into(), 2));
        assert_eq!(layout!(Parts<2 * k, 11>).to_string(), "((11,1)):((1,11))");
        const N: usize = 4;
        let l = 3;
        assert_eq!(layout!(flatten(Both)).to_string(), "(4,2,2,1):(2,8,1,0)");
    }
}
