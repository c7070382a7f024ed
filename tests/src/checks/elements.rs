//! Checks of arithmetic leaf by leaf, of scans and of what two shapes have in common.

use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, ops};
use layout_laws as laws;

use super::{Answer, Check, Operands, Over, Verdict, always, ensure, exactly, together, verdict};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Shape, holds }
}

const fn two(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Shapes, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["prefix_product", "suffix_product", "prefix_sum"], |x| {
        let shape = x.layout.shape();
        for first in [1, 7, 0, -2].map(Int::new) {
            together([
                always(ops::prefix_product(shape, &first), |r| {
                    laws::prefix_product(shape, &first, r)
                }),
                always(ops::suffix_product(shape, &first), |r| {
                    laws::suffix_product(shape, &first, r)
                }),
                always(ops::prefix_sum(shape, &first), |r| laws::prefix_sum(shape, &first, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
    check(&["filter_zeros_in"], |x| {
        let shape = x.layout.shape();
        let strides = shape.map(&mut |extent| Int::new(extent.known().unwrap_or(0) % 3));
        let other = HTuple::Tuple(vec![shape.clone()]);
        exactly(false, ops::filter_zeros_in(&other, shape), |_| Ok(()))?;
        always(ops::filter_zeros_in(&strides, shape), |r| laws::filter_zeros_in(&strides, shape, r))
    }),
    two(&["elem_add", "elem_sub", "elem_min", "elem_max"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let shifted = a.map(&mut |leaf| Int::new(3 - leaf.known().unwrap_or(0)));
        for b in [b, &shifted, &leaf(0), &HTuple::Tuple(vec![b.clone()])] {
            let refused = |error: &Error| {
                let mixed = matches!(error.kind(), ErrorKind::Mismatch { .. });
                ensure(mixed && !a.congruent(b), || format!("{a} and {b}: {error}"))
            };
            together([
                verdict(ops::elem_add(a, b), |r| laws::elem_add(a, b, r), refused),
                verdict(ops::elem_sub(a, b), |r| laws::elem_sub(a, b, r), refused),
                verdict(ops::elem_sub(b, a), |r| laws::elem_sub(b, a, r), refused),
                exactly(a.congruent(b), ops::elem_min(a, b), |r| laws::elem_min(a, b, r)),
                exactly(a.congruent(b), ops::elem_max(a, b), |r| laws::elem_max(a, b, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
    two(&["shape_mod"], |x| {
        let a = x.layout.shape();
        let all = size_of(a);
        for b in [x.other.shape(), a, &leaf(all), &leaf(size_of(x.other.shape()))] {
            let refused = |error: &Error| {
                let divides = ops::shape_div(a, b).is_ok();
                ensure(!divides, || format!("{a} modulo {b}: {error}"))
            };
            verdict(ops::shape_mod(a, b), |r| laws::shape_mod(a, b, r), refused)?;
        }
        Ok(Answer::Found)
    }),
    two(&["greatest_common_domain"], |x| {
        let a = x.layout.shape();
        for b in [x.other.shape(), a, &leaf(size_of(a)), &turned(a)] {
            let common = ops::greatest_common_domain(a, b);
            let turned = ops::greatest_common_domain(b, a);
            ensure(common == turned, || format!("{a} and {b}: {common:?}, {turned:?}"))?;
            always(common, |r| laws::greatest_common_domain(a, b, r))?;
        }
        Ok(Answer::Found)
    }),
    two(&["common_refinement", "common_coarsening"], |x| {
        let a = x.layout.shape();
        let size = size_of(a);
        for b in [x.other.shape(), a, &leaf(size), &turned(a)] {
            let coarser = ops::common_coarsening(a, b);
            exactly(size == size_of(b), coarser, |r| laws::common_coarsening(a, b, r))?;
            let refused = |_: &_| laws::no_common_refinement(a, b);
            let finer = ops::common_refinement(a, b);
            verdict(finer, |r| laws::common_refinement(a, b, r), refused)?;
        }
        Ok(Answer::Found)
    }),
];

/// The shape with its first mode as one integer, and its last one in a tuple with 1.
fn turned(shape: &IntTuple) -> IntTuple {
    let HTuple::Tuple(modes) = shape else { return HTuple::Tuple(vec![shape.clone()]) };
    let mut modes: Vec<IntTuple> = modes.clone();
    if let Some(first) = modes.first_mut() {
        *first = leaf(size_of(first));
    }
    if let Some(last) = modes.last_mut() {
        *last = HTuple::Tuple(vec![leaf(1), last.clone()]);
    }
    HTuple::Tuple(modes)
}
