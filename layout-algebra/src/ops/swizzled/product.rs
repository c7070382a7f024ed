//! `logical_product` and its packings, by a swizzled tiler.

use super::{composition, cosize, offset_range};
use crate::exact::bitwise::{Bitwise, at};
use crate::exact::step_sum::BUDGET;
use crate::exact::{known, size};
use crate::ops::{self, Packing, Pairing};
use crate::{ComposedLayout, Error, ErrorAddress, ErrorKind, Function, HTuple, Layout, Swizzle};

const OP: &str = "logical_product";

/// `(A, A*∘T)` for a tiler `T = Sw o 0 o L`, as a function `Sw' o 0 o (A, A*∘L)`: the block
/// `A`, repeated in the order of `T` into the offsets that the block leaves free,
/// `A* = complement(A, size(A)·cosize(T))`. `Sw'` does with the places of the blocks
/// what `Sw` does with their numbers, and moves each block as it is:
///
/// ```text
/// R(a, t) = A(a) + A*(T(t))
/// ```
///
/// for all coordinates, which CuTe does not check.
///
/// # Errors
///
/// The errors of [`ops::logical_product`]; [`ErrorKind::SwizzledBlocks`] where no swizzle does it.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops::swizzled};
/// let leaf = |s, d| Layout::leaf(Int::new(s), Int::new(d)).unwrap();
/// let rows = Layout::from_modes(&[leaf(8, 8), leaf(8, 1)]).unwrap();
/// let tiler = ComposedLayout::new(Swizzle::new(3, 0, 3).unwrap(), Int::ZERO, rows).unwrap();
/// let block = leaf(4, 1);
/// let vectors = swizzled::logical_product(&block, &tiler).unwrap();
/// assert_eq!(vectors.to_string(), "Sw<3,2,3> o 0 o (4,(8,8)):(1,(32,4))");
/// ```
pub fn logical_product(block: &Layout, tiler: &ComposedLayout) -> Result<Function, Error> {
    product(block, tiler, &|product| Ok(product.clone()))
}

/// [`ops::zipped_product`], [`ops::tiled_product`] or [`ops::flat_product`] by a swizzled tiler:
/// [`logical_product`] at rearranged coordinates.
///
/// # Errors
///
/// As [`logical_product`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, ops::{Packing, swizzled}};
/// let tiler: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse().unwrap();
/// let block: Layout = "4:1".parse().unwrap();
/// let flat = swizzled::packed_product(Packing::Flat, &block, &tiler).unwrap();
/// assert_eq!(flat.to_string(), "Sw<2,2,2> o 0 o (4,4,4):(1,16,4)");
/// ```
pub fn packed_product(
    packing: Packing,
    block: &Layout,
    tiler: &ComposedLayout,
) -> Result<Function, Error> {
    product(block, tiler, &|product| match product.modes().as_slice() {
        [block, places] => packing.pack(block, places),
        _ => Ok(product.clone()),
    })
}

/// [`ops::blocked_product`] or [`ops::raked_product`] by a swizzled tiler.
///
/// # Errors
///
/// As [`logical_product`].
///
/// ```
/// use layout_algebra::{ComposedLayout, Layout, ops::{Pairing, swizzled}};
/// let tiler: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse().unwrap();
/// let block: Layout = "(2,2):(1,2)".parse().unwrap();
/// let product = |pairing| swizzled::paired_product(pairing, &block, &tiler).unwrap().to_string();
/// assert_eq!(product(Pairing::Blocked), "Sw<2,2,2> o 0 o ((2,4),(2,4)):((1,16),(2,4))");
/// assert_eq!(product(Pairing::Raked), "Sw<2,2,2> o 0 o ((4,2),(4,2)):((16,1),(4,2))");
/// ```
pub fn paired_product(
    pairing: Pairing,
    block: &Layout,
    tiler: &ComposedLayout,
) -> Result<Function, Error> {
    let (block, order) = ops::to_one_rank(block, tiler.domain()?)?;
    let tiler = tiler.with_domain(order.clone())?;
    product(&block, &tiler, &|product| pairing.pair_up(product, &order))
}

/// The product, packed otherwise.
fn product(
    block: &Layout,
    tiler: &ComposedLayout,
    pack: &dyn Fn(&Layout) -> Result<Layout, Error>,
) -> Result<Function, Error> {
    let cotarget = ops::size(block)?.mul(&cosize(tiler)?)?;
    let free = ops::free_modes(block, &HTuple::Leaf(cotarget)).in_op(OP)?;
    let refused = || {
        let (block, tiler) = (alloc::format!("{block}"), alloc::format!("{tiler}"));
        Error::new(OP, ErrorKind::SwizzledBlocks { block, tiler }).in_operand(1)
    };
    let repeated =
        composition(&free.clone().into(), &tiler.clone().into()).in_op(OP).in_operand(1)?;
    let (order, range) = (tiler.domain()?, offset_range(tiler)?);
    match repeated.layout {
        Function::Layout(places) => {
            ops::check_apart(block, &free, order, range, &places)?;
            Ok(pack(&Layout::from_modes(&[block.clone(), places])?)?.into())
        }
        Function::Composed(places) => {
            let (swizzle, offset, places) = places.as_swizzled().ok_or_else(refused)?;
            if !moves_whole_blocks(swizzle, known(offset)?, block, places)? {
                return Err(refused());
            }
            // The swizzle after them moves no two to one place.
            ops::check_apart(block, &free, order, range, places)?;
            let product = Layout::from_modes(&[block.clone(), places.clone()])?;
            Ok(ComposedLayout::new(*swizzle, offset.clone(), pack(&product)?)?.into())
        }
        Function::Swizzle(_) => Err(refused()),
    }
}

/// Returns true if `Sw(O + A(a) + P(p)) = A(a) + Sw(O + P(p))` for all coordinates: point by point,
/// or where the block has no bits in common with the places, the offset and the swizzle.
pub(super) fn moves_whole_blocks(
    swizzle: &Swizzle,
    offset: i128,
    block: &Layout,
    places: &Layout,
) -> Result<bool, Error> {
    let (block, places) = (super::agree::leaves(block)?, super::agree::leaves(places)?);
    let both = [block.as_slice(), &places].concat();
    if let (Some(blocks), Some(all)) = (size(&block), size(&both))
        && all <= BUDGET as i128
    {
        let mut points = (0..all).map(|i| {
            let (a, p) = (at(&block, i % blocks)?, at(&places, i / blocks)?.checked_add(offset)?);
            Some(swizzle.apply(a.checked_add(p)?) == a + swizzle.apply(p))
        });
        return Ok(points.all(|same| same == Some(true)));
    }
    let mask = swizzle.y_mask() | swizzle.z_mask();
    let is_apart = Bitwise::of_leaves(0, &block).is_some_and(|block| block.reached() & mask == 0);
    Ok(is_apart && Bitwise::of_leaves(offset, &both).is_some())
}
