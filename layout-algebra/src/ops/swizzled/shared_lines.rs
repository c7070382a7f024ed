//! `shared_lines`: the lines of a cache that several threads write.

use super::vector_bytes::word;
use crate::explain::says;
use crate::hardware;
use crate::{Error, ErrorAddress, Function, Int};

/// The lines of `line_bytes` bytes that have elements of several threads of a layout `(thread, values)`, of `bits` bits each. Threads of a
/// CPU that write into one line at once wait for each other, though no two write the same element: false sharing. Offset 0 begins a line.
///
/// # Errors
///
/// The errors of [`hardware::shared_lines`] and [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let shared = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::shared_lines(&layout, &Int::new(32), &Int::new(64)).unwrap()
/// };
/// // Four threads write sixteen words each: a line each, or each of all lines, or every second half of one.
/// assert_eq!((shared("(4,16):(16,1)"), shared("(4,16):(1,4)")), (0.into(), 4.into()));
/// assert_eq!(shared("(4,(8,2)):(8,(1,32))"), 4.into());
/// ```
pub fn shared_lines(layout: &Function, bits: &Int, line_bytes: &Int) -> Result<Int, Error> {
    let shared = layout
        .numbers()
        .and_then(|numbers| hardware::shared_lines(&numbers, word(bits)?, word(line_bytes)?))
        .in_op("shared_lines")?;
    if let Some(_meeting) = &shared.first {
        says!("{_meeting}");
    }
    Ok(Int::new(shared.count as i128))
}
