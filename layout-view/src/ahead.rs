//! Lines that are asked for ahead of their use.
//!
//! Where a copy goes from line to line far apart, hardware prefetches nothing, and each line
//! is waited for. What lines come next is known, so a copy asks for them while it is busy
//! with others.

#![allow(unsafe_code)]

use super::sweep::{Loops, SPELLED};

/// The bytes of a cache line, of most machines.
pub(super) const LINE: usize = 64;

/// Copies of fewer bytes stay in the first cache, where nothing needs to be asked for. Less in Miri, so that
/// the other copies need few elements there.
pub(super) const NEAR: usize = if cfg!(miri) { 2 << 10 } else { 16 << 10 };

/// Asks for the line of an address, which need not be one of memory: for the first cache if
/// it is to be used soon, else for the second.
#[inline(always)]
pub(super) fn prefetch(address: *const u8, soon: bool) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint, which neither reads nor faults.
        unsafe {
            if soon {
                _mm_prefetch::<_MM_HINT_T0>(address.cast());
            } else {
                _mm_prefetch::<_MM_HINT_T1>(address.cast());
            }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse", not(miri))))]
    let _ = (address, soon);
}

/// The lines of the loops of a nest that are spelled out, where there are further loops.
pub(super) trait Ahead<T>: Loops {
    const OF_SOURCE: Lines = lines::<T, Self>(true);
    const OF_TARGET: Lines = lines::<T, Self>(false);

    /// Asks for the lines of a turn of the loops that are not spelled out.
    #[inline(always)]
    fn ask(source: *const T, target: *const T, turn: usize) {
        if const { Self::OF_SOURCE.len + Self::OF_TARGET.len > 0 } {
            let (s, t) = Self::start(turn);
            let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
            const { &Self::OF_SOURCE }.ask(source.cast());
            const { &Self::OF_TARGET }.ask(target.cast());
        }
    }
}

impl<T, X: Loops> Ahead<T> for X {}

/// The most lines of a layout that are asked for at once.
const MOST: usize = 32;

/// In bytes from where the loops begin, the last that is used of each line. Where the first
/// byte is within a line, what is used before these bytes ends in the line before.
pub(super) struct Lines {
    at: [isize; MOST],
    len: usize,
}

impl Lines {
    const NONE: Lines = Lines { at: [0; MOST], len: 0 };

    #[inline(always)]
    fn ask(&self, first: *const u8) {
        for at in &self.at[..self.len] {
            prefetch(first.wrapping_offset(*at), true);
        }
    }

    /// `None` where there are too many lines.
    const fn add(mut self, byte: isize) -> Option<Lines> {
        let mut k = 0;
        while k < self.len {
            if self.at[k].div_euclid(LINE as isize) == byte.div_euclid(LINE as isize) {
                if self.at[k] < byte {
                    self.at[k] = byte;
                }
                return Some(self);
            }
            k += 1;
        }
        if self.len == MOST {
            return None;
        }
        self.at[self.len] = byte;
        self.len += 1;
        Some(self)
    }
}

const fn lines<T, X: Loops>(of_source: bool) -> Lines {
    let size = size_of::<T>();
    let spelled = X::TURNS / X::MORE;
    let is_far = X::TURNS.saturating_mul(size) > NEAR;
    if X::MORE == 1 || spelled < 64 || spelled > 1024 || size == 0 || !is_far {
        return Lines::NONE;
    }
    let mut lines = Lines::NONE;
    let mut i = 0;
    while i < spelled {
        let (mut rest, mut offset, mut k) = (i, 0, 0);
        while k < SPELLED {
            let l = X::AT[k];
            offset += (rest % l.extent) as isize * if of_source { l.source() } else { l.target() };
            rest /= l.extent;
            k += 1;
        }
        // Wrapping: a layout that no memory is large enough for compiles too.
        lines = match lines.add(offset.wrapping_add(1).wrapping_mul(size as isize).wrapping_sub(1))
        {
            Some(lines) => lines,
            None => return Lines::NONE,
        };
        i += 1;
    }
    lines
}
