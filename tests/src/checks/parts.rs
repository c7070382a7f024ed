//! Checks of the parts of layouts: tiles, positions in tiles, and threads.

use layout_algebra::ops::{Outcome, Part};
use layout_algebra::{Crd, Error, HTuple, Int, Layout, Tiler, ops};
use layout_laws as laws;

use super::{Answer, Check, Operands, Over, Verdict, ensure, exactly, text};
use crate::{leaf, size_of};

const fn check(over: Over, ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over, holds }
}

/// Threads up to which all of them are looked at.
const THREADS: i128 = 64;

pub(super) const CHECKS: &[Check] = &[
    check(Over::Tiler, &["local_tile", "outer_partition"], |x| {
        let (layout, tiler) = (x.layout, x.tiler);
        let at = HTuple::Leaf(Crd::At(Int::ZERO));
        let Ok(divided) = ops::zipped_divide(layout, tiler) else {
            exactly(false, ops::local_tile(layout, tiler, &at), |_| Ok(()))?;
            return exactly(false, ops::outer_partition(layout, tiler, &at), |_| Ok(()));
        };
        let (modes, small) = (divided.layout.modes(), size_of(layout.shape()) <= laws::EXHAUSTIVE);
        let [tile, rest] = modes.as_slice() else { return Ok(Answer::Refused) };
        if !small || size_of(divided.layout.shape()) > laws::EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let objects = divided.objection.is_some();
        let at = places(rest);
        let part = taken(ops::local_tile(layout, tiler, &coordinate(&at, rest)), objects)?;
        laws::part(layout, tiler, (&vec![None; tile.rank()], &at), (&part.0, &part.1))?;
        let at = places(tile);
        let part = taken(ops::outer_partition(layout, tiler, &coordinate(&at, tile)), objects)?;
        laws::part(layout, tiler, (&at, &vec![None; rest.rank()]), (&part.0, &part.1))?;
        Ok(Answer::Found)
    }),
    check(Over::Pair, &["local_partition"], |x| {
        let (layout, threads) = (x.layout, x.other);
        let count = size_of(threads.shape());
        if size_of(layout.shape()).max(count * count) > laws::EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let part = |index| ops::local_partition(layout, threads, &Int::new(index));
        exactly(false, part(count), |_| Ok(()))?;
        exactly(false, part(-1), |_| Ok(()))?;
        let first = match part(0) {
            Ok(first) => first,
            Err(error) => return no_partition(layout, threads, &error),
        };
        if first.objection.is_some() {
            return Ok(Answer::Refused);
        }
        let parts = (0..count.min(THREADS)).map(|index| taken(part(index), false));
        laws::local_partition(layout, &parts.collect::<Result<Vec<_>, _>>()?)?;
        Ok(Answer::Found)
    }),
];

/// The part, which objects exactly if the divide does.
fn taken(part: Result<Outcome<Part>, Error>, objects: bool) -> Result<Part, String> {
    let part = part.map_err(text)?;
    ensure(part.objection.is_some() == objects, || format!("{:?}", part.objection))?;
    Ok(part.layout)
}

/// The last position along the first mode of some, and all along the others.
pub(super) fn places(modes: &Layout) -> Vec<Option<i128>> {
    let last = modes.modes().first().map(|mode| size_of(mode.shape()) - 1);
    let mut at = vec![None; modes.rank()];
    at.iter_mut().take(1).for_each(|at| *at = last);
    at
}

/// The places as a coordinate, without those at the end that are open.
pub(super) fn coordinate(at: &[Option<i128>], modes: &Layout) -> HTuple<Crd> {
    let crd = |at: &Option<i128>| HTuple::Leaf(at.map_or(Crd::All, |i| Crd::At(Int::new(i))));
    match (modes.shape().is_tuple(), at) {
        (false, [at]) => crd(at),
        _ => HTuple::Tuple(at.iter().take(1).map(crd).collect()),
    }
}

/// Threads are refused unless each number below their count is one of them; a layout,
/// unless their extents divide it.
fn no_partition(layout: &Layout, threads: &Layout, error: &Error) -> Verdict {
    let mut numbers: Vec<i128> = Vec::new();
    for i in 0..size_of(threads.shape()) {
        let number = ops::evaluate(&leaf(i), threads).map_err(text)?;
        numbers.extend(number.leaves().into_iter().filter_map(Int::known));
    }
    numbers.sort_unstable();
    let whole = numbers.into_iter().eq(0..size_of(threads.shape()));
    let tiler = ops::product_each(threads.shape()).and_then(|shape| Tiler::from_shape(&shape));
    let divides = ops::zipped_divide(layout, &tiler.map_err(text)?).is_ok();
    ensure(!whole || !divides, || format!("{layout} among {threads}: {error}"))?;
    Ok(Answer::Refused)
}
