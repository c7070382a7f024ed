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
    let steps = layout.outer().iter().map(|(step, _)| step).chain([layout.inner()]);
    let masks = steps.map(|step| match step {
        Step::Swizzle(swizzle) => swizzle.y_mask() | swizzle.z_mask(),
        Step::Layout(_) => 0,
    });
    let kept = masks.max().and_then(i128::checked_ilog2).map_or(0, |top| top + 1);
    let block = Int::new(1i128 << kept);
    let whole = |stride: &crate::Stride| block.divides(stride.scale()).is_true();
    if rest.leaves().into_iter().all(|(extent, stride)| *extent == Int::ONE || whole(stride)) {
        return Ok(());
    }
    let undecided = || {
        let question = alloc::format!("the copies of {layout} along {rest} are apart");
        Error::new(OP, ErrorKind::Undecided { question })
    };
    let filtered = ops::filter(layout.domain()?)?;
    if filtered.is_symbolic() || rest.is_symbolic() {
        return Err(undecided());
    }
    let (count, copies) = (known(&ops::size(&filtered)?)?, known(&ops::size(rest)?)?);
    if count.checked_mul(copies).is_none_or(|all| all > BUDGET as i128) {
        let is_moved = match layout.as_swizzled() {
            Some((swizzle, offset, _)) => {
                moves_whole_blocks(swizzle, known(offset)?, rest, &filtered)?
            }
            None => false,
        };
        return if is_moved { Ok(()) } else { Err(undecided()) };
    }
    let values = Points::of(&layout.with_domain(filtered.clone())?)?;
    let mut seen = BTreeMap::new();
    for (c, r) in (0..copies).flat_map(|r| (0..count).map(move |c| (c, r))) {
        let HTuple::Leaf(copy) = ops::evaluate(&HTuple::Leaf(Int::new(r)), rest)? else {
            return Err(undecided());
        };
        let value = Int::new(values.at(c)?).add(&copy)?;
        if let Some((before, copy)) = seen.insert(value.clone(), (c, r)) {
            let at = |c, r| HTuple::Tuple([c, r].map(|at| HTuple::Leaf(Int::new(at))).to_vec());
            let (first, second) = (at(before, copy), at(c, r));
            let collision = Collision { first, second, offset: HTuple::Leaf(value) };
            let copies = alloc::format!("({},{rest})", layout.with_domain(filtered)?);
            return Err(collision.refusal_of_whole(&copies).in_op(OP));
        }
    }
    Ok(())
}

/// Checks that only swizzles are applied after the innermost function.
pub(super) fn check_swizzles(op: &'static str, layout: &ComposedLayout) -> Result<(), Error> {
    if layout.only_swizzles() {
        return Ok(());
    }
    let kind = ErrorKind::NotSwizzled { function: alloc::format!("{layout}") };
    Err(Error::new(op, kind))
}
