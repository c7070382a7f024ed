//! `logical_product`: a layout, repeated.

use alloc::vec::Vec;

use super::coalesce::merged_leaves;
use super::complement::free_modes;
use super::composition::check_rank;
use super::logical_divide::by_mode;
use super::{
    Outcome, check_injective, coalesce, composition, cosize, filter, find_collision, offset_range,
    size,
};
use crate::axes::{along, axes, in_place, map_leaves, on_axis};
use crate::explain::{equals, says, step};
use crate::{Error, ErrorAddress, ErrorKind, HTuple, Int, Layout, ModePath, Stride, Terms, Tiler};

const OP: &str = "logical_product";

/// The layout `(A, A*∘B)` of rank 2 with `A* = complement(A, size(A)·cosize(B))`:
/// mode 0 is the block `A`, mode 1 repeats it in the order of `B`, into the
/// offsets that the block leaves free.
///
/// The complement may leave offsets free, as [`super::complement`] alone refuses to: a product promises that its blocks are apart, not that
/// they fill what lies below. In `logical_product((2,2):(1,3), 6:1)`, which is `((2,2),6):((1,3),6)`, offset 2 of each block of 6 is
/// free; `complement((2,2):(1,3), 24)` is an error with that offset.
///
/// A list of tilers multiplies mode by mode and keeps the modes past it; an
/// integer `n` is `n:1`. The steps of a block without coordinates are 0. Strides of `B` over a basis step along the modes of `A*`, and
/// not past their ends. Of a block over a basis, `A*` has a mode for each element of the basis, the
/// complement along it, without an end; integers of `B` are steps along the only element that `A`
/// steps along.
///
/// # Errors
///
/// The errors of [`super::complement`] for the block and [`composition`] for its complement with
/// `B` (CuTe answers layouts whose blocks overlap); [`crate::ErrorKind::Beyond`] where `B` steps
/// past the end of a mode of `A*`; [`crate::ErrorKind::MixedStrides`] where `A` steps along several
/// basis elements, and `B` does not say along which of them it does;
/// [`crate::ErrorKind::NotInjective`] where an injective `B` goes to both sides of 0 and blocks
/// meet there; [`crate::ErrorKind::TooManyModes`].
///
/// ```
/// use layout_algebra::ops;
/// let product = ops::logical_product(&"4:1".parse().unwrap(), &"3:2".parse().unwrap()).unwrap();
/// assert_eq!(product.to_string(), "(4,3):(1,8)");
///
/// let holed = "(2,2):(1,3)".parse().unwrap();
/// let product = ops::logical_product(&holed, &"6:1".parse().unwrap()).unwrap();
/// assert_eq!(product.to_string(), "((2,2),6):((1,3),6)");
/// ```
pub fn logical_product<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    multiply(block, tiler).map(|outcome| outcome.layout)
}

fn multiply<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Outcome<Layout<D>>, Error> {
    step!(("logical_product({block}, {tiler})") multiply_by(block, tiler))
}

fn multiply_by<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Outcome<Layout<D>>, Error> {
    match tiler {
        Tiler::All => Ok(block.clone().into()),
        Tiler::Layout(order) => repeat(block, order).in_op(OP),
        Tiler::Size(size) => {
            let order = super::col_major(&size.clone().into())?;
            repeat(block, &order).in_op(OP)
        }
        Tiler::Modes(tilers) => {
            check_rank(OP, block, tiler, tilers.len())?;
            by_mode(block, tilers, &multiply)
        }
    }
}

/// A block over a basis, repeated along each element of it by itself.
fn repeat_along<D: Terms>(
    block: &Layout<D>,
    order: &Layout,
    axes: &[ModePath],
) -> Result<Outcome<Layout<D>>, Error> {
    let moves = |(extent, stride): &(&Int, &Stride)| {
        **extent != Int::ONE && *stride.scale() != Int::ZERO && stride.mode().is_root()
    };
    let order = match (order.leaves().into_iter().find(moves), axes) {
        (None, _) => order.clone(),
        (Some(_), [axis]) if self::axes(order).is_empty() => on_axis(order, axis)?,
        (Some((_, stride)), axes) => {
            let first = axes.iter().map(|axis| Stride::basis(Int::ONE, axis.clone())).next();
            let first = alloc::format!("{}", first.unwrap_or_else(Stride::zero));
            let kind = ErrorKind::MixedStrides { first, second: alloc::format!("{stride}") };
            return Err(Error::new(OP, kind).in_operand(1));
        }
    };
    let (mut places, mut objection) = (Vec::new(), None);
    for axis in self::axes(&order) {
        let product = repeat(&along(block, &axis)?, &along(&order, &axis)?)?;
        objection = objection.or(product.objection);
        let place = product.layout.modes().pop().unwrap_or_else(Layout::unit);
        places.push((axis.clone(), Layout::lifted(&on_axis(&place, &axis)?)));
    }
    let modes = [block.clone(), in_place(&order, places)?];
    Ok(Outcome { layout: Layout::from_modes(&modes)?, objection })
}

fn repeat<D: Terms>(block: &Layout<D>, order: &Layout) -> Result<Outcome<Layout<D>>, Error> {
    if block.is_empty() {
        // It takes no offset, so that nothing is between two of it.
        let places = map_leaves(order, &mut |extent, _| {
            Layout::of(HTuple::Leaf(extent.clone()), HTuple::Leaf(D::none()))
        })?;
        return Ok(Layout::from_modes(&[block.clone(), places])?.into());
    }
    let axes = axes(block);
    if !axes.is_empty() {
        return repeat_along(block, order, &axes);
    }
    let Outcome { layout, objection } = repeat_integers(&block.along(&ModePath::root())?, order)?;
    Ok(Outcome { layout: Layout::lifted(&layout), objection })
}

fn repeat_integers(block: &Layout, order: &Layout) -> Result<Outcome, Error> {
    let cotarget = size(block)?.mul(&cosize(order)?)?;
    let free = free_modes(block, &HTuple::Leaf(cotarget)).in_operand(0)?;
    let rest = coalesce(&free)?;
    equals!(("complement({block}, size({block}) * cosize({order}))"), rest);
    let places = match composition(&rest, order) {
        Ok(inside) if inside.objection.is_none() => inside.layout,
        // The modes are those of the complement, and the next begins where one ends.
        along if order.leaves().iter().any(|(_, stride)| !stride.mode().is_root()) => {
            along?.strict()?
        }
        // Past its size the complement continues along its last mode, without
        // meeting the block, even where that mode has extent 1.
        _ => {
            says!("{order} goes past the end of {rest}, which goes on as {free}");
            composition(&free, order)?.layout
        }
    };
    let has_integers = order.leaves().iter().all(|(_, stride)| stride.mode().is_root());
    if has_integers {
        check_apart(block, &free, order, offset_range(order)?, &places)?;
    }
    Ok(Layout::from_modes(&[block.clone(), places])?.into())
}

/// Below 0 the complement is mirrored. There its blocks are apart from each other, but not
/// from those above, unless it only has steps of one size. The order, which may be swizzled
/// after its layout, takes numbers in a range.
pub(crate) fn check_apart(
    block: &Layout,
    free: &Layout,
    order: &Layout,
    (least, most): (Int, Int),
    places: &Layout,
) -> Result<(), Error> {
    if merged_leaves(free)?.len() < 2 {
        return Ok(());
    }
    let is_both = least.less(&Int::ZERO).is_true() && Int::ZERO.less(&most).is_true();
    if is_both && find_collision(order)?.is_none() {
        let blocks = Layout::from_modes(&[filter(block)?, places.clone()])?;
        return check_injective(&blocks).in_operand(1);
    }
    Ok(())
}
