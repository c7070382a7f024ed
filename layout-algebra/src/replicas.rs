//! Replicas: modes over whose coordinates the same element is, as in TIRx and Axe.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{Error, ErrorKind, Int, Layout, ModePath, SortFew, Stride, Terms};

const OP: &str = "replicas";

/// The most replicas of an element whose places are listed.
const MAX_LISTED: i128 = 1 << 16;

/// A layout some of whose modes are replicas: element `c` is at `E(c) + R(r)` for each `r`.
#[derive(Clone, Debug, PartialEq)]
pub struct Replicated<D: Terms = Stride> {
    /// `E`, the modes of elements.
    pub elements: Layout<D>,
    /// `R`, the modes of replicas.
    pub replicas: Layout<D>,
}

/// The layout with its modes at these paths as replicas.
///
/// # Errors
///
/// [`ErrorKind::NoSuchMode`], and those of [`Layout::from_modes`].
///
/// ```
/// use layout_algebra::{Layout, ModePath, replicas};
/// let layout: Layout = "(8,4,2):(4@0,1@0,8@1)".parse().unwrap();
/// let split = replicas::split_replicas(&layout, &[ModePath::from_iter([2])]).unwrap();
/// assert_eq!(split.elements.to_string(), "(8,4):(4@0,1@0)");
/// assert_eq!(split.replicas.to_string(), "(2):(8@1)");
/// ```
pub fn split_replicas<D: Terms>(
    layout: &Layout<D>,
    modes: &[ModePath],
) -> Result<Replicated<D>, Error> {
    let mut replicas = Vec::new();
    for path in modes {
        let Some(mode) = layout.get(path.indices()) else {
            let (of, rank) = (layout.to_string(), layout.rank());
            let mode = path.indices().last().copied().unwrap_or(0).to_string();
            return Err(Error::new(OP, ErrorKind::NoSuchMode { mode, of, rank }));
        };
        replicas.push(mode);
    }
    let elements = kept_or_unit(layout, modes)?;
    Ok(Replicated { elements, replicas: Layout::from_modes(&replicas)? })
}

/// A layout without the modes at these paths; `1:0` if nothing is left.
fn kept_or_unit<D: Terms>(layout: &Layout<D>, modes: &[ModePath]) -> Result<Layout<D>, Error> {
    match without(layout, &ModePath::root(), modes)? {
        Some(kept) => Ok(kept),
        None => Ok(Layout::lifted(&Layout::unit())),
    }
}

/// Returns true if a path leads into one of the modes.
fn is_within(path: &ModePath, modes: &[ModePath]) -> bool {
    modes.iter().any(|mode| path.indices().starts_with(mode.indices()))
}

/// The part of a layout at a path without the modes at these paths; none if nothing is left.
fn without<D: Terms>(
    layout: &Layout<D>,
    at: &ModePath,
    modes: &[ModePath],
) -> Result<Option<Layout<D>>, Error> {
    if modes.contains(at) {
        return Ok(None);
    }
    if !layout.shape().is_tuple() {
        return Ok(Some(layout.clone()));
    }
    let parts = layout.modes();
    let mut kept = Vec::new();
    for (i, mode) in parts.iter().enumerate() {
        kept.extend(without(mode, &at.child(i), modes)?);
    }
    match kept.is_empty() && !parts.is_empty() {
        true => Ok(None),
        false => Layout::from_modes(&kept).map(Some),
    }
}

/// The number of the element at each coordinate of a layout, whose modes at these paths are replicas.
///
/// # Errors
///
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ModePath, replicas};
/// let layout: Layout = "(8,2,4):(4@0,8@1,1@0)".parse().unwrap();
/// let element = replicas::element_of(&layout, &[ModePath::from_iter([1])]).unwrap();
/// assert_eq!(element.to_string(), "(8,2,4):(1,0,8)");
/// ```
pub fn element_of<D: Terms>(layout: &Layout<D>, modes: &[ModePath]) -> Result<Layout, Error> {
    let mut weight = Int::ONE;
    let mut strides = Vec::new();
    for (path, extent) in layout.shape().leaf_paths() {
        let is_replica = is_within(&path, modes);
        strides.push(Stride::from(if is_replica { Int::ZERO } else { weight.clone() }));
        if !is_replica {
            weight = weight.mul(extent)?;
        }
    }
    Layout::of(layout.shape().clone(), layout.shape().with_leaves(strides))
}

/// The layout without the replicas that are where their element is, of stride 0: what is left has each place of each element once.
///
/// # Errors
///
/// As [`split_replicas`].
pub fn without_coincident<D: Terms>(
    layout: &Layout<D>,
    modes: &[ModePath],
) -> Result<Layout<D>, Error> {
    let mut coincident = Vec::new();
    for (path, stride) in layout.stride().leaf_paths() {
        if stride.is_zero() && is_within(&path, modes) {
            coincident.push(path);
        }
    }
    kept_or_unit(layout, &coincident)
}

/// Returns true if two lists of replicas are at the same places, in whatever order: their values are the same set.
///
/// # Errors
///
/// [`ErrorKind::Undecided`] where they are written differently, and have symbols or more than 65,536 places.
///
/// ```
/// use layout_algebra::{Stride, replicas};
/// let same = |a: &str, b: &str| replicas::same_replicas::<Stride>(&a.parse().unwrap(), &b.parse().unwrap());
/// assert_eq!(same("(2,4):(4@0,1@1)", "(4,2):(1@1,4@0)"), Ok(true));
/// assert_eq!(same("(2,4):(4@0,1@0)", "8:1@0"), Ok(true));
/// assert_eq!(same("(2,4):(8@0,1@0)", "8:1@0"), Ok(false));
/// assert_eq!(same("(2,4):(4,1)", "8:1"), Ok(true));
/// assert_eq!(same("2:4@0", "2:-4@0"), Ok(false));
/// ```
pub fn same_replicas<D: Terms>(a: &Layout<D>, b: &Layout<D>) -> Result<bool, Error> {
    let (of_a, of_b) = (moving(a), moving(b));
    let mut unmatched = of_b.clone();
    for leaf in &of_a {
        if let Some(at) = unmatched.iter().position(|other| other == leaf) {
            unmatched.swap_remove(at);
        }
    }
    if of_a.len() == of_b.len() && unmatched.is_empty() {
        return Ok(true);
    }
    let mut axes = Vec::new();
    for (_, stride) in of_a.iter().chain(&of_b) {
        axes.extend(stride.terms().iter().map(Stride::mode));
    }
    axes.sort_few();
    axes.dedup();
    match (places(&of_a, &axes), places(&of_b, &axes)) {
        (Some(a), Some(b)) => Ok(a == b),
        _ => Err(Error::undecided(OP, format_args!("are the replicas {a} at the places of {b}"))),
    }
}

/// The leaves that have a second coordinate at another place than the first.
fn moving<D: Terms>(layout: &Layout<D>) -> Vec<(&Int, &D)> {
    let mut leaves = layout.leaves();
    leaves.retain(|(extent, stride)| **extent != Int::ONE && !stride.is_zero());
    leaves
}

/// The places of all replicas in ascending order, each once, as steps along each of these axes; none if there are too many, or some are not
/// known.
fn places<D: Terms>(leaves: &[(&Int, &D)], axes: &[&ModePath]) -> Option<Vec<Vec<i128>>> {
    let mut size = 1i128;
    for (extent, _) in leaves {
        size = size.checked_mul(extent.known()?)?;
    }
    if size > MAX_LISTED {
        return None;
    }
    let mut places = alloc::vec![alloc::vec![0i128; axes.len()]];
    for (extent, stride) in leaves {
        let mut all = Vec::new();
        for place in &places {
            for k in 0..extent.known()? {
                let mut moved = place.clone();
                for term in stride.terms() {
                    let axis = axes.iter().position(|axis| *axis == term.mode())?;
                    moved[axis] = moved[axis].checked_add(term.scale().known()?.checked_mul(k)?)?;
                }
                all.push(moved);
            }
        }
        places = all;
    }
    places.sort_few();
    places.dedup();
    Some(places)
}
