//! `downcast`: the layout of smaller elements.

use alloc::vec::Vec;

use super::upcast::{check_factor, recast_leaves};
use crate::exact::integer_stride;
use crate::{Error, ErrorKind, Int, Layout, Part, Truth, decide};

const OP: &str = "downcast";

/// The layout `R` of elements of which `N` are one element of `L`: `R(c') = N·L(c) + j`,
/// where `c'` is `c` with `N·cᵤ + j` along the leaf `u` of stride 1, for every
/// coordinate `c` of `L` and `0 ≤ j < N`. That leaf has `N` times the extent, the
/// others `N` times the stride. Leaves of extent 1 are the others where they can be.
///
/// # Errors
///
/// [`ErrorKind::Adjacent`] unless exactly one leaf has stride 1 and none -1, up to
/// leaves of extent 1; [`ErrorKind::Factor`], [`ErrorKind::BasisStride`], [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout = Layout::new((2, 4), (1, 2)).unwrap();
/// let narrow = ops::downcast(&layout, &Int::new(4)).unwrap();
/// assert_eq!(narrow.to_string(), "(8,4):(1,8)");
/// ```
pub fn downcast(layout: &Layout, factor: &Int) -> Result<Layout, Error> {
    check_factor(OP, factor, 1)?;
    if *factor == Int::ONE {
        return Ok(layout.clone());
    }
    check_units(layout)?;
    let mut along = Vec::new();
    for (k, (extent, stride)) in layout.leaves().into_iter().enumerate() {
        let scale = integer_stride(stride, OP)?;
        // Of the symbolic strides, only those that are known to be 1.
        let forward = scale.equals(&Int::ONE).is_true();
        if forward || *scale == Int::new(-1) {
            along.push((*extent != Int::ONE, forward, k));
        }
    }
    // A leaf of one step takes the parts only where no other does.
    if along.iter().any(|(steps, ..)| *steps) {
        along.retain(|(steps, ..)| *steps);
    } else {
        along.retain(|(_, forward, _)| *forward);
        along.truncate(1);
    }
    let &[(_, true, unit)] = along.as_slice() else {
        let layout = alloc::format!("{layout}");
        let kind = ErrorKind::Adjacent { layout, found: along.len() };
        return Err(Error::new(OP, kind).in_part(Part::Stride));
    };
    let mut leaf = 0;
    let (shape, stride) = recast_leaves(layout, &mut |extent, stride, _| {
        leaf += 1;
        if leaf == unit + 1 {
            return Ok((extent.mul(factor)?, stride.clone()));
        }
        Ok((extent.clone(), stride.times(factor)?))
    })?;
    Layout::new(shape, stride)
}

/// Checks that the strides of 1 are known: a symbol that may be 1 is assumed to be, unless another
/// stride is.
fn check_units(layout: &Layout) -> Result<(), Error> {
    let unit = layout.leaves().into_iter().any(|(_, stride)| *stride.scale() == Int::ONE);
    for (extent, stride) in layout.leaves() {
        let scale = integer_stride(stride, OP)?;
        if scale.known().is_none() && scale.equals(&Int::ONE) != Truth::False {
            match unit {
                true => decide::less(OP, &Int::ONE, scale)?,
                false => decide::equal(OP, scale, &Int::ONE)?,
            };
        }
        if extent.known().is_none() && *scale == Int::ONE {
            decide::less(OP, &Int::ONE, extent)?;
        }
    }
    Ok(())
}
