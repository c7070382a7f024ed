//! Injectivity where extents and strides are symbols.

use alloc::vec::Vec;

use super::injective::{self, Limit};
use crate::{Condition, Int, Overflow, Truth};

/// What is known of the injectivity of `(extent, stride)` leaves.
pub(crate) enum Injectivity {
    /// It follows from the facts.
    Shown,
    /// The difference of two coordinates with the same offset, as long as every
    /// extent that takes part is above 1.
    Collision(Vec<i128>),
    /// It holds under this condition.
    If(Condition),
}

/// Decides for leaves of which some are symbols, and coordinates within limits.
///
/// A chain shows it: by ascending strides, each is above the reach of those before,
/// `dₖ > Σ dᵢ(sᵢ−1)`. The known leaves may come first as one, decided exactly.
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
    let link = match chain(Int::ZERO, modes.clone())? {
        Chain::Whole => return Ok(Injectivity::Shown),
        Chain::Missing(link) => link,
    };
    let together = match injective::collision_within(&numbers, limits) {
        Ok(Some(witness)) => return Ok(Injectivity::Collision(witness)),
        Ok(None) => injective::span(&numbers),
        Err(_) => None,
    };
    let mut other = None;
    if let Some(span) = together {
        modes.retain(|(extent, stride)| extent.known().is_none() || stride.known().is_none());
        match chain(Int::new(span), modes)? {
            Chain::Whole => return Ok(Injectivity::Shown),
            Chain::Missing(link) => other = link,
        }
    }
    let whole = || Condition::Injective { leaves: leaves.to_vec() };
    Ok(Injectivity::If(link.or(other).unwrap_or_else(whole)))
}

/// Whether the leaves are injective.
pub(crate) fn is_injective(leaves: &[(Int, Int)]) -> Result<Truth, Overflow> {
    Ok(match injectivity(leaves, &[])? {
        Injectivity::Shown => Truth::True,
        Injectivity::Collision(witness) => {
            let met = witness.iter().zip(leaves).filter(|(x, _)| **x != 0);
            let above = |extent: &Int| Int::ONE.less(extent).is_true();
            match met.into_iter().all(|(_, (extent, _))| above(extent)) {
                true => Truth::False,
                false => Truth::Unknown,
            }
        }
        Injectivity::If(_) => Truth::Unknown,
    })
}

enum Chain {
    Whole,
    /// The first link that is not shown, unless no condition helps.
    Missing(Option<Condition>),
}

fn chain(start: Int, mut modes: Vec<(Int, Int)>) -> Result<Chain, Overflow> {
    let mut reach = start;
    while !modes.is_empty() {
        let least = |i: usize| modes.iter().all(|(_, stride)| modes[i].1.at_most(stride).is_true());
        let Some(next) = (0..modes.len()).find(|&i| least(i)) else {
            return Ok(Chain::Missing(None));
        };
        let (extent, stride) = modes.remove(next);
        let link = Condition::at_most(&reach.add(&Int::ONE)?, &stride);
        match link.decide() {
            Truth::True => {}
            Truth::False => return Ok(Chain::Missing(None)),
            Truth::Unknown => return Ok(Chain::Missing(Some(link))),
        }
        reach = extent.sub(&Int::ONE)?.mul(&stride)?.add(&reach)?;
    }
    Ok(Chain::Whole)
}
