//! `upcast` and `downcast`: swizzles of larger and of smaller elements.

use crate::exact::known;
use crate::{ComposedLayout, Error, ErrorKind, Function, Int, Layout, Step, Swizzle, ask};

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
pub fn downcast_swizzle(swizzle: &Swizzle, n: &Int) -> Result<Swizzle, Error> {
    let base = i128::from(swizzle.base()) + log2("downcast", n)?;
    let swizzle = Swizzle::new(i128::from(swizzle.bits()), base, i128::from(swizzle.shift()));
    swizzle.map_err(|error| error.in_op("downcast"))
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

/// A composed layout of elements `n` times as large: every step and every offset
/// upcast, where `layout` upcasts a layout.
///
/// # Errors
///
/// Those of [`upcast_swizzle`] and of `layout`; [`ErrorKind::NoMultiple`] for an
/// offset inside of an element.
pub fn upcast<E: From<Error>>(
    composed: &ComposedLayout,
    n: &Int,
    layout: impl Fn(&Layout) -> Result<Layout, E>,
) -> Result<ComposedLayout, E> {
    let offset = |offset: &Int| {
        if ask::divides("upcast", n, offset)? {
            return Ok(offset.div_floor(n)?);
        }
        let kind = ErrorKind::NoMultiple { int: offset.clone(), of: n.clone() };
        Err(Error::new("upcast", kind))
    };
    recast(composed, offset, |swizzle| upcast_swizzle(swizzle, n), layout)
}

/// A composed layout of elements an `n`-th as large: every step and every offset
/// downcast, where `layout` downcasts a layout.
///
/// # Errors
///
/// Those of [`downcast_swizzle`] and of `layout`; [`ErrorKind::Overflow`].
pub fn downcast<E: From<Error>>(
    composed: &ComposedLayout,
    n: &Int,
    layout: impl Fn(&Layout) -> Result<Layout, E>,
) -> Result<ComposedLayout, E> {
    let offset = |offset: &Int| Ok(offset.mul(n)?);
    recast(composed, offset, |swizzle| downcast_swizzle(swizzle, n), layout)
}

fn recast<E: From<Error>>(
    composed: &ComposedLayout,
    offset: impl Fn(&Int) -> Result<Int, Error>,
    swizzle: impl Fn(&Swizzle) -> Result<Swizzle, Error>,
    layout: impl Fn(&Layout) -> Result<Layout, E>,
) -> Result<ComposedLayout, E> {
    let step = |step: &Step| -> Result<Function, E> {
        Ok(match step {
            Step::Swizzle(inner) => swizzle(inner)?.into(),
            Step::Layout(inner) => layout(inner)?.into(),
        })
    };
    let mut inner = step(composed.inner())?;
    for (outer, before) in composed.outer().iter().rev() {
        inner = ComposedLayout::new(step(outer)?, offset(before)?, inner)?.into();
    }
    match inner {
        Function::Composed(recast) => Ok(recast),
        // A composed layout has two steps.
        _ => Ok(composed.clone()),
    }
}
