//! Layouts without a plan.

use layout_algebra::{ModePath, Stride};

use super::*;

fn refused(layout: &Layout) -> String {
    plan(layout).unwrap_err().to_string()
}

#[test]
fn what_does_not_fit_is_refused() {
    let big = 1 << 63;
    assert!(refused(&layout(leaf(big), leaf(0))).starts_with("9223372036854775808:0 has 92233"));
    assert!(refused(&layout(leaf(2), leaf(big))).contains("reach from 0 to 9223372036854775808"));
    assert!(refused(&layout(leaf(2), leaf(-big - 1))).contains("-9223372036854775809"));
    assert!(refused(&layout(leaf(1), leaf(big))).starts_with("stride 9223372036854775808 does"));
    let most = layout(leaf(big - 1), leaf(0));
    assert_eq!(plan(&most).unwrap().size, i64::MAX as u64);
    let most = layout(leaf(2), leaf(big - 2));
    assert_eq!(plan(&most).unwrap().cosize, i64::MAX as u64);
}

#[test]
fn what_the_traits_do_not_cover_is_refused() {
    let ones = |n: usize| HTuple::Tuple(vec![leaf(1); n]);
    assert!(plan(&layout(ones(16), ones(16))).is_ok());
    let wide = layout(tuple(&[leaf(2), ones(17)]), tuple(&[leaf(2), ones(17)]));
    assert!(refused(&wide).starts_with("a tuple of 17 modes"));
    assert_eq!(plan(&wide).unwrap_err().path().indices(), [1]);
    let many = |n| HTuple::Tuple(vec![ones(13); n]);
    assert!(plan(&layout(many(4), many(4))).is_ok());
    assert!(refused(&layout(many(5), many(5))).contains("65 integers"));
    assert!(refused(&layout(tuple(&[]), tuple(&[]))).contains("without modes"));
    let basis = Stride::basis(Int::new(2), ModePath::from_iter([0]));
    let basis = Layout::leaf(Int::new(4), basis).unwrap();
    // `plan_basis` is for those.
    assert!(refused(&basis).starts_with("stride 2@0 steps along a basis"));
}
