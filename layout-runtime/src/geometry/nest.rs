//! `Nest`: loops over the leaves of a layout, as data.

use layout_core::MAX_LEAVES;

/// Loops, at most `MAX_LOOPS`, the innermost first: what a sum of products is when it is swept.
#[derive(Clone, Copy)]
pub struct Nest<const MAX_LOOPS: usize = MAX_LEAVES> {
    loops: [Counter; MAX_LOOPS],
    length: usize,
    /// The first offset.
    start: isize,
}

/// One loop: the integer of a leaf runs from one end of its extent to the other.
#[derive(Clone, Copy)]
pub(crate) struct Counter {
    pub(crate) extent: usize,
    /// The distance that a step adds to the offset.
    pub(crate) step: isize,
    /// The leaf that counts the steps.
    pub(crate) leaf: usize,
    /// True if it counts from the last coordinate down.
    pub(crate) down: bool,
}

impl Counter {
    /// The distance from the first offset of the loop to its last.
    #[inline]
    pub(crate) const fn span(&self) -> isize {
        self.step.wrapping_mul(self.last() as isize)
    }

    const fn last(&self) -> usize {
        self.extent.wrapping_sub(1)
    }

    /// The coordinate before the first step.
    pub(crate) const fn from(&self) -> usize {
        if self.down { self.last() } else { 0 }
    }

    /// The coordinate after the last step.
    pub(crate) const fn to(&self) -> usize {
        if self.down { 0 } else { self.last() }
    }

    /// The number that a step adds to the coordinate, modulo 2⁶⁴.
    pub(crate) const fn count(&self) -> usize {
        if self.down { usize::MAX } else { 1 }
    }
}

impl<const MAX_LOOPS: usize> Nest<MAX_LOOPS> {
    /// One loop without a step.
    pub(crate) const NOTHING: Self = Nest {
        loops: [Counter { extent: 0, step: 0, leaf: 0, down: false }; MAX_LOOPS],
        length: 1,
        start: 0,
    };

    /// The loops in coordinate order: the first leaf is the innermost. An extent of
    /// 1 has no loop, and one of 0 none either: a sweep counts its coordinates.
    #[inline]
    pub(crate) const fn colexicographic(shape: &[usize], stride: &[isize]) -> Self {
        let mut nest = Nest { length: 0, ..Self::NOTHING };
        let mut leaf = 0;
        while leaf < shape.len() {
            if shape[leaf] > 1 {
                let counter =
                    Counter { extent: shape[leaf], step: stride[leaf], leaf, down: false };
                nest.push(counter);
            }
            leaf += 1;
        }
        nest
    }

    /// The loops by their distance: the smallest stride is the innermost, and what
    /// descends is run backwards. Of equal strides the longer loop is outside.
    #[inline]
    pub(crate) const fn by_stride(mut self) -> Self {
        let mut next = 0;
        while next < self.length {
            let mut counter = self.loops[next];
            if counter.step < 0 {
                self.start = self.start.wrapping_add(counter.span());
                counter.step = counter.step.wrapping_neg();
                counter.down = true;
            }
            let mut place = next;
            while place > 0 && before(&counter, &self.loops[place - 1]) {
                self.loops[place] = self.loops[place - 1];
                place -= 1;
            }
            self.loops[place] = counter;
            next += 1;
        }
        self
    }

    /// The same offsets with the fewest loops, which no longer count coordinates.
    #[inline]
    pub(crate) const fn coalesced(self) -> Self {
        let mut nest = Nest { length: 0, ..self };
        let mut next = 0;
        while next < self.length {
            nest.join(self.loops[next]);
            next += 1;
        }
        nest
    }

    /// Adds a loop around the others, or continues the last.
    #[inline]
    const fn join(&mut self, mut counter: Counter) {
        if self.length > 0 {
            let inner = &mut self.loops[self.length - 1];
            match inner.step.checked_mul(inner.extent as isize) {
                Some(end) if end == counter.step => {
                    inner.extent *= counter.extent;
                    return;
                }
                _ => {}
            }
        }
        counter.leaf = self.length;
        counter.down = false;
        self.push(counter);
    }

    const fn push(&mut self, counter: Counter) {
        self.loops[self.length] = counter;
        self.length += 1;
    }

    pub(crate) const fn length(&self) -> usize {
        self.length
    }

    pub(crate) const fn start(&self) -> isize {
        self.start
    }

    /// The loop at a place, counted from the innermost.
    pub(crate) const fn at(&self, place: usize) -> Counter {
        self.loops[place]
    }
}

const fn before(a: &Counter, b: &Counter) -> bool {
    let (near, far) = (a.step.unsigned_abs(), b.step.unsigned_abs());
    near < far || (near == far && a.extent < b.extent)
}
