//! Software prefetch of cache lines.
//!
//! If a copy goes from line to line far apart, hardware prefetches nothing, and each line is waited for. The next lines are
//! known from the layouts, so a copy prefetches them while it is busy with others.

#![allow(unsafe_code)]

use super::cache::{CACHE_LINE, fits_l1};
use super::loop_nest::constant::{ConstantNest, MAX_CONSTANT_LOOPS};

/// The cache into which a line is prefetched.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Level {
    /// The first-level cache, for a line that is used soon.
    L1,
    /// The second-level cache.
    L2,
}

/// Prefetches the line of an address, which need not be one of memory.
#[inline(always)]
pub(super) fn prefetch(address: *const u8, level: Level) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse", not(miri)))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _MM_HINT_T1, _mm_prefetch};
        // SAFETY: a hint, which neither reads nor faults.
        unsafe {
            match level {
                Level::L1 => _mm_prefetch::<_MM_HINT_T0>(address.cast()),
                Level::L2 => _mm_prefetch::<_MM_HINT_T1>(address.cast()),
            }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse", not(miri))))]
    let _ = (address, level);
}

/// Prefetch of the next iteration of a constant nest's further loops: the lines of its first loops, where there are further ones.
pub(super) trait PrefetchNext<T>: ConstantNest {
    const SOURCE_LINES: CacheLines = cache_lines::<T, Self>(true);
    const TARGET_LINES: CacheLines = cache_lines::<T, Self>(false);

    /// Prefetches the lines of an iteration of the further loops.
    #[inline(always)]
    fn prefetch(source: *const T, target: *const T, iteration: usize) {
        if const { Self::SOURCE_LINES.len + Self::TARGET_LINES.len > 0 } {
            let (s, t) = Self::start(iteration);
            let (source, target) = (source.wrapping_offset(s), target.wrapping_offset(t));
            const { &Self::SOURCE_LINES }.prefetch(source.cast());
            const { &Self::TARGET_LINES }.prefetch(target.cast());
        }
    }
}

impl<T, X: ConstantNest> PrefetchNext<T> for X {}

/// The most lines of a layout that are prefetched at once.
const MAX_LINES: usize = 32;

/// Cache lines, each by the last of its bytes that is used, counted from where the loops begin. Where the first byte is within a
/// line, the bytes before these end in the line before.
pub(super) struct CacheLines {
    last_bytes: [isize; MAX_LINES],
    len: usize,
}

impl CacheLines {
    const NONE: CacheLines = CacheLines { last_bytes: [0; MAX_LINES], len: 0 };

    #[inline(always)]
    fn prefetch(&self, first: *const u8) {
        for byte in &self.last_bytes[..self.len] {
            prefetch(first.wrapping_offset(*byte), Level::L1);
        }
    }

    /// Adds the line of a byte; `None` where there are too many lines.
    const fn add(mut self, byte: isize) -> Option<CacheLines> {
        let mut k = 0;
        while k < self.len {
            if self.last_bytes[k].div_euclid(CACHE_LINE as isize)
                == byte.div_euclid(CACHE_LINE as isize)
            {
                if self.last_bytes[k] < byte {
                    self.last_bytes[k] = byte;
                }
                return Some(self);
            }
            k += 1;
        }
        if self.len == MAX_LINES {
            return None;
        }
        self.last_bytes[self.len] = byte;
        self.len += 1;
        Some(self)
    }
}

/// The lines of one operand in the first loops of a constant nest; none where a prefetch does not pay.
const fn cache_lines<T, X: ConstantNest>(is_source: bool) -> CacheLines {
    let size = size_of::<T>();
    let first_trip_count = X::TRIP_COUNT / X::REST_TRIP_COUNT;
    if X::REST_TRIP_COUNT == 1
        || first_trip_count < 64
        || first_trip_count > 1024
        || size == 0
        || fits_l1::<T>(X::TRIP_COUNT)
    {
        return CacheLines::NONE;
    }
    let mut lines = CacheLines::NONE;
    let mut i = 0;
    while i < first_trip_count {
        let (mut rest, mut offset, mut k) = (i, 0, 0);
        while k < MAX_CONSTANT_LOOPS {
            let l = X::LOOPS[k];
            let stride = if is_source { l.source() } else { l.target() };
            offset += (rest % l.extent) as isize * stride;
            rest /= l.extent;
            k += 1;
        }
        // Wrapping: a layout that no memory is large enough for compiles too.
        let byte = offset.wrapping_add(1).wrapping_mul(size as isize).wrapping_sub(1);
        lines = match lines.add(byte) {
            Some(lines) => lines,
            None => return CacheLines::NONE,
        };
        i += 1;
    }
    lines
}
