//! `covers`: whether the values of threads are each element of a tile once.

use alloc::vec::Vec;
use core::fmt;

use super::agree::{Points, few_points};
use super::{find_collision, is_bijective};
use crate::exact::{integer_stride, known};
use crate::explain::says;
use crate::ops::{self, Collision};
use crate::{
    ComposedLayout, Error, ErrorKind, Function, HTuple, Int, IntTuple, Layout, SortFew, decide,
};

const OP: &str = "covers";

/// The reason why a layout does not have each element of a tile once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncovered {
    /// Two coordinates have one offset.
    Twice(Collision),
    /// A coordinate has an offset that is none of the tile.
    Outside {
        /// The coordinate.
        coordinate: IntTuple,
        /// Its offset.
        offset: Int,
    },
    /// No coordinate has this element, the first such.
    Missing {
        /// Its number.
        element: Int,
    },
}

/// `(1,0) and (0,2) both have 2`.
impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Uncovered::Twice(Collision { first, second, offset }) => {
                write!(f, "{first} and {second} both have {offset}")
            }
            Uncovered::Outside { coordinate, offset } => {
                write!(f, "{coordinate} has {offset}, which is out of range")
            }
            Uncovered::Missing { element } => write!(f, "no coordinate has {element}"),
        }
    }
}

/// Returns true if a layout takes each value of `[0, product(tile))` exactly once: a layout
/// `(thread, values)` then moves each element of a tile of this shape once, and leaves none out.
///
/// # Errors
///
/// The errors of [`ops::is_bijective`] and [`is_bijective`]; [`ErrorKind::BasisStride`].
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
///
/// let covers = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::covers(&layout, &(4, 8).into()).unwrap()
/// };
/// assert!(covers("(8,(2,2)):(4,(1,2))") && covers("Sw<1,0,3> o 0 o (8,4):(4,1)"));
/// assert!(!covers("(8,4):(2,1)") && !covers("(8,2):(4,1)"));
/// ```
pub fn covers(layout: &Function, tile: &IntTuple) -> Result<bool, Error> {
    let covers = decide(layout, tile)?;
    if !covers {
        says!("{}", why(layout, tile));
    }
    Ok(covers)
}

fn decide(layout: &Function, tile: &IntTuple) -> Result<bool, Error> {
    let elements = ops::product(tile)?;
    let is_as_large = |domain: &Layout| decide::equal(OP, &ops::size(domain)?, &elements);
    match layout {
        Function::Layout(layout) => {
            for (_, stride) in layout.leaves() {
                integer_stride(stride, OP)?;
            }
            Ok(is_as_large(layout)? && ops::is_bijective(layout)?)
        }
        Function::Composed(layout) => Ok(is_as_large(layout.domain()?)? && is_bijective(layout)?),
        Function::Swizzle(swizzle) => {
            let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
            Err(Error::new(OP, kind))
        }
    }
}

#[cfg(feature = "explain")]
fn why(layout: &Function, tile: &IntTuple) -> alloc::string::String {
    match crate::explain::untraced(|| find_uncovered(layout, tile)) {
        Ok(uncovered) => uncovered.map_or_else(Default::default, |it| alloc::format!("{it}")),
        Err(error) => alloc::format!("{error}"),
    }
}

/// Finds an element of a tile that two coordinates have, an offset outside of the tile, or an
/// element that no coordinate has; none if the layout [`covers`] the tile. Two coordinates with one
/// offset come first, then offsets that are no elements.
///
/// # Errors
///
/// The errors of [`covers`]; [`ErrorKind::NotKnown`] for symbols, [`ErrorKind::Undecided`] for
/// swizzled layouts of more than 65536 coordinates of which no two share an offset.
///
/// ```
/// use layout_algebra::{Function, ops::swizzled};
///
/// let found = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::find_uncovered(&layout, &(4, 8).into()).unwrap().map(|found| found.to_string())
/// };
/// assert_eq!(found("(8,4):(4,1)"), None);
/// assert_eq!(found("(8,4):(2,1)").unwrap(), "(1,0) and (0,2) both have 2");
/// assert_eq!(found("(8,4):(5,1)").unwrap(), "(7,3) has 38, which is out of range");
/// assert_eq!(found("(8,2):(4,1)").unwrap(), "no coordinate has 2");
/// ```
pub fn find_uncovered(layout: &Function, tile: &IntTuple) -> Result<Option<Uncovered>, Error> {
    if decide(layout, tile)? {
        return Ok(None);
    }
    let elements = known(&ops::product(tile)?)?;
    match layout {
        Function::Layout(layout) => in_layout(layout, elements).map(Some),
        Function::Composed(layout) => in_composed(layout, elements).map(Some),
        // It has no domain, which was refused.
        Function::Swizzle(_) => Ok(None),
    }
}

/// Finds the reason by the leaves alone, whatever the size is.
fn in_layout(layout: &Layout, elements: i128) -> Result<Uncovered, Error> {
    if layout.is_empty() {
        return Ok(Uncovered::Missing { element: Int::ZERO });
    }
    if let Some(collision) = ops::find_collision(layout)? {
        return Ok(Uncovered::Twice(collision));
    }
    for is_largest in [false, true] {
        let mut strides = layout.stride().leaves().into_iter();
        let coordinate = layout.shape().map(&mut |extent| {
            let is_negative = strides.next().is_some_and(|stride| *stride.scale() < Int::ZERO);
            let last = extent.known().unwrap_or(1) - 1;
            Int::new(if is_negative == is_largest { 0 } else { last })
        });
        let HTuple::Leaf(offset) = ops::evaluate(&coordinate, layout)? else { continue };
        if !(0..elements).contains(&known(&offset)?) {
            return Ok(Uncovered::Outside { coordinate, offset });
        }
    }
    // No offset is negative, and no two are equal: so every stride of a leaf that steps is positive. All below `end` are
    // offsets of the leaves with smaller strides, and the others step past it.
    let mut steps = Vec::new();
    for (extent, stride) in layout.leaves() {
        let (extent, stride) = (known(extent)?, known(integer_stride(stride, OP)?)?);
        if extent > 1 {
            steps.push((stride, extent));
        }
    }
    steps.sort_few();
    let mut end = 1;
    for (stride, extent) in steps {
        if stride > end {
            break;
        }
        end += stride * (extent - 1);
    }
    Ok(Uncovered::Missing { element: Int::new(end) })
}

fn in_composed(layout: &ComposedLayout, elements: i128) -> Result<Uncovered, Error> {
    if let Some(collision) = find_collision(layout)? {
        return Ok(Uncovered::Twice(collision));
    }
    let domain = layout.domain()?;
    let Some(size) = few_points(domain)? else {
        return Err(Error::undecided(OP, format_args!("{layout} has each of {elements} elements")));
    };
    let (points, mut values) = (Points::of(layout)?, Vec::new());
    for (c, value) in (0..size).zip(points.walk()) {
        let value = value?;
        if !(0..elements).contains(&value) {
            let coordinate = ops::idx2crd(&HTuple::Leaf(Int::new(c)), domain.shape())?;
            return Ok(Uncovered::Outside { coordinate, offset: Int::new(value) });
        }
        values.push(value);
    }
    // No two are equal: in ascending order, the first that is not at its place is past the first that is missing.
    values.sort_unstable();
    let mut element = 0;
    while values.get(element) == Some(&(element as i128)) {
        element += 1;
    }
    Ok(Uncovered::Missing { element: Int::new(element as i128) })
}
