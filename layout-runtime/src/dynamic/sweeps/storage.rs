//! `InStorageOrder`: a layout that is swept as it lies in memory.

use core::iter::FusedIterator;

use crate::dynamic::check::Range;
use crate::geometry::{Geometry, Leaves};

/// The sweeps of a [`Dynamic`](crate::Dynamic) by increasing offset.
///
/// The order is that of [the static one](crate::InStorageOrder): of nested loops over the leaves,
/// where the smallest stride is the innermost, and a negative one is run from its last
/// coordinate to its first. Leaves that interleave have offsets below those before:
///
/// ```
/// use layout_runtime::{Dynamic, Extent, Mode};
///
/// let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
/// let mirror = Dynamic::<_, 1>::new(mode(4, -1))?.in_storage_order();
/// assert!(mirror.is_sorted() && mirror.offsets().eq(-3..=0));
///
/// let interleaved = Dynamic::<_, 2>::new((mode(2, 3), mode(3, 2)))?.in_storage_order();
/// assert!(!interleaved.is_sorted());
/// assert!(interleaved.offsets().eq([0, 2, 4, 3, 5, 7]));
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InStorageOrder<const LEAVES: usize> {
    /// The innermost first, without leaves of one coordinate; those after `len` are not used.
    loops: [Loop; LEAVES],
    len: usize,
    start: isize,
    size: usize,
}

/// An extent, and a stride that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loop {
    extent: usize,
    stride: isize,
}

impl<const LEAVES: usize> InStorageOrder<LEAVES> {
    #[inline]
    pub(super) fn new<M: Geometry>(modes: &M, range: Range) -> Self {
        let loops = [Loop { extent: 1, stride: 0 }; LEAVES];
        let mut sorted = InStorageOrder { loops, len: 0, start: range.min, size: range.size };
        modes.visit(&mut sorted);
        sorted.join();
        sorted
    }

    /// Makes one loop of two that continue each other: the offsets stay the same.
    fn join(&mut self) {
        let mut kept = 0;
        for next in 1..self.len.min(LEAVES) {
            let (inner, outer) = (self.loops[kept], self.loops[next]);
            if inner.stride.checked_mul(inner.extent as isize) == Some(outer.stride) {
                self.loops[kept].extent *= outer.extent;
            } else {
                kept += 1;
                self.loops[kept] = outer;
            }
        }
        self.len = self.len.min(kept + 1);
    }

    /// Whether no offset is below the one before it: no loop steps less far than all inside it
    /// have come.
    #[must_use]
    pub fn is_sorted(&self) -> bool {
        let mut inside = 0;
        self.loops.iter().take(self.len).all(|l| {
            let is_sorted = l.stride >= inside;
            // A part of the span of the offsets, which fits.
            inside += (l.extent - 1) as isize * l.stride;
            is_sorted
        })
    }

    /// [`Dynamic::for_each`](crate::Dynamic::for_each) in storage order.
    #[inline(always)]
    pub fn for_each<F: FnMut(usize)>(&self, mut f: F) {
        debug_assert!(self.start == 0, "this layout has negative offsets: use `offsets`");
        self.offsets().for_each(|offset| f(offset as usize));
    }

    /// [`Dynamic::offsets`](crate::Dynamic::offsets) in storage order.
    #[inline]
    pub fn offsets(&self) -> StoredOffsets<LEAVES> {
        StoredOffsets { order: *self, at: [0; LEAVES], offset: self.start, left: self.size }
    }
}

impl<const LEAVES: usize> Leaves for InStorageOrder<LEAVES> {
    /// Inserts a leaf in its place: by its stride, of equal ones by its extent.
    fn leaf(&mut self, extent: usize, stride: isize) {
        if extent == 1 {
            return;
        }
        // No overflow: a stride of more than one coordinate is an offset's difference.
        let next = Loop { extent, stride: stride.wrapping_abs() };
        let is_before = |l: &Loop| (next.stride, next.extent) < (l.stride, l.extent);
        let mut at = self.len;
        while at > 0 && is_before(&self.loops[at - 1]) {
            self.loops[at] = self.loops[at - 1];
            at -= 1;
        }
        self.loops[at] = next;
        self.len += 1;
    }
}

/// The offsets of a layout in storage order; see [`InStorageOrder::offsets`].
#[must_use = "iterators are lazy"]
#[derive(Clone, Debug)]
pub struct StoredOffsets<const LEAVES: usize> {
    order: InStorageOrder<LEAVES>,
    /// The turns of the loops.
    at: [usize; LEAVES],
    offset: isize,
    left: usize,
}

impl<const LEAVES: usize> StoredOffsets<LEAVES> {
    /// The next turn of the loops from one on: a counter with a carry.
    #[inline(always)]
    fn advance(&mut self, from: usize) {
        let loops = self.order.loops.iter().zip(&mut self.at).take(self.order.len);
        for (l, at) in loops.skip(from) {
            *at += 1;
            if *at < l.extent {
                self.offset = self.offset.wrapping_add(l.stride);
                return;
            }
            *at = 0;
            self.offset = self.offset.wrapping_sub((l.extent - 1) as isize * l.stride);
        }
    }
}

impl<const LEAVES: usize> Iterator for StoredOffsets<LEAVES> {
    type Item = isize;

    #[inline]
    fn next(&mut self) -> Option<isize> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.offset;
        self.advance(0);
        Some(offset)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    /// In loops over what is innermost.
    #[inline(always)]
    fn fold<A, F: FnMut(A, isize) -> A>(mut self, mut accumulator: A, mut f: F) -> A {
        let Some(&Loop { extent, stride }) = self.order.loops.first() else { return accumulator };
        while let Some(left) = self.left.checked_sub(extent) {
            if !self.left.is_multiple_of(extent) {
                break;
            }
            for i in 0..extent {
                let distance = (i as isize).wrapping_mul(stride);
                accumulator = f(accumulator, self.offset.wrapping_add(distance));
            }
            self.left = left;
            self.advance(1);
        }
        // Begun within an innermost loop: one by one.
        for offset in self {
            accumulator = f(accumulator, offset);
        }
        accumulator
    }
}

impl<const LEAVES: usize> ExactSizeIterator for StoredOffsets<LEAVES> {}

impl<const LEAVES: usize> FusedIterator for StoredOffsets<LEAVES> {}
