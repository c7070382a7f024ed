//! `find_layout`: which thread accesses which elements of a tile, so that the accesses of a warp share sectors.

use super::vector_bytes::{accesses, word};
use crate::explain::says;
use crate::hardware::threads_in_memory_order;
use crate::{ComposedLayout, Error, ErrorAddress, ErrorKind, Function, Int, Layout};

const OP: &str = "find_layout";

/// A layout `(thread, values)` of the 1-D coordinates of a layout of elements of `bits` bits, each once, by which `threads` threads
/// access them in the order of memory: each thread has as many as an access of up to 16 bytes moves, where they are in one piece and at
/// multiples of it, its neighbour those that come next, and what is left are further values. The order is that of the strides: of
/// memory with a swizzle, of what is before it.
///
/// # Errors
///
/// [`ErrorKind::Undecided`] where the leaves do not split so, as of strides that are not positive, or threads that do not divide the elements;
/// those of [`Function::numbers`].
///
/// ```
/// use layout_algebra::{Function, Int, ops::swizzled};
///
/// let found = |layout: &str, threads| {
///     let layout: Function = layout.parse().unwrap();
///     swizzled::find_layout(&layout, &Int::new(16), &Int::new(threads)).unwrap().to_string()
/// };
/// // Rows of 64 elements of 16 bits: a row is eight pieces of 16 bytes, and 128 threads have 16 rows at a time.
/// assert_eq!(found("(64,64):(64,1)", 128), "((8,16),(8,4)):((512,1),(64,16))");
/// // By columns; and rows of 70, of which only pieces of 4 bytes begin at multiples of their own.
/// assert_eq!(found("(64,64):(1,64)", 128), "(128,(8,4)):(8,(1,1024))");
/// assert_eq!(found("(64,64):(70,1)", 128), "((32,4),(2,16)):((128,1),(64,4))");
/// ```
pub fn find_layout(layout: &Function, bits: &Int, threads: &Int) -> Result<Layout, Error> {
    let domain = layout.domain(OP, 0).in_op(OP)?;
    domain.check_inhabited(OP, 0)?;
    let (width, count) = (word(bits)?, word(threads)?);
    let vectors =
        [16usize, 8, 4, 2, 1].into_iter().filter(|bytes| width > 0 && 8 * bytes % width == 0);
    for bytes in vectors {
        let found = threads_in_memory_order(domain, count, 8 * bytes / width);
        let Some(found) = found.in_op(OP)? else { continue };
        let composed: Function =
            ComposedLayout::new(layout.clone(), Int::ZERO, found.clone())?.into();
        match accesses(OP, &composed, bits, Some(&Int::new(bytes as i128))) {
            Ok(_) => {
                says!("{bytes} bytes of each thread at a time, and neighbours next to each other");
                return Ok(found);
            }
            Err(error) => match error.kind() {
                ErrorKind::NoVector { .. } | ErrorKind::Misaligned { .. } => {}
                _ => return Err(error),
            },
        }
    }
    Err(Error::undecided(
        OP,
        format_args!(
            "{threads} threads access {layout} in the order of memory, by whole elements of {bits} bits"
        ),
    ))
}
