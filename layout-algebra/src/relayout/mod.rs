//! `Relayout`: how the threads of a GPU copy elements from one layout to another.
//!
//! Memory is fast where neighbouring threads move neighbouring elements, and what are neighbours in the source are none in
//! the target. So a block of threads copies a tile in two passes: from the source to shared memory in runs of the source,
//! and from there to the target in runs of the target. Where the runs are the same, it copies straight.
//!
//! All that the threads compute are layouts: where a tile begins, and what a thread moves of it. The tile is chosen by a
//! count of what is moved and computed for an element ([`Relayout::new`] has the sources); nothing is measured.
//!
//! ```
//! use layout_algebra::{Function, relayout::Relayout};
//!
//! let rows: Function = "(1024,1024):(1024,1)".parse().unwrap();
//! let columns: Function = "(1024,1024):(1,1024)".parse().unwrap();
//! let plan = Relayout::new(&rows, &columns, 4, 16 << 10).unwrap();
//! assert_eq!(plan.passes().len(), 2);
//! // Straight, 16 bytes at a time.
//! let plan = Relayout::new(&rows, &rows, 4, 16 << 10).unwrap();
//! assert_eq!((plan.passes().len(), plan.unit()), (1, 16));
//! // A swizzle follows the offsets of its memory; it keeps eight elements of 2 bytes together.
//! let tiles: Function = "Sw<3,3,3> o 0 o (1024,1024):(1024,1)".parse().unwrap();
//! let plan = Relayout::new(&rows, &tiles, 2, 16 << 10).unwrap();
//! assert_eq!((plan.unit(), plan.target_swizzles().len()), (16, 1));
//! ```

mod loops;
mod offset_swizzle;
mod pass;
mod tile;

use alloc::vec::Vec;

use crate::{CollectVec, Error, ErrorKind, Function, Int, Layout, ops};
use loops::{shared_loops, widened};
pub use offset_swizzle::OffsetSwizzle;
use offset_swizzle::split_swizzles;
pub use pass::{Edge, Pass};
use tile::Tile;

const OP: &str = "relayout";

/// The copy of elements from one layout to another by the threads of a GPU.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relayout {
    unit: usize,
    threads: i64,
    buffer: i64,
    source: Layout,
    target: Layout,
    swizzles: [Vec<OffsetSwizzle>; 2],
    passes: Vec<Pass>,
}

impl Relayout {
    /// The copy `target[B(c)] = source[A(c)]` at all coordinates `c` of both, of elements of `bytes` bytes,
    /// by blocks that share at most `shared` bytes.
    ///
    /// The tile that costs least is taken, among all whose runs are whole modes and a piece of the
    /// next. The cost is bytes of the sectors that its runs touch, of 32 bytes each, and
    /// instructions for an element. Swizzles do not change the choice: a swizzle of memory leaves
    /// what is in a few sectors in as many.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Sizes`] and [`ErrorKind::Indivisible`] for layouts that do not have the same 1-D coordinates as digits,
    /// [`ErrorKind::NotInjective`] for a target that would be written twice, [`ErrorKind::NotKnown`] and
    /// [`ErrorKind::BasisStride`] for what are no integers, [`ErrorKind::Wide`] for numbers that do not fit 64 bits,
    /// [`ErrorKind::NoPowerOfTwo`] for elements of other than 1, 2, 4, 8 and 16 bytes, [`ErrorKind::NoDomain`] and
    /// [`ErrorKind::NotSwizzled`] for what is no layout, and for one that something else than swizzles follows.
    pub fn new(
        source: &Function,
        target: &Function,
        bytes: usize,
        shared: usize,
    ) -> Result<Self, Error> {
        Relayout::in_units(source, target, bytes, shared, true)
    }

    /// A copy of one element at a time.
    ///
    /// # Errors
    ///
    /// As [`Relayout::new`].
    pub fn elementwise(
        source: &Function,
        target: &Function,
        bytes: usize,
        shared: usize,
    ) -> Result<Self, Error> {
        Relayout::in_units(source, target, bytes, shared, false)
    }

    fn in_units(
        source: &Function,
        target: &Function,
        bytes: usize,
        shared: usize,
        is_wide: bool,
    ) -> Result<Self, Error> {
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            let kind = ErrorKind::NoPowerOfTwo { int: Int::new(bytes as i128) };
            return Err(Error::new(OP, kind));
        }
        let ((source, before), (target, after)) =
            (split_swizzles(source, 0)?, split_swizzles(target, 1)?);
        let loops = shared_loops(source, target)?;
        // A swizzle takes no two offsets to one.
        ops::check_injective(target).map_err(|error| error.in_op(OP).in_operand(1))?;
        let mut swizzles = [before, after];
        let (loops, unit) = match is_wide {
            true => widened(loops, &mut swizzles, bytes),
            false => (loops, bytes),
        };
        let tile = Tile::best(&loops, unit, shared as i64);
        Ok(Relayout {
            unit,
            threads: tile.threads,
            buffer: tile.buffer(),
            source: tile.grid(&loops, |_, one| one.source)?,
            target: tile.grid(&loops, |_, one| one.target)?,
            swizzles,
            passes: tile.passes(&loops)?,
        })
    }

    /// The bytes that are moved at a time: an element, or as many neighbours as 16 bytes hold and both layouts keep
    /// together. Offsets count these, and both memories begin at a multiple of them.
    pub fn unit(&self) -> usize {
        self.unit
    }

    /// The threads of a block.
    pub fn threads(&self) -> i64 {
        self.threads
    }

    /// The units of shared memory of a block, 0 for a straight copy.
    pub fn buffer(&self) -> i64 {
        self.buffer
    }

    /// The layout of blocks to the beginning of their tiles in the source. Its size is the number
    /// of blocks.
    pub fn source(&self) -> &Layout {
        &self.source
    }

    /// The layout of blocks to the beginning of their tiles in the target.
    pub fn target(&self) -> &Layout {
        &self.target
    }

    /// The swizzles that follow the offsets in the source, the first first.
    pub fn source_swizzles(&self) -> &[OffsetSwizzle] {
        &self.swizzles[0]
    }

    /// The swizzles that follow the offsets in the target, the first first.
    pub fn target_swizzles(&self) -> &[OffsetSwizzle] {
        &self.swizzles[1]
    }

    /// One straight from source to target, or one to shared memory and one from there.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }
}

/// The layout of extents and steps; `1:0` of none.
fn layout(digits: impl Iterator<Item = (i64, i64)>) -> Result<Layout, Error> {
    let modes = digits.filter(|&(extent, _)| extent != 1);
    let modes = modes.map(|(extent, step)| Layout::leaf(i128::from(extent), Int::new(step.into())));
    let modes = modes.try_collect_vec()?;
    if modes.is_empty() { Ok(Layout::unit()) } else { ops::coalesce(&Layout::from_modes(&modes)?) }
}
