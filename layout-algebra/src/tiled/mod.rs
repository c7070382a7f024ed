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
