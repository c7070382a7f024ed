//! The loops around the register tiles of a contraction: chunks of the summed loops, vectors of lanes and tiles of rows, with the packing of sources and
//! the write to the target. They are compiled once for all layouts of the elements.

#![allow(unsafe_code)]

use core::mem::MaybeUninit;
use core::ops::Range;
use core::ptr::NonNull;

use super::plan::{Plan, ROWS, lanes};
use super::tile::{Factor, Kernel, Kernels, MAX_FACTORS, Number};
use crate::loop_nest::{TARGET, advanced};
use crate::operands::{MAX_OPERANDS, Offsets, OperandsLoop};

/// The bytes of packed elements: a part of a first-level cache that leaves room for what is multiplied by them.
const PACKED_BYTES: usize = 8 << 10;

/// The least elements for which there is room: a row of each source, whatever the size of elements.
const LEAST_PACKED: usize = MAX_FACTORS * ROWS;

/// The most elements of a tile.
union Tile<T: Copy> {
    #[allow(dead_code, reason = "it has the size of a tile of vectors")]
    bytes: [MaybeUninit<u8>; ROWS * 128],
    #[allow(dead_code, reason = "the same, of large elements")]
    large: [MaybeUninit<T>; ROWS],
}

/// Room for packed elements.
union Packed<T: Copy> {
    #[allow(dead_code, reason = "it has the size")]
    bytes: [MaybeUninit<u8>; PACKED_BYTES],
    #[allow(dead_code, reason = "the same, of large elements")]
    large: [MaybeUninit<T>; LEAST_PACKED],
}

/// A function from elements and an offset to the element there.
type ElementAt<T> = unsafe fn(*const (), isize) -> NonNull<T>;

/// The elements of an operand: the address of offset 0 and, if a swizzle follows the layout, the function that has the element at an offset.
#[derive(Clone, Copy)]
pub struct Place<T> {
    pub(super) zero: NonNull<T>,
    pub(super) mapped: Option<(*const (), ElementAt<T>)>,
}

impl<T> Place<T> {
    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// `offset` is that of a coordinate.
    #[inline(always)]
    pub(super) unsafe fn element(&self, offset: isize) -> NonNull<T> {
        // SAFETY: by the caller.
        unsafe {
            match self.mapped {
                None => self.zero.offset(offset),
                Some((elements, element)) => element(elements, offset),
            }
        }
    }
}

/// Room for packed elements and a tile. It is large: in its place alone, and not moved.
pub(super) struct Room<T: Copy> {
    packed: MaybeUninit<Packed<T>>,
    tile: MaybeUninit<Tile<T>>,
}

impl<T: Copy> Room<T> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Room { packed: MaybeUninit::uninit(), tile: MaybeUninit::uninit() }
    }
}

/// A micro-kernel of a panel, with the rows and the lanes that it computes.
#[derive(Clone, Copy)]
struct MicroKernel<T> {
    run: Kernel<T>,
    rows: usize,
    lanes: usize,
}

/// A contraction: the loops inside of a block, and the elements.
pub(super) struct Contraction<'a, T: Copy> {
    plan: &'a Plan,
    kernels: Kernels<T>,
    places: &'a [Place<T>; MAX_OPERANDS],
    /// The number of sources.
    count: usize,
    /// The factors that are read where they are. Their steps are those of the plan in each block.
    factors: [Factor<T>; MAX_FACTORS],
    room: &'a mut Room<T>,
}

impl<T: Number> Contraction<'_, T> {
    const LANES: usize = lanes(size_of::<T>());
    const HALF: usize = Self::LANES.div_ceil(2);
    const QUARTER: usize = Self::LANES.div_ceil(4);

    /// The most sums for which a tile has room.
    const MOST_SUMS: usize = ROWS * Self::LANES;

    /// The elements for which there is room.
    const CAPACITY: usize = match size_of::<T>() {
        0 => PACKED_BYTES,
        bytes if PACKED_BYTES / bytes < LEAST_PACKED => LEAST_PACKED,
        bytes => PACKED_BYTES / bytes,
    };

    /// A contraction of `count` sources.
    pub(super) fn new<'a>(
        plan: &'a Plan,
        kernels: Kernels<T>,
        places: &'a [Place<T>; MAX_OPERANDS],
        count: usize,
        room: &'a mut Room<T>,
    ) -> Contraction<'a, T> {
        let mut factors = [Factor::NONE; MAX_FACTORS];
        for (operand, factor) in (1..).zip(&mut factors[..count]) {
            *factor = plan.factor(operand, &plan.sums, places[operand].zero.as_ptr());
        }
        Contraction { plan, kernels, places, count, factors, room }
    }

    /// Sets where the factors begin that are read where they are.
    #[inline(always)]
    fn begin(&mut self, at: &Offsets) {
        for (operand, factor) in (1..).zip(&mut self.factors[..self.count]) {
            factor.first = self.places[operand].zero.as_ptr().wrapping_offset(at[operand]);
        }
    }

    /// Sets the elements of the target in a block to their sums, or adds these.
    ///
    /// # Safety
    ///
    /// The offsets are those where the loops begin, in operands whose elements are at the offsets of all iterations. Nobody else has those of the
    /// target.
    pub(super) unsafe fn block(&mut self, at: &Offsets, is_added: bool) {
        // SAFETY: by the caller.
        unsafe {
            match self.plan.is_sum() {
                true => self.sums_of_lanes(at, is_added),
                false => self.panels(at, is_added),
            }
        }
    }

    /// Returns true if the lanes are those of rows of the target, one after the other.
    fn has_rows(&self) -> bool {
        !self.plan.is_strided && !self.plan.has_tiles && self.places[TARGET].mapped.is_none()
    }

    /// The micro-kernel for `lanes` lanes that are left. Of sources that are not packed it has no more than all lanes.
    #[inline(always)]
    fn kernel(&self, lanes: usize) -> MicroKernel<T> {
        let of_one_row = |run: Kernel<T>, lanes: usize| MicroKernel { run, rows: 1, lanes };
        match () {
            () if self.plan.is_strided => of_one_row(self.kernels.strided, ROWS),
            () if self.plan.has_tiles => {
                MicroKernel { run: self.kernels.tile, rows: ROWS, lanes: Self::LANES }
            }
            () if lanes >= ROWS * Self::LANES => of_one_row(self.kernels.row, ROWS * Self::LANES),
            () if lanes >= 2 * Self::LANES => of_one_row(self.kernels.row, 2 * Self::LANES),
            () if lanes > Self::HALF && self.plan.lanes.extent >= Self::LANES
                || self.plan.packed != 0 =>
            {
                of_one_row(self.kernels.row, Self::LANES)
            }
            () if self.plan.lanes.extent >= Self::HALF => of_one_row(self.kernels.row, Self::HALF),
            () => of_one_row(self.kernels.row, Self::QUARTER),
        }
    }

    /// A block whose lanes are elements of the target.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`].
    unsafe fn panels(&mut self, at: &Offsets, mut is_added: bool) {
        let plan = self.plan;
        // SAFETY: by the caller.
        unsafe {
            if plan.packed == 0 {
                return self.chunk(at, &plan.sums, is_added);
            }
            // The first kernel is the widest.
            let widest = self.kernel(plan.lanes.extent).lanes;
            let most = self.most_iterations(plan.packed, widest);
            for_each_chunk(&plan.sums, at, most, |at, sums| {
                self.chunk(at, sums, is_added);
                is_added = true;
            });
        }
    }

    /// A chunk of the summed loops of a block whose lanes are elements of the target.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`], and there is room for the packed elements.
    unsafe fn chunk(&mut self, at: &Offsets, sums: &[OperandsLoop; 2], is_added: bool) {
        let Plan { lanes: OperandsLoop { extent, step }, packed, .. } = self.plan;
        let (extent, packed, mut done) = (*extent, *packed, 0);
        // Whole rows, which are written where they are.
        let is_row = packed == 0 && !is_added && step[TARGET] == 1 && self.has_rows();
        while done < extent {
            let kernel = match is_row {
                true => MicroKernel { run: self.kernels.row, rows: 1, lanes: extent },
                false => self.kernel(extent - done),
            };
            // The last lanes are computed with some before them.
            let first = done.min(extent.saturating_sub(kernel.lanes));
            let at = advanced(*at, *step, first as isize);
            let lanes = (done - first)..kernel.lanes.min(extent);
            // SAFETY: by the caller: all are iterations of the loops.
            unsafe {
                if packed == 0 {
                    self.begin(&at);
                } else {
                    self.factors = self.factors(&at, sums, packed, kernel.lanes, lanes.end);
                }
                self.rows(kernel, sums, at[TARGET], lanes, is_added);
            }
            done = first + kernel.lanes;
        }
    }

    /// Computes all rows of the lanes of a kernel, from factors that begin at the first row, and writes those in `lanes` to the target, in which the
    /// first row begins at an offset.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`], and the factors have elements at all iterations of the summed loops.
    #[inline(always)]
    unsafe fn rows(
        &mut self,
        kernel: MicroKernel<T>,
        [l0, l1]: &[OperandsLoop; 2],
        to: isize,
        lanes: Range<usize>,
        is_added: bool,
    ) {
        let (plan, target, iterations) = (self.plan, &self.places[TARGET], [l0.extent, l1.extent]);
        let (rows, row_step, step) =
            (plan.rows.extent, plan.rows.step[TARGET], plan.lanes.step[TARGET]);
        // What is computed again of lanes and rows before is the same: it may be written again, but not added.
        let is_set = target.mapped.is_none() && !is_added && lanes.end == kernel.lanes;
        let (mut row, mut from) = (0, 0);
        loop {
            let to = to + from as isize * row_step;
            // SAFETY: by the caller: all are iterations of the loops, and elements of the target. A tile has room for each kernel.
            unsafe {
                let first = target.zero.as_ptr().wrapping_offset(to);
                if is_set && step == 1 {
                    (kernel.run)(&self.factors, iterations, first, row_step, kernel.lanes);
                } else {
                    let tile: *mut T = self.room.tile.as_mut_ptr().cast();
                    (kernel.run)(
                        &self.factors,
                        iterations,
                        tile,
                        kernel.lanes as isize,
                        kernel.lanes,
                    );
                    if is_set {
                        for i in 0..kernel.rows {
                            let to = first.offset(i as isize * row_step);
                            scatter(tile.add(i * kernel.lanes), to, step, kernel.lanes);
                        }
                    } else {
                        let computed = row - from..kernel.rows;
                        self.write(to, computed, lanes.clone(), kernel.lanes, is_added);
                    }
                }
            }
            row = from + kernel.rows;
            if row >= rows {
                break;
            }
            let next = row.min(rows - kernel.rows);
            for factor in &mut self.factors[..self.count] {
                let distance = (next - from) as isize * factor.row;
                factor.first = factor.first.wrapping_offset(distance);
            }
            from = next;
        }
    }

    /// A block whose lanes are partial sums.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`].
    unsafe fn sums_of_lanes(&mut self, at: &Offsets, mut is_added: bool) {
        let Plan { lanes, rows, sums: [l0, l1], packed, .. } = self.plan;
        if *packed == 0 {
            self.begin(at);
            // SAFETY: by the caller.
            return unsafe {
                self.dots([lanes, l0, l1].map(|l| l.extent), at[TARGET], rows.extent, is_added)
            };
        }
        // As many lanes as there is room for, and chunks of the loop around them.
        let width = lanes.extent.min(self.most_iterations(*packed, 1));
        let most = self.most_iterations(*packed, width);
        let is_moving = |source: usize| packed >> source & 1 == 1 && rows.step[source + 1] != 0;
        let at_once = if (0..self.count).any(is_moving) { 1 } else { rows.extent };
        let mut lane = 0;
        while lane < lanes.extent {
            let width = width.min(lanes.extent - lane);
            let begin = advanced(*at, lanes.step, lane as isize);
            for_each_chunk(&[*l0, OperandsLoop::UNIT], &begin, most, |begin, loops| {
                for row in (0..rows.extent).step_by(at_once) {
                    let at = advanced(*begin, rows.step, row as isize);
                    // SAFETY: by the caller: all are iterations of the loops, and elements of the target.
                    unsafe {
                        self.factors = self.factors(&at, loops, *packed, width, width);
                        self.dots([width, loops[0].extent, 1], at[TARGET], at_once, is_added);
                    }
                }
                is_added = true;
            });
            lane += width;
        }
    }

    /// Sums of partial sums in lanes and two loops of `extents` iterations, from factors that begin at the first of `rows` rows, to the target from an
    /// offset on.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`], and the factors have elements at all iterations.
    unsafe fn dots(&mut self, extents: [usize; 3], to: isize, rows: usize, is_added: bool) {
        let dots = if self.plan.is_strided { self.kernels.strided_dots } else { self.kernels.dots };
        let (place, row_step) = (self.places[TARGET], self.plan.rows.step[TARGET]);
        // SAFETY: by the caller: all are iterations of the loops, and elements of the target. The tile has room for the sums.
        unsafe {
            if place.mapped.is_none() && row_step == 1 && !is_added {
                return dots(&self.factors, extents, rows, place.element(to).as_ptr());
            }
            let mut done = 0;
            loop {
                let most = (rows - done).min(Self::MOST_SUMS);
                let sums: *mut T = self.room.tile.as_mut_ptr().cast();
                dots(&self.factors, extents, most, sums);
                for i in 0..most {
                    let target = place.element(to + (done + i) as isize * row_step);
                    let sum = *sums.add(i);
                    target.write(if is_added { target.read() + sum } else { sum });
                }
                done += most;
                if done == rows {
                    break;
                }
                for factor in &mut self.factors[..self.count] {
                    let rows = (most as isize).wrapping_mul(factor.row);
                    factor.first = factor.first.wrapping_offset(rows);
                }
            }
        }
    }

    /// The most iterations of the summed loops for which there is room for packed sources.
    fn most_iterations(&self, packed: usize, width: usize) -> usize {
        match packed.count_ones() as usize {
            0 => usize::MAX,
            sources => (Self::CAPACITY / (sources * width)).max(1),
        }
    }

    /// The factors of the products in a tile, with some packed.
    ///
    /// # Safety
    ///
    /// The offsets are those where the loops begin, and `valid` of `width` lanes are at elements. There is room.
    #[inline(never)]
    unsafe fn factors(
        &mut self,
        at: &Offsets,
        loops: &[OperandsLoop; 2],
        packed: usize,
        width: usize,
        valid: usize,
    ) -> [Factor<T>; MAX_FACTORS] {
        let [l0, l1] = loops;
        let mut factors = [Factor::NONE; MAX_FACTORS];
        let mut room = self.room.packed.as_mut_ptr().cast::<T>();
        for (source, factor) in factors[..self.count].iter_mut().enumerate() {
            let operand = source + 1;
            let (place, at) = (&self.places[operand], at[operand]);
            if packed >> source & 1 == 0 {
                let first = place.zero.as_ptr().wrapping_offset(at);
                *factor = self.plan.factor(operand, loops, first);
                continue;
            }
            // Once for a loop along which the source stays.
            let inner = if l0.step[operand] == 0 { 1 } else { l0.extent };
            let outer = if l1.step[operand] == 0 { 1 } else { l1.extent };
            let step = |extent: usize, step: usize| if extent == 1 { 0 } else { step as isize };
            let steps = [step(inner, width), step(outer, width * inner)];
            *factor = Factor { first: room, row: 0, steps, lane: 1 };
            let loops = [
                (valid, self.plan.lanes.step[operand], 1),
                (inner, l0.step[operand], width),
                (outer, l1.step[operand], width * inner),
            ];
            // SAFETY: by the caller.
            unsafe {
                pack(place, at, loops, room);
                for k in (0..inner * outer).filter(|_| valid < width) {
                    let rest = room.add(k * width + valid);
                    (0..width - valid).for_each(|j| rest.add(j).write(T::default()));
                }
                room = room.add(outer * inner * width);
            }
        }
        factors
    }

    /// Writes rows and lanes of the tile, whose rows have `width` lanes, to the target, in which the tile begins at an offset.
    ///
    /// # Safety
    ///
    /// These are elements of the target, and the tile is computed.
    #[inline(never)]
    unsafe fn write(
        &self,
        at: isize,
        rows: Range<usize>,
        lanes: Range<usize>,
        width: usize,
        is_added: bool,
    ) {
        let tile = self.room.tile.as_ptr().cast::<T>();
        let place = &self.places[TARGET];
        let (row_step, step) = (self.plan.rows.step[TARGET], self.plan.lanes.step[TARGET]);
        let is_plain = place.mapped.is_none() && !is_added;
        for row in rows {
            let at = at + row as isize * row_step;
            // SAFETY: by the caller.
            unsafe {
                let from = tile.add(row * width);
                if is_plain {
                    let to = place.zero.as_ptr().offset(at + lanes.start as isize * step);
                    scatter(from.add(lanes.start), to, step, lanes.len());
                } else {
                    for j in lanes.clone() {
                        let target = place.element(at + j as isize * step);
                        let sum = *from.add(j);
                        target.write(if is_added { target.read() + sum } else { sum });
                    }
                }
            }
        }
    }
}

impl Plan {
    /// Returns true if the sums of a block, of sources that are read where they are, go to places that are next to each other in the target.
    pub(super) const fn is_sum_in_place(&self) -> bool {
        let OperandsLoop { extent, step } = &self.rows;
        self.is_sum() && self.packed == 0 && (*extent == 1 || step[TARGET] == 1)
    }

    /// Sets elements of the target to the sums of one block of [such sums](Plan::is_sum_in_place), without what a [`Contraction`] keeps from block to
    /// block.
    ///
    /// # Safety
    ///
    /// As [`Contraction::block`], and no operand has a swizzle.
    pub(super) unsafe fn sum_in_place<T: Number>(
        &self,
        kernels: &Kernels<T>,
        places: &[Place<T>; MAX_OPERANDS],
        at: &Offsets,
    ) {
        let Plan { lanes, rows, sums: [l0, l1], .. } = self;
        let factors = core::array::from_fn(|source| {
            let operand = source + 1;
            let first = places[operand].zero.as_ptr().wrapping_offset(at[operand]);
            self.factor(operand, &self.sums, first)
        });
        let dots = if self.is_strided { kernels.strided_dots } else { kernels.dots };
        let target = places[TARGET].zero.as_ptr().wrapping_offset(at[TARGET]);
        // SAFETY: by the caller: all are iterations of the loops, and elements of the target.
        unsafe { dots(&factors, [lanes.extent, l0.extent, l1.extent], rows.extent, target) };
    }
}

/// Writes `count` sums that are side by side to each step of the target.
///
/// # Safety
///
/// These are sums, and elements of the target.
#[inline(never)]
unsafe fn scatter<T: Copy>(mut from: *const T, mut to: *mut T, step: isize, count: usize) {
    // SAFETY: by the caller.
    unsafe {
        for _ in 0..count / 4 {
            for j in 0..4 {
                to.wrapping_offset(j as isize * step).write(*from.add(j));
            }
            (from, to) = (from.add(4), to.wrapping_offset(4 * step));
        }
        for j in 0..count % 4 {
            to.wrapping_offset(j as isize * step).write(*from.add(j));
        }
    }
}

/// The least elements of a row that are packed in the order of the smaller step.
const FEW: usize = 16;

/// Packs the elements of three loops, each with its iterations and the steps of the source and of the packed elements. A function of its own: it is there
/// once for all sources.
///
/// # Safety
///
/// At the offsets of the loops, from `at` on, are elements, and there is room for them.
#[inline(never)]
unsafe fn pack<T: Copy>(
    place: &Place<T>,
    at: isize,
    [mut inner, mut outer, outermost]: [(usize, isize, usize); 3],
    room: *mut T,
) {
    // Along the smaller step of the source, unless that is too short.
    let is_near = outer.1.unsigned_abs() < inner.1.unsigned_abs();
    if if is_near { outer.0 >= inner.0.min(FEW) } else { inner.0 < outer.0.min(FEW) } {
        (inner, outer) = (outer, inner);
    }
    let (extent, step, room_step) = inner;
    for k in 0..outermost.0 {
        for i in 0..outer.0 {
            let at = at + k as isize * outermost.1 + i as isize * outer.1;
            let to = room.wrapping_add(k * outermost.2 + i * outer.2);
            // SAFETY: by the caller.
            unsafe {
                if place.mapped.is_none() {
                    let from = place.zero.as_ptr().offset(at);
                    // A step of 1 is part of an instruction.
                    match (step, room_step) {
                        (1, _) => pack_row(from, 1, to, room_step, extent),
                        (_, 1) => pack_row(from, step, to, 1, extent),
                        _ => pack_row(from, step, to, room_step, extent),
                    }
                } else {
                    for j in 0..extent {
                        let element = place.element(at + j as isize * step);
                        to.add(j * room_step).write(element.read());
                    }
                }
            }
        }
    }
}

/// Packs a row, four elements at a time: rows are so short that LLVM's checks for vectors would take longer than they.
///
/// # Safety
///
/// As [`pack`].
#[inline(always)]
unsafe fn pack_row<T: Copy>(
    mut from: *const T,
    step: isize,
    mut to: *mut T,
    room_step: usize,
    extent: usize,
) {
    // SAFETY: by the caller.
    unsafe {
        for _ in 0..extent / 4 {
            let four: [T; 4] = core::array::from_fn(|j| *from.offset(j as isize * step));
            for (j, element) in four.into_iter().enumerate() {
                to.add(j * room_step).write(element);
            }
            from = from.wrapping_offset(4 * step);
            to = to.wrapping_add(4 * room_step);
        }
        for _ in 0..extent % 4 {
            to.write(*from);
            from = from.wrapping_offset(step);
            to = to.wrapping_add(room_step);
        }
    }
}

/// Calls a function with two loops cut into chunks of at most `most` iterations of both together, and with the offsets where they begin.
#[inline(always)]
fn for_each_chunk(
    [l0, l1]: &[OperandsLoop; 2],
    at: &Offsets,
    most: usize,
    mut f: impl FnMut(&Offsets, &[OperandsLoop; 2]),
) {
    let inner = l0.extent.min(most);
    let outer = l1.extent.min((most / inner).max(1));
    let mut i1 = 0;
    while i1 < l1.extent {
        let mut i0 = 0;
        while i0 < l0.extent {
            let at = advanced(advanced(*at, l1.step, i1 as isize), l0.step, i0 as isize);
            let loops = [
                OperandsLoop { extent: inner.min(l0.extent - i0), ..*l0 },
                OperandsLoop { extent: outer.min(l1.extent - i1), ..*l1 },
            ];
            f(&at, &loops);
            i0 += inner;
        }
        i1 += outer;
    }
}
