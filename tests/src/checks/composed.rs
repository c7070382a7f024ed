//! Checks of what composed layouts have from their domains: complements, common
//! layouts, parts, and the way back from their values.

use layout_algebra::ops::{self, Outcome, swizzled};
use layout_algebra::{ComposedLayout, Error, ErrorKind, Function, Int, Layout, Tiler};
use layout_laws as laws;
use layout_laws::swizzle as law;

use super::parts::{coordinate, places};
use super::swizzles::{composed, swizzle};
use super::{Answer, Check, Operands, Over, Verdict, always, ensure, text, verdict};
use crate::{extents_of, layout, leaf, size_of};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Swizzle, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["swizzled::max_common_layout", "swizzled::max_common_vector"], |x| {
        let composed = composed(x)?;
        let f = Function::from(composed.clone());
        let size = size_of(x.layout.shape());
        let run = layout(&leaf(size), &[1]);
        let plain = Function::from(ops::row_major(x.layout.shape()).map_err(text)?);
        let same = Function::from(composed.with_domain(run.clone()).map_err(text)?);
        let run = Function::from(run);
        // A layout after the swizzled one as well.
        let after = after(x.layout, &composed)?.map(Function::from);
        let after = after.iter().flat_map(|after| [(after, &plain), (&plain, after)]);
        let pairs = [(&f, &plain), (&plain, &f), (&f, &same), (&f, &run), (&same, &run), (&f, &f)];
        for (a, b) in pairs.into_iter().chain(after) {
            verdict(
                swizzled::max_common_layout(a, b),
                |r| {
                    law::max_common_layout(a, b, r)?;
                    let vector = swizzled::max_common_vector(a, b).map_err(text)?;
                    ensure(ops::size(r) == Ok(vector.clone()), || format!("{r} for {vector}"))
                },
                |error| Err(format!("{a} and {b}: {error}")),
            )?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::is_bijective", "swizzled::is_contiguous", "swizzled::is_compact"], |x| {
        let composed = composed(x)?;
        let after = after(x.layout, &composed)?;
        for layout in after.iter().chain([&composed]) {
            always(swizzled::is_bijective(layout), |r| law::is_bijective(layout, *r))?;
            let contiguous = swizzled::is_contiguous(layout);
            always(contiguous, |r| law::is_contiguous(layout, *r))?;
            always(swizzled::is_compact(layout), |r| law::is_compact(layout, *r))?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::functionally_equal"], |x| {
        let composed = composed(x)?;
        let other = composed.with_domain(ops::row_major(x.layout.shape()).map_err(text)?);
        let coalesced = swizzled::on_domain(&composed, ops::coalesce).map_err(text)?;
        let all = [composed, other.map_err(text)?, coalesced].map(Function::from);
        let plain = Function::from(x.layout.clone());
        for (a, b) in all.iter().flat_map(|a| all.iter().chain([&plain]).map(move |b| (a, b))) {
            for (a, b) in [(a, b), (b, a)] {
                let equal = swizzled::functionally_equal(a, b);
                always(equal, |r| law::functionally_equal(a, b, *r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::concat"], |x| {
        let composed = Function::from(composed(x)?);
        let size = size_of(x.layout.shape());
        for other in [1i128, 3, 8, 64, 4096].map(|d| layout(&leaf(size.min(5)), &[d])) {
            let other = Function::from(other);
            for modes in [[composed.clone(), other.clone()], [other.clone(), composed.clone()]] {
                let whole = swizzled::concat(&modes);
                verdict(
                    whole,
                    |r| law::concat(&modes, r),
                    |error| match error.kind() {
                        ErrorKind::NoSum { value, sum, .. } if value != sum => Ok(()),
                        _ => Err(error.to_string()),
                    },
                )?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::max_alignment"], |x| {
        let (layout, (swizzle, _)) = (composed(x)?, swizzle(x)?);
        always(swizzled::max_alignment(&swizzle.into()), |r| {
            // It moves whole elements.
            let n = r.known().unwrap_or(0);
            let moved = |c: i128| law::swizzle_at(&swizzle, c / n * n) + c % n;
            let whole = n > 0 && (0..512).all(|c| law::swizzle_at(&swizzle, c) == moved(c));
            ensure(whole, || format!("{swizzle} does not move elements of {r}"))
        })?;
        if size_of(x.layout.shape()) > 512 {
            return Ok(Answer::Undecided);
        }
        let aligned = swizzled::max_alignment(&layout.clone().into());
        always(aligned, |r| law::max_alignment(&layout, r))
    }),
    check(&["swizzled::complement", "swizzled::nullspace"], |x| {
        let layout = composed(x)?;
        always(swizzled::nullspace(&layout), |r| law::nullspace(&layout, r))?;
        for target in [1, 100].map(leaf) {
            let rest = swizzled::complement(&layout, &target);
            let law = |r: &Outcome| {
                laws::complement(x.layout, &target, r)?;
                law::complement(&layout, &r.layout)
            };
            let refusal = |error: &Error| match ops::complement(x.layout, &target) {
                Err(_) => laws::no_complement(x.layout, error),
                Ok(of_domain) => law::no_complement(&layout, &of_domain.layout),
            };
            verdict(rest, law, refusal)?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::domain_offset"], |x| {
        let layout = composed(x)?;
        if x.layout.shape().leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let last = size_of(x.layout.shape()) - 1;
        for c in [1, last + 3] {
            let flat = leaf(c);
            let nested = ops::idx2crd(&flat, x.layout.shape()).map_err(text)?;
            for crd in [flat, nested] {
                let moved = swizzled::domain_offset(&crd, &layout);
                always(moved, |r| law::domain_offset(&layout, c, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::local_tile", "swizzled::outer_partition"], |x| {
        let layout = composed(x)?;
        for tiler in tilers(x)? {
            let Ok(divided) = ops::zipped_divide(x.layout, &tiler) else {
                let at = coordinate(&[None], x.layout);
                let none = swizzled::local_tile(&layout, &tiler, &at).is_err();
                ensure(none, || format!("{layout} has tiles of {tiler}"))?;
                continue;
            };
            let modes = divided.layout.modes();
            let [tile, rest] = modes.as_slice() else { continue };
            let at = coordinate(&places(rest), rest);
            let plain = ops::local_tile(x.layout, &tiler, &at);
            part(&layout, plain, swizzled::local_tile(&layout, &tiler, &at))?;
            let at = coordinate(&places(tile), tile);
            let plain = ops::outer_partition(x.layout, &tiler, &at);
            part(&layout, plain, swizzled::outer_partition(&layout, &tiler, &at))?;
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::local_partition"], |x| {
        let layout = composed(x)?;
        let threads = [crate::layout(&leaf(2), &[1]), crate::flat_layout(&[(2, 2), (2, 1)])];
        for threads in threads.iter().chain([x.other]) {
            for index in [0, 3].map(Int::new) {
                let plain = ops::local_partition(x.layout, threads, &index);
                part(&layout, plain, swizzled::local_partition(&layout, threads, &index))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::infer_layout"], |x| {
        let (f, shape) = (Function::from(composed(x)?), x.layout.shape());
        let size = size_of(shape);
        if size > laws::EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let values = (0..size).map(|c| law::value_of(&f, c).map(Int::new));
        let mut values: Vec<Int> = values.collect::<Result<_, _>>()?;
        let found = swizzled::infer_layout(&values, shape);
        always(found, |r| laws::infer_function(&values, shape, r))?;
        // The law of a refusal tries all swizzles.
        if size > 4 {
            return Ok(Answer::Found);
        }
        let at = values.len() * 2 / 3;
        values[at] = values[at].add(&Int::ONE).map_err(|_| "an overflow".to_owned())?;
        verdict(
            swizzled::infer_layout(&values, shape),
            |r| laws::infer_function(&values, shape, r),
            |error| laws::no_infer_function(&values, shape, error),
        )
    }),
];

/// Halves of the modes that have some, and a run.
fn tilers(x: &Operands) -> Result<Vec<Tiler>, String> {
    let modes = x.layout.shape().modes().iter().map(size_of);
    let halves: Vec<i128> = modes.map(|size| if size % 2 == 0 { size / 2 } else { size }).collect();
    let mut tilers = vec![Tiler::Size(Int::new(2))];
    if !extents_of(x.layout.shape()).is_empty() {
        tilers.push(Tiler::from_shape(&crate::tuple(&halves)).map_err(text)?);
    }
    Ok(tilers)
}

/// A part exists where that of the domain does, and has its values.
fn part(
    layout: &ComposedLayout,
    plain: Result<Outcome<ops::Part>, Error>,
    part: Result<Outcome<swizzled::Part>, Error>,
) -> Verdict {
    let plain = match plain {
        Ok(plain) => plain,
        Err(error) => {
            ensure(part.is_err(), || format!("{layout} has a part: {error}"))?;
            return Ok(Answer::Refused);
        }
    };
    always(part, |r| {
        let same = r.objection.is_some() == plain.objection.is_some();
        ensure(same, || format!("{:?} for {:?}", r.objection, plain.objection))?;
        law::part(layout, (&plain.layout.0, &plain.layout.1), (&r.layout.0, &r.layout.1))
    })
}

/// A layout after a composed one, where it has no position below 0 to continue to.
fn after(layout: &Layout, composed: &ComposedLayout) -> Result<Option<ComposedLayout>, String> {
    let (least, _) = swizzled::offset_range(composed).map_err(text)?;
    if least < Int::ZERO {
        return Ok(None);
    }
    ComposedLayout::new(layout.clone(), Int::ZERO, composed.clone()).map(Some).map_err(text)
}
