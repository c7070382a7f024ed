//! The laws of `coalesce`, `flatten` and `filter`: other leaves, same values.

use layout_algebra::{HTuple, Int, IntTuple, ops};

use crate::check::{Answer, Check, Over, always, check, exactly, require, together, verdict};
use crate::convert::{AsFunction, AsTree};
use crate::function::{Function, same};
use crate::modes::{self, defined, is};
use crate::operands::leaf;
use crate::tree::{Layout, Tree};
use crate::{Law, ensure, text};

/// `size(R) = size(L)`, `depth(R) ≤ 1`, `R(i) = L(i)` on `[0, size)`, and no two
/// neighbours of `R` are one mode: no extent is 1 and `dₖ₊₁ ≠ sₖdₖ`, unless `R`
/// is `1:0`.
pub fn coalesce(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let result = result.function()?;
    same(&layout.function()?, &result)?;
    is_coalesced(&result.domain())
}

/// A layout in the fewest leaves.
pub(crate) fn is_coalesced(layout: &Layout) -> Law {
    let leaves = layout.leaves();
    if let [leaf] = leaves.as_slice() {
        let holds = *layout == Tree::Leaf(*leaf) && (leaf.0 != 1 || leaf.1 == 0);
        return require(holds, || format!("{layout:?} is 1:0 or has a depth"));
    }
    let holds = leaves.len() > 1 && *layout == Tree::flat(leaves.iter().copied());
    ensure!(holds, "{layout:?} is not flat");
    ensure!(leaves.iter().all(|leaf| leaf.0 != 1), "{layout:?} has a mode of one");
    let joins = |pair: &[(i128, i128)]| pair[0].0.wrapping_mul(pair[0].1) == pair[1].1;
    ensure!(!leaves.windows(2).any(joins), "{layout:?} has two modes that are one");
    Ok(())
}

/// The leaves that are left when extents of 1 vanish and leaves that continue are joined.
pub(crate) fn joined(layout: &Layout) -> Vec<(i128, i128)> {
    let mut leaves: Vec<(i128, i128)> = Vec::new();
    for (s, d) in layout.leaves().into_iter().filter(|leaf| leaf.0 != 1) {
        match leaves.last_mut() {
            Some(last) if last.0.wrapping_mul(last.1) == d => last.0 *= s,
            _ => leaves.push((s, d)),
        }
    }
    leaves
}

/// The layout in the fewest leaves.
pub(crate) fn coalesced(layout: &Layout) -> Layout {
    match joined(layout).as_slice() {
        [] => Tree::Leaf((1, 0)),
        [leaf] => Tree::Leaf(*leaf),
        leaves => Tree::flat(leaves.iter().copied()),
    }
}

/// `R` has the size of `L`, and its value at every `i ≥ 0`, also past the size; no two
/// neighbours of its leaves could be one, and none but the last is of one.
pub fn coalesce_z(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (l, r) = (layout.function()?, result.function()?);
    same(&l, &r)?;
    let size = l.size();
    for i in l.points() {
        for i in [i, i + size, i + 5 * size + 1] {
            ensure!(l.at(i) == r.at(i), "{l} at {i} is {}, {r} is {}", l.at(i), r.at(i));
        }
    }
    let joins =
        |pair: &[(i128, i128)]| pair[0].0 == 1 || pair[0].0.wrapping_mul(pair[0].1) == pair[1].1;
    ensure!(!r.domain().leaves().windows(2).any(joins), "{r} of {l} has a leaf too many");
    Ok(())
}

/// Each mode of `R` that stands against a leaf of the profile is the coalesced
/// mode of `L`; a mode past the profile is that of `L`.
pub fn coalesce_by_mode<T>(
    layout: &impl AsFunction,
    profile: &Tree<T>,
    result: &impl AsFunction,
) -> Law {
    by_mode(&layout.function()?, profile, &result.function()?, |before, after| {
        coalesce(before, after)
    })
}

/// Each mode of `R` that stands against a leaf of the profile is the filtered
/// mode of `L`; a mode past the profile is that of `L`.
pub fn filter_by_mode<T>(
    layout: &impl AsFunction,
    profile: &Tree<T>,
    result: &impl AsFunction,
) -> Law {
    by_mode(&layout.function()?, profile, &result.function()?, |before, after| {
        filter(before, after)
    })
}

/// Holds modes against a law along a profile, under the same steps.
fn by_mode<T>(
    layout: &Function,
    profile: &Tree<T>,
    result: &Function,
    law: fn(&Function, &Function) -> Law,
) -> Law {
    ensure!(layout.steps == result.steps, "{result} has not the steps of {layout}");
    let Tree::Tuple(flags) = profile else { return law(layout, result) };
    let (before, after) = (layout.domain().modes(), result.domain().modes());
    ensure!(before.len() == after.len(), "{result} has another rank than {layout}");
    for (i, (before, after)) in before.into_iter().zip(after).enumerate() {
        match flags.get(i) {
            Some(flag) => by_mode(&before.into(), flag, &after.into(), law)?,
            None => ensure!(before == after, "mode {i} of {layout} became another"),
        }
    }
    Ok(())
}

/// `R` is the coalesced layout of the leaves of `L` whose stride is not 0.
pub fn filter(layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    let layout = layout.function()?;
    let moving = layout.domain().leaves().into_iter().filter(|leaf| leaf.1 != 0);
    coalesce(&layout.on(Tree::flat(moving)), result)
}

/// The layout with extent 1 where the stride is 0.
pub fn filter_zeros(layout: &Layout) -> Layout {
    layout.map(&mut |&(s, d)| (if d == 0 { 1 } else { s }, d))
}

/// `R` is the tuple with 1 wherever the congruent `strides` are 0.
pub fn filter_zeros_in(strides: &IntTuple, tuple: &IntTuple, result: &IntTuple) -> Law {
    let mut strides = strides.leaves().into_iter();
    let ones = tuple.tree().map(&mut |extent| match strides.next() {
        Some(stride) if *stride == Int::ZERO => Int::ONE,
        _ => extent.clone(),
    });
    is(result, &ones)
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Shape, &["filter_zeros_in"], |x| {
        let shape = x.layout.shape();
        let strides = shape.map(&mut |extent| Int::new(extent.known().unwrap_or(0) % 3));
        let other = HTuple::Tuple(vec![shape.clone()]);
        exactly(false, ops::filter_zeros_in(&other, shape), |_| Ok(()))?;
        always(ops::filter_zeros_in(&strides, shape), |r| filter_zeros_in(&strides, shape, r))
    }),
    check(Over::Layout, &["coalesce", "coalesce_z"], |x| {
        together([
            always(ops::coalesce(x.layout), |r| coalesce(x.layout, r)),
            always(ops::coalesce_z(x.layout), |r| coalesce_z(x.layout, r)),
        ])
    }),
    check(Over::Layout, &["flatten", "unflatten"], |x| {
        let flat = ops::flatten(x.layout);
        is(&flat, &modes::flatten(&x.layout.tree()))?;
        defined(ops::unflatten(&flat, x.layout.shape()), Some(x.layout.tree()))
    }),
    check(Over::Layout, &["filter"], |x| always(ops::filter(x.layout), |r| filter(x.layout, r))),
    check(Over::Layout, &["filter_zeros", "filter_zeros_by"], |x| {
        let expected = filter_zeros(&x.layout.function()?.domain());
        let profile = x.layout.stride().map(&mut |stride| stride.scale().clone());
        for zeros in [ops::filter_zeros(x.layout), ops::filter_zeros_by(x.layout, &profile)] {
            let zeros = zeros.map_err(text)?;
            let holds = zeros.function()?.domain() == expected;
            require(holds && zeros.stride() == x.layout.stride(), || format!("{zeros}"))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Layout, &["coalesce_by_mode", "filter_by_mode"], |x| {
        let modes = HTuple::Tuple(x.layout.shape().modes().iter().map(|_| leaf(1)).collect());
        for profile in [leaf(1), HTuple::Tuple(Vec::new()), modes, x.layout.shape().clone()] {
            let fits = ops::weakly_congruent(&profile, x.layout.shape())
                || (profile.is_tuple() && profile.rank() <= x.layout.rank());
            let coalesced = ops::coalesce_by_mode(x.layout, &profile);
            let filtered = ops::filter_by_mode(x.layout, &profile);
            let refused = |_: &_| {
                require(!fits || !x.layout.shape().is_tuple(), || {
                    format!("{} has the modes of {profile}", x.layout)
                })
            };
            let profile = profile.tree();
            verdict(coalesced, |r| coalesce_by_mode(x.layout, &profile, r), refused)?;
            verdict(filtered, |r| filter_by_mode(x.layout, &profile, r), refused)?;
        }
        Ok(Answer::Found)
    }),
];
