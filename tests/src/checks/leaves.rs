//! Checks of what is read off the leaves of layouts, or makes others of them.

use layout_algebra::{Crd, Error, ErrorKind, Int, Layout, ops};
use layout_laws as laws;

use super::layouts::{coordinates, offsets};
use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, exactly, text, together, verdict,
};
use crate::{extents_of, leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Layout, holds }
}

const fn two(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Pair, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["coalesce_z", "sort"], |x| {
        together([
            always(ops::coalesce_z(x.layout), |r| laws::coalesce_z(x.layout, r)),
            always(ops::sort(x.layout), |r| laws::sort(x.layout, r)),
        ])
    }),
    check(&["leading_dim", "is_major"], |x| {
        let leading = ops::leading_dim(x.layout).ok();
        for (path, _) in x.layout.shape().leaf_paths() {
            for depth in 0..=path.indices().len() {
                let mode = &path.indices()[..depth];
                let inside = leading.as_ref().is_some_and(|path| path.indices().starts_with(mode));
                always(ops::is_major(x.layout, mode), |r| {
                    ensure(*r == inside, || format!("is_major({}, {mode:?}) is {r}", x.layout))
                })?;
            }
        }
        exactly(false, ops::is_major(x.layout, &[x.layout.rank()]), |_| Ok(()))?;
        let refused = |error: &Error| {
            let mut leaves = x.layout.leaves().into_iter();
            let steps = leaves
                .any(|(extent, stride)| *extent != Int::ONE && stride.as_int() == Some(&Int::ONE));
            ensure(!steps, || error.to_string())
        };
        verdict(ops::leading_dim(x.layout), |r| laws::leading_dim(x.layout, r), refused)
    }),
    check(&["size_in_bytes", "coprofile"], |x| {
        let Ok(cosize) = ops::cosize(x.layout) else { return Ok(Answer::Undecided) };
        for bits in [1, 4, 6, 8, 16].map(Int::new) {
            let bytes = ops::size_in_bytes(&cosize, &bits);
            always(bytes, |r| laws::size_in_bytes(&cosize, &bits, r))?;
        }
        let identity = ops::make_identity_layout(x.layout.shape()).map_err(text)?;
        together([
            always(ops::coprofile(x.layout), |r| laws::coprofile(x.layout, r)),
            always(ops::coprofile(&identity), |r| laws::coprofile(&identity, r)),
        ])
    }),
    check(&["check_bounds"], |x| {
        let shape = x.layout.shape();
        // Inside, and one step outside at either end of each leaf.
        for crd in coordinates(shape) {
            let count = crd.leaf_count();
            for (at, step) in (0..count).flat_map(|at| [(at, 0), (at, 1), (at, -1)]) {
                let mut place = 0;
                let moved = crd.map(&mut |crd| {
                    place += 1;
                    match (crd, step) {
                        (Crd::At(_), -1) if place == at + 1 => Crd::At(Int::new(-1)),
                        (Crd::At(i), _) if place == at + 1 => {
                            Crd::At(Int::new(i.known().unwrap_or(0) + step))
                        }
                        (crd, _) => crd.clone(),
                    }
                });
                let inside = ops::check_bounds(&moved, shape);
                if let Err(error) = &inside {
                    let kind = matches!(error.kind(), ErrorKind::OutOfBounds { .. });
                    ensure(kind, || format!("{moved} in {shape}: {error}"))?;
                }
                laws::check_bounds(&moved, shape, inside.is_ok())?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["functionally_equal", "layout_add"], |x| {
        let coalesced = ops::coalesce(x.layout).map_err(text)?;
        let row_major = ops::row_major(x.layout.shape()).map_err(text)?;
        let ramp = crate::layout(&leaf(size_of(x.layout.shape())), &[3]);
        for other in [x.layout, &coalesced, &row_major, &mirrored(x.layout)?, &ramp] {
            pair(x.layout, other)?;
        }
        Ok(Answer::Found)
    }),
    two(&["functionally_equal", "layout_add"], |x| pair(x.layout, x.other)),
    two(&["replace_front", "replace_back"], |x| {
        let (of, with, rank) = (x.layout, x.other, x.layout.rank());
        let last = rank.saturating_sub(1);
        together([
            exactly(rank > 0, ops::replace_front(of, with), |r| laws::replace(of, 0, with, r)),
            exactly(rank > 0, ops::replace_back(of, with), |r| laws::replace(of, last, with, r)),
        ])
    }),
];

/// Whether two layouts are one function, and their sum.
fn pair(a: &Layout, b: &Layout) -> Verdict {
    if size_of(a.shape()).max(size_of(b.shape())) <= laws::EXHAUSTIVE {
        let equal = ops::functionally_equal(a, b);
        always(equal, |r| laws::functionally_equal(a, b, *r))?;
    }
    let sum = ops::layout_add(a, b);
    verdict(sum, |r| laws::layout_add(a, b, r), |error| no_sum(a, b, error))
}

/// The strides of the leaves the other way round.
fn mirrored(layout: &Layout) -> Result<Layout, String> {
    let strides = layout.stride().leaves().into_iter().rev();
    let strides: Vec<i128> = strides.map(|stride| stride.known().unwrap_or(0)).collect();
    let extents = extents_of(layout.shape()).len();
    ensure(extents == strides.len(), || format!("{layout} is not over the integers"))?;
    Ok(crate::layout(layout.shape(), &strides))
}

/// Two layouts have no sum where their sizes differ, or where the table of the sum is
/// that of no layout.
fn no_sum(a: &Layout, b: &Layout, error: &Error) -> laws::Law {
    let sizes = [a, b].map(|layout| size_of(layout.shape()));
    match error.kind() {
        ErrorKind::Sizes { .. } => ensure(sizes[0] != sizes[1], || error.to_string()),
        ErrorKind::NoLayout { .. } if sizes[0] > laws::EXHAUSTIVE => Ok(()),
        ErrorKind::NoLayout { .. } => {
            let pairs = offsets(a)?.into_iter().zip(offsets(b)?);
            let sum: Result<Vec<Int>, _> = pairs.map(|(x, y)| x.add(&y)).collect();
            let sum = sum.map_err(|_| "an overflow".to_owned())?;
            match ops::infer_layout(&sum) {
                Ok(layout) => Err(format!("{a} and {b} have the sum {layout}: {error}")),
                Err(error) => laws::no_infer_layout(&sum, &error),
            }
        }
        _ => Err(format!("{a} and {b}: {error}")),
    }
}
