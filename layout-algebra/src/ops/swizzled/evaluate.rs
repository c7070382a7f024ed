//! `evaluate`: the value of a composed layout.

use crate::{ComposedLayout, Error, HTuple, Int, IntTuple, Step, ops};

/// `(A o O o B)(c) = A(O + B(c))`, step by step. Where the innermost step is a
/// swizzle, the coordinate is one integer.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
/// let layout = Layout::leaf(8, 8).unwrap();
/// let swizzle = Swizzle::new(3, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::new(2), layout).unwrap();
/// let at = ops::swizzled::evaluate(&3.into(), &layout);
/// assert_eq!(at.unwrap(), Int::new(24 + (2 ^ 3)));
/// ```
///
/// # Errors
///
/// [`crate::ErrorKind::Incompatible`] for a coordinate that is none of the domain,
/// [`crate::ErrorKind::Overflow`].
pub fn evaluate(coordinate: &IntTuple, layout: &ComposedLayout) -> Result<Int, Error> {
    let mut value = apply(layout.inner(), coordinate)?;
    for (step, offset) in layout.outer().iter().rev() {
        value = apply(step, &HTuple::Leaf(value.add(offset)?))?;
    }
    Ok(value)
}

fn apply(step: &Step, at: &IntTuple) -> Result<Int, Error> {
    let value = match step {
        Step::Layout(layout) => ops::evaluate(at, layout)?,
        Step::Swizzle(_) => at.clone(),
    };
    let HTuple::Leaf(value) = value else {
        let integers = HTuple::Leaf(Int::ZERO);
        return Err(ops::incompatible("crd2idx", &value, &integers));
    };
    match step {
        Step::Layout(_) => Ok(value),
        Step::Swizzle(swizzle) => Ok(Int::new(swizzle.apply(crate::exact::known(&value)?))),
    }
}
