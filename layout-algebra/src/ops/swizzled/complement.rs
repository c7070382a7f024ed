//! `complement` of composed layouts.

use alloc::collections::BTreeMap;

use super::agree::Points;
use super::product::moves_whole_blocks;
use crate::exact::known;
use crate::exact::step_sum::BUDGET;
use crate::ops::{self, Collision, Outcome};
use crate::{ComposedLayout, Error, ErrorKind, HTuple, Int, IntTuple, Layout, Step};

const OP: &str = "complement";

/// The complement of the domain, where its copies are apart: for swizzles `f` after a layout
/// `L`, with `R = complement(L, cotarget)` the values `f(c) + R(r)` are all different for `L`
/// without its modes of stride 0. So are those of `f` at `(L,R)`, and with no hole they are
/// the swizzles of `[0, cotarget)`.
///
/// # Errors
///
/// The errors of [`ops::complement`]; [`ErrorKind::NotInjective`] where two of the values are the
/// same, as a swizzle may move `L` into its complement; [`ErrorKind::Undecided`];
/// [`ErrorKind::NotSwizzled`] where a layout is applied after the domain, which may take different
/// offsets to one.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let every_second = Layout::leaf(4, 2).unwrap();
/// let swizzle = Swizzle::new(1, 0, 3).unwrap();
/// let layout = ComposedLayout::new(swizzle, Int::ZERO, every_second).unwrap();
/// let rest = swizzled::complement(&layout, &24.into()).unwrap();
/// assert_eq!(rest.layout.to_string(), "(2,3):(1,8)");
/// ```
pub fn complement(layout: &ComposedLayout, cotarget: &IntTuple) -> Result<Outcome, Error> {
    let domain = layout.domain()?;
    check_swizzles(OP, layout)?;
    let outcome = ops::complement(domain, cotarget)?;
    check_apart(layout, &outcome.layout)?;
    Ok(outcome)
}

/// Refuses copies `f(c) + R(r)` that meet. There are none where `R` steps by whole blocks
/// of the swizzles, or where the swizzle moves those of `R` with what it is added to.
fn check_apart(layout: &ComposedLayout, rest: &Layout) -> Result<(), Error> {
    let mut masks = mask_of(layout.inner());
    for (step, _) in layout.outer() {
        masks |= mask_of(step);
    }
    let block = Int::new(1i128 << (i128::BITS - masks.leading_zeros()));
    let whole = |(extent, stride): (&Int, &crate::Stride)| {
        *extent == Int::ONE || block.divides(stride.scale()).is_true()
    };
    if rest.leaves().into_iter().all(whole) {
        return Ok(());
    }
    let filtered = ops::filter(layout.domain()?)?;
    if filtered.is_symbolic() || rest.is_symbolic() {
        return Err(undecided(layout, rest));
    }
    let (count, copies) = (known(&ops::size(&filtered)?)?, known(&ops::size(rest)?)?);
    if count.checked_mul(copies).is_none_or(|all| all > BUDGET as i128) {
        let is_moved = match layout.as_swizzled() {
            Some((swizzle, offset, _)) => {
                moves_whole_blocks(swizzle, known(offset)?, rest, &filtered)?
            }
            None => false,
        };
        return if is_moved { Ok(()) } else { Err(undecided(layout, rest)) };
    }
    let values = Points::of(&layout.with_domain(filtered.clone())?)?;
    let mut seen: BTreeMap<i128, i128> = BTreeMap::new();
    for r in 0..copies {
        let HTuple::Leaf(copy) = ops::evaluate(&HTuple::Leaf(Int::new(r)), rest)? else {
            return Err(undecided(layout, rest));
        };
        for c in 0..count {
            let value = Int::new(values.at(c)?).add(&copy)?;
            let place = r * count + c;
            if let Some(before) = seen.insert(known(&value)?, place) {
                let (first, second) = (pair(before, count), pair(place, count));
                let collision = Collision { first, second, offset: HTuple::Leaf(value) };
                let copies = alloc::format!("({},{rest})", layout.with_domain(filtered)?);
                return Err(collision.refusal_of_whole(&copies).in_op(OP));
            }
        }
    }
    Ok(())
}

/// The bits that a step takes part in, if it is a swizzle.
fn mask_of(step: &Step) -> i128 {
    match step {
        Step::Swizzle(swizzle) => swizzle.y_mask() | swizzle.z_mask(),
        Step::Layout(_) => 0,
    }
}

/// The coordinate `(c,r)` of a place `r·count + c`.
fn pair(place: i128, count: i128) -> IntTuple {
    let (c, r) = (Int::new(place % count), Int::new(place / count));
    HTuple::Tuple([HTuple::Leaf(c), HTuple::Leaf(r)].into())
}

fn undecided(layout: &ComposedLayout, rest: &Layout) -> Error {
    Error::undecided(OP, format_args!("the copies of {layout} along {rest} are apart"))
}

/// Checks that only swizzles are applied after the innermost function.
pub(super) fn check_swizzles(op: &'static str, layout: &ComposedLayout) -> Result<(), Error> {
    if layout.only_swizzles() {
        return Ok(());
    }
    let kind = ErrorKind::NotSwizzled { function: alloc::format!("{layout}") };
    Err(Error::new(op, kind))
}
