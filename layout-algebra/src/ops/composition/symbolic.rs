//! Composition where extents or strides are symbols.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use super::{Composition, OP, by_leaf, leaf, mode_at, unit_stride};
use crate::ops::coshape::range_of;
use crate::ops::merged_leaves;
use crate::ops::{Outcome, size};
use crate::{
    CollectVec, Condition, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath,
    Stride, StrideTuple, Truth, decide,
};

/// `A∘B` by CuTe's rule, where the facts show that it gives `A∘B`.
///
/// A leaf `s:d` of `B` goes through the leaves of `A`: one that `d` is a multiple of is
/// passed, one that is a multiple of `d` gives digits. A negative `d` has those of `−d`,
/// negated. Then the sum over the leaves is `A∘B` if no digit carries, as for known
/// integers.
pub(super) fn composition(lhs: &Layout, rhs: &Layout) -> Result<Outcome, Error> {
    let mut symbolic = Symbolic { lhs, rhs, domains: Vec::new() };
    let (shape, stride) = by_leaf(rhs, &mut |extent, stride, path| {
        symbolic.compose_leaf(extent, stride).in_operand(1).at_path(path.clone())
    })?;
    let mut beyond = None;
    for domain in &symbolic.domains {
        symbolic.check_carries(domain)?;
        beyond = beyond.or(beyond_of(domain)?);
    }
    Ok(Outcome { layout: Layout::new(shape, stride)?, objection: beyond })
}

struct Symbolic<'a> {
    lhs: &'a Layout,
    rhs: &'a Layout,
    domains: Vec<Domain>,
}

/// A mode of the left operand that strides of the right one step along.
struct Domain {
    path: ModePath,
    layout: Layout,
    /// Its merged leaves.
    leaves: Vec<(Int, Stride)>,
    /// The refined modes `(extent, stride)` of the right operand.
    modes: Vec<(Int, Int)>,
    /// The leaves of the right operand that they come from.
    count: usize,
}

/// A refined mode: its extent, its stride in the left operand, and in the result.
type Digit = (Int, Int, Stride);

impl Symbolic<'_> {
    /// The layout of `c ↦ A(d·c)` on `[0, extent)`.
    fn compose_leaf(
        &mut self,
        extent: &Int,
        stride: &Stride,
    ) -> Result<(IntTuple, StrideTuple), Error> {
        if *stride.scale() == Int::ZERO {
            return Ok(leaf(extent, Stride::zero()));
        }
        let at = self.domain(stride.mode())?;
        if *extent == Int::ONE {
            let stride = unit_stride(&self.domains[at].layout, stride.scale())?;
            return Ok(leaf(extent, stride));
        }
        let digits = match self.known_digits(at, extent, stride.scale())? {
            Some(digits) => digits,
            None => {
                let leaves = &self.domains[at].leaves;
                let sign = Int::new(if is_negative(stride.scale()) { -1 } else { 1 });
                let d = stride.scale().mul(&sign)?;
                let found = digits(leaves, extent, &d, &self.larger_strides(stride, &sign)?)?
                    .map_err(|stuck| self.undecided(&stuck.to_string()))?;
                let mut signed = Vec::new();
                for (extent, place, stride) in found {
                    signed.push((extent, place.mul(&sign)?, stride.times(&sign)?));
                }
                signed
            }
        };
        let domain = &mut self.domains[at];
        domain.count += 1;
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        for (extent, place, stride) in digits {
            shapes.push(HTuple::Leaf(extent.clone()));
            strides.push(HTuple::Leaf(stride));
            domain.modes.push((extent, place));
        }
        Ok((HTuple::of_modes(shapes), HTuple::of_modes(strides)))
    }

    /// The strides of the right operand that are known to be larger, in the same mode and
    /// of the same sign; without it.
    fn larger_strides(&self, stride: &Stride, sign: &Int) -> Result<Vec<Int>, Error> {
        let d = stride.scale().mul(sign)?;
        let mut larger = Vec::new();
        for (_, other) in self.rhs.leaves() {
            let scale = other.scale().mul(sign)?;
            if other.mode() == stride.mode() && d.less(&scale).is_true() {
                larger.push(scale);
            }
        }
        Ok(larger)
    }

    fn domain(&mut self, path: &ModePath) -> Result<usize, Error> {
        if let Some(at) = self.domains.iter().position(|domain| domain.path == *path) {
            return Ok(at);
        }
        let layout = mode_at(self.lhs, path)?;
        let leaves = merged_leaves(&layout)?;
        let path = path.clone();
        self.domains.push(Domain { path, layout, leaves, modes: Vec::new(), count: 0 });
        Ok(self.domains.len() - 1)
    }

    /// The digits of a known leaf in a known mode, which has them wherever there are any.
    fn known_digits(&self, at: usize, extent: &Int, d: &Int) -> Result<Option<Vec<Digit>>, Error> {
        let layout = &self.domains[at].layout;
        if layout.is_symbolic() || extent.known().is_none() || d.known().is_none() {
            return Ok(None);
        }
        let leaf = Layout::leaf(extent.clone(), d.clone())?;
        let composed = Composition::new(layout, &leaf)?.compose()?.layout;
        let mut place = d.clone();
        let mut digits = Vec::new();
        for (extent, stride) in composed.leaves() {
            digits.push((extent.clone(), place.clone(), stride.clone()));
            place = place.mul(extent)?;
        }
        Ok(Some(digits))
    }

    /// No sum of the digits reaches where a leaf of `A` ends and the next begins. Of both
    /// signs, it must not get there from the other side either: then the steps are whole
    /// multiples of it, or stay below it all together.
    fn check_carries(&self, domain: &Domain) -> Result<(), Error> {
        if domain.count < 2 {
            return Ok(());
        }
        let negative = domain.modes.iter().filter(|(_, stride)| is_negative(stride)).count();
        let is_mixed = negative != 0 && negative != domain.modes.len();
        let mut period = Int::ONE;
        let last = domain.leaves.len().saturating_sub(1);
        for (extent, _) in &domain.leaves[..last] {
            period = period.mul(extent)?;
            if domain.modes.iter().all(|(_, stride)| period.divides(stride).is_true()) {
                continue;
            }
            let (mut reach, mut bound) = (Int::ONE, Int::ONE);
            for (extent, stride) in &domain.modes {
                let stride = &if negative == 0 { stride.clone() } else { stride.abs()? };
                let rest = if is_mixed { stride.clone() } else { stride.rem_floor(&period)? };
                reach = reach.add(&rest.mul(&extent.sub(&Int::ONE)?)?)?;
                // A remainder is at most what it is one of.
                let open = rest.known().is_none() && Int::ZERO.at_most(stride).is_true();
                let most = if open && stride.at_most(&period).is_true() { stride } else { &rest };
                bound = bound.add(&most.mul(&extent.sub(&Int::ONE)?)?)?;
            }
            if bound.at_most(&period).is_true() {
                continue;
            }
            let within = decide::at_most(OP, &reach, &period).in_operand(1)?;
            if !within {
                let carries = alloc::format!(
                    "its modes on the right together reach {reach}, past extent {period} on the left"
                );
                return Err(self.undecided(&carries));
            }
        }
        Ok(())
    }

    fn undecided(&self, reason: &str) -> Error {
        let Symbolic { lhs, rhs, .. } = self;
        let question = format_args!(
            "{lhs} o {rhs} is a layout\n{reason}\nwith extents that divide each other it is decided, and with numbers \
             for the symbols"
        );
        Error::undecided(OP, question).in_operand(1)
    }
}

fn is_negative(stride: &Int) -> bool {
    stride.less(&Int::ZERO).is_true()
}

/// A case that the rule does not cover: steps that neither stay on a leaf nor divide it.
struct Stuck {
    step: Int,
    count: Int,
    size: Int,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stuck { step, count, size } = self;
        match (step.known(), size.divides(step), step.divides(size)) {
            (Some(..=0), ..) => write!(f, "stride {step} on the right is not positive"),
            (_, Truth::False, Truth::False) => {
                write!(
                    f,
                    "stride {step} on the right and extent {size} on the left do not divide each other"
                )
            }
            (Some(1), ..) => {
                write!(
                    f,
                    "extent {count} on the right goes through extent {size} on the left, which does not divide it"
                )
            }
            _ => write!(
                f,
                "extent {count} on the right goes by steps of {step} through extent {size} on the left, and is \
                 no multiple of those in it"
            ),
        }
    }
}

/// The digits of `c ↦ A(d·c)` on `[0, extent)`, if the rule applies. `beside` are larger
/// strides, which the steps are to stay below.
fn digits(
    leaves: &[(Int, Stride)],
    extent: &Int,
    d: &Int,
    beside: &[Int],
) -> Result<Result<Vec<Digit>, Stuck>, Error> {
    let stuck = |size: &Int, step: &Int, count: &Int| {
        Ok(Err(Stuck { step: step.clone(), count: count.clone(), size: size.clone() }))
    };
    let Some(((_, last), before)) = leaves.split_last() else {
        return stuck(&Int::ONE, d, extent);
    };
    if let Some((size, _)) = before.first()
        && !decide::at_most(OP, &Int::ONE, d)?
    {
        return stuck(size, d, extent);
    }
    let (mut rest, mut step, mut place) = (extent.clone(), d.clone(), d.clone());
    let mut digits: Vec<Digit> = Vec::new();
    let mut end = Int::ONE;
    for (size, stride) in before {
        if rest == Int::ONE {
            break;
        }
        end = end.mul(size)?;
        let stays = beside.iter().any(|stride| stride.at_most(&end).is_true());
        let within = Condition::at_most(&rest.sub(&Int::ONE)?.mul(&step)?.add(&Int::ONE)?, size);
        match pass(size, &step, &rest, &within, stays)? {
            None => return stuck(size, &step, &rest),
            Some(Pass::Over) => step = step.div_floor(size)?,
            Some(Pass::Within) => {
                digits.push((rest, place.clone(), stride.times(&step)?));
                rest = Int::ONE;
            }
            Some(Pass::Through) => {
                let inside = size.div_floor(&step)?;
                digits.push((inside.clone(), place.clone(), stride.times(&step)?));
                place = place.mul(&inside)?;
                rest = rest.div_floor(&inside)?;
                step = Int::ONE;
            }
        }
    }
    if rest != Int::ONE || digits.is_empty() {
        digits.push((rest, place, last.times(&step)?));
    }
    Ok(Ok(digits))
}

/// The relation of the steps of a mode to a leaf of `size`.
enum Pass {
    /// Each step is a multiple of it.
    Over,
    /// Steps that do not reach the end of the leaf.
    Within,
    /// Steps that divide the leaf, their number a multiple of those that fit.
    Through,
}

/// `stays` says that steps past the end would meet those of another mode.
fn pass(
    size: &Int,
    step: &Int,
    count: &Int,
    within: &Condition,
    stays: bool,
) -> Result<Option<Pass>, Error> {
    let over = Condition::divides(size, step);
    let into = Condition::divides(step, size);
    let (is_over, is_into, is_within) = (over.decide(), into.decide(), within.decide());
    if is_within.is_true() {
        return Ok(Some(Pass::Within));
    }
    if is_over.is_true() {
        return Ok(Some(Pass::Over));
    }
    // The condition that decides between the two has the known operand as its divisor.
    let known_size = size.known().is_some();
    if is_into.is_true() {
        let inside = size.div_floor(step)?;
        let through = Condition::divides(&inside, count);
        return match (through.decide(), is_within) {
            (Truth::True, _) => Ok(Some(Pass::Through)),
            (_, Truth::Unknown) if stays => Err(Error::unproved(OP, within.clone())),
            (Truth::Unknown, _) if inside.known().is_some() && count.known().is_none() => {
                Err(Error::unproved(OP, through))
            }
            (_, Truth::Unknown) => Err(Error::unproved(OP, within.clone())),
            (Truth::Unknown, _) => Err(Error::unproved(OP, through)),
            (Truth::False, _) => Ok(None),
        };
    }
    let first = if known_size {
        [(over, is_over), (into, is_into)]
    } else {
        [(into, is_into), (over, is_over)]
    };
    for (condition, truth) in first {
        if truth == Truth::Unknown {
            return Err(Error::unproved(OP, condition));
        }
    }
    match is_within {
        Truth::Unknown => Err(Error::unproved(OP, within.clone())),
        _ => Ok(None),
    }
}

/// The objection to positions past the end of the left operand.
fn beyond_of(domain: &Domain) -> Result<Option<Error>, Error> {
    let modes = domain.modes.iter().map(|(extent, stride)| (extent, stride));
    let (least, most) = range_of(&modes.collect_vec())?;
    let size = size(&domain.layout)?;
    let starts = Condition::at_most(&Int::ZERO, &least);
    let ends = Condition::at_most(&most.add(&Int::ONE)?, &size);
    for (condition, position) in [(starts, least), (ends, most)] {
        let truth = condition.decide();
        if truth.is_true() {
            continue;
        }
        let layout = alloc::format!("{}", domain.layout);
        let error = Error::new(OP, ErrorKind::Beyond { layout, size, position }).in_operand(1);
        return Ok(Some(if truth.is_false() { error } else { error.unless(condition) }));
    }
    Ok(None)
}
