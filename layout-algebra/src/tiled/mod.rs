//! Products and copies that are tiled over the threads of a block, as CuTe's `TiledMMA` and
//! `TiledCopy`. All of it is composed of [`crate::ops`], so that a layout here is what its
//! definition says at every point, or an error.

mod copy;
mod mma;

pub use copy::{CopyAtom, Side, TiledCopy, layout_tv};
pub use mma::{Operand, TiledMma};

use alloc::string::String;
use alloc::vec::Vec;

use crate::exact::known_operand;
use crate::ops::{self, OnDomain, Outcome};
use crate::{Coordinate, Crd, Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, Stride, Terms};

/// The values of one thread of a tensor, and where they begin: of its layout as `(threads, …)`, the modes that are kept.
fn part_of<L: OnDomain<Steps = Stride>>(
    op: &'static str,
    tensor: &L,
    outcome: Outcome,
    thread: &Int,
    keep: impl FnOnce(&Layout) -> Result<Layout, Error>,
) -> Result<Outcome<L::Part>, Error> {
    let Outcome { layout, objection } = outcome;
    let mut modes = alloc::vec![ops::get(&layout, &[0])?];
    let at = |crd| Coordinate::Tuple(alloc::vec![HTuple::Leaf(crd)]);
    let mut coordinate = at(Crd::At(thread.clone()));
    ops::check_bounds(&coordinate, Layout::from_modes(&modes)?.shape())
        .in_op(op)
        .in_operand(2)
        .at_path(crate::ModePath::root())?;
    for mode in keep(&layout)?.modes() {
        modes.push(mode);
        coordinate = ops::append(&coordinate, &HTuple::Leaf(Crd::All))?;
    }
    let part = tensor.part(&Layout::from_modes(&modes)?, &coordinate);
    Ok(Outcome { layout: part.in_op(op)?, objection })
}

/// The values `((FrgV,FrgX),RestM,RestN,…)` of `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.
pub(crate) fn values_of_copy<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    let mut modes = alloc::vec![ops::get(layout, &[1])?];
    modes.extend(modes_of(layout, &[2])?);
    Layout::from_modes(&modes)
}

/// The values `(FrgV,RestM,RestN,…)` of `(Thr,(FrgV,(RestM,RestN,…)))`.
pub(crate) fn values_of_mma<D: Terms>(layout: &Layout<D>) -> Result<Layout<D>, Error> {
    let mut modes = alloc::vec![ops::get(layout, &[1, 0])?];
    modes.extend(modes_of(layout, &[1, 1])?);
    Layout::from_modes(&modes)
}

/// Checks that `found` is a multiple of `unit`.
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
fn modes_of<D: Terms>(layout: &Layout<D>, path: &[usize]) -> Result<Vec<Layout<D>>, Error> {
    let mode = ops::get(layout, path)?;
    Ok(if mode.shape().is_tuple() { mode.modes() } else { alloc::vec![mode] })
}

/// Refuses a layout of threads of which two coordinates have one number.
fn check_numbers(op: &'static str, operand: usize, threads: &Layout) -> Result<(), Error> {
    ops::check_injective(threads).in_op(op).in_operand(operand)
}

/// The layout of the values that a product of instructions has left, as `from` says, for the next one,
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
/// let place = tiled::relayout(&c, &a).unwrap();
/// assert_eq!(place.to_string(), "((4,8),(2,2,2)):((1,4),(32,64,128))");
/// ```
pub fn relayout(from: &Layout, to: &Layout) -> Result<Layout, Error> {
    const OP: &str = "relayout";
    let sizes = [ops::cosize(from)?, ops::cosize(to)?];
    if !sizes[0].equals(&sizes[1]).is_true() {
        let (left, right) = (alloc::format!("{from}"), alloc::format!("{to}"));
        let [left_size, right_size] = sizes;
        let kind = ErrorKind::Sizes { left, left_size, right, right_size };
        return Err(Error::new(OP, kind).in_operand(1));
    }
    check_numbers(OP, 0, from)?;
    let inverse = ops::left_inverse(from).in_op(OP)?;
    let composed = ops::composition(&inverse, to).and_then(Outcome::strict);
    composed.in_op(OP).in_operand(1)
}

/// The price of [`relayout`]: of all values, how many are where they are wanted, how many come from
/// another thread of the same `warp` threads, by a shuffle, and how many from another warp, through
/// shared memory.
///
/// # Errors
///
/// As [`relayout`]; [`ErrorKind::Factor`] for a warp of no threads, [`ErrorKind::Undecided`] for more
/// than 2^20 values.
///
/// ```
/// use layout_algebra::{Int, tiled};
/// // What SM90 accumulates of 16 columns is an operand of the next product, in place.
/// let c = "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))".parse().unwrap();
/// assert_eq!(tiled::relayout_price(&c, &c, &Int::new(32)).unwrap(), [1024, 0, 0].map(Int::new));
/// let rows = "(128,8):(1,128)".parse().unwrap();
/// let price = tiled::relayout_price(&c, &rows, &Int::new(32)).unwrap();
/// assert_eq!(price, [8, 248, 768].map(Int::new));
/// ```
pub fn relayout_price(from: &Layout, to: &Layout, warp: &Int) -> Result<[Int; 3], Error> {
    const OP: &str = "relayout_price";
    let layout = relayout(from, to).in_op(OP)?;
    let warp = known_operand(warp, 2).in_op(OP)?;
    if warp < 1 {
        return Err(Error::new(OP, ErrorKind::Factor { factor: Int::new(warp) }).in_operand(2));
    }
    let size = |layout: &Layout, mode| {
        known_operand(&ops::size(&ops::get(layout, &[mode])?)?, 1).in_op(OP)
    };
    let (threads, values) = (size(to, 0)?, size(to, 1)?);
    let all = size(from, 0)?;
    if threads.saturating_mul(values) > 1 << 20 {
        let question = format_args!("{threads} threads with {values} values have what {to} wants");
        return Err(Error::undecided(OP, question).in_operand(1));
    }
    let mut price = [0; 3];
    for (k, number) in layout.numbers()?.offsets().enumerate() {
        let (thread, owner) = (k as i128 % threads, i128::from(number).rem_euclid(all));
        let kind = match (thread == owner, thread / warp == owner / warp) {
            (true, _) => 0,
            (_, true) => 1,
            _ => 2,
        };
        price[kind] += 1;
    }
    let [kept, within, across] = price;
    Ok([Int::new(kept), Int::new(within), Int::new(across)])
}
