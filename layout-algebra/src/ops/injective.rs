//! Injectivity: whether different coordinates have different offsets.

use alloc::vec::Vec;

use crate::exact::{Injectivity, injective, injectivity, known};
use crate::explain::{says, step};
use crate::{
    CollectVec, Condition, Error, ErrorKind, Int, IntTuple, Layout, ModePath, Need, Part, SortFew,
    Terms, decide,
};

/// Two coordinates of a layout with the same offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The first of two coordinates with one offset.
    pub first: IntTuple,
    /// Another coordinate with that offset.
    pub second: IntTuple,
    /// Their offset; a tuple for strides over a basis.
    pub offset: IntTuple,
}

impl Collision {
    /// The refusal of a layout in which these coordinates collide, at the last mode that
    /// takes part: it meets the others.
    pub(crate) fn refusal(&self, layout: &impl core::fmt::Display) -> Error {
        let mut pairs = self.first.leaf_paths().into_iter().zip(self.second.leaves());
        let meets = pairs.rfind(|((_, a), b)| a != b);
        let path = meets.map_or_else(ModePath::root, |((path, _), _)| path);
        self.refusal_of_whole(layout).in_part(Part::Stride).at_path(path)
    }

    /// The refusal of what is not one layout.
    pub(crate) fn refusal_of_whole(&self, layout: &impl core::fmt::Display) -> Error {
        let kind = ErrorKind::NotInjective {
            layout: alloc::format!("{layout}"),
            first: alloc::format!("{}", self.first),
            second: alloc::format!("{}", self.second),
            offset: alloc::format!("{}", self.offset),
        };
        Error::new("make_layout", kind)
    }
}

/// Two coordinates with the same offset, or none if the layout is injective.
///
/// Decided exactly and without visiting the domain: a collision is an integer
/// vector `x ≠ 0` with `|xᵢ| < sᵢ` and `Σ dᵢxᵢ = 0`. An extent that is a symbol counts
/// as above 1: a broadcast over it is a collision.
///
/// # Errors
///
/// [`ErrorKind::Undecided`] if the search leaves its budget, which takes many
/// modes with large strides that have no structure; [`ErrorKind::MayCollide`] where
/// it depends on symbols.
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let window: Layout = "(3,6):(1,1)".parse().unwrap();
/// let collision = ops::find_collision(&window).unwrap().unwrap();
/// assert_eq!(collision.first.to_string(), "(1,0)");
/// ```
pub fn find_collision<D: Terms>(layout: &Layout<D>) -> Result<Option<Collision>, Error> {
    D::collision(layout)
}

/// [`find_collision`] of strides of one term.
pub(crate) fn collision_of_strides(layout: &Layout) -> Result<Option<Collision>, Error> {
    step!(("is_injective({layout})") collision_of(layout))
}

fn collision_of(layout: &Layout) -> Result<Option<Collision>, Error> {
    find_by(layout, &|leaves| match layout.is_symbolic() {
        false => known_collision(layout, leaves),
        true => symbolic_collision(layout, leaves),
    })
}

/// Returns true if different coordinates have different offsets.
///
/// # Errors
///
/// The errors of [`find_collision`]; [`ErrorKind::Unproved`] where a symbol may be 1 without which
/// there are no two coordinates that collide.
///
/// ```
/// use layout_algebra::{Facts, Int, Layout, ops};
/// assert!(!ops::is_injective(&Layout::leaf(2, 0).unwrap()).unwrap());
/// let mut facts = Facts::new();
/// facts.extent("n");
/// let broadcast = Layout::leaf(facts.int("n").unwrap(), Int::ZERO).unwrap();
/// let error = ops::is_injective(&broadcast).unwrap_err();
/// assert_eq!(error.condition().unwrap().assumption(), "2 <= n");
/// ```
pub fn is_injective<D: Terms>(layout: &Layout<D>) -> Result<bool, Error> {
    Ok(!has_collision("is_injective", layout)?)
}

/// Returns true if there is a collision: the extents that take part are above 1, which is asked of
/// symbols.
pub(crate) fn has_collision<D: Terms>(op: &'static str, layout: &Layout<D>) -> Result<bool, Error> {
    let mut layout = layout.clone();
    'found: while let Some(collision) = find_collision(&layout).map_err(Error::as_case)? {
        let differ = collision.first.leaves().into_iter().zip(collision.second.leaves());
        let extents = layout.shape().leaves().into_iter().enumerate();
        for ((place, extent), (a, b)) in extents.zip(differ) {
            if a != b && !decide::less(op, &Int::ONE, extent)? {
                layout = without_steps(&layout, place)?;
                continue 'found;
            }
        }
        return Ok(true);
    }
    Ok(false)
}

/// The layout with a leaf that has one coordinate, as is known of it.
fn without_steps<D: Terms>(layout: &Layout<D>, place: usize) -> Result<Layout<D>, Error> {
    let mut extents = layout.shape().leaves().into_iter().cloned().collect_vec();
    extents[place] = Int::ONE;
    Layout::of(layout.shape().with_leaves(extents), layout.stride().clone())
}

/// A collision among leaves `(extent, stride)`, as a difference of two coordinates.
type Decision<'a> = dyn Fn(&[(Int, Int)]) -> Result<Option<Vec<i128>>, Error> + 'a;

/// The collision that a decision finds among the leaves `(extent, stride)` along one basis
/// element, those along others with an extent of 1: a difference of two coordinates.
pub(crate) fn find_by(layout: &Layout, decide: &Decision<'_>) -> Result<Option<Collision>, Error> {
    if layout.is_empty() {
        return Ok(None);
    }
    let leaves = layout.leaves();
    let mut kinds = leaves.iter().map(|(_, stride)| stride.mode()).collect_vec();
    kinds.sort_few();
    kinds.dedup();
    // Offsets along different basis elements never meet: decide each alone.
    for kind in kinds {
        let mut along = Vec::new();
        for (extent, stride) in &leaves {
            let extent = if stride.mode() == kind { *extent } else { &Int::ONE };
            along.push((extent.clone(), stride.scale().clone()));
        }
        if let Some(difference) = decide(&along)? {
            let (mut ups, mut downs) = (Vec::new(), Vec::new());
            for x in difference {
                ups.push(Int::new(x.max(0)));
                downs.push(Int::new((-x).max(0)));
            }
            let (first, second) =
                (layout.shape().with_leaves(ups), layout.shape().with_leaves(downs));
            let offset = super::evaluate(&first, layout)?;
            return Ok(Some(Collision { first, second, offset }));
        }
    }
    Ok(None)
}

/// The difference of two coordinates with the same offset.
fn known_collision(layout: &Layout, leaves: &[(Int, Int)]) -> Result<Option<Vec<i128>>, Error> {
    let mut modes = Vec::new();
    for (extent, stride) in leaves {
        modes.push((known(extent)?, known(stride)?));
    }
    let found = injective::collision(&modes).or(Err(undecided(layout)))?;
    says!("{}", injective::reason(&modes, found.as_deref()));
    Ok(found)
}

pub(crate) fn undecided(layout: &Layout) -> Error {
    Error::undecided("make_layout", format_args!("{layout} is injective"))
}

/// A collision over symbols, of which the extents that take part are above 1.
fn symbolic_collision(layout: &Layout, leaves: &[(Int, Int)]) -> Result<Option<Vec<i128>>, Error> {
    match injectivity(leaves, &[])? {
        Injectivity::Shown => {
            says!("each step goes past what all smaller ones add up to, by what is known");
            Ok(None)
        }
        Injectivity::Collision(difference) => Ok(Some(difference)),
        Injectivity::If(condition, need) => assumed(layout, (condition, need), &[leaves]),
    }
}

/// Answers that a layout has no collision, under a condition: the condition is known, or one of some
/// lists of leaves is known to be injective as a whole. Otherwise the error names the condition.
pub(crate) fn assumed(
    layout: &Layout,
    (condition, need): (Condition, Need),
    leaves: &[&[(Int, Int)]],
) -> Result<Option<Vec<i128>>, Error> {
    if condition.decide().is_true() {
        return Ok(None);
    }
    for leaves in leaves {
        if (Condition::Injective { leaves: leaves.to_vec() }).decide().is_true() {
            return Ok(None);
        }
    }
    let layout = alloc::format!("{layout}");
    let error = Error::new("make_layout", ErrorKind::MayCollide { layout }).in_part(Part::Stride);
    Err(match need {
        Need::Must => error.unless(condition),
        Need::Case => error.unless_case(condition),
    })
}

/// Refuses a layout that is not injective.
///
/// # Errors
///
/// [`ErrorKind::NotInjective`] with two coordinates that collide, and those of
/// [`find_collision`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// assert!(ops::check_injective(&rows).is_ok());
/// assert!(ops::check_injective(&"4:0".parse().unwrap()).is_err());
/// ```
pub fn check_injective<D: Terms>(layout: &Layout<D>) -> Result<(), Error> {
    find_collision(layout)?.map_or(Ok(()), |collision| Err(collision.refusal(layout)))
}
