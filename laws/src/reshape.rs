//! The laws of `coalesce`, `flatten` and `filter`: other leaves, same values.

use layout_algebra::{HTuple, Int, IntTuple, Layout, ops};

use super::function::{EXHAUSTIVE, components, same_function, size_of, values};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, exactly, require, verdict};
use crate::operands::leaf;

/// `size(R) = size(L)`, `depth(R) ≤ 1`, `R(i) = L(i)` on `[0, size)`, and no two
/// neighbours of `R` are one mode: no extent is 1 and `dₖ₊₁ ≠ sₖdₖ`, unless `R`
/// is `1:0`.
pub fn coalesce(layout: &Layout, result: &Layout) -> Law {
    let (before, after) = (size_of(layout.shape())?, size_of(result.shape())?);
    ensure!(before == after, "{result} has size {after}, {layout} has {before}");
    let leaves = result.leaves();
    let flat = if leaves.len() == 1 { 0 } else { 1 };
    ensure!(result.depth() == flat, "{result} has depth {}", result.depth());
    same_function(layout, result, layout.shape())?;
    if *result == Layout::unit() {
        return Ok(());
    }
    ensure!(leaves.iter().all(|(extent, _)| **extent != Int::ONE), "{result} has a mode of one");
    for pair in leaves.windows(2) {
        let ((extent, stride), (_, next)) = (pair[0], pair[1]);
        let continues = stride.times(extent).map_err(text)? == *next;
        ensure!(!continues, "{result} has two modes that are one");
    }
    Ok(())
}

/// Each mode of `R` that stands against a leaf of the profile is the coalesced
/// mode of `L`; a mode past the profile is that of `L`.
pub fn coalesce_by_mode<T>(layout: &Layout, profile: &HTuple<T>, result: &Layout) -> Law {
    by_mode(layout, profile, result, coalesce)
}

/// Each mode of `R` that stands against a leaf of the profile is the filtered
/// mode of `L`; a mode past the profile is that of `L`.
pub fn filter_by_mode<T>(layout: &Layout, profile: &HTuple<T>, result: &Layout) -> Law {
    by_mode(layout, profile, result, filter)
}

fn by_mode<T>(
    layout: &Layout,
    profile: &HTuple<T>,
    result: &Layout,
    law: fn(&Layout, &Layout) -> Law,
) -> Law {
    let HTuple::Tuple(flags) = profile else { return law(layout, result) };
    ensure!(result.rank() == layout.rank(), "{result} has another rank than {layout}");
    for (i, (before, after)) in layout.modes().iter().zip(&result.modes()).enumerate() {
        match flags.get(i) {
            Some(flag) => by_mode(before, flag, after, law)?,
            None => ensure!(before == after, "mode {i} of {layout} became {after}"),
        }
    }
    Ok(())
}

/// The leaves of `R` are those of `L` in their order, so that `R(i) = L(i)`, and
/// `depth(R) = min(1, depth(L))`.
pub fn flatten(layout: &Layout, result: &Layout) -> Law {
    ensure!(result.depth() == layout.depth().min(1), "{result} has depth {}", result.depth());
    ensure!(result.leaves() == layout.leaves(), "{result} has other leaves than {layout}");
    same_function(layout, result, layout.shape())
}

/// `R` has the profile and the strides of `L`, extent 1 where the stride is 0
/// and the extent of `L` elsewhere; its image is that of `L`.
pub fn filter_zeros(layout: &Layout, result: &Layout) -> Law {
    ensure!(result.shape().congruent(layout.shape()), "{result} is not nested as {layout}");
    ensure!(result.stride() == layout.stride(), "{result} has other strides than {layout}");
    for ((before, stride), (after, _)) in layout.leaves().into_iter().zip(result.leaves()) {
        let expected = if *stride.scale() == Int::ZERO { &Int::ONE } else { before };
        ensure!(after == expected, "{result} has extent {after} at stride {stride}");
    }
    same_image(layout, result)
}

/// `R` is `L` with extent 1 wherever the profile is 0.
pub fn filter_zeros_by(layout: &Layout, profile: &IntTuple, result: &Layout) -> Law {
    ensure!(result.shape().congruent(layout.shape()), "{result} is not nested as {layout}");
    ensure!(result.stride() == layout.stride(), "{result} has other strides than {layout}");
    let flags = profile.leaves();
    ensure!(flags.len() == result.leaves().len(), "{profile} is not nested as {layout}");
    for (flag, (before, after)) in
        flags.into_iter().zip(layout.shape().leaves().into_iter().zip(result.shape().leaves()))
    {
        let expected = if *flag == Int::ZERO { &Int::ONE } else { before };
        ensure!(after == expected, "{layout} along {profile} is {result}");
    }
    Ok(())
}

/// `R` is the tuple with 1 wherever the congruent `strides` are 0.
pub fn filter_zeros_in(strides: &IntTuple, tuple: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(tuple), "{result} is not nested as {tuple}");
    let pairs = tuple.leaf_paths().into_iter().zip(result.leaves());
    for ((path, before), after) in pairs {
        let Some(HTuple::Leaf(stride)) = strides.get(path.indices()) else {
            return Err(format!("{strides} has no leaf at {path}"));
        };
        let expected = if *stride == Int::ZERO { &Int::ONE } else { before };
        ensure!(after == expected, "{tuple} along {strides} is {result}");
    }
    Ok(())
}

/// `R` is coalesced, has no stride 0 but for `1:0`, and the image of `L`.
pub fn filter(layout: &Layout, result: &Layout) -> Law {
    coalesce(result, result)?;
    for (extent, stride) in result.leaves() {
        let repeats = *stride.scale() == Int::ZERO && *extent != Int::ONE;
        ensure!(!repeats, "{result} has a mode of stride 0");
    }
    same_image(layout, result)
}

fn same_image(layout: &Layout, result: &Layout) -> Law {
    if size_of(layout.shape())? > EXHAUSTIVE {
        return Ok(());
    }
    let components = components(&[layout, result]);
    let (mut before, mut after) = (values(layout, &components)?, values(result, &components)?);
    for list in [&mut before, &mut after] {
        list.sort_unstable();
        list.dedup();
    }
    ensure!(before == after, "{result} has the image {after:?}, {layout} has {before:?}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Shape, &["filter_zeros_in"], |x| {
        let shape = x.layout.shape();
        let strides = shape.map(&mut |extent| Int::new(extent.known().unwrap_or(0) % 3));
        let other = HTuple::Tuple(vec![shape.clone()]);
        exactly(false, ops::filter_zeros_in(&other, shape), |_| Ok(()))?;
        always(ops::filter_zeros_in(&strides, shape), |r| filter_zeros_in(&strides, shape, r))
    }),
    check(Over::Layout, &["coalesce"], |x| {
        always(ops::coalesce(x.layout), |r| coalesce(x.layout, r))
    }),
    check(Over::Layout, &["flatten", "unflatten"], |x| {
        let flat = ops::flatten(x.layout);
        flatten(x.layout, &flat)?;
        always(ops::unflatten(&flat, x.layout.shape()), |r| {
            crate::unflatten(&flat, x.layout.shape(), r)?;
            crate::same_layout(x.layout, r)
        })
    }),
    check(Over::Layout, &["filter"], |x| always(ops::filter(x.layout), |r| filter(x.layout, r))),
    check(Over::Layout, &["filter_zeros", "filter_zeros_by"], |x| {
        let zeros = ops::filter_zeros(x.layout).map_err(|error| error.to_string())?;
        filter_zeros(x.layout, &zeros)?;
        let profile = x.layout.stride().map(&mut |stride| stride.scale().clone());
        always(ops::filter_zeros_by(x.layout, &profile), |r| {
            filter_zeros_by(x.layout, &profile, r)?;
            require(*r == zeros, || format!("{r} is not {zeros}"))
        })
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
            verdict(coalesced, |r| coalesce_by_mode(x.layout, &profile, r), refused)?;
            verdict(filtered, |r| filter_by_mode(x.layout, &profile, r), refused)?;
        }
        Ok(Answer::Found)
    }),
];
