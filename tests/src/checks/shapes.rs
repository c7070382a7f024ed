//! Checks of shapes: the operations on tuples.

use layout_algebra::{HTuple, Int, IntTuple, ops};
use layout_laws as laws;

use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, exactly, some_points, text, together,
    verdict,
};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Shape, holds }
}

const fn two(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Shapes, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["product", "product_each"], |x| {
        let shape = x.layout.shape();
        together([
            always(ops::product(shape), |r| laws::size(shape, r)),
            always(ops::product_each(shape), |r| laws::product_each(shape, r)),
        ])
    }),
    check(&["sum", "max", "min", "gcd"], |x| {
        let shape = x.layout.shape();
        // Negative numbers as well.
        let shifted = shape.map(&mut |leaf| Int::new(6 * (leaf.known().unwrap_or(0) - 3)));
        for tuple in [shape, &shifted] {
            let exists = tuple.leaf_count() > 0;
            always(ops::sum(tuple), |r| laws::sum(tuple, r))?;
            exactly(exists, ops::max(tuple), |r| laws::max(tuple, r))?;
            exactly(exists, ops::min(tuple), |r| laws::min(tuple, r))?;
            if exists {
                always(ops::gcd(tuple), |r| laws::gcd(tuple, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["col_major", "row_major", "compact_col_major", "compact_row_major"], |x| {
        let shape = x.layout.shape();
        for first in [1, 2, 3, 8, -1].map(Int::new) {
            let strides = ops::compact_col_major(shape, &first);
            always(strides, |r| laws::compact_col_major(shape, &first, r))?;
            let strides = ops::compact_row_major(shape, &first);
            always(strides, |r| laws::compact_row_major(shape, &first, r))?;
        }
        together([
            always(ops::col_major(shape), |r| laws::col_major(shape, r)),
            always(ops::row_major(shape), |r| laws::row_major(shape, r)),
        ])
    }),
    check(&["compact_by_mode"], |x| {
        let shape = x.layout.shape();
        // An integer of its own for each leaf, for each mode, and for all.
        let mut next = 2;
        let mut number = || {
            next += 3;
            leaf(next)
        };
        let leaves = shape.try_flat_map(&mut |_| Ok::<_, String>(number()))?;
        let modes = HTuple::Tuple(shape.modes().iter().map(|_| number()).collect());
        let modes = if shape.is_tuple() { modes } else { leaf(7) };
        for first in [&leaves, &modes, &leaf(3)] {
            let col = ops::compact_by_mode(shape, first, ops::compact_col_major);
            always(col, |r| laws::compact_by_mode(shape, first, r, false))?;
            let row = ops::compact_by_mode(shape, first, ops::compact_row_major);
            always(row, |r| laws::compact_by_mode(shape, first, r, true))?;
        }
        let more = HTuple::Tuple(vec![leaf(1); shape.rank() + 1]);
        let refused = ops::compact_by_mode(shape, &more, ops::compact_col_major).is_err();
        ensure(refused, || format!("{shape} from {more} has strides"))?;
        Ok(Answer::Found)
    }),
    check(&["make_identity_layout"], |x| {
        let shape = x.layout.shape();
        always(ops::make_identity_layout(shape), |r| {
            laws::make_identity_layout(shape, r)?;
            let bijective = ops::is_bijective(r);
            ensure(bijective == Ok(true), || format!("{r} is not bijective: {bijective:?}"))
        })
    }),
    check(&["make_ordered_layout"], |x| {
        let shape = x.layout.shape();
        for profile in [shape.clone(), HTuple::Tuple(vec![leaf(0); shape.rank()]), leaf(0)] {
            if !ops::weakly_congruent(&profile, shape) {
                continue;
            }
            // Orders of up to four modes, also with equal and with negative ones.
            for orders in 0..4usize.pow(profile.leaf_count().min(4) as u32) {
                let mut rest = orders;
                let order = profile.map(&mut |_| {
                    let order = [2, 0, 7, -1][rest % 4];
                    rest /= 4;
                    Int::new(order)
                });
                let outcome = ops::make_ordered_layout(shape, &order);
                always(outcome, |r| laws::make_ordered_layout(shape, &order, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["idx2crd", "idx2crd_strided", "crd2idx_in_shape"], |x| {
        let shape = x.layout.shape();
        let size = size_of(shape);
        let compact = ops::row_major(shape).map_err(text)?;
        for i in some_points(size, 3) {
            // Past the end as well, where there is a last mode to continue.
            if i >= 0 && (i == 0 || shape.leaf_count() > 0) {
                // This law has the way back, `crd2idx_in_shape`.
                let index = Int::new(i);
                always(ops::idx2crd(&leaf(i), shape), |r| laws::idx2crd(&index, shape, r))?;
            }
            if (0..size).contains(&i) {
                let crd = ops::idx2crd_strided(&leaf(i), shape, compact.stride());
                always(crd, |r| laws::idx2crd_strided(&Int::new(i), &compact, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["domain_distribute"], |x| {
        let shape = x.layout.shape();
        for count in (1..=30).chain([97, 1 << 20]).map(Int::new) {
            let result = ops::domain_distribute(shape, &count);
            always(result, |r| laws::domain_distribute(shape, &count, r))?;
        }
        Ok(Answer::Found)
    }),
    two(&["congruent", "weakly_congruent", "compatible", "weakly_compatible"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        laws::congruent(a, b, ops::congruent(a, b))?;
        laws::weakly_congruent(a, b, ops::weakly_congruent(a, b))?;
        // The law of what is compatible compares all coordinates with one another.
        if size_of(a).max(size_of(b)) > 256 {
            return Ok(Answer::Undecided);
        }
        together([
            always(ops::compatible(a, b), |r| laws::compatible(a, b, *r)),
            always(ops::weakly_compatible(a, b), |r| laws::weakly_compatible(a, b, *r)),
        ])
    }),
    two(&["shape_div"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let (size, by) = (size_of(a), size_of(b));
        verdict(
            ops::shape_div(a, b),
            |r| laws::shape_div(a, b, r),
            |error| {
                let leaves = !a.is_tuple() && !b.is_tuple();
                let divides = leaves && (size % by == 0 || by % size == 0);
                ensure(!divides, || format!("{a} by {b}: {error}"))
            },
        )
    }),
    two(&["ceil_div", "ceil_div_int", "ceil_div_by_layout", "round_up"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let by = Int::new(size_of(b));
        always(ops::ceil_div_int(a, &by), |(r, _)| {
            laws::ceil_div(a, &HTuple::Leaf(by.clone()), r)
        })?;
        if let Ok(rest) = ops::ceil_div_by_layout(a, x.other) {
            let complement = ops::complement(x.other, a).map_err(text)?;
            let same = rest == *complement.layout.shape();
            ensure(same, || format!("{a} by {} is {rest}", x.other))?;
        }
        together([
            verdict(ops::ceil_div(a, b), |r| laws::ceil_div(a, b, r), |_| Ok(())),
            verdict(ops::round_up(a, b), |r| laws::round_up(a, b, r), |_| Ok(())),
        ])
    }),
    two(&["crd2crd"], |x| {
        let (from, to) = (x.layout.shape(), x.other.shape());
        if from.leaf_count() == 0 || to.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let (same, mut all) = (size_of(from) == size_of(to), Answer::Refused);
        for i in some_points(size_of(from), 0) {
            for crd in [Ok(leaf(i)), ops::idx2crd(&leaf(i), from)] {
                let crd = crd.map_err(text)?;
                let result = ops::crd2crd(&crd, from, to);
                all = exactly(same, result, |r| laws::crd2crd(&crd, from, to, r))?;
            }
        }
        Ok(all)
    }),
    two(&["inner_product", "elem_scale", "product_like"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        // Each has an integer, or as many modes, wherever the other has modes.
        let scales = alike(a, b);
        together([
            exactly(a.congruent(b), ops::inner_product(a, b), |r| laws::inner_product(a, b, r)),
            exactly(scales, ops::elem_scale(a, b), |r| laws::elem_scale(a, b, r)),
            exactly(ops::weakly_congruent(b, a), ops::product_like(a, b), |r| {
                laws::product_like(a, b, r)
            }),
        ])
    }),
    two(&["lex_less", "colex_less", "elem_less"], |x| {
        let (shape, by) = (x.layout.shape(), x.other.shape());
        if shape.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        // Against one coordinate, which the other shape chooses.
        let pivot = ops::idx2crd(&leaf(size_of(by) % size_of(shape)), shape).map_err(text)?;
        for i in some_points(size_of(shape), 0) {
            let crd: IntTuple = ops::idx2crd(&leaf(i), shape).map_err(text)?;
            for (a, b) in [(&crd, &pivot), (&pivot, &crd)] {
                always(ops::lex_less(a, b), |r| laws::lex_less(shape, a, b, *r))?;
                always(ops::colex_less(a, b), |r| laws::colex_less(shape, a, b, *r))?;
                always(ops::elem_less(a, b), |r| laws::elem_less(a, b, *r))?;
            }
        }
        Ok(Answer::Found)
    }),
];

/// Whether two shapes have as many modes wherever both have modes.
fn alike(a: &IntTuple, b: &IntTuple) -> bool {
    let (HTuple::Tuple(a), HTuple::Tuple(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
}
