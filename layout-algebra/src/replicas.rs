//! Replicas: modes over whose coordinates the same element is, as in TIRx and Axe.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{CollectVec, Error, ErrorKind, Int, Layout, ModePath, Stride, Terms};

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
    let mode = |path: &ModePath| {
        layout.get(path.indices()).ok_or_else(|| {
            let (of, rank) = (layout.to_string(), layout.rank());
            let mode = path.indices().last().copied().unwrap_or(0).to_string();
            Error::new(OP, ErrorKind::NoSuchMode { mode, of, rank })
        })
    };
    let replicas = modes.iter().map(mode).try_collect_vec()?;
    let elements = without(layout, &ModePath::root(), modes)?;
    Ok(Replicated {
        elements: elements.unwrap_or_else(|| Layout::lifted(&Layout::unit())),
        replicas: Layout::from_modes(&replicas)?,
    })
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
    let kept = parts.iter().enumerate().map(|(i, mode)| without(mode, &at.child(i), modes));
    let kept: Vec<Layout<D>> = kept.filter_map(Result::transpose).try_collect_vec()?;
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
        let is_replica = modes.iter().any(|mode| path.indices().starts_with(mode.indices()));
        strides.push(if is_replica { Int::ZERO } else { weight.clone() });
        if !is_replica {
            weight = weight.mul(extent)?;
        }
    }
    let mut strides = strides.into_iter();
    let stride = layout.shape().map(&mut |_| Stride::from(strides.next().unwrap_or(Int::ZERO)));
    Layout::of(layout.shape().clone(), stride)
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
    let leaves = layout.shape().leaf_paths().into_iter().zip(layout.stride().leaves());
    let coincident = leaves.filter(|((path, _), stride)| {
        stride.is_zero() && modes.iter().any(|mode| path.indices().starts_with(mode.indices()))
    });
    let coincident = coincident.map(|((path, _), _)| path).collect_vec();
    let kept = without(layout, &ModePath::root(), &coincident)?;
    Ok(kept.unwrap_or_else(|| Layout::lifted(&Layout::unit())))
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
    fn moving<D: Terms>(layout: &Layout<D>) -> Vec<(&Int, &D)> {
        let leaves = layout.leaves().into_iter();
        leaves.filter(|(extent, stride)| **extent != Int::ONE && !stride.is_zero()).collect_vec()
    }
    let (of_a, mut of_b) = (moving(a), moving(b));
    let is_permuted = of_a.len() == of_b.len()
        && of_a.iter().all(|leaf| {
            let same = of_b.iter().position(|other| other.0 == leaf.0 && other.1 == leaf.1);
            same.map(|at| of_b.swap_remove(at)).is_some()
        });
    if is_permuted {
        return Ok(true);
    }
    match (places(&of_a), places(&moving(b))) {
        (Some(a), Some(b)) => Ok(a == b),
        _ => {
            let question = alloc::format!("are the replicas {a} at the places of {b}");
            Err(Error::new(OP, ErrorKind::Undecided { question }))
        }
    }
}

/// The steps along each axis from an element to a replica, none of them 0.
type Place = BTreeMap<ModePath, i128>;

/// The places of all replicas; none if there are too many, or some are not known.
fn places<D: Terms>(leaves: &[(&Int, &D)]) -> Option<BTreeSet<Place>> {
    let extents = leaves.iter().map(|(extent, _)| extent.known());
    let size = extents.clone().try_fold(1i128, |size, extent| size.checked_mul(extent?))?;
    if size > MAX_LISTED {
        return None;
    }
    let mut places = BTreeSet::from([Place::new()]);
    for ((_, stride), extent) in leaves.iter().zip(extents) {
        let terms = stride.terms().iter();
        let steps = terms.map(|term| Some((term.mode().clone(), term.scale().known()?)));
        let steps = steps.collect_some()?;
        let mut all = BTreeSet::new();
        for place in &places {
            for k in 0..extent? {
                let mut moved = place.clone();
                for (axis, step) in &steps {
                    let at = moved.entry(axis.clone()).or_insert(0);
                    *at = at.checked_add(step.checked_mul(k)?)?;
                }
                moved.retain(|_, at| *at != 0);
                all.insert(moved);
            }
        }
        places = all;
    }
    Some(places)
}
