//! `find_xor_layout`: the linear map with which accesses by layouts do not meet in the banks.

use super::vector_bytes::{accesses_of, word};
use crate::explain::says;
use crate::hardware::find_linear;
use crate::{CollectVec, Error, ErrorAddress, Function, Int, Layout};

const OP: &str = "find_xor_layout";

/// The layout of offsets, linear over their bits, with which the accesses of all layouts `(thread, values)` of the same memory, of `bits` bits an
/// element, have no bank conflicts: swizzles, one after the other, where one is not enough. Each lane of a warp of an NVIDIA GPU moves as many
/// bytes at a time as its values have in one piece ([`vector_bytes`](super::vector_bytes)).
///
/// The answer is a linear map whose banks have the fewest terms, see [`find_linear`]; `2ⁿ:1`, which
/// moves nothing, where no linear map does.
///
/// # Errors
///
/// The errors of [`find_linear`], [`Accesses::new`](crate::hardware::Accesses::new) and
/// [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let layout = |text: &str| text.parse::<Function>().unwrap();
/// // Single words of a square, by rows, by columns and by blocks of 8 x 4: no swizzle serves all three.
/// let all = ["(32,32):(1,32)", "(32,(4,8)):(32,(8,1))", "((8,4),(4,8)):((1,32),(8,128))"].map(layout);
/// let found = swizzled::find_xor_layout(&Int::new(32), &all).unwrap();
/// assert_eq!(found.to_string(), "Sw<3,0,7> o 0 o Sw<2,3,2> o 0 o 1024:1");
/// ```
pub fn find_xor_layout(bits: &Int, layouts: &[Function]) -> Result<Function, Error> {
    let accesses = accesses_of(OP, layouts, bits)?;
    let each = accesses.iter().collect_vec();
    let found = find_linear(&each, word(bits)?).in_op(OP)?;
    if found.is_none() {
        says!("no linear map of bits has no conflicts");
    }
    found.map_or_else(|| unmoved(layouts), Ok)
}

/// The layout that takes each offset to itself.
fn unmoved(layouts: &[Function]) -> Result<Function, Error> {
    let mut last = 0;
    for layout in layouts {
        last = layout.numbers()?.offsets().fold(last, i64::max);
    }
    let size = (last.unsigned_abs() + 1).next_power_of_two();
    Ok(Layout::leaf(i128::from(size), 1)?.into())
}
