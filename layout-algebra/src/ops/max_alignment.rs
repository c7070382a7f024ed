//! `max_alignment`: the largest elements that a layout is made of.

use super::right_inverse::sorted_leaves;
use crate::exact::{gcd, integer_stride, known};
use crate::{Error, Int, Layout, ModePath};

const OP: &str = "max_alignment";

/// A number `N` for which the offsets of `L` are whole elements of `N`: with an
/// offset `o`, every offset from `N⌊o/N⌋` to `N⌊o/N⌋ + N - 1` is one of `L`.
///
/// A vector of `N` may be read wherever `L` leads. [`super::upcast`] by `N` can still
/// fail, where a leaf steps across the elements: the offsets of `(2,3,2):(3,1,8)` are
/// whole elements of 2, but its steps of 3 are not.
///
/// The alignment is the greatest common divisor of the size of the right inverse of `L` and of
/// the strides of the leaves that this does not use. For an injective `L` without
/// negative strides there is no larger one.
///
/// # Errors
///
/// [`crate::ErrorKind::BasisStride`], [`crate::ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let layout = Layout::new((8, 4), (1, 12)).unwrap();
/// assert_eq!(ops::max_alignment(&layout).unwrap(), Int::new(4));
/// ```
pub fn max_alignment(layout: &Layout) -> Result<Int, Error> {
    layout.check_inhabited(OP, 0)?;
    for (_, stride) in layout.leaves() {
        integer_stride(stride, OP)?;
    }
    let (mut reach, mut rest) = (Int::ONE, 0);
    for leaf in sorted_leaves(layout, &ModePath::root(), OP)? {
        if leaf.stride == reach {
            reach = leaf.stride.mul(&leaf.extent)?;
        } else {
            rest = gcd(rest, known(&leaf.stride)?.unsigned_abs());
        }
    }
    // A divisor of an extent fits.
    Ok(Int::new(gcd(rest, known(&reach)?.unsigned_abs()) as i128))
}
