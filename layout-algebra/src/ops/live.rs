//! `live`: how many positions of a circular mode may be live at once.

use alloc::vec::Vec;

use super::{Collision, find_collision, is_injective, size};
use crate::{
    CollectVec, Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Stride, StrideTuple,
    decide,
};

const OP: &str = "live";

/// The reason why positions of a circular mode cannot be live at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overwritten {
    /// A mode comes round before.
    Round {
        /// The mode.
        mode: ModePath,
        /// Its positions before it does.
        period: Int,
    },
    /// Two positions of one turn share an offset.
    Shared(Collision),
}

/// The circular modes of a layout, each with the positions before it comes round: modes `(…, n):(…, 0)`, as
/// [`super::circular`] answers them, whose last leaf does not step and of which others do.
///
/// # Errors
///
/// [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::ops;
/// let stages = "(64,(4,3)):(1,(64,0))".parse().unwrap();
/// let modes = ops::circular_modes(&stages).unwrap();
/// assert_eq!((modes[0].0.indices(), modes[0].1.to_string().as_str()), (&[1][..], "4"));
/// ```
pub fn circular_modes(layout: &Layout) -> Result<Vec<(ModePath, Int)>, Error> {
    let mut found = Vec::new();
    walk(layout, &ModePath::root(), &mut found)?;
    Ok(found)
}

fn walk(layout: &Layout, path: &ModePath, found: &mut Vec<(ModePath, Int)>) -> Result<bool, Error> {
    let modes = layout.modes();
    if !layout.shape().is_tuple() {
        return Ok(false);
    }
    let mut is_inside = false;
    for (i, mode) in modes.iter().enumerate() {
        is_inside |= walk(mode, &path.child(i), found)?;
    }
    let Some((last, ring)) = modes.split_last().filter(|(_, ring)| !is_inside && !ring.is_empty())
    else {
        return Ok(is_inside);
    };
    let stays = |of: &Layout| of.stride().leaves().into_iter().all(|d| *d == Stride::zero());
    if last.shape().is_tuple() || !stays(last) || ring.iter().all(stays) {
        return Ok(false);
    }
    found.push((path.clone(), size(&Layout::from_modes(ring)?)?));
    Ok(true)
}

/// Returns true if any `count` successive positions of each circular mode may be live at once: no
/// two of them share an offset, at whatever coordinates of the other modes.
///
/// Positions are live at once if each mode comes round after `count` positions or more, and one turn of all modes is injective. A layout
/// without circular modes has to be injective.
///
/// # Errors
///
/// [`ErrorKind::Factor`] for less than one position; the errors of [`super::is_injective`].
///
/// ```
/// use layout_algebra::{Int, ops};
/// let stages = "(64,(4,3)):(1,(64,0))".parse().unwrap();
/// assert!(ops::live(&stages, &Int::new(4)).unwrap());
/// // The fifth position is the first again.
/// assert!(!ops::live(&stages, &Int::new(5)).unwrap());
/// ```
pub fn live(layout: &Layout, count: &Int) -> Result<bool, Error> {
    for (_, period) in checked(layout, count)? {
        if !decide::at_most(OP, count, &period)? {
            return Ok(false);
        }
    }
    is_injective(&one_turn(layout)?)
}

/// Finds the reason why `count` positions cannot be [`live`]; none where they can. The period after
/// which each mode comes round is looked at first.
///
/// # Errors
///
/// The errors of [`live`]; [`ErrorKind::NotKnown`] for symbols.
///
/// ```
/// use layout_algebra::{Int, ops::{self, Overwritten}};
/// let stages = "(64,(4,3)):(1,(32,0))".parse().unwrap();
/// let found = ops::find_overwritten(&stages, &Int::new(4)).unwrap().unwrap();
/// let Overwritten::Shared(shared) = found else { panic!() };
/// assert_eq!(shared.offset.to_string(), "32");
/// ```
pub fn find_overwritten(layout: &Layout, count: &Int) -> Result<Option<Overwritten>, Error> {
    for (mode, period) in checked(layout, count)? {
        if !decide::at_most(OP, count, &period)? {
            return Ok(Some(Overwritten::Round { mode, period }));
        }
    }
    Ok(find_collision(&one_turn(layout)?)?.map(Overwritten::Shared))
}

fn checked(layout: &Layout, count: &Int) -> Result<Vec<(ModePath, Int)>, Error> {
    if !decide::at_most(OP, &Int::ONE, count)? {
        let kind = ErrorKind::Factor { factor: count.clone() };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    layout.check_inhabited(OP, 0)?;
    circular_modes(layout)
}

/// The layout with one turn of each circular mode.
fn one_turn(layout: &Layout) -> Result<Layout, Error> {
    let (mut shape, stride) = (layout.shape().clone(), layout.stride().clone());
    for (path, _) in circular_modes(layout)? {
        shape = first_turn(&shape, &stride, path.indices());
    }
    Layout::new(shape, stride)
}

fn first_turn(shape: &IntTuple, stride: &StrideTuple, path: &[usize]) -> IntTuple {
    let HTuple::Tuple(items) = shape else { return HTuple::Leaf(Int::ONE) };
    let (at, rest) = match path {
        // The last leaf counts turns.
        [] => (items.len().saturating_sub(1), &[][..]),
        [first, rest @ ..] => (*first, rest),
    };
    let items = items.iter().zip(stride.modes()).enumerate();
    let items = items.map(|(i, (item, stride))| match i == at {
        true => first_turn(item, stride, rest),
        false => item.clone(),
    });
    HTuple::Tuple(items.collect_vec())
}
