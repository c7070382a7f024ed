//! Injectivity where extents and strides are symbols.

use alloc::vec::Vec;

use super::injective::{self, Limit};
use crate::decide::{first_where, is_at_most, may_be_at_most};
use crate::exact::integer::size;
use crate::{CollectVec, Condition, Int, Need, Overflow, SortFew, Truth};

/// The answer about the injectivity of `(extent, stride)` leaves.
pub(crate) enum Injectivity {
    /// A consequence of the facts.
    Shown,
    /// The difference of two coordinates with the same offset, as long as every
    /// extent that takes part is above 1.
    Collision(Vec<i128>),
    /// A condition for it, and whether it is also necessary.
    If(Condition, Need),
}

/// Decides for leaves of which some are symbols, and coordinates within limits.
///
/// A chain shows it: by ascending strides, each is above the reach of those before,
/// `dₖ > Σ dᵢ(sᵢ−1)`. The known leaves may come first as one, decided exactly. Where a link
/// is missing without which there is a collision, the link is the condition. Other layouts
/// may be injective without it: there the condition is that the layout is.
pub(crate) fn injectivity(
    leaves: &[(Int, Int)],
    limits: &[Limit],
) -> Result<Injectivity, Overflow> {
    let (mut numbers, mut modes) = (Vec::new(), Vec::new());
    for (i, (extent, stride)) in leaves.iter().enumerate() {
        numbers.push(extent.known().zip(stride.known()).unwrap_or((1, 0)));
        if *extent == Int::ONE {
            continue;
        }
        if *stride == Int::ZERO {
            let mut witness = alloc::vec![0; leaves.len()];
            witness[i] = 1;
            return Ok(Injectivity::Collision(witness));
        }
        modes.push((extent.clone(), stride.abs()?));
    }
    let alone = Reach { most: Int::ZERO, has_gaps: false };
    let mut link = match chain(alone, modes.clone())? {
        Chain::Whole => return Ok(Injectivity::Shown),
        Chain::Missing(link) => link,
    };
    let together = match injective::collision_within(&numbers, limits) {
        Ok(Some(witness)) => return Ok(Injectivity::Collision(witness)),
        Ok(None) => injective::span(&numbers),
        Err(_) => None,
    };
    if let Some(span) = together {
        modes.retain(|(extent, stride)| extent.known().is_none() || stride.known().is_none());
        let has_gaps = size(&numbers).is_none_or(|size| size <= span);
        match chain(Reach { most: Int::new(span), has_gaps }, modes)? {
            Chain::Whole => return Ok(Injectivity::Shown),
            Chain::Missing(other) => link = link.or(other),
        }
    }
    // In bounds, what the leaves share outside of them is of no concern.
    let need = if limits.is_empty() { Need::Must } else { Need::Case };
    Ok(Injectivity::If(
        match link {
            Some(link) => link,
            None => Condition::Injective { leaves: moving(leaves).cloned().collect_vec() },
        },
        need,
    ))
}

/// The leaves of more than one coordinate, as far as that is known.
fn moving(leaves: &[(Int, Int)]) -> impl Iterator<Item = &(Int, Int)> {
    leaves.iter().filter(|(extent, _)| *extent != Int::ONE)
}

fn strides<E>(modes: &[(E, Int)]) -> Vec<&Int> {
    let mut strides = Vec::new();
    for (_, stride) in modes {
        strides.push(stride);
    }
    strides
}

/// Decides if the leaves are injective.
pub(crate) fn is_injective(leaves: &[(Int, Int)]) -> Result<Truth, Overflow> {
    Ok(match injectivity(leaves, &[])? {
        Injectivity::Shown => Truth::True,
        Injectivity::Collision(witness) => {
            let mut truth = Truth::False;
            for (x, (extent, _)) in witness.iter().zip(leaves) {
                if *x != 0 && !Int::ONE.less(extent).is_true() {
                    truth = Truth::Unknown;
                }
            }
            truth
        }
        Injectivity::If(..) => Truth::Unknown,
    })
}

/// Returns true if leaves are shown to be injective because `whole` is: each steps along one leaf
/// of `whole`, and the leaves along one stay inside of it.
pub(crate) fn is_part(leaves: &[(Int, Int)], whole: &[(Int, Int)]) -> Result<bool, Overflow> {
    let mut parts: Vec<(Vec<(Int, Int)>, Int)> = alloc::vec![(Vec::new(), Int::ONE); whole.len()];
    for (extent, stride) in moving(leaves) {
        let mut is_inside = false;
        for ((part, reach), (most, along)) in parts.iter_mut().zip(whole) {
            let Some(steps) = stride.multiple_of(along) else { continue };
            let next = extent.sub(&Int::ONE)?.mul(&steps)?.add(reach)?;
            if Int::ONE.at_most(&steps).is_true() && next.at_most(most).is_true() {
                part.push((extent.clone(), steps));
                *reach = next;
                is_inside = true;
                break;
            }
        }
        if !is_inside {
            return Ok(false);
        }
    }
    for (part, _) in &parts {
        if !is_injective(part)?.is_true() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The links of a chain of the leaves that are not known to hold: in ascending order as far as
/// it is known, with known strides first, then from the side on which these are.
pub(crate) fn links(leaves: &[(Int, Int)]) -> Result<Option<Vec<Condition>>, Overflow> {
    let mut modes = Vec::new();
    for (extent, stride) in moving(leaves) {
        modes.push((extent, stride.abs()?));
    }
    if let Some((_, stride)) = modes.last()
        && stride.known().is_some()
    {
        modes.reverse();
    }
    modes.sort_few_by_key(|(_, stride)| stride.known().unwrap_or(i128::MAX));
    let (mut reach, mut links) = (Int::ZERO, Vec::new());
    while !modes.is_empty() {
        let next = first_where(&strides(&modes), may_be_at_most).unwrap_or(0);
        let (extent, stride) = modes.remove(next);
        let link = Condition::at_most(&reach.add(&Int::ONE)?, &stride);
        match link.decide() {
            Truth::True => {}
            Truth::False => return Ok(None),
            Truth::Unknown => links.push(link),
        }
        reach = extent.sub(&Int::ONE)?.mul(&stride)?.add(&reach)?;
    }
    Ok(Some(links))
}

/// The reach of the first modes of a chain, and the gaps that they leave on the way.
struct Reach {
    most: Int,
    has_gaps: bool,
}

enum Chain {
    Whole,
    /// The first link that is not shown, if there is a collision without it.
    Missing(Option<Condition>),
}

fn chain(start: Reach, mut modes: Vec<(Int, Int)>) -> Result<Chain, Overflow> {
    let Reach { most: mut reach, mut has_gaps } = start;
    while !modes.is_empty() {
        let Some(next) = first_where(&strides(&modes), is_at_most) else {
            return Ok(Chain::Missing(None));
        };
        let (extent, stride) = modes.remove(next);
        let end = reach.add(&Int::ONE)?;
        let link = Condition::at_most(&end, &stride);
        match link.decide() {
            Truth::True => {}
            // A step to an offset that the modes before have, too.
            Truth::Unknown if !has_gaps && Int::ONE.less(&extent).is_true() => {
                return Ok(Chain::Missing(Some(link)));
            }
            _ => return Ok(Chain::Missing(None)),
        }
        has_gaps |= !stride.at_most(&end).is_true();
        reach = extent.sub(&Int::ONE)?.mul(&stride)?.add(&reach)?;
    }
    Ok(Chain::Whole)
}
