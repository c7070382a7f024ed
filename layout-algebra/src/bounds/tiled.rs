//! Bounds of what threads have of a tensor: `tidfrg`, `thrfrg` and the partitions.

use super::{Attached, Bounds, Lost, logical_divide, packed_divide};
use crate::ops::{self, Packing};
use crate::tiled::{Operand, Side, TiledCopy, TiledMma, values_of_copy, values_of_mma};
use crate::{Coordinate, Crd, Error, HTuple, Int, Layout, Tiler, VectorLayout};

/// A copy or a product over the threads of a block, and what it takes.
#[derive(Clone, Copy, Debug)]
pub enum Fragments<'a> {
    /// The elements that a copy reads or writes.
    Copy(&'a TiledCopy, Side),
    /// An operand of a product.
    Mma(&'a TiledMma, Operand),
}

impl Fragments<'_> {
    /// The bounds of [`TiledCopy::tidfrg`] or [`TiledMma::thrfrg`] of a tensor with bounds.
    ///
    /// ```
    /// use layout_algebra::bounds::{Bounds, Fragments};
    /// use layout_algebra::tiled::{CopyAtom, Side, TiledCopy};
    /// use layout_algebra::{Int, atoms};
    /// let atom = CopyAtom::new(&atoms::copy("UniversalCopy<uint32_t>").unwrap(), &Int::new(32)).unwrap();
    /// let copy = TiledCopy::new(atom, &"(4,8):(8,1)".parse().unwrap(), &"(1,1):(0,0)".parse().unwrap()).unwrap();
    /// let tensor = "(10,16):(16,1)".parse().unwrap();
    /// let bounds = Fragments::Copy(&copy, Side::Source).bounds(&tensor, &Bounds::EVERYWHERE);
    /// assert_eq!(bounds.to_string(), "((8,4),(1,1),(3,2)):((0,1),(0,0),(4,0)) < 10");
    /// ```
    #[must_use]
    pub fn bounds(&self, tensor: &Layout, bounds: &Bounds) -> Bounds {
        let Ok((_, bounds)) = self.fragments(tensor, bounds) else { return Bounds::Unknown };
        bounds
    }

    /// The bounds of [`TiledCopy::partition`] or [`TiledMma::partition`]: of the values of one thread.
    #[must_use]
    pub fn bounds_of_thread(&self, tensor: &Layout, bounds: &Bounds, thread: &Int) -> Bounds {
        self.of_thread(tensor, bounds, thread).unwrap_or(Bounds::Unknown)
    }

    fn fragments(&self, tensor: &Layout, bounds: &Bounds) -> Result<(Layout, Bounds), Lost> {
        match *self {
            Fragments::Copy(copy, side) => {
                let tile = Tiler::from_shape(copy.tile())?;
                let tiles = ops::zipped_divide(tensor, &tile)?.layout;
                let bounds = packed_divide(Packing::Zipped, tensor, bounds, &tile);
                let threads = copy.tile2thrfrg(&tiles, side)?;
                let of = |tiles: &VectorLayout| copy.tile2thrfrg(tiles, side);
                Ok((threads.clone(), carried(&tiles, &bounds, &threads, of)?))
            }
            Fragments::Mma(mma, operand) => {
                let tile = mma.tiler_of(operand)?;
                let tiles = ops::logical_divide(tensor, &tile)?.layout;
                let bounds = logical_divide(tensor, bounds, &tile, &tiles);
                let threads = mma.tile2thrfrg(&tiles, operand)?;
                let of = |tiles: &VectorLayout| mma.tile2thrfrg(tiles, operand);
                Ok((threads.clone(), carried(&tiles, &bounds, &threads, of)?))
            }
        }
    }

    fn of_thread(&self, tensor: &Layout, bounds: &Bounds, thread: &Int) -> Result<Bounds, Lost> {
        let (mut layout, mut bounds) = self.fragments(tensor, bounds)?;
        if let Fragments::Mma(mma, operand) = *self {
            let threads = mma.by_thread(operand, &layout)?;
            bounds = carried(&layout, &bounds, &threads, |of| mma.by_thread(operand, of))?;
            layout = threads;
        }
        let all = layout.modes();
        let mut at = alloc::vec![HTuple::Leaf(Crd::All); all.len()];
        at[0] = HTuple::Leaf(Crd::At(thread.clone()));
        let at = Coordinate::Tuple(at);
        // The thread stays as a mode of one coordinate, so that modes have the same numbers.
        let values = Layout::from_modes(&[&[Layout::unit()], &all[1..]].concat())?;
        let sliced = bounds.sliced(&at, &layout);
        let sliced = sliced.rearranged(&values, |of| {
            Layout::from_modes(&[&[Layout::unit()], of.modes().as_slice()].concat())
        });
        Ok(match *self {
            Fragments::Copy(..) => sliced.rearranged(&values_of_copy(&values)?, values_of_copy),
            Fragments::Mma(..) => sliced.rearranged(&values_of_mma(&values)?, values_of_mma),
        })
    }
}

/// The bounds of the result of an operation on a layout with bounds.
fn carried(
    layout: &Layout,
    bounds: &Bounds,
    result: &Layout,
    operation: impl Fn(&VectorLayout) -> Result<VectorLayout, Error>,
) -> Result<Bounds, Lost> {
    let mut attached = Attached::new();
    let of = attached.layout(&layout.into(), bounds).ok_or(Lost)?;
    Ok(attached.bounds(&operation(&of)?, &result.into()))
}
