//! Products and copies that are tiled over the threads of a block, as CuTe's `TiledMMA` and
//! `TiledCopy`. All of it is composed of [`crate::ops`], so that a layout here is what its
//! definition says at every point, or an error.

mod copy;
mod mma;

pub use copy::{CopyAtom, Side, TiledCopy};
pub use mma::{Operand, TiledMma};

use alloc::string::String;
use alloc::vec::Vec;

use crate::ops::{self, Outcome, Part};
use crate::{Coordinate, Crd, Error, ErrorKind, HTuple, Int, Layout};

/// The values of one thread of a layout `(threads, …)`, its other modes, and where they begin.
fn part_of(
    op: &'static str,
    outcome: Outcome,
    thread: &Int,
    keep: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<Outcome<Part>, Error> {
    let Outcome { layout, objection } = outcome;
    let modes = layout.modes();
    let threads = Layout::from_modes(&modes[..1])?;
    let at = Coordinate::Tuple(alloc::vec![HTuple::Leaf(Crd::At(thread.clone()))]);
    ops::check_bounds(&at, threads.shape())
        .map_err(|error| error.in_op(op).in_operand(2).at_path(crate::ModePath::root()))?;
    let offset = ops::evaluate(&at.positions(), &threads).map_err(|error| error.in_op(op))?;
    Ok(Outcome { layout: (keep(&layout)?, offset), objection })
}

/// That `found` is a multiple of `unit`.
fn check_fit(
    op: &'static str,
    what: String,
    found: &Int,
    by: String,
    unit: &Int,
) -> Result<(), Error> {
    if unit.divides(found).is_true() {
        return Ok(());
    }
    Err(Error::new(op, ErrorKind::Unfit { what, found: found.clone(), by, unit: unit.clone() }))
}

/// The modes of a mode, which is its own if it has none.
fn modes_of(layout: &Layout, path: &[usize]) -> Result<Vec<Layout>, Error> {
    let mode = ops::get(layout, path)?;
    Ok(if mode.shape().is_tuple() { mode.modes() } else { alloc::vec![mode] })
}

/// Refuses a layout of threads of which two coordinates have one number.
fn check_numbers(op: &'static str, operand: usize, threads: &Layout) -> Result<(), Error> {
    ops::check_injective(threads).map_err(|error| error.in_op(op).in_operand(operand))
}

/// Where the values that a product of instructions has left, as `from` says, are for the next one,
/// which wants them as `to` says: `from(relayout(t, v)) = to(t, v)`, of 1-D coordinates of `from`,
/// where thread and value are the remainder and the quotient by the number of threads.
///
/// As the accumulators of one product are an operand of the next, each thread has all it needs
/// where the first mode is the threads', `T:1` when coalesced, and the second steps by whole `T`.
///
/// # Errors
///
/// [`ErrorKind::Sizes`] for tiles of two sizes, [`ErrorKind::NotInjective`] where threads of
/// `from` have the same element, and those of [`ops::composition`].
///
/// ```
/// use layout_algebra::tiled;
/// let c = "((4,8),(2,2,2)):((32,1),(16,8,128))".parse().unwrap();
/// let a = "((4,8),(2,2,2)):((32,1),(16,8,128))".parse().unwrap();
/// assert_eq!(tiled::relayout(&c, &a).unwrap().to_string(), "(32,8):(1,32)");
/// ```
pub fn relayout(from: &Layout, to: &Layout) -> Result<Layout, Error> {
    const OP: &str = "relayout";
    let sizes = [ops::cosize(from)?, ops::cosize(to)?];
    if !sizes[0].equals(&sizes[1]).is_true() {
        let [left, right] = [from, to].map(|layout| alloc::format!("{layout}"));
        let [left_size, right_size] = sizes;
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    check_numbers(OP, 0, from)?;
    let inverse = ops::left_inverse(from).map_err(|error| error.in_op(OP))?;
    let composed = ops::composition(&inverse, to).and_then(Outcome::strict);
    composed.map_err(|error| error.in_op(OP).in_operand(1))
}
