//! Checks of two layouts.

use layout_algebra::ops::ModeOrder;
use layout_algebra::{ErrorKind, HTuple, Int, Layout, ops};
use layout_laws as laws;

use super::numbers::place;
use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, exactly, text, together, verdict,
};
use crate::{leaf, size_of, tuple};

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Pair, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["composition"], |x| {
        verdict(
            ops::composition(x.layout, x.other),
            |r| {
                laws::composition(x.layout, x.other, &r.layout)?;
                let (least, most) = ops::offset_range(x.other).map_err(text)?;
                let inside = Int::ZERO <= least && most < ops::size(x.layout).map_err(text)?;
                ensure(r.objection.is_none() == inside, || format!("{:?}", r.objection))
            },
            |error| laws::no_composition(x.layout, x.other, error),
        )
    }),
    check(&["blocked_product", "raked_product"], |x| {
        let blocked = ops::blocked_product(x.layout, x.other);
        let raked = ops::raked_product(x.layout, x.other);
        let both = blocked.is_ok() == raked.is_ok();
        ensure(both, || format!("{} by {}: one refuses", x.layout, x.other))?;
        together([
            verdict(blocked, |r| laws::blocked_product(x.layout, x.other, r), |_| Ok(())),
            verdict(raked, |r| laws::raked_product(x.layout, x.other, r), |_| Ok(())),
        ])
    }),
    check(&["max_common_layout", "max_common_vector"], |x| {
        always(ops::max_common_layout(x.layout, x.other), |r| {
            laws::max_common_layout(x.layout, x.other, r)?;
            let vector = ops::max_common_vector(x.layout, x.other).map_err(text)?;
            ensure(ops::size(r) == Ok(vector.clone()), || format!("{r} for {vector}"))
        })
    }),
    check(&["with_shape"], |x| {
        let shape = x.other.shape();
        verdict(
            ops::with_shape(x.layout, shape),
            |r| laws::with_shape(x.layout, shape, r),
            |error| {
                let target = ops::col_major(shape).map_err(text)?;
                laws::no_composition(x.layout, &target, error)
            },
        )
    }),
    check(&["tile_to_shape"], |x| {
        let (block, rank) = (x.layout, x.layout.rank().max(x.other.rank()));
        // A shape that the block divides.
        let extent = |layout: &Layout, k| layout.shape().modes().get(k).map_or(1, size_of);
        let modes = (0..rank).map(|k| leaf(extent(block, k) * extent(x.other, k)));
        let target = HTuple::Tuple(modes.collect());
        let orders = [[3, 1, 2, 0], [5, 5, 1, 1]];
        let orders = orders.map(|order| ModeOrder::By(tuple(&order[..rank.min(4)])));
        let orders = [ModeOrder::ColMajor, ModeOrder::RowMajor].into_iter().chain(orders);
        let order = orders.into_iter().nth(place(x, 4)).unwrap_or(ModeOrder::ColMajor);
        verdict(
            ops::tile_to_shape(block, &target, &order),
            |r| laws::tile_to_shape(block, &target, &order, r),
            |error| {
                let padded = matches!(error.kind(), ErrorKind::Padded { .. });
                ensure(!padded, || error.to_string())
            },
        )
    }),
    check(&["append", "prepend", "append_to_rank", "prepend_to_rank"], |x| {
        let (of, with) = (x.layout, x.other);
        let to = place(x, of.rank() + 3);
        let fits = to >= of.rank();
        let after = ops::append_to_rank(of, with, to);
        let before = ops::prepend_to_rank(of, with, to);
        together([
            always(ops::append(of, with), |r| laws::append(of, with, r)),
            always(ops::prepend(of, with), |r| laws::prepend(of, with, r)),
            exactly(fits, after, |r| laws::padded(of, with, to, false, r)),
            exactly(fits, before, |r| laws::padded(of, with, to, true, r)),
        ])
    }),
    check(&["insert", "replace"], |x| {
        let (of, with, rank) = (x.layout, x.other, x.layout.rank());
        let at = place(x, rank + 2);
        together([
            exactly(at <= rank, ops::insert(of, at, with), |r| laws::insert(of, at, with, r)),
            exactly(at < rank, ops::replace(of, at, with), |r| laws::replace(of, at, with, r)),
        ])
    }),
    check(&["zip"], |x| {
        let both = Layout::from_modes(&[x.layout.clone(), x.other.clone()]);
        // Too large for a layout.
        let Ok(both) = both else { return Ok(Answer::Undecided) };
        verdict(ops::zip(&both), |r| laws::zip(&both, r), |_| Ok(()))
    }),
    check(&["zip2_by"], |x| {
        let guide = x.other.shape();
        let Ok(pairs) = pairs(x.other, x.layout) else { return Ok(Answer::Undecided) };
        always(ops::zip2_by(&pairs, guide), |r| laws::zip2_by(&pairs, guide, r))
    }),
];

/// A pair in the place of every leaf of a guide, and `more` after every tuple.
fn pairs(guide: &Layout, more: &Layout) -> Result<Layout, layout_algebra::Error> {
    if !guide.shape().is_tuple() {
        return Layout::from_modes(&[guide.clone(), more.clone()]);
    }
    let modes = guide.modes();
    let mut modes = modes.iter().map(|mode| pairs(mode, more)).collect::<Result<Vec<_>, _>>()?;
    modes.push(more.clone());
    Layout::from_modes(&modes)
}
