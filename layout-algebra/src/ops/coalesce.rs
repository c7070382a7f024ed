//! `coalesce`: the fewest modes of the same function.

use alloc::vec::Vec;

use crate::explain::{says, step};
use crate::{Error, HTuple, Int, Layout, Overflow, Stride, Vector};

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
pub fn coalesce(layout: &Layout) -> Result<Layout, Error> {
    step!(("coalesce({layout})") coalesced(layout))
}

fn coalesced(layout: &Layout) -> Result<Layout, Error> {
    if let HTuple::Leaf(extent) = layout.shape() {
        return Ok(if *extent == Int::ONE { Layout::unit() } else { layout.clone() });
    }
    match fewest_leaves(&layout.leaves())?.as_slice() {
        [(extent, stride)] => Layout::leaf(extent.clone(), stride.clone()),
        leaves => {
            let leaves = leaves.iter().cloned();
            let (shape, stride): (Vec<_>, Vec<_>) =
                leaves.map(|(s, d)| (HTuple::Leaf(s), HTuple::Leaf(d))).unzip();
            Layout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))
        }
    }
}

/// What leaves step by.
pub(crate) trait Step: Clone + core::fmt::Display {
    /// No step.
    fn none() -> Self;

    /// So many steps.
    fn times(&self, count: &Int) -> Result<Self, Overflow>;

    /// Whether both are known to be the same.
    fn is_same(&self, other: &Self) -> bool;
}

impl Step for Stride {
    fn none() -> Self {
        Stride::zero()
    }

    fn times(&self, count: &Int) -> Result<Self, Overflow> {
        Stride::times(self, count)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.equals(other).is_true()
    }
}

impl Step for Vector {
    fn none() -> Self {
        Stride::zero().into()
    }

    fn times(&self, count: &Int) -> Result<Self, Overflow> {
        Vector::times(self, count)
    }

    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// The fewest leaves of the same function on `[0, size)`: one at least.
pub(crate) fn fewest_leaves<D: Step>(leaves: &[(&Int, &D)]) -> Result<Vec<(Int, D)>, Error> {
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
pub(crate) fn merged_leaves(layout: &Layout) -> Result<Vec<(Int, Stride)>, Error> {
    merge(&layout.leaves())
}

fn merge<D: Step>(leaves: &[(&Int, &D)]) -> Result<Vec<(Int, D)>, Error> {
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
pub fn coalesce_by_mode<T: core::fmt::Display>(
    layout: &Layout,
    profile: &HTuple<T>,
) -> Result<Layout, Error> {
    by_mode(OP, layout, profile, coalesce)
}

/// Applies `op` to the modes that stand against the leaves of a profile.
pub(crate) fn by_mode<T: core::fmt::Display>(
    name: &'static str,
    layout: &Layout,
    profile: &HTuple<T>,
    op: fn(&Layout) -> Result<Layout, Error>,
) -> Result<Layout, Error> {
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
        *mode = by_mode(name, mode, flag, op).map_err(|error| error.under_mode(i))?;
    }
    Layout::from_modes(&modes)
}
