//! `Relayout`: how the threads of a GPU copy elements from one layout to another.
//!
//! Memory is fast where neighbouring threads move neighbouring elements, and what are neighbours in the source are none in
//! the target. So a block of threads copies a tile in two passes: from the source to shared memory in runs of the source,
//! and from there to the target in runs of the target. Where the runs are the same, it copies straight.
//!
//! [`Relayout::vectorized`] is for machines whose threads move vectors of neighbours: through shared memory where rows begin anywhere, or
//! by squares that a thread transposes in its registers.
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

mod blocks;
mod loops;
mod offset_swizzle;
mod pass;
mod runs;
mod squares;
mod tile;
mod vectors;

use alloc::vec::Vec;

use crate::{Error, ErrorAddress, ErrorKind, Function, Int, Layout, ops};
use loops::{shared_loops, widened};
pub use offset_swizzle::OffsetSwizzle;
use offset_swizzle::split_swizzles;
pub use pass::{Edge, Pass};
use squares::squares;
use tile::Tile;
use vectors::vectors;

const OP: &str = "relayout";
/// The bytes of the widest access.
const VECTOR: i64 = 16;
/// The bytes of a sector, which is what memory moves.
const SECTOR: i64 = 32;
/// The vectors that a thread of a kernel of [`Access::Vectors`] reads before it stores one.
pub const HELD: i64 = 4;
/// The multiprocessors of a large GPU.
const MULTIPROCESSORS: i64 = 132;

/// The accesses of a thread to memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// One unit at a time.
    Units,
    /// A square of units at a time, one for each element of the only pass: as many vectors of neighbours in the source, which
    /// the thread transposes in its registers.
    Squares {
        /// The units of a vector, and the vectors of a square. All vectors begin at multiples of this number of units.
        units: i64,
        /// The step from vector to vector in the source.
        from: i64,
        /// The step from vector to vector in the target.
        into: i64,
    },
    /// The vectors that the runs of a pass touch, of which a thread moves every one that follows another by
    /// [`Relayout::threads`]. Of the source they are moved whole. Of the target a vector is put together of units, and what is outside of a
    /// run is left out.
    ///
    /// Shared memory has a unit at the place of the pass and the offset of the block's tile in the source modulo `units`, so that
    /// vectors of the source are vectors of shared memory.
    Vectors {
        /// The units of a vector. All vectors begin at multiples of this number of units.
        units: i64,
        /// The neighbours among the threads of a block that have vectors of one run of the target; those that follow have the next run.
        lanes: i64,
        /// The unit of a vector that the lanes of run `r` of the target load first, over `r` modulo 4; they go on with the next, and
        /// begin anew after the last. Lanes of several runs then load from different banks of shared memory.
        turned: i64,
        /// The parts of the target's runs that blocks write, if a run has several.
        split: Option<Split>,
    },
}

/// The part of a run of the target that a block writes: whole sectors, but for both ends of the run. It begins at the first sector that
/// begins in the tile, or with the tile of the first block of a run, and ends where the part of the next block begins, which may
/// be a little past the `run` units of the tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Split {
    /// The units from the beginning of a tile to that of the next.
    pub run: i64,
    /// The units of a sector.
    pub sector: i64,
    /// The digit that counts along the run, at the beginning of a block's tile.
    pub before: Layout,
}

/// A copy in one of its forms, without the numbers that all forms share.
struct Choice {
    threads: i64,
    buffer: i64,
    source: Layout,
    target: Layout,
    passes: Vec<Pass>,
    access: Access,
}

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
    access: Access,
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
        Relayout::in_units(source, target, bytes, shared, [true, false])
    }

    /// The same copy for a machine that accesses memory at 16 bytes as fast as at one, and whose threads may take vectors of units:
    /// where tiles are large, but their rows begin within sectors or elements have 1 or 2 bytes, by other [`Access`] than to units.
    ///
    /// ```
    /// use layout_algebra::{Function, relayout::{Access, Relayout}};
    ///
    /// let rows: Function = "(1001,2003):(2003,1)".parse().unwrap();
    /// let columns: Function = "(1001,2003):(1,1001)".parse().unwrap();
    /// let plan = Relayout::vectorized(&rows, &columns, 4, 32 << 10).unwrap();
    /// assert!(matches!(plan.access(), Access::Vectors { units: 4, .. }));
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Relayout::new`].
    pub fn vectorized(
        source: &Function,
        target: &Function,
        bytes: usize,
        shared: usize,
    ) -> Result<Self, Error> {
        Relayout::in_units(source, target, bytes, shared, [true, true])
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
        Relayout::in_units(source, target, bytes, shared, [false, false])
    }

    fn in_units(
        source: &Function,
        target: &Function,
        bytes: usize,
        shared: usize,
        [is_wide, is_vectorized]: [bool; 2],
    ) -> Result<Self, Error> {
        if !matches!(bytes, 1 | 2 | 4 | 8 | 16) {
            let kind = ErrorKind::NoPowerOfTwo { int: Int::new(bytes as i128) };
            return Err(Error::new(OP, kind));
        }
        let ((source, before), (target, after)) =
            (split_swizzles(source, 0)?, split_swizzles(target, 1)?);
        let loops = shared_loops(source, target)?;
        // A swizzle takes no two offsets to one.
        ops::check_injective(target).in_op(OP).in_operand(1)?;
        let mut swizzles = [before, after];
        let (loops, unit) = match is_wide {
            true => widened(loops, &mut swizzles, bytes),
            false => (loops, bytes),
        };
        let choice = match is_vectorized && swizzles.iter().all(Vec::is_empty) {
            true => match squares(&loops, unit as i64)? {
                None => vectors(&loops, unit as i64, shared as i64)?,
                squares => squares,
            },
            false => None,
        };
        let choice = match choice {
            Some(choice) => choice,
            None => Tile::best(&loops, unit, shared as i64).choice(&loops)?,
        };
        let Choice { threads, buffer, source, target, passes, access } = choice;
        Ok(Relayout { unit, threads, buffer, source, target, swizzles, passes, access })
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

    /// The accesses of a thread to memory.
    pub fn access(&self) -> &Access {
        &self.access
    }
}

/// The layout of extents and steps; `1:0` of none.
fn layout(digits: &[(i64, i64)]) -> Result<Layout, Error> {
    let mut modes = Vec::new();
    for &(extent, step) in digits {
        if extent != 1 {
            modes.push(Layout::leaf(i128::from(extent), Int::new(step.into()))?);
        }
    }
    if modes.is_empty() { Ok(Layout::unit()) } else { ops::coalesce(&Layout::from_modes(&modes)?) }
}

fn ceil_div(a: i64, b: i64) -> i64 {
    a / b + i64::from(a % b != 0)
}
