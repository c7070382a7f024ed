//! `concat`: layouts as the modes of one, some of them swizzled.

use alloc::vec::Vec;

use super::agree::{Points, bits_below, few_points};
use crate::exact::bitwise::{Bitwise, at};
use crate::{
    ComposedLayout, Error, ErrorAddress, ErrorKind, Function, HTuple, Int, Layout, Overflow, ops,
};

const OP: &str = "make_layout";

/// The function `R(c₀,c₁,…) = A₀(c₀) + A₁(c₁) + …` whose modes are layouts and composed
/// layouts, if it is the steps of one of them after the domains of all: for
/// `A o O o B` that is `A o O o (B₀,B₁,…)`. It is where `A` leaves what the other modes
/// add as it is.
///
/// # Errors
///
/// [`ErrorKind::NoSum`] with a coordinate at which it is not; [`ErrorKind::NoDomain`];
/// [`ErrorKind::Undecided`] for large layouts that do more than flip bits.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let swizzle = Swizzle::new(2, 0, 2).unwrap();
/// let tile = ComposedLayout::new(swizzle, Int::ZERO, "16:1".parse::<Layout>().unwrap()).unwrap();
/// let stages = |d| swizzled::concat(&[tile.clone().into(), Layout::leaf(3, d).unwrap().into()]);
/// assert_eq!(stages(16).unwrap().to_string(), "Sw<2,0,2> o 0 o (16,3):(1,16)");
/// assert!(stages(4).is_err());
/// ```
pub fn concat(modes: &[Function]) -> Result<Function, Error> {
    let mut domains = Vec::new();
    let mut offset = Int::ZERO;
    let is_swizzled = modes.iter().any(|mode| !matches!(mode, Function::Layout(_)));
    for (i, mode) in modes.iter().enumerate() {
        domains.push(match mode {
            Function::Layout(layout) => {
                if is_swizzled {
                    layout.check_inhabited(OP, i)?;
                }
                layout.clone()
            }
            Function::Composed(composed) => {
                if let Some((_, before)) = composed.outer().last() {
                    offset = offset.add(before)?;
                }
                composed.domain().in_op(OP).in_operand(i)?.clone()
            }
            Function::Swizzle(swizzle) => {
                let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
                return Err(Error::new(OP, kind).in_operand(i));
            }
        });
    }
    let whole = Layout::from_modes(&domains)?;
    let mut refused = None;
    for mode in modes {
        let Function::Composed(composed) = mode else { continue };
        let Some((_, before)) = composed.outer().last() else { continue };
        let whole = composed.moved(&offset.sub(before)?, whole.clone())?;
        match differs(&whole, modes)? {
            None => return Ok(whole.into()),
            found => refused = refused.or(found),
        }
    }
    match refused {
        Some(error) => Err(error),
        None => Ok(whole.into()),
    }
}

/// The error at a coordinate where a function is not the sum of its modes.
fn differs(whole: &ComposedLayout, modes: &[Function]) -> Result<Option<Error>, Error> {
    let mut parts = Vec::new();
    for mode in modes {
        parts.push(match mode {
            Function::Composed(mode) => Part::Composed(mode, Points::of(mode)?),
            Function::Layout(layout) => Part::Layout(layout, super::agree::leaves(layout)?),
            Function::Swizzle(_) => continue,
        });
    }
    let points = Points::of(whole)?;
    if let (Some(whole), Some(sum)) = (points.bitwise(), bitwise(&parts))
        && whole == sum
    {
        return Ok(None);
    }
    let domain = whole.domain()?;
    let size = crate::exact::known(&ops::size(domain)?)?;
    let few = few_points(domain)?;
    // If there are many points, those of one bit will do: functions that flip other bits differ at
    // one of them.
    let bits = bits_below(if few.is_none() { size } else { 0 });
    for c in (0..few.unwrap_or(1)).chain(bits) {
        let (value, sum) = (points.at(c)?, sum(&parts, c)?);
        if value != sum {
            let coordinate = ops::idx2crd(&HTuple::Leaf(Int::new(c)), domain.shape())?;
            return Ok(Some(Error::new(
                OP,
                ErrorKind::NoSum {
                    function: alloc::format!("{whole}"),
                    coordinate: alloc::format!("{coordinate}"),
                    value: Int::new(value),
                    sum: Int::new(sum),
                },
            )));
        }
    }
    match few {
        Some(_) => Ok(None),
        None => Err(Error::undecided(OP, format_args!("the modes add up to {whole}"))),
    }
}

enum Part<'a> {
    Composed(&'a ComposedLayout, Points),
    Layout(&'a Layout, Vec<crate::exact::step_sum::Mode>),
}

/// The sum of all modes at a 1-D coordinate.
fn sum(parts: &[Part<'_>], mut c: i128) -> Result<i128, Error> {
    let mut sum = 0i128;
    for part in parts {
        let (size, value) = match part {
            Part::Composed(mode, points) => {
                let size = crate::exact::known(&ops::size(mode.domain()?)?)?;
                (size, points.at(c % size)?)
            }
            Part::Layout(layout, leaves) => {
                let size = crate::exact::known(&ops::size(layout)?)?;
                (size, at(leaves, c % size).ok_or(Overflow::Range)?)
            }
        };
        sum = sum.checked_add(value).ok_or(Overflow::Range)?;
        c /= size;
    }
    Ok(sum)
}

/// The sum of all modes by their bits, if it only flips them.
fn bitwise(parts: &[Part<'_>]) -> Option<Bitwise> {
    let mut all = Bitwise::of_leaves(0, &[])?;
    for part in parts {
        let part = match part {
            Part::Composed(_, points) => points.bitwise()?,
            Part::Layout(_, leaves) => Bitwise::of_leaves(0, leaves)?,
        };
        all = all.followed_by(&part)?;
    }
    Some(all)
}
