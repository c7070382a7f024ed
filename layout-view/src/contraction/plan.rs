//! `Plan`: which loops of a contraction are inside of a register tile, chosen by what the sources allow.
//!
//! One loop has the lanes of vectors. Along it each source is one element (a broadcast), or elements that are next to each other, or that
//! are packed to be so. If it is a loop of the target, the lanes are elements of the target, and a second loop along which
//! those sources stay may have the rows of the tile, as in a matrix product. If it is a summed loop, the lanes are partial sums.
//! Two summed loops are inside of the tile, which is added up in registers and written once. All other loops are outside: those of the
//! target first, so that each element is written before it is added to.

use super::tile::Factor;
use crate::loop_nest::{LoopNest, TARGET};
use crate::operands::{MAX_OPERANDS, Offsets, OperandsLoop};
use layout_runtime::internals::MAX;

/// The rows of a register tile.
pub(super) const ROWS: usize = 4;

/// The bytes of a row of a register tile: two vectors.
const ROW_BYTES: usize = if cfg!(target_feature = "avx512f") {
    128
} else if cfg!(target_feature = "avx") {
    64
} else {
    32
};

/// The rows of a tile from which on it pays to pack elements that are far apart although they lie next to each other along the lanes.
const PACKED_FROM_ROWS: usize = 32;

/// The instructions that pack an element, about.
const PACKING: usize = 5;

/// The same with the calls, of elements that are packed for one use each.
const PACKING_ONCE: usize = 6;

/// The instructions in the time of an element that is in no first-level cache, since too many lines along the lanes are in the same sets.
const CONFLICT: usize = 4;

/// The instructions of a call of a micro-kernel from a block of its own, and from the row before it in a block.
const BLOCK: usize = 190;
const ROW: usize = 130;

/// The lanes of a row of a register tile of so large elements.
pub(super) const fn lanes(element_bytes: usize) -> usize {
    let (mut lanes, mut most) = (1, ROW_BYTES);
    while most >= 2 * element_bytes && lanes < ROW_BYTES {
        (lanes, most) = (2 * lanes, most / 2);
    }
    lanes
}

/// The loops of a contraction that are inside of a block.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The loop of the lanes.
    pub(super) lanes: OperandsLoop,
    /// The loop of the rows, which has one iteration if there is none.
    pub(super) rows: OperandsLoop,
    /// The summed loops inside of a tile, from the innermost; the lanes are none of them.
    pub(super) sums: [OperandsLoop; 2],
    /// The iterations of those of the outer loops along which the target moves.
    pub(super) writes: usize,
    /// The sources that move along the lanes, as bits from the first source on. The others are broadcast.
    pub(super) moving: usize,
    /// The sources among them that are packed.
    pub(super) packed: usize,
    /// True if the elements of the lanes are read one by one, wherever they are.
    pub(super) is_strided: bool,
    /// True if the sources that move along the lanes stay along the rows, of which a tile has several then.
    pub(super) has_tiles: bool,
    /// True if the loops are to be compiled for their numbers, which are constants: then nothing is packed.
    pub(super) is_compiled: bool,
}

/// A choice of the lanes and the rows, as indices of loops, and its cost. Without rows, the index is that of no loop.
#[derive(Clone, Copy)]
struct Choice {
    lanes: usize,
    rows: usize,
    is_strided: bool,
    has_tiles: bool,
    is_compiled: bool,
    cost: usize,
}

/// The index of no loop.
const NONE: usize = usize::MAX;

impl Choice {
    const NONE: Self = Choice {
        lanes: NONE,
        rows: NONE,
        is_strided: false,
        has_tiles: false,
        is_compiled: false,
        cost: usize::MAX,
    };
}

impl Plan {
    /// Takes the loops of a block out of a nest over `count` operands, which keeps the loops around it. `mapped` are the sources with
    /// swizzles, as bits, which have no steps. With `MAY_COMPILE` loops may be compiled for each call, with those of `known` as the lanes, whose
    /// extents are constants; they are bits.
    #[inline(always)]
    pub(super) const fn take<const N: usize, const MAY_COMPILE: bool>(
        nest: &mut LoopNest<N, MAX_OPERANDS>,
        count: usize,
        mapped: usize,
        element_bytes: usize,
        known: usize,
    ) -> Self {
        let LoopNest { loops, len, start, .. } = nest;
        let (loops, _) = loops.split_at_mut(*len);
        Self::of::<MAY_COMPILE>(loops, len, start, count, mapped, element_bytes, known)
    }

    /// [`Plan::take`] from any number of loops: a function that is there once for all nests, and of a slice, so that LLVM does not spell out its loops.
    #[inline(never)]
    const fn of<const MAY_COMPILE: bool>(
        loops: &mut [OperandsLoop],
        left: &mut usize,
        start: &mut Offsets,
        count: usize,
        mapped: usize,
        element_bytes: usize,
        known: usize,
    ) -> Self {
        let (mut best, mut k) = (Choice::NONE, 0);
        let mut steps = [Steps { moving: 0, unit: 0 }; MAX];
        while k < loops.len() {
            steps[k] = Steps::of_upward(&mut loops[k], start, count);
            k += 1;
        }
        k = 0;
        let width = lanes(element_bytes);
        while k < loops.len() {
            let choice = match MAY_COMPILE && known >> k & 1 == 1 {
                true => choice::<MAY_COMPILE>(loops, &steps, k, count, mapped, width),
                false => choice::<false>(loops, &steps, k, count, mapped, width),
            };
            if choice.cost < best.cost {
                best = choice;
            }
            k += 1;
        }
        let mut plan = Plan {
            lanes: OperandsLoop::UNIT,
            rows: OperandsLoop::UNIT,
            sums: [OperandsLoop::UNIT; 2],
            writes: 1,
            moving: 0,
            packed: 0,
            is_strided: best.is_strided,
            has_tiles: best.has_tiles,
            is_compiled: best.is_compiled,
        };
        if best.lanes < loops.len() {
            plan.lanes = loops[best.lanes];
        }
        if best.rows < loops.len() {
            plan.rows = loops[best.rows];
        }
        // Beside packed lanes that are summed there is one more summed loop inside.
        plan.mark(count, mapped);
        let most = if plan.is_sum() && plan.packed != 0 { 1 } else { 2 };
        let (mut inside, mut slot) = ([best.lanes, best.rows, NONE, NONE], 0);
        while slot < most {
            // The one with the most iterations.
            k = 0;
            while k < loops.len() {
                let extent = loops[k].extent;
                let is_free = k != best.lanes && k != inside[2] && loops[k].step[TARGET] == 0;
                if is_free && extent > plan.sums[slot].extent {
                    plan.sums[slot] = loops[k];
                    inside[slot + 2] = k;
                }
                k += 1;
            }
            slot += 1;
        }
        // The other loops stay: those of the target, and then the summed ones.
        let mut written = 0;
        *left = 0;
        k = 0;
        while k < loops.len() {
            let l = loops[k];
            loops[k] = OperandsLoop::UNIT;
            if k != inside[0] && k != inside[1] && k != inside[2] && k != inside[3] {
                let mut at = *left;
                if l.step[TARGET] != 0 {
                    while at > written {
                        loops[at] = loops[at - 1];
                        at -= 1;
                    }
                    written += 1;
                    plan.writes *= l.extent;
                }
                loops[at] = l;
                *left += 1;
            }
            k += 1;
        }
        plan.pack_few_or_far(count, element_bytes);
        plan
    }

    /// Returns true if the lanes are partial sums.
    pub(super) const fn is_sum(&self) -> bool {
        self.lanes.extent > 1 && self.lanes.step[TARGET] == 0
    }

    /// A source that is read where it is, from its first element on, with two summed loops.
    pub(super) const fn factor<T>(
        &self,
        operand: usize,
        [l0, l1]: &[OperandsLoop; 2],
        first: *const T,
    ) -> Factor<T> {
        Factor {
            first,
            row: self.rows.step[operand],
            steps: [l0.step[operand], l1.step[operand]],
            lane: self.lanes.step[operand],
        }
    }

    /// Marks the sources that move along the lanes, and those of them that must be packed.
    const fn mark(&mut self, count: usize, mapped: usize) {
        let mut source = 0;
        while source + 1 < count {
            let step = self.lanes.step[source + 1];
            let is_mapped = mapped >> source & 1 == 1;
            if step != 0 || is_mapped {
                self.moving |= 1 << source;
                if !self.is_strided && !self.is_compiled && (step != 1 || is_mapped) {
                    self.packed |= 1 << source;
                }
            }
            source += 1;
        }
        if self.moving == 0 {
            // One element everywhere: its copies are the lanes.
            self.moving = 1;
            self.packed = !(self.is_strided || self.is_compiled) as usize;
        }
    }

    /// Packs sources that move along fewer lanes than vectors have, or whose elements lie far apart.
    const fn pack_few_or_far(&mut self, count: usize, element_bytes: usize) {
        if self.is_sum() || self.is_strided {
            return;
        }
        let is_padded =
            is_padded(self.lanes.extent, lanes(element_bytes), self.has_tiles || self.packed != 0)
                && !self.is_compiled;
        let mut source = 0;
        while source + 1 < count {
            let span = self.sums[0].step[source + 1]
                .unsigned_abs()
                .saturating_mul(self.sums[0].extent)
                .saturating_mul(element_bytes);
            let is_far_apart = self.has_tiles
                && self.rows.extent >= PACKED_FROM_ROWS
                && span > crate::cache::L1_BYTES;
            if is_padded || is_far_apart {
                self.packed |= 1 << source & self.moving;
            }
            source += 1;
        }
    }
}

/// The sources that move along a loop, and those of them that go to the element after, as bits from the first source on.
#[derive(Clone, Copy)]
struct Steps {
    moving: u8,
    unit: u8,
}

impl Steps {
    /// The steps of a loop, which is reversed, as is where it begins, if more sources go to the element before than to the one after.
    const fn of_upward(l: &mut OperandsLoop, start: &mut Offsets, count: usize) -> Self {
        let (mut moving, mut up, mut down, mut more_down, mut source) = (0, 0, 0, 0isize, 0);
        while source + 1 < count {
            let step = l.step[source + 1];
            moving |= ((step != 0) as u8) << source;
            up |= ((step == 1) as u8) << source;
            down |= ((step == -1) as u8) << source;
            more_down += (step == -1) as isize - (step == 1) as isize;
            source += 1;
        }
        if more_down > 0 {
            l.reverse(start);
        }
        Steps { moving, unit: if more_down > 0 { down } else { up } }
    }
}

/// Returns true if there are fewer lanes than the micro-kernel has with the fewest: one row of a quarter as many, unless sources are packed or there are
/// tiles.
const fn is_padded(extent: usize, width: usize, is_whole: bool) -> bool {
    extent < if is_whole { width } else { width.div_ceil(4) }
}

/// The choice with one loop as the lanes, and the best rows for it.
const fn choice<const MAY_COMPILE: bool>(
    loops: &[OperandsLoop],
    steps: &[Steps; MAX],
    lanes: usize,
    count: usize,
    mapped: usize,
    width: usize,
) -> Choice {
    let l = &loops[lanes];
    let moving = steps[lanes].moving as usize | mapped;
    let packed = match moving {
        0 => 1,
        _ => (moving & !(steps[lanes].unit as usize & !mapped)).count_ones() as usize,
    };
    let is_sum = l.step[TARGET] == 0;
    let (mut rows, mut most, mut k) = (NONE, if is_sum { 1 } else { ROWS - 1 }, 0);
    // A loop that is gone through row by row, without tiles.
    let (mut single, mut most_single) = (NONE, 1);
    // The summed products of an element of the target.
    let mut summed = 1usize;
    while k < loops.len() {
        let other = &loops[k];
        if other.step[TARGET] == 0 {
            summed = summed.saturating_mul(other.extent);
        }
        if k != lanes && other.step[TARGET] != 0 && other.extent > most {
            // Lanes of the target: the vectors of a step are the same for all rows.
            let is_same = moving != 0 && moving & steps[k].moving as usize == 0;
            if is_sum || is_same {
                (rows, most) = (k, other.extent);
            }
        }
        if k != lanes && other.step[TARGET] != 0 && other.extent > most_single {
            (single, most_single) = (k, other.extent);
        }
        k += 1;
    }
    // The instructions for `width` products, about: of a row of a tile, and to pack elements one by one, for as many rows as use them;
    // of partial sums, those that add them up, too.
    let few = is_padded(l.extent, width, rows < NONE || packed != 0);
    let reuse = if is_sum || rows == NONE { 1 } else { most };
    let (mut cost, mut is_strided) = (0, false);
    if is_sum {
        let sources = count - 1;
        let one_by_one = 16 * width * (3 * sources + 1);
        // Rows of sources that are read where they are go side by side.
        let is_grouped = packed == 0 && rows < NONE && most >= ROWS;
        cost = 16 * (if is_grouped { 8 } else { 11 } + PACKING_ONCE * width * packed);
        // Those that are left over are added one by one.
        let part = if packed != 0 { width } else { width.div_ceil(2) };
        let left = if l.extent < part { l.extent } else { l.extent % part };
        cost += if is_grouped { 16 * width * 2 * sources } else { one_by_one } * left / l.extent;
        // Elements with swizzles have no steps.
        if mapped == 0 && one_by_one < cost {
            (cost, is_strided) = (one_by_one, true);
        }
        // A line of a single chunk is an iteration of the loop around it.
        let line = match packed == 0 && l.extent < 2 * part {
            true if is_grouped => 2,
            true => 6,
            false if is_grouped => 7,
            false => 25,
        };
        cost += 16 * line * width / l.extent;
        // What a row takes beside its products.
        cost += 16 * width * if is_grouped { 27 } else { 60 } / summed;
    } else {
        let tile = if rows < NONE { 8 } else { 10 };
        let padded = if few { moving.count_ones() as usize } else { packed };
        cost += 16 * (tile + PACKING * width * padded / reuse);
        if few {
            cost = cost * width / l.extent;
        } else if l.extent < width {
            // Two halves or two quarters, some of whose lanes are the same.
            cost = cost * 9 / 5 * width / l.extent;
        }
        // One source is packed for one use of each element. The last lanes are computed with some before them.
        let mut one_by_one = 36 * width * l.extent.next_multiple_of(ROWS) / l.extent;
        // A call of the micro-kernel, for a tile of rows or of lanes.
        let row = 16 * width * if single < NONE { ROW } else { BLOCK } / summed;
        let is_single = rows == NONE && packed == 0 && !few;
        let block = 16 * width * BLOCK / summed;
        one_by_one += row / ROWS;
        cost += match rows < NONE {
            true => block / (ROWS * width),
            false if is_single => row / width,
            false => block / width,
        };
        if count == 2 && mapped == 0 && l.extent >= ROWS && one_by_one < cost {
            (cost, is_strided) = (one_by_one, true);
        }
    }
    let mut is_compiled = false;
    if MAY_COMPILE && mapped == 0 {
        let apart = (moving & !steps[lanes].unit as usize).count_ones() as usize;
        let compiled =
            cost_compiled(l.extent, width, summed, is_sum, rows < NONE && most >= ROWS, apart);
        (is_strided, is_compiled) = (is_strided && compiled >= cost, compiled < cost);
        cost = if is_compiled { compiled } else { cost };
    }
    let mut operand = TARGET + 1;
    while operand < count {
        if l.has_conflicts_in(operand) {
            cost = cost.saturating_add(16 * width * CONFLICT);
        }
        operand += 1;
    }
    // Among equals, elements of the target that are next to each other.
    cost = 2 * cost + (l.step[TARGET] != 1) as usize;
    let has_tiles = !is_sum && rows < NONE;
    if !is_sum && rows == NONE && !is_compiled && (is_strided || packed == 0 && !few) {
        rows = single;
    }
    Choice { lanes, rows, is_strided, has_tiles, is_compiled, cost }
}

/// The cost of loops that are compiled for their numbers, as [`Choice::cost`]: of `width` lanes, with `summed` products of each sum, and with `apart`
/// sources whose elements are apart along the lanes.
const fn cost_compiled(
    extent: usize,
    width: usize,
    summed: usize,
    is_sum: bool,
    is_grouped: bool,
    apart: usize,
) -> usize {
    let vector = width.div_ceil(2);
    // What is left over takes a vector of each smaller size.
    let vectors = extent / vector + (extent % vector).count_ones() as usize;
    let group = if is_grouped { ROWS } else { 1 };
    let products =
        if is_grouped { 8 } else { 10 } + 2 * width * apart / if is_sum { 1 } else { group };
    // To add up the lanes, or to write them.
    let rest = match is_sum {
        true if is_grouped => 8,
        true => 14,
        false => 2,
    };
    16 * products * vectors * vector / extent + 16 * width * rest / summed
}
