//! `Copied`: a copy from one layout to another as a kernel, by the plan that other languages print.

#![allow(missing_docs, reason = "cubecl makes items of a kernel")]

use cubecl::prelude::*;
use layout_algebra::relayout::{Edge, Pass, Relayout};
use layout_algebra::{Error, Function, Layout};
use layout_codegen::{Plan, Twist, plan, plan_composed};

use crate::expand::{index, twisted};

/// The bytes of memory that every machine has for a cube.
const SHARED: usize = 16 << 10;
/// The most cubes of a line of them: what all GPUs take.
const LINE: u32 = 1 << 15;

/// A copy from one layout to another, `target[B(c)] = source[A(c)]` at all coordinates, for which [`relayout`] is compiled.
///
/// The part that a cube copies is chosen as for `layout emit --relayout`: where neighbours in one memory are none in the other, a tile
/// goes through memory that the cube shares.
///
/// ```
/// use layout_cubecl::Copied;
///
/// let rows = "(640,480):(480,1)".parse().unwrap();
/// let columns = "(640,480):(1,640)".parse().unwrap();
/// let copied = Copied::new(&rows, &columns, 4).unwrap();
/// assert!(copied.is_shared());
/// // relayout::launch::<f32>(&client, copied.cubes(), copied.threads(), source, target, copied);
/// assert!(Copied::new(&rows, &"(640,480):(1,0)".parse().unwrap(), 4).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Copied {
    plan: Relayout,
}

impl Copied {
    /// The copy of elements of `bytes` bytes: those of the type of the kernel. Each layout may be followed by
    /// swizzles.
    ///
    /// # Errors
    ///
    /// As those of [`Relayout::new`]; and [`Unindexed`] for an offset that is negative, or that 32 bits do not hold.
    pub fn new(source: &Function, target: &Function, bytes: usize) -> Result<Self, Unindexed> {
        let relayout = Relayout::elementwise(source, target, bytes, SHARED)?;
        for function in [source, target] {
            let (planned, domain) = match function {
                Function::Layout(layout) => (plan(layout), Ok(layout)),
                Function::Composed(layout) => (plan_composed(layout), layout.domain()),
                Function::Swizzle(swizzle) => unreachable!("{swizzle} has no coordinates"),
            };
            // What swizzles make of what is within.
            let is_below = |domain: &Layout| plan(domain).is_ok_and(is_indexed);
            if !planned.is_ok_and(is_indexed) || !domain.is_ok_and(is_below) {
                return Err(Unindexed::Offsets(function.to_string()));
            }
        }
        Ok(Copied { plan: relayout })
    }

    /// The number of cubes that run the kernel.
    pub fn cubes(&self) -> CubeCount {
        let lines = self.blocks().div_ceil(LINE);
        CubeCount::Static(self.blocks().div_ceil(lines), lines, 1)
    }

    /// The number of threads of a cube.
    pub fn threads(&self) -> CubeDim {
        CubeDim::new_1d(self.plan.threads() as u32)
    }

    /// Returns true if a tile goes through memory that a cube shares.
    pub fn is_shared(&self) -> bool {
        self.plan.passes().len() > 1
    }

    /// The number of cubes that have a tile, which is the size of the layout of tiles.
    fn blocks(&self) -> u32 {
        self.plan.source().numbers().map_or(0, |numbers| numbers.size() as u32)
    }

    fn buffer(&self) -> usize {
        self.plan.buffer() as usize
    }

    fn pass(&self, number: usize) -> Pass {
        self.plan.passes()[number].clone()
    }

    fn twists(&self, is_target: bool) -> Vec<Twist> {
        let twists =
            if is_target { self.plan.target_swizzles() } else { self.plan.source_swizzles() };
        twists.iter().map(|twist| Twist { offset: twist.offset, swizzle: twist.swizzle }).collect()
    }
}

fn is_indexed(plan: Plan) -> bool {
    !plan.is_signed() && plan.fits_u32()
}

/// The reason for which there is no kernel of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unindexed {
    /// There is no such copy.
    Copy(Error),
    /// Offsets of this layout are no indices of 32 bits.
    Offsets(String),
}

impl From<Error> for Unindexed {
    fn from(error: Error) -> Self {
        Unindexed::Copy(error)
    }
}

impl std::fmt::Display for Unindexed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unindexed::Copy(error) => error.fmt(f),
            Unindexed::Offsets(layout) => {
                write!(
                    f,
                    "offsets of {layout} are no indices of 32 bits: none may be negative, nor above 4294967295"
                )
            }
        }
    }
}

impl std::error::Error for Unindexed {}

/// The kernel of a copy: [`Copied::cubes`] of [`Copied::threads`] run it.
#[cube(launch, launch_unchecked)]
pub fn relayout<E: Scalar>(source: &[E], target: &mut [E], #[comptime] copied: Copied) {
    let block = CUBE_POS as u32;
    if block < comptime!(copied.blocks()) {
        let from = place(block, comptime!(copied.plan.source().clone()));
        let into = place(block, comptime!(copied.plan.target().clone()));
        let reads = comptime!(copied.twists(false));
        let writes = comptime!(copied.twists(true));
        let first = comptime!(copied.pass(0));
        if comptime!(!copied.is_shared()) {
            let (x, y) = thread(comptime!(first.clone()));
            let turns = comptime!(first.turns() as u32);
            #[unroll]
            for turn in 0..turns {
                let at = y + turn * comptime!(first.rows as u32);
                if is_within(x, y, at, block, comptime!(first.clone())) {
                    let read = from + side(x, at, comptime!(first.from.clone()));
                    let write = into + side(x, at, comptime!(first.into.clone()));
                    target[swizzled(write, comptime!(writes.clone())) as usize] =
                        source[swizzled(read, comptime!(reads.clone())) as usize];
                }
            }
        } else {
            let last = comptime!(copied.pass(1));
            let mut tile = Shared::<[E]>::new_slice(comptime!(copied.buffer()));
            let (x, y) = thread(comptime!(first.clone()));
            let turns = comptime!(first.turns() as u32);
            #[unroll]
            for turn in 0..turns {
                let at = y + turn * comptime!(first.rows as u32);
                if is_within(x, y, at, block, comptime!(first.clone())) {
                    let read = from + side(x, at, comptime!(first.from.clone()));
                    let write = side(x, at, comptime!(first.into.clone()));
                    tile[write as usize] =
                        source[swizzled(read, comptime!(reads.clone())) as usize];
                }
            }
            sync_cube();
            let (x, y) = thread(comptime!(last.clone()));
            let turns = comptime!(last.turns() as u32);
            #[unroll]
            for turn in 0..turns {
                let at = y + turn * comptime!(last.rows as u32);
                if is_within(x, y, at, block, comptime!(last.clone())) {
                    let read = side(x, at, comptime!(last.from.clone()));
                    let write = into + side(x, at, comptime!(last.into.clone()));
                    target[swizzled(write, comptime!(writes.clone())) as usize] =
                        tile[read as usize];
                }
            }
        }
    }
}

/// The `x` of a thread in a pass, and its first `y`.
#[cube]
fn thread(#[comptime] pass: Pass) -> (u32, u32) {
    let x = comptime!(pass.extents[0] as u32);
    (UNIT_POS % x, UNIT_POS / x)
}

/// Returns true if a thread moves the element at `(x, at)` of a tile, whose first `y` is the one given.
#[cube]
fn is_within(x: u32, y: u32, at: u32, block: u32, #[comptime] pass: Pass) -> bool {
    let x_end = end(block, comptime!(pass.extents[0]), comptime!(pass.edges[0].clone()));
    let y_end = end(block, comptime!(pass.extents[1]), comptime!(pass.edges[1].clone()));
    y < comptime!(pass.rows as u32) && x < x_end && at < y_end
}

/// The number of coordinates of a side of a tile that are within.
#[cube]
fn end(block: u32, #[comptime] extent: i64, #[comptime] edge: Option<Edge>) -> u32 {
    if comptime!(edge.is_some()) {
        let edge = comptime!(edge.unwrap());
        let before = place(block, comptime!(edge.before.clone()));
        let left = comptime!(edge.inner as u32) * (comptime!(edge.extent as u32) - before);
        min(left, comptime!(extent as u32))
    } else {
        comptime!(extent as u32).runtime()
    }
}

/// The offset of `(x, y)` in a memory.
#[cube]
fn side(x: u32, y: u32, #[comptime] layouts: [Layout; 2]) -> u32 {
    place(x, comptime!(layouts[0].clone())) + place(y, comptime!(layouts[1].clone()))
}

/// The index of a 1-D coordinate.
#[cube]
#[allow(unused_variables)]
fn place(i: u32, #[comptime] layout: Layout) -> u32 {
    intrinsic!(|scope| { index(scope, &layout, i) })
}

/// The offset after the swizzles of a memory.
#[cube]
#[allow(unused_variables)]
fn swizzled(offset: u32, #[comptime] twists: Vec<Twist>) -> u32 {
    intrinsic!(|scope| { twisted(scope, &twists, offset) })
}
