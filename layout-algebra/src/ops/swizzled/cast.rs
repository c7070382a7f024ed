//! `upcast`, `downcast` and `recast`: functions of larger and of smaller elements.

use super::whole_elements;
use crate::exact::known;
use crate::ops::{self, Outcome};
use crate::{ComposedLayout, Error, ErrorAddress, ErrorKind, Function, Int, Step, Swizzle, decide};

/// The swizzle of elements `n` times as large, `U(y) = ⌊Sw(n·y)/n⌋`: `M` is less by
/// the bits of `n`, and what would go below 0 goes off `B`.
///
/// ```
/// use layout_algebra::{Int, Swizzle, ops::swizzled::upcast_swizzle};
/// let upcast = |b, m, s| upcast_swizzle(&Swizzle::new(b, m, s).unwrap(), &Int::new(4));
/// assert_eq!(upcast(3, 4, 3).unwrap().to_string(), "Sw<3,2,3>");
/// assert_eq!(upcast(3, 1, 3).unwrap().to_string(), "Sw<2,0,3>");
/// ```
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`].
pub fn upcast_swizzle(swizzle: &Swizzle, n: &Int) -> Result<Swizzle, Error> {
    if swizzle.is_identity() && log2("upcast", n).is_err() {
        return Ok(*swizzle);
    }
    let base = i128::from(swizzle.base()) - log2("upcast", n)?;
    let bits = (i128::from(swizzle.bits()) + base.min(0)).max(0);
    Swizzle::new(bits, base.max(0), i128::from(swizzle.shift()))
}

/// The swizzle of elements an `n`-th as large, `D(x) = n·Sw(⌊x/n⌋) + x mod n`: `M` is
/// more by the bits of `n`.
///
/// # Errors
///
/// [`ErrorKind::NoPowerOfTwo`]; [`ErrorKind::SwizzleParameters`] past the largest
/// swizzle.
///
/// ```
/// use layout_algebra::{Int, Swizzle, ops::swizzled::downcast_swizzle};
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// assert_eq!(downcast_swizzle(&swizzle, &Int::new(4)).unwrap().to_string(), "Sw<3,2,3>");
/// ```
pub fn downcast_swizzle(swizzle: &Swizzle, n: &Int) -> Result<Swizzle, Error> {
    let base = i128::from(swizzle.base()) + log2("downcast", n)?;
    let swizzle = Swizzle::new(i128::from(swizzle.bits()), base, i128::from(swizzle.shift()));
    swizzle.in_op("downcast")
}

fn log2(op: &'static str, n: &Int) -> Result<i128, Error> {
    match known(n)? {
        n if n > 0 && n.count_ones() == 1 => Ok(i128::from(n.trailing_zeros())),
        _ => {
            let kind = ErrorKind::NoPowerOfTwo { int: n.clone() };
            Err(Error::new(op, kind).in_operand(1))
        }
    }
}

/// A function of elements `n` times as large: every step and every offset upcast. The
/// outcome objects where [`ops::upcast`] of a layout among the steps does.
///
/// The offset before which only a layout is may be inside of an element, if no step of the layout leads out of it: of `7 + 8:-1` elements of
/// 2 are 7 and 6, 5 and 4, ….
///
/// # Errors
///
/// The errors of [`upcast_swizzle`] and of [`ops::upcast`]; [`ErrorKind::NoMultiple`] for another
/// offset inside of an element; [`ErrorKind::ElementsApart`] where a step may take elements that
/// become one to several.
///
/// ```
/// use layout_algebra::{Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(64, 1).unwrap().into();
/// let swizzle = Swizzle::new(3, 4, 3).unwrap().into();
/// let layout = swizzled::composition(&swizzle, &row).unwrap().layout;
/// let upcast = |n| swizzled::upcast(&layout, &Int::new(n)).unwrap().layout.to_string();
/// assert_eq!(upcast(4), "Sw<3,2,3> o 0 o 16:1");
/// let down = "Sw<0,4,3> o 7 o 8:-1".parse().unwrap();
/// assert_eq!(swizzled::upcast(&down, &Int::new(2)).unwrap().layout.to_string(), "Sw<0,3,3> o 3 o 4:-1");
/// ```
pub fn upcast(function: &Function, n: &Int) -> Result<Outcome<Function>, Error> {
    // The low bits that values may have after the first offset, where that is inside of an element.
    let inside = match function {
        Function::Composed(composed) => whole_elements::after_start(composed, n)?,
        _ => None,
    };
    let mut is_start = true;
    let offset = |offset: &Int| {
        let stays = core::mem::take(&mut is_start) && inside.is_some();
        if stays || decide::divides("upcast", n, offset)? {
            return Ok(offset.div_floor(n)?);
        }
        let kind = ErrorKind::NoMultiple { int: offset.clone(), of: n.clone() };
        Err(Error::new("upcast", kind))
    };
    let mut objection = None;
    let wide = by_step(function, offset, |step| match step {
        Step::Swizzle(swizzle) => Ok(upcast_swizzle(swizzle, n)?.into()),
        Step::Layout(layout) => {
            let wide = ops::upcast(layout, n)?;
            objection = objection.take().or(wide.objection);
            Ok(wide.layout.into())
        }
    })?;
    if let Function::Composed(composed) = function {
        whole_elements::check_upcast(composed, n, inside)?;
    }
    Ok(Outcome { layout: wide, objection })
}

/// A function of elements an `n`-th as large: every step and every offset downcast.
///
/// # Errors
///
/// The errors of [`downcast_swizzle`] and of [`ops::downcast`]; [`ErrorKind::Overflow`];
/// [`ErrorKind::ElementsApart`] where a later layout takes the parts of an element apart.
///
/// ```
/// use layout_algebra::{Int, Layout, Swizzle, ops::swizzled};
/// let row = Layout::leaf(16, 1).unwrap().into();
/// let swizzle = Swizzle::new(3, 2, 3).unwrap().into();
/// let layout = swizzled::composition(&swizzle, &row).unwrap().layout;
/// let downcast = |n| swizzled::downcast(&layout, &Int::new(n)).unwrap().to_string();
/// assert_eq!(downcast(4), "Sw<3,4,3> o 0 o 64:1");
/// ```
pub fn downcast(function: &Function, n: &Int) -> Result<Function, Error> {
    let offset = |offset: &Int| Ok(offset.mul(n)?);
    let narrow = by_step(function, offset, |step| match step {
        Step::Swizzle(swizzle) => Ok(downcast_swizzle(swizzle, n)?.into()),
        Step::Layout(layout) => Ok(ops::downcast(layout, n)?.into()),
    })?;
    if let Function::Composed(composed) = function {
        whole_elements::check_downcast(composed, n)?;
    }
    Ok(narrow)
}

/// The function of elements of `to` bits, of the memory that another addresses in
/// elements of `from` bits: [`upcast`] and then [`downcast`], as [`ops::recast`].
///
/// # Errors
///
/// The errors of [`upcast`] and [`downcast`]; [`ErrorKind::Factor`] for a width below 1;
/// [`ErrorKind::SwizzleInElements`] where a swizzle moves parts of an element of `to` bits to
/// others, as [`super::position_independent`] has it, and [`ErrorKind::ElementsApart`] where the place in an element decides to which one
/// a part is moved: memory has no such element in one piece.
///
/// ```
/// use layout_algebra::{Int, Swizzle, ops::swizzled};
/// let swizzle = Swizzle::new(3, 4, 3).unwrap().into();
/// let recast = |to| swizzled::recast(&swizzle, &Int::new(8), &Int::new(to));
/// assert_eq!(recast(16).unwrap().layout.to_string(), "Sw<3,3,3>");
/// // The halves of an element of 256 bits are exchanged.
/// assert!(recast(256).is_err());
/// // Every second byte is 8 bytes further: no element of 16 bits is in one piece.
/// let apart = Swizzle::new(1, 0, -3).unwrap().into();
/// assert!(swizzled::recast(&apart, &Int::new(8), &Int::new(16)).is_err());
/// ```
pub fn recast(function: &Function, from: &Int, to: &Int) -> Result<Outcome<Function>, Error> {
    let (up, down) = ops::recast_factors(from, to)?;
    let mut recast = Outcome::from(function.clone());
    let (first, steps) = match function {
        Function::Swizzle(swizzle) => (Some(swizzle), [].as_slice()),
        Function::Layout(_) => (None, [].as_slice()),
        Function::Composed(composed) => (None, composed.outer()),
    };
    let steps = steps.iter().filter_map(|(step, _)| match step {
        Step::Swizzle(swizzle) => Some(swizzle),
        Step::Layout(_) => None,
    });
    for swizzle in
        first.into_iter().chain(steps).filter(|_| known(&up).is_ok_and(|up| up.count_ones() == 1))
    {
        whole_elements::check_torn("recast", swizzle, known(&up)?, to)?;
        whole_elements::check_together("recast", swizzle, known(&up)?)?;
    }
    if up != Int::ONE {
        recast = upcast(function, &up).in_op("recast")?.in_op("recast");
    }
    if down != Int::ONE {
        recast.layout = downcast(&recast.layout, &down).in_op("recast")?;
    }
    Ok(recast)
}

fn by_step(
    function: &Function,
    mut offset: impl FnMut(&Int) -> Result<Int, Error>,
    mut step: impl FnMut(&Step) -> Result<Function, Error>,
) -> Result<Function, Error> {
    let composed = match function {
        Function::Swizzle(swizzle) => return step(&Step::Swizzle(*swizzle)),
        Function::Layout(layout) => return step(&Step::Layout(layout.clone())),
        Function::Composed(composed) => composed,
    };
    let mut inner = step(composed.inner())?;
    for (outer, before) in composed.outer().iter().rev() {
        inner = ComposedLayout::new(step(outer)?, offset(before)?, inner)?.into();
    }
    Ok(inner)
}
