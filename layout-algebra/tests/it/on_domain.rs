//! A layout and the same layout under a swizzle that moves nothing answer every question alike.

use layout_algebra::ops::{OnDomain, OneTerm};
use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};

/// Layouts of two modes, and the same with the first mode split.
fn layouts() -> Vec<Layout> {
    let strides = [-4i128, -1, 0, 1, 2, 3, 4, 8];
    let pairs = strides.iter().flat_map(|a| strides.iter().map(move |b| (*a, *b)));
    let written = pairs.flat_map(|(a, b)| {
        [format!("(4,3):({a},{b})"), format!("((2,2),3):(({b},{a}),1)"), format!("4:{a}")]
    });
    written.map(|text| text.parse().expect("a layout")).collect()
}

fn check(plain: &Layout, composed: &ComposedLayout) {
    assert_eq!(plain.is_injective(), composed.is_injective(), "{plain}");
    assert_eq!(plain.is_bijective(), composed.is_bijective(), "{plain}");
    assert_eq!(plain.is_compact(), composed.is_compact(), "{plain}");
    assert_eq!(OnDomain::coshape(plain), OnDomain::coshape(composed), "{plain}");
    assert_eq!(OnDomain::cosize(plain), OnDomain::cosize(composed), "{plain}");
    assert_eq!(plain.is_contiguous(), composed.is_contiguous(), "{plain}");
    assert_eq!(plain.is_col_major(), composed.is_col_major(), "{plain}");
    assert_eq!(plain.is_row_major(), composed.is_row_major(), "{plain}");
    assert_eq!(plain.offset_range(), composed.offset_range(), "{plain}");
    for cotarget in [None, Some(&Int::new(48).into())] {
        let [plain, composed] = [plain.complement(cotarget), composed.complement(cotarget)]
            .map(|of| of.ok().map(|outcome| outcome.layout));
        assert_eq!(plain, composed);
    }
    let (moved, offset) = plain.with_origin(&Int::ONE.into()).expect("a coordinate");
    let (swizzled, zero) = composed.with_origin(&Int::ONE.into()).expect("a coordinate");
    assert_eq!(zero, Int::ZERO.into());
    let at = Int::new(2).into();
    let sum = match (moved.value(&at), offset) {
        (Ok(layout_algebra::HTuple::Leaf(value)), layout_algebra::HTuple::Leaf(offset)) => {
            value.add(&offset).expect("a sum")
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(swizzled.value(&at), Ok(sum.into()), "{plain}");
}

#[test]
fn a_swizzle_that_moves_nothing_changes_no_answer() {
    let identity = Swizzle::new(0, 4, 3).expect("a swizzle");
    for plain in layouts() {
        let composed = ComposedLayout::new(identity, Int::ZERO, plain.clone()).expect("a layout");
        check(&plain, &composed);
        let mode = OnDomain::mode(&plain, &[0]).expect("a mode");
        let of_composed = OnDomain::mode(&composed, &[0]).expect("a mode");
        assert_eq!(of_composed.domain(), Ok(&mode));
        let inverse = |of: &dyn Fn() -> Result<_, layout_algebra::Error>| {
            of().map(|outcome: ops::Outcome<layout_algebra::Function>| outcome.layout)
        };
        let left = inverse(&|| plain.inverse_by(ops::left_inverse));
        let right = inverse(&|| composed.inverse_by(ops::left_inverse));
        assert_eq!(left.is_ok(), right.is_ok(), "{plain}");
    }
}
