//! `complement`: the offsets that a layout leaves free.

use alloc::vec::Vec;

use super::ceil_div::quotients;
use super::right_inverse::flat_layout;
use super::{Outcome, coalesce, coshape, cosize, filter, filter_zeros, product};
use crate::axes::{along, axes, on_axis};
use crate::explain::{says, step};
use crate::{
    Condition, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, SortFew,
    Truth, decide,
};

const OP: &str = "complement";

/// The layout `R` of the offsets between and after those of `L`, below
/// `cotarget`: with `(L,R)` as one layout,
///
/// - the strides of `R` are positive and ascend,
/// - `L(c) + R(r)` are all different for `L` without its modes of stride 0,
/// - `cosize((L',R)) ≤ e·product(ceil_div(cotarget, e))`, where `L'` is `L` without
///   its modes of stride 0 and `e` its largest extent times stride, or 1.
///
/// Below a `cotarget` of 0, `R` has no coordinates. A tuple `cotarget` is rounded up by mode. Where `(L,R)` misses an offset below
/// `product(cotarget)`, the outcome objects with [`ErrorKind::Hole`]; where that takes more
/// copies of `L` than `product(cotarget)` offsets do, with [`ErrorKind::Padded`].
///
/// Over a basis, `cotarget` has an extent or a tuple for each element that `L` steps along, and `R` a
/// mode in its place, the complement along it: `(L,R)` takes each coordinate of `cotarget`.
///
/// # Errors
///
/// [`ErrorKind::Empty`] for a layout without coordinates, [`ErrorKind::Overlap`] where the modes of `L` interleave, [`ErrorKind::NegativeStride`],
/// [`ErrorKind::Mismatch`] where `L` steps along what `cotarget` does not have,
/// [`ErrorKind::Unproved`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let layout = Layout::leaf(4, 2).unwrap();
/// let rest = ops::complement(&layout, &24.into()).unwrap();
/// assert_eq!(rest.layout.to_string(), "(2,3):(1,8)");
/// let rest = ops::complement(&"4:2@1".parse().unwrap(), &(6, 24).into()).unwrap();
/// assert_eq!(rest.layout.to_string(), "(6,(2,3)):(1@0,(1@1,8@1))");
/// ```
pub fn complement(layout: &Layout, cotarget: &IntTuple) -> Result<Outcome, Error> {
    crate::layout::check_not_negative(cotarget).in_op(OP).in_operand(1)?;
    layout.check_inhabited(OP, 0)?;
    let axes = axes(layout);
    for axis in &axes {
        if !is_place(cotarget, axis.indices()) {
            let left = alloc::format!("cotarget {cotarget}");
            let right = alloc::format!("the coordinates below {} of {layout}", coshape(layout)?);
            return Err(Error::new(OP, ErrorKind::Mismatch { left, right }).in_operand(1));
        }
    }
    match axes.as_slice() {
        [] => of_integers(layout, cotarget),
        _ => by_place(layout, &axes, cotarget, &ModePath::root()),
    }
}

/// Returns true if a tuple has a mode at a path, in tuples all the way.
fn is_place(tuple: &IntTuple, path: &[usize]) -> bool {
    match path.split_first() {
        None => true,
        Some((&first, rest)) => match tuple {
            HTuple::Tuple(modes) => modes.get(first).is_some_and(|mode| is_place(mode, rest)),
            HTuple::Leaf(_) => false,
        },
    }
}

/// The complements along the axes, each in its place of the cotarget.
fn by_place(
    layout: &Layout,
    axes: &[ModePath],
    cotarget: &IntTuple,
    place: &ModePath,
) -> Result<Outcome, Error> {
    if let (false, HTuple::Tuple(modes)) = (axes.contains(place), cotarget) {
        let (mut layouts, mut objection) = (Vec::new(), None);
        for (i, mode) in modes.iter().enumerate() {
            let outcome = by_place(layout, axes, mode, &place.child(i))?;
            objection = objection.or(outcome.objection);
            layouts.push(outcome.layout);
        }
        return Ok(Outcome { layout: Layout::from_modes(&layouts)?, objection });
    }
    let Outcome { layout, objection } = of_integers(&along(layout, place)?, cotarget)?;
    Ok(Outcome { layout: on_axis(&layout, place)?, objection })
}

fn of_integers(layout: &Layout, cotarget: &IntTuple) -> Result<Outcome, Error> {
    let rest = rest_of(layout, cotarget)?;
    let target = product(cotarget)?;
    let both = Layout::from_modes(&[filter(layout)?, rest.clone()])?;
    let end = cosize(&both)?;
    let reaches = target.at_most(&end);
    // Over symbols, there is no hole inside if all gaps are divided.
    let (inside, gap) = match both.is_symbolic() {
        true => (None, open_gap(layout)?),
        false => (Some(first_hole(&both)?), None),
    };
    let covers = inside.as_ref().is_none_or(|hole| hole.less(&target).is_false());
    if reaches.is_true() && covers && gap.is_none() {
        let objection = past(layout, cotarget, &target, &end)?;
        return Ok(Outcome { layout: rest, objection });
    }
    let kind = ErrorKind::Hole {
        layout: alloc::format!("{layout}"),
        cotarget: target.clone(),
        offset: inside.map_or_else(|| first_hole(&both), Ok)?,
        complement: alloc::format!("{rest}"),
    };
    let objection = Error::new(OP, kind);
    let objection = match gap {
        Some((Truth::Unknown, divides)) => objection.unless_case(divides),
        Some(_) => objection,
        None if reaches == Truth::Unknown => objection.unless(Condition::at_most(&target, &end)),
        None => objection,
    };
    Ok(Outcome { layout: rest, objection: Some(objection) })
}

/// The objection to copies past the last one that as many offsets take as the cotarget
/// has, which there are where its modes are rounded up one by one.
fn past(
    layout: &Layout,
    cotarget: &IntTuple,
    target: &Int,
    end: &Int,
) -> Result<Option<Error>, Error> {
    let last = ascending_modes(layout)?.pop();
    let period = last.map_or(Ok(Int::ONE), |(stride, extent)| stride.mul(&extent))?;
    let most = target.div_ceil(&period)?.mul(&period)?;
    let is_within = Condition::at_most(end, &most);
    let truth = is_within.decide();
    if !cotarget.is_tuple() || truth.is_true() {
        return Ok(None);
    }
    let kind = ErrorKind::Padded {
        tile: alloc::format!("{layout}"),
        layout: alloc::format!("{cotarget}"),
        size: target.clone(),
        covered: end.clone(),
    };
    let objection = Error::new(OP, kind).in_operand(1);
    Ok(Some(if truth.is_false() { objection } else { objection.unless(is_within) }))
}

/// The first gap between modes of which it is not known that they divide it: if all
/// are divided, the complement reaches any cotarget.
fn open_gap(layout: &Layout) -> Result<Option<(Truth, Condition)>, Error> {
    let mut reach = Int::ONE;
    for (stride, extent) in ascending_modes(layout)? {
        let divides = Condition::divides(&reach, &stride);
        let truth = divides.decide();
        if !truth.is_true() {
            return Ok(Some((truth, divides)));
        }
        reach = stride.mul(&extent)?;
    }
    Ok(None)
}

/// [`complement`] below the end of the layout itself,
/// `complement(L, coshape(filter_zeros(L)))`.
///
/// # Errors
///
/// As [`complement`].
///
/// ```
/// use layout_algebra::ops;
/// let below = ops::complement_below(&"4:2".parse().unwrap()).unwrap();
/// assert_eq!(below.layout.to_string(), "2:1");
/// ```
pub fn complement_below(layout: &Layout) -> Result<Outcome, Error> {
    complement(layout, &coshape(&filter_zeros(layout)?)?)
}

/// The complement, even where it does not reach the cotarget.
pub(crate) fn rest_of(layout: &Layout, cotarget: &IntTuple) -> Result<Layout, Error> {
    step!(("complement({layout}, {cotarget})") free_modes(layout, cotarget).and_then(|free| coalesce(&free)))
}

/// The complement with its last mode even if that has extent 1: the one along
/// which it continues without meeting the layout.
pub(crate) fn free_modes(layout: &Layout, cotarget: &IntTuple) -> Result<Layout, Error> {
    let mut reach = Int::ONE;
    let mut free = Vec::new();
    for (stride, extent) in ascending_modes(layout)? {
        if !decide::at_most(OP, &reach, &stride)? {
            let layout = alloc::format!("{layout}");
            return Err(Error::new(OP, ErrorKind::Overlap { layout, stride, reach }));
        }
        let count = stride.div_floor(&reach)?;
        says!(
            "{extent}:{stride} begins at {stride}, and from {reach} to there {} is free",
            match count == Int::ONE {
                true => "nothing".into(),
                false => alloc::format!("{count}:{reach}"),
            }
        );
        free.push((count, reach));
        reach = stride.mul(&extent)?;
    }
    let count = match crate::layout::is_empty(cotarget) {
        true => Int::ZERO,
        false => product(&quotients(cotarget, &reach)?)?,
    };
    says!("from {reach} on, up to {cotarget}, all is free: {count}:{reach}");
    free.push((count, reach));
    flat_layout(free)
}

/// The `(stride, extent)` of the modes that move, by their strides.
fn ascending_modes(layout: &Layout) -> Result<Vec<(Int, Int)>, Error> {
    let mut modes: Vec<(Int, Int)> = Vec::new();
    for (extent, stride) in filter(layout)?.leaves() {
        let stride = crate::exact::integer_stride(stride, OP)?;
        if *stride == Int::ZERO {
            continue;
        }
        if !decide::at_most(OP, &Int::ONE, stride)? {
            return Err(Error::new(OP, ErrorKind::NegativeStride { stride: stride.clone() }));
        }
        modes.push((stride.clone(), extent.clone()));
    }
    sorted(modes)
}

fn sorted(mut modes: Vec<(Int, Int)>) -> Result<Vec<(Int, Int)>, Error> {
    if modes.iter().all(|(stride, extent)| stride.known().is_some() && extent.known().is_some()) {
        modes.sort_few();
        return Ok(modes);
    }
    decide::sort_ascending(
        OP,
        modes,
        |(stride, _)| stride,
        |(stride, extent)| Ok(stride.mul(extent)?),
    )
}

/// The first offset that a layout of ascending disjoint modes does not reach, or may
/// not reach.
pub(crate) fn first_hole(layout: &Layout) -> Result<Int, Error> {
    let mut modes: Vec<(Int, Int)> = Vec::new();
    for (extent, stride) in layout.leaves() {
        let stride = crate::exact::integer_stride(stride, OP)?;
        if *extent != Int::ONE && *stride != Int::ZERO {
            modes.push((stride.clone(), extent.clone()));
        }
    }
    let mut reach = Int::ONE;
    for (stride, extent) in sorted(modes)? {
        if !stride.at_most(&reach).is_true() {
            break;
        }
        reach = stride.mul(&extent)?;
    }
    Ok(reach)
}
