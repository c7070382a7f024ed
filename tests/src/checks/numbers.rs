//! Checks of a layout and a number.

use layout_algebra::{Error, HTuple, Int, Layout, ops};
use layout_laws::{self as laws, EXHAUSTIVE};

use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, exactly, text, together, verdict,
};
use crate::{leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Number, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["upcast"], |x| {
        let factor = factor(x);
        verdict(
            ops::upcast(x.layout, &factor),
            |r| {
                laws::upcast(x.layout, &factor, &r.layout)?;
                let n = factor.known().unwrap_or(1);
                let Some(ends) = ends_inside(x.layout, n) else { return Ok(()) };
                ensure(r.objection.is_some() == ends, || format!("{:?}", r.objection))
            },
            |error| laws::no_upcast(x.layout, &factor, error),
        )
    }),
    check(&["downcast"], |x| {
        let factor = factor(x);
        let law = |r: &Layout| {
            laws::downcast(x.layout, &factor, r)?;
            // The way back has the same values.
            let back = ops::upcast(r, &factor).and_then(|r| ops::coalesce(&r.strict()?));
            let back = back.map_err(text)?;
            let same = ops::coalesce(x.layout).map_err(text)?;
            ensure(back == same, || format!("{} by {factor} and back is {back}", x.layout))
        };
        let refused = |error: &Error| {
            // One leaf alone steps by 1, and no other by 1 or -1.
            let leaves = x.layout.leaves();
            let unit = leaves.iter().filter(|(extent, stride)| {
                **extent != Int::ONE && stride.known().is_some_and(|stride| stride.abs() == 1)
            });
            let strides: Vec<_> = unit.map(|(_, stride)| stride.known()).collect();
            ensure(strides != [Some(1)], || format!("no answer: {error}"))
        };
        verdict(ops::downcast(x.layout, &factor), law, refused)
    }),
    check(&["recast"], |x| {
        for (from, to) in [(8, 32), (32, 8), (6, 8), (8, 6), (4, 4), (16, 24)] {
            let (from, to) = (Int::new(from), Int::new(to * (x.number + 1)));
            let recast = ops::recast(x.layout, &from, &to);
            verdict(recast, |r| laws::recast(x.layout, &from, &to, &r.layout), |_| Ok(()))?;
        }
        Ok(Answer::Found)
    }),
    check(&["complement"], |x| {
        let target = leaf(x.number + 1);
        verdict(
            ops::complement(x.layout, &target),
            |r| {
                laws::complement(x.layout, &target, r)?;
                let rest = ops::ceil_div_by_layout(&target, x.layout).map_err(text)?;
                ensure(rest == *r.layout.shape(), || format!("{target} by {}: {rest}", x.layout))
            },
            |error| laws::no_complement(x.layout, error),
        )
    }),
    check(&["domain_offset"], |x| {
        let shape = x.layout.shape();
        if shape.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let crd = ops::idx2crd(&leaf(x.number % size_of(shape)), shape).map_err(text)?;
        always(ops::domain_offset(&crd, x.layout), |r| laws::domain_offset(&crd, x.layout, r))
    }),
    check(&["take", "group", "select"], |x| {
        let (layout, rank) = (x.layout, x.layout.rank());
        let begin = place(x, rank + 2);
        for end in 0..=rank + 1 {
            let taken = ops::take(layout, begin, end);
            exactly(begin < end && end <= rank, taken, |r| laws::take(layout, begin, end, r))?;
            let grouped = ops::group(layout, begin, end);
            exactly(begin <= end && end <= rank, grouped, |r| {
                laws::group(layout, begin, end, r)?;
                laws::same_layout(layout, r)
            })?;
            let modes = [end, begin];
            let selected = ops::select(layout, &modes);
            exactly(begin.max(end) < rank, selected, |r| laws::select(layout, &modes, r))?;
        }
        Ok(Answer::Found)
    }),
    check(&["remove"], |x| {
        let at = place(x, x.layout.rank() + 2);
        let removed = ops::remove(x.layout, at);
        exactly(at < x.layout.rank(), removed, |r| laws::remove(x.layout, at, r))
    }),
    check(&["repeat", "tuple_repeat", "repeat_like"], |x| {
        let (layout, count) = (x.layout, place(x, 4));
        let profile = HTuple::Tuple(vec![layout.shape().clone(); count]);
        together([
            always(ops::repeat(layout, count), |r| laws::repeat(layout, count, r)),
            always(ops::tuple_repeat(layout, count), |r| laws::tuple_repeat(layout, count, r)),
            always(ops::repeat_like(&profile, layout), |r| laws::repeat_like(&profile, layout, r)),
        ])
    }),
];

fn factor(x: &Operands) -> Int {
    Int::new(x.number + 1)
}

/// The number, brought below a bound.
pub(super) fn place(x: &Operands, below: usize) -> usize {
    x.number.rem_euclid(below as i128) as usize
}

/// Whether the steps inside of elements of `n` fill some of those that they meet in part only;
/// `None` for too many steps to take all, and for steps that meet.
fn ends_inside(layout: &Layout, n: i128) -> Option<bool> {
    let (mut values, mut width) = (vec![0i128], n);
    for (extent, stride) in layout.leaves() {
        let (extent, step) = (extent.known()?, stride.known()?.abs());
        if extent == 1 || step == 0 || step >= n {
            continue;
        }
        width = width.min(step);
        if extent.checked_mul(values.len() as i128)? > EXHAUSTIVE {
            return None;
        }
        values = (0..extent).flat_map(|c| values.iter().map(move |v| v + c * step)).collect();
    }
    values.sort_unstable();
    // Leaves that overlap may fill an element that each of them ends in.
    if values.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let met = |element: i128| values.iter().filter(|value| **value / n == element).count() as i128;
    let mut elements: Vec<i128> = values.iter().map(|value| value / n).collect();
    elements.dedup();
    // As many steps of the shortest as there are in one.
    Some(elements.into_iter().any(|element| met(element) != (n + width - 1) / width))
}
