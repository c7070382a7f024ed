//! Bounds of what products and `tile_to_shape` answer.

use alloc::vec::Vec;

use super::reindex::refined;
use super::{Bound, Bounds, Lost, zeros};
use crate::ops::{self, Packing, Pairing, to_one_rank};
use crate::{IntTuple, Layout, Tiler};

/// The kind of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// [`ops::logical_product`].
    Logical,
    /// [`ops::zipped_product`] and the other products.
    Packed(Packing),
    /// [`ops::blocked_product`] and [`ops::raked_product`].
    Paired(Pairing),
}

/// The bounds of a product of a block and an order, each with bounds of its own: a coordinate is in bounds where its
/// place in the block is, and its repetition.
///
/// ```
/// use layout_algebra::bounds::{self, Bound, Bounds, Product};
/// use layout_algebra::{Int, Tiler};
/// let block = "(4,3):(1,4)".parse().unwrap();
/// let bounds = Bounds::of([Bound::new("(4,3):(1,4)".parse().unwrap(), Int::new(10))]);
/// let twice = Tiler::Size(Int::new(2));
/// let bounds = bounds::product(Product::Logical, &block, [&bounds, &Bounds::EVERYWHERE], &twice);
/// assert_eq!(bounds.to_string(), "((4,3),2):((1,4),0) < 10");
/// ```
#[must_use]
pub fn product(kind: Product, block: &Layout, of: [&Bounds; 2], tiler: &Tiler) -> Bounds {
    let [Some(of_block), Some(of_order)] = of.map(Bounds::within) else { return Bounds::Unknown };
    let placed = Placed { kind, block, tiler };
    let mut all = Vec::new();
    for (bounds, is_block) in [(of_block, true), (of_order, false)] {
        for bound in bounds {
            let Ok(bound) = bound.placed(&placed, is_block) else { return Bounds::Unknown };
            all.push(bound);
        }
    }
    Bounds::of(all)
}

/// The bounds of `result`, which [`ops::tile_to_shape`] answers: those of the block, and the extents of the target
/// where the blocks do not divide it.
///
/// ```
/// use layout_algebra::bounds::{self, Bounds};
/// use layout_algebra::ops::{self, ModeOrder};
/// let block = "(4,8):(8,1)".parse().unwrap();
/// let target = (10, 16).into();
/// let tiled = ops::tile_to_shape(&block, &target, &ModeOrder::RowMajor).unwrap().layout;
/// assert_eq!(tiled.to_string(), "((4,3),(8,2)):((8,64),(1,32))");
/// let bounds = bounds::tile_to_shape(&Bounds::EVERYWHERE, &target, &tiled);
/// assert_eq!(bounds.to_string(), "((4,3),(8,2)):((1,4),(0,0)) < 10");
/// ```
#[must_use]
pub fn tile_to_shape(block: &Bounds, target: &IntTuple, result: &Layout) -> Bounds {
    tiled(block, target, result).unwrap_or(Bounds::Unknown)
}

fn tiled(block: &Bounds, target: &IntTuple, result: &Layout) -> Result<Bounds, Lost> {
    let extents = ops::product_each(target)?;
    let modes = result.modes();
    let mut all = Vec::new();
    for (i, extent) in extents.leaves().into_iter().enumerate() {
        let mut coordinate = Vec::new();
        for (j, mode) in modes.iter().enumerate() {
            coordinate.push(match i == j {
                true => ops::col_major(mode.shape())?,
                false => zeros(mode.shape())?,
            });
        }
        all.push(Bound::new(Layout::from_modes(&coordinate)?, extent.clone()));
    }
    for bound in block.within().ok_or(Lost)? {
        let blocks = bound.coordinate().modes();
        let mut coordinate = Vec::new();
        for (i, mode) in modes.iter().enumerate() {
            coordinate.push(match blocks.get(i) {
                Some(block) => in_pair(block, mode, [0, 1])?,
                None => zeros(mode.shape())?,
            });
        }
        all.push(bound.at(Layout::from_modes(&coordinate)?));
    }
    Ok(Bounds::of(all))
}

/// A mode as one of two of a mode, and 0 along the other.
fn in_pair(mode: &Layout, pair: &Layout, [place, other]: [usize; 2]) -> Result<Layout, Lost> {
    let (of, rest) = (pair.get(&[place]).ok_or(Lost)?, pair.get(&[other]).ok_or(Lost)?);
    let mut modes = [refined(mode, of.shape())?, zeros(rest.shape())?];
    if place > other {
        modes.reverse();
    }
    Ok(Layout::from_modes(&modes)?)
}

/// A product with its operands.
struct Placed<'a> {
    kind: Product,
    block: &'a Layout,
    tiler: &'a Tiler,
}

impl Bound {
    fn placed(&self, of: &Placed<'_>, is_block: bool) -> Result<Bound, Lost> {
        let coordinate = match of.kind {
            Product::Paired(pairing) => {
                let order = of.tiler.as_layout().ok_or(Lost)??;
                let (block, order) = to_one_rank(of.block, &order)?;
                let tiler = Tiler::Layout(order.clone());
                let logical = ops::logical_product(&block, &tiler)?;
                let own = match is_block {
                    true => to_one_rank(&self.coordinate, &order)?.0,
                    false => to_one_rank(of.block, &self.coordinate)?.1,
                };
                pairing.pair_up(&logically(&own, &tiler, &logical, is_block)?, &order)?
            }
            Product::Logical | Product::Packed(_) => {
                let logical = ops::logical_product(of.block, of.tiler)?;
                let logical = logically(&self.coordinate, of.tiler, &logical, is_block)?;
                match of.kind {
                    Product::Packed(packing) => packing.divided(&logical, of.tiler)?,
                    _ => logical,
                }
            }
        };
        Ok(self.at(coordinate))
    }
}

/// A coordinate of the block, or of the order, in the logical product of both.
fn logically(
    own: &Layout,
    tiler: &Tiler,
    logical: &Layout,
    is_block: bool,
) -> Result<Layout, Lost> {
    match tiler {
        Tiler::Layout(_) | Tiler::Size(_) => match is_block {
            true => in_pair(own, logical, [0, 1]),
            false => in_pair(own, logical, [1, 0]),
        },
        // The bounds of an order of several modes are not known.
        _ if !is_block => Err(Lost),
        Tiler::All => Ok(own.clone()),
        Tiler::Modes(tilers) => {
            let mut modes = Vec::new();
            for (i, (own, logical)) in own.modes().into_iter().zip(logical.modes()).enumerate() {
                modes.push(match tilers.get(i) {
                    Some(tiler) => logically(&own, tiler, &logical, true)?,
                    None => own,
                });
            }
            Ok(Layout::from_modes(&modes)?)
        }
    }
}
