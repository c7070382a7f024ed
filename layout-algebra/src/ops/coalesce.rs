//! `coalesce`: the fewest modes of the same function.

use alloc::vec::Vec;

use crate::explain::{says, step};
use crate::{Error, ErrorAddress, HTuple, Int, Layout, Terms};

const OP: &str = "coalesce";

/// The layout of fewest leaves that agrees with `layout` on `[0, size)`:
/// `size(R) = size(L)`, `depth(R) ≤ 1`, `R(i) = L(i)`.
///
/// Leaves of extent 1 vanish and `s₀:d, s₁:s₀d` becomes `s₀s₁:d`. Over symbols these
/// are the leaves that are known to be such.
///
/// # Errors
///
/// [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let split: Layout = "(4,8):(1,4)".parse().unwrap();
/// assert_eq!(ops::coalesce(&split).unwrap().to_string(), "32:1");
/// ```
pub fn coalesce<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    step!(("coalesce({layout})") coalesced(layout))
}

fn coalesced<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    if let HTuple::Leaf(extent) = layout.shape() {
        return match *extent == Int::ONE {
            true => Layout::of(layout.shape().clone(), HTuple::Leaf(D::none())),
            false => Ok(layout.clone()),
        };
    }
    of_leaves(fewest_leaves(&layout.leaves())?)
}

/// The layout of these leaves on one level, or of one alone.
pub(super) fn of_leaves<D: Terms>(leaves: Vec<(Int, D)>) -> Result<Layout<D>, Error> {
    let (mut shape, mut stride) = (Vec::new(), Vec::new());
    for (extent, step) in leaves {
        shape.push(HTuple::Leaf(extent));
        stride.push(HTuple::Leaf(step));
    }
    Layout::of(HTuple::of_modes(shape), HTuple::of_modes(stride))
}

/// The fewest leaves of the same function on `[0, size)`: one at least.
pub(crate) fn fewest_leaves<D: Terms>(leaves: &[(&Int, &D)]) -> Result<Vec<(Int, D)>, Error> {
    let mut leaves = merge(leaves)?;
    if leaves.last().is_some_and(|(extent, _)| *extent == Int::ONE) {
        leaves.pop();
    }
    if leaves.is_empty() {
        leaves.push((Int::ONE, D::none()));
    }
    Ok(leaves)
}

/// The merged leaves of the same function on all integers: a last leaf of
/// extent 1 stays, since its stride says how the layout continues.
pub(crate) fn merged_leaves<D: Terms>(layout: &Layout<D>) -> Result<Vec<(Int, D)>, Error> {
    merge(&layout.leaves())
}

fn merge<D: Terms>(leaves: &[(&Int, &D)]) -> Result<Vec<(Int, D)>, Error> {
    let mut merged: Vec<(Int, D)> = Vec::new();
    for (i, &(extent, stride)) in leaves.iter().enumerate() {
        if *extent == Int::ONE && i + 1 < leaves.len() {
            continue;
        }
        match merged.last_mut() {
            Some((last, step)) if step.times(last)?.is_same(stride) => {
                says!(
                    "{extent}:{stride} goes on where {last}:{step} ends, at {last} * {step} = {stride}"
                );
                *last = last.mul(extent)?;
            }
            _ => merged.push((extent.clone(), stride.clone())),
        }
    }
    Ok(merged)
}

/// Coalesces by a profile: each leaf of `profile` coalesces the mode in its
/// place, modes past the profile stay as they are. Only the nesting of the
/// profile counts, not its numbers.
///
/// # Errors
///
/// [`crate::ErrorKind::TooManyModes`] where the profile has modes that the layout has
/// not; [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{IntTuple, Layout, ops};
/// let split: Layout = "(4,8):(1,4)".parse().unwrap();
/// let kept = ops::coalesce_by_mode(&split, &IntTuple::from((1, 1))).unwrap();
/// assert_eq!(kept.to_string(), "(4,8):(1,4)");
/// ```
pub fn coalesce_by_mode<D: Terms, T: core::fmt::Display>(
    layout: &Layout<D>,
    profile: &HTuple<T>,
) -> Result<Layout<D>, Error> {
    by_mode(OP, layout, profile, coalesce)
}

/// Applies `op` to the modes that stand against the leaves of a profile.
pub(crate) fn by_mode<D: Terms, T: core::fmt::Display>(
    name: &'static str,
    layout: &Layout<D>,
    profile: &HTuple<T>,
    op: fn(&Layout<D>) -> Result<Layout<D>, Error>,
) -> Result<Layout<D>, Error> {
    let HTuple::Tuple(flags) = profile else { return op(layout) };
    let mut modes = layout.modes();
    if flags.len() > modes.len() || !layout.shape().is_tuple() && !flags.is_empty() {
        return Err(Error::too_many_modes(
            name,
            (format_args!("profile {profile}"), flags.len()),
            (layout, modes.len()),
        )
        .in_operand(1));
    }
    for (i, (mode, flag)) in modes.iter_mut().zip(flags).enumerate() {
        *mode = by_mode(name, mode, flag, op).under_mode(i)?;
    }
    Layout::from_modes(&modes)
}
