//! The packings of divides and products: tiles first, rests after.
//!
//! | name | modes |
//! |---|---|
//! | `logical` | `((TileM,RestM),(TileN,RestN),L)` |
//! | `zipped` | `((TileM,TileN),(RestM,RestN,L))` |
//! | `tiled` | `((TileM,TileN),RestM,RestN,L)` |
//! | `flat` | `(TileM,TileN,RestM,RestN,L)` |

use alloc::vec::Vec;

use super::{Outcome, logical_divide, logical_product, size};
use crate::explain::{says, step};
use crate::{Error, ErrorAddress, ErrorKind, Layout, Terms, Tiler};

/// [`logical_divide`] with the tiles in mode 0 and the rests, and the modes
/// without a tiler, in mode 1.
///
/// # Errors
///
/// As [`logical_divide`], and [`ErrorKind::NotTiled`] for a tiler `_` on a mode
/// that does not have two modes of its own, a tile and a rest.
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let tiles = ops::zipped_divide(&rows, &tiler).unwrap();
/// assert_eq!(tiles.layout.to_string(), "((2,4),(2,2)):((8,1),(16,4))");
/// ```
pub fn zipped_divide<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    divide("zipped_divide", Packing::Zipped, layout, tiler)
}

/// [`zipped_divide`] with the rests as modes of their own.
///
/// # Errors
///
/// As [`zipped_divide`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let tiles = ops::tiled_divide(&rows, &tiler).unwrap();
/// assert_eq!(tiles.layout.to_string(), "((2,4),2,2):((8,1),16,4)");
/// ```
pub fn tiled_divide<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    divide("tiled_divide", Packing::Tiled, layout, tiler)
}

/// [`zipped_divide`] with tiles and rests as modes of their own.
///
/// # Errors
///
/// As [`zipped_divide`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let tiles = ops::flat_divide(&rows, &tiler).unwrap();
/// assert_eq!(tiles.layout.to_string(), "(2,4,2,2):(8,1,16,4)");
/// ```
pub fn flat_divide<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    divide("flat_divide", Packing::Flat, layout, tiler)
}

/// [`logical_product`] with the blocks in mode 0 and their repetitions, and the
/// modes without a tiler, in mode 1.
///
/// # Errors
///
/// As [`logical_product`], and [`ErrorKind::Underscore`] for a tiler `_`.
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,3)".parse().unwrap();
/// let product = ops::zipped_product(&rows, &tiler).unwrap();
/// assert_eq!(product.to_string(), "((4,8),(2,3)):((8,1),(1,8))");
/// ```
pub fn zipped_product<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    multiply("zipped_product", Packing::Zipped, block, tiler)
}

/// [`zipped_product`] with the repetitions as modes of their own.
///
/// # Errors
///
/// As [`zipped_product`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,3)".parse().unwrap();
/// let product = ops::tiled_product(&rows, &tiler).unwrap();
/// assert_eq!(product.to_string(), "((4,8),2,3):((8,1),1,8)");
/// ```
pub fn tiled_product<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    multiply("tiled_product", Packing::Tiled, block, tiler)
}

/// [`zipped_product`] with blocks and repetitions as modes of their own.
///
/// # Errors
///
/// As [`zipped_product`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,3)".parse().unwrap();
/// let product = ops::flat_product(&rows, &tiler).unwrap();
/// assert_eq!(product.to_string(), "(4,8,2,3):(8,1,1,8)");
/// ```
pub fn flat_product<D: Terms>(block: &Layout<D>, tiler: &Tiler) -> Result<Layout<D>, Error> {
    multiply("flat_product", Packing::Flat, block, tiler)
}

/// The places of the tiles of a divide and of its rests, or of the blocks of a product and their
/// repetitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// `((TileM,TileN),(RestM,RestN,L))`
    Zipped,
    /// `((TileM,TileN),RestM,RestN,L)`
    Tiled,
    /// `(TileM,TileN,RestM,RestN,L)`
    Flat,
}

impl Packing {
    /// Packs a layout that was divided by a tiler.
    pub(crate) fn divided<D: Terms>(
        self,
        divided: &Layout<D>,
        tiler: &Tiler,
    ) -> Result<Layout<D>, Error> {
        // Refused by the divide, which has a name for it.
        let (tiles, rests) = unzip("zipped_divide", divided, tiler)?;
        self.pack(&tiles, &rests)
    }

    pub(crate) fn pack<D: Terms>(
        self,
        tiles: &Layout<D>,
        rests: &Layout<D>,
    ) -> Result<Layout<D>, Error> {
        let mut modes = match self {
            Packing::Zipped => return Layout::from_modes(&[tiles.clone(), rests.clone()]),
            Packing::Tiled => alloc::vec![tiles.clone()],
            Packing::Flat => opened(tiles),
        };
        modes.extend(opened(rests));
        Layout::from_modes(&modes)
    }
}

fn divide<D: Terms>(
    op: &'static str,
    packing: Packing,
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    step!(("{op}({layout}, {tiler})") divide_and_pack(op, packing, layout, tiler))
}

fn divide_and_pack<D: Terms>(
    op: &'static str,
    packing: Packing,
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    let divided = logical_divide(layout, tiler).in_op(op)?.in_op(op);
    let packed = packing.divided(&divided.layout, tiler).in_op(op)?;
    says!("the same modes, tiles first: {packed}");
    Ok(Outcome { layout: packed, ..divided })
}

fn multiply<D: Terms>(
    op: &'static str,
    packing: Packing,
    block: &Layout<D>,
    tiler: &Tiler,
) -> Result<Layout<D>, Error> {
    step!(("{op}({block}, {tiler})") multiply_and_pack(op, packing, block, tiler))
}

fn multiply_and_pack<D: Terms>(
    op: &'static str,
    packing: Packing,
    block: &Layout<D>,
    tiler: &Tiler,
) -> Result<Layout<D>, Error> {
    let product = logical_product(block, tiler).in_op(op)?;
    says!("the same modes, blocks first");
    let (blocks, repetitions) = unzip(op, &product, tiler).map_err(|error| {
        // No size makes a mode of blocks one of repetitions.
        let at = error.path().clone();
        Error::new(op, ErrorKind::Underscore).in_operand(1).at_path(at)
    })?;
    packing.pack(&blocks, &repetitions)
}

/// The modes of a mode; a tuple of one stays closed, as in CuTe.
fn opened<D: Terms>(mode: &Layout<D>) -> Vec<Layout<D>> {
    if mode.rank() == 1 { alloc::vec![mode.clone()] } else { mode.modes() }
}

/// Splits `((A,a),(B,b),c)` into `(A,B)` and `(a,b,c)` along a tiler.
fn unzip<D: Terms>(
    op: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<(Layout<D>, Layout<D>), Error> {
    let modes = layout.modes();
    match (tiler, modes.as_slice()) {
        (Tiler::Layout(_) | Tiler::Size(_), [tile, rest]) => Ok((tile.clone(), rest.clone())),
        // A mode that was left whole splits only if it has two modes of its own.
        (Tiler::All, [tile, rest]) => Ok((tile.clone(), rest.clone())),
        (Tiler::Modes(tilers), _) => {
            let (mut tiles, mut rests) = (Vec::new(), Vec::new());
            for (i, (mode, tiler)) in modes.iter().zip(tilers).enumerate() {
                let (tile, rest) = unzip(op, mode, tiler).under_mode(i)?;
                tiles.push(tile);
                rests.push(rest);
            }
            rests.extend(modes.into_iter().skip(tilers.len()));
            Ok((Layout::from_modes(&tiles)?, Layout::from_modes(&rests)?))
        }
        _ => {
            let kind =
                ErrorKind::NotTiled { mode: alloc::format!("{layout}"), size: size(layout)? };
            Err(Error::new(op, kind).in_operand(1))
        }
    }
}
