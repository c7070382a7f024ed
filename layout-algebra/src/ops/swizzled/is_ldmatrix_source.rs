//! `is_ldmatrix_source`: whether `ldmatrix` reads the rows of a layout.

use super::vector_bytes::accesses;
use crate::explain::says;
use crate::ops;
use crate::{Error, ErrorKind, Function, Int};

/// Returns true if `ldmatrix` reads, and `stmatrix` writes, the values of a layout `(thread,
/// values)`, of `bits` bits each: each thread has rows of 16 bytes, in one piece and at multiples
/// of 16, and there are the threads of 1, 2 or 4 matrices of eight rows each, or of whole warps.
///
/// # Errors
///
/// The errors of [`Function::numbers`]; [`ErrorKind::Undecided`] for more than 16.8 million values.
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let is_source = |layout: &str| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::is_ldmatrix_source(&layout, &Int::new(16)).unwrap()
/// };
/// assert!(is_source("((16,2),8):((64,8),1)") && is_source("(8,8):(72,1)"));
/// // Rows that begin at multiples of 8 bytes, values that do not follow each other, and twelve rows.
/// assert!(!is_source("(8,8):(68,1)") && !is_source("(8,8):(1,8)") && !is_source("(12,8):(64,1)"));
/// ```
pub fn is_ldmatrix_source(layout: &Function, bits: &Int) -> Result<bool, Error> {
    let found = accesses("is_ldmatrix_source", layout, bits, Some(&Int::new(16)));
    match found {
        Ok(_) => {}
        Err(error) => match error.kind() {
            ErrorKind::Access { .. }
            | ErrorKind::NoVector { .. }
            | ErrorKind::Misaligned { .. } => {
                says!(
                    "{}",
                    alloc::format!("{error}")
                        .lines()
                        .next()
                        .unwrap_or("")
                        .trim_start_matches("is_ldmatrix_source: ")
                );
                return Ok(false);
            }
            _ => return Err(error),
        },
    }
    let domain = match layout {
        Function::Layout(layout) => layout,
        Function::Composed(composed) => composed.domain()?,
        // It has no numbers, which was refused.
        Function::Swizzle(_) => return Ok(false),
    };
    let threads = match domain.modes().first() {
        Some(threads) => ops::size(threads)?.known().unwrap_or(1),
        None => 1,
    };
    let are_whole = matches!(threads, 8 | 16) || threads % 32 == 0;
    says!(
        "{threads} {}",
        if are_whole {
            "rows of 16 bytes at a time"
        } else {
            "threads: 8, 16 and 32 have the rows of 1, 2 and 4 matrices"
        }
    );
    Ok(are_whole)
}
