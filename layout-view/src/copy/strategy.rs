//! The strategy of a transpose, chosen from its sizes and strides; above the size of the second-level cache, also from the processor's
//! vendor.
//!
//! One of the two layouts of a transpose is walked across its lines, and what limits the copy is memory, not instructions: [`TABLE`]
//! has the rules.

#![allow(unsafe_code)]

use super::kernels::pack_buffer::{fills_cache_lines, has_cache_line_blocks, has_rows_of_one_line};
use super::kernels::{pack_buffer, strip_mined, transpose};
use crate::cache::{
    ByVendor, CRITICAL_STRIDE_ELEMENTS, EXCEEDS_LAST_LEVEL, FITS_L1, FITS_L2, L1_WAYS,
};
use crate::loop_nest::Loop;
use crate::vendor::has_fast_non_temporal_stores;

/// The strategy of a transpose: how its two innermost loops are copied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Strategy {
    /// Register tile after register tile.
    RegisterTiles,
    /// Register tiles, in strips of some rows of the source.
    StripMined,
    /// Whole cache lines, through a pack buffer.
    Packed,
    /// Whole cache lines, through a pack buffer and past the caches by non-temporal stores.
    PackedNonTemporal,
    /// Tiles of some cache lines to each side, of which the next one is prefetched.
    TiledPrefetch,
}

/// The strategies of a transpose on processors in general and on those with fast non-temporal stores.
pub(super) type Strategies = ByVendor<Strategy>;

/// A rule of [`TABLE`]: a strategy, and the conditions that a transpose meets, all of them, for it.
struct Rule {
    strategy: Strategy,
    /// The bytes of the copy: at least the first, and below the second.
    bytes: [ByVendor<usize>; 2],
    /// The bytes of an element: at least the first, and at most the second.
    element_bytes: [usize; 2],
    /// The most rows of the source.
    max_rows: usize,
    /// True if the rows of one operand are a multiple of the critical stride apart.
    has_critical_stride: bool,
    /// True if only processors with fast non-temporal stores have the rule.
    is_for_fast_non_temporal: bool,
    blocks: Blocks,
}

/// The blocks of whole cache lines that a strategy needs.
#[derive(Clone, Copy)]
enum Blocks {
    Any,
    /// Blocks exist of as many rows as a line has elements.
    CacheLines,
    /// All lines of the target are written whole, so that they can be stored past the caches.
    NonTemporal,
    /// The conditions of [`NonTemporal`](Self::NonTemporal), and the rows of neither operand are a line each, one after the other.
    NonTemporalLongRows,
}

const ANY: ByVendor<usize> = ByVendor::both(usize::MAX);
const NONE: ByVendor<usize> = ByVendor::both(0);

/// The bound of sizes that are at most these.
const fn above(bytes: ByVendor<usize>) -> ByVendor<usize> {
    ByVendor { general: bytes.general + 1, fast_non_temporal: bytes.fast_non_temporal + 1 }
}

impl Rule {
    /// The rule without a condition.
    const fn new(strategy: Strategy) -> Rule {
        Rule {
            strategy,
            bytes: [NONE, ANY],
            element_bytes: [0, usize::MAX],
            max_rows: usize::MAX,
            has_critical_stride: false,
            is_for_fast_non_temporal: false,
            blocks: Blocks::Any,
        }
    }
}

/// The rules, of which the first one that holds has the strategy. Figures are of benches/KERNELS.md and benches/README.md, of one thread of
/// an Intel Xeon and, where it is named, of an AMD EPYC (Zen 4).
const TABLE: [Rule; 10] = [
    // Both operands fit the first-level cache, where a tile costs more than it saves.
    // 64 x 64 f32: 0.8 µs, a quarter of index arithmetic by hand; 60 x 100: 2.2 µs.
    Rule { bytes: [NONE, above(ByVendor::both(FITS_L1))], ..Rule::new(Strategy::RegisterTiles) },
    // The lines of so few rows stay in the first-level cache together, whatever sets they are in; hardware prefetches along them.
    Rule {
        bytes: [NONE, above(ByVendor::both(EXCEEDS_LAST_LEVEL.general))],
        max_rows: L1_WAYS,
        ..Rule::new(Strategy::RegisterTiles)
    },
    // A line that is stored past the caches is not read first. EPYC: 25 MB of nChw16c to nchw in 0.4 of the time, 1.27 of memcpy's
    // speed.
    Rule {
        bytes: [EXCEEDS_LAST_LEVEL, ANY],
        blocks: Blocks::NonTemporal,
        is_for_fast_non_temporal: true,
        ..Rule::new(Strategy::PackedNonTemporal)
    },
    // The same of long rows on any processor: 4096 x 4096 f32, 1.05 of memcpy's speed. Of rows of a line each a Xeon takes 2.5 times
    // as long, and has the last rule: nChw16c to nchw, 1.13 of memcpy's speed.
    Rule {
        bytes: [EXCEEDS_LAST_LEVEL, ANY],
        blocks: Blocks::NonTemporalLongRows,
        ..Rule::new(Strategy::PackedNonTemporal)
    },
    // Rows at the critical stride lie in few sets, and lines are evicted before they are used whole: the pack buffer has room for
    // them. 512 x 512 f32.
    Rule {
        bytes: [NONE, above(FITS_L2)],
        has_critical_stride: true,
        blocks: Blocks::CacheLines,
        ..Rule::new(Strategy::Packed)
    },
    // The same of small elements, of which a line has many. 1024 x 1024 u16: 0.48 ms, 3.7 times as fast as by hand.
    Rule {
        element_bytes: [0, 2],
        has_critical_stride: true,
        blocks: Blocks::CacheLines,
        ..Rule::new(Strategy::Packed)
    },
    // The same of medium sizes, where a prefetch does not pay. 1024 x 1024 f32.
    Rule {
        bytes: [NONE, EXCEEDS_LAST_LEVEL],
        has_critical_stride: true,
        blocks: Blocks::CacheLines,
        is_for_fast_non_temporal: true,
        ..Rule::new(Strategy::Packed)
    },
    // The second-level cache has both operands: a strip's lines of the source stay in the first. 517 x 1022 f32 on EPYC: 0.6 of the
    // time of prefetched tiles; the Xeon takes 1.7 times as long.
    Rule { bytes: [NONE, above(FITS_L2)], ..Rule::new(Strategy::StripMined) },
    // Of large elements a few fill as many lines, and are walked in as few pages. 1000 x 1001 [f64; 2]: 2.1 ms.
    Rule {
        bytes: [NONE, EXCEEDS_LAST_LEVEL],
        element_bytes: [9, usize::MAX],
        ..Rule::new(Strategy::StripMined)
    },
    // Hardware prefetches nothing where each line is in another page. 3999 x 4002 f32: 0.80 of memcpy's speed, where blocked loops
    // by hand have 0.39; 1501 x 2003: 1.6 ms, 3.3 times as fast as by index arithmetic.
    Rule::new(Strategy::TiledPrefetch),
];

impl Strategy {
    /// The strategies of a nest with `trip_count` iterations, and these two innermost loops, which are a transpose.
    pub(super) const fn choose<T>(trip_count: usize, l0: Loop, l1: Loop) -> Strategies {
        Strategies {
            general: Self::first::<T>(false, trip_count, l0, l1),
            fast_non_temporal: Self::first::<T>(true, trip_count, l0, l1),
        }
    }

    /// The strategy of the first rule that holds.
    const fn first<T>(is_fast: bool, trip_count: usize, l0: Loop, l1: Loop) -> Strategy {
        let bytes = trip_count.saturating_mul(size_of::<T>());
        /// Unrolled, so that conditions that a rule does not have cost nothing.
        macro_rules! first_of {
            ($($rule:literal)*) => {
                $(
                    if TABLE[$rule].holds::<T>(is_fast, bytes, l0, l1) {
                        return TABLE[$rule].strategy;
                    }
                )*
            };
        }
        first_of!(0 1 2 3 4 5 6 7 8);
        TABLE[const { TABLE.len() - 1 }].strategy
    }

    /// The strategy of this processor.
    #[inline]
    pub(super) fn of_vendor(strategies: Strategies) -> Strategy {
        let ByVendor { general, fast_non_temporal } = strategies;
        if general != fast_non_temporal && has_fast_non_temporal_stores() {
            fast_non_temporal
        } else {
            general
        }
    }

    /// Copies the two loops of a transpose by the kernel of the strategy; tiles with prefetch need the whole nest.
    ///
    /// # Safety
    ///
    /// From `source`, at each offset of the loops is an element to be read; from `target`, at each of
    /// theirs is one to be written, and none is one of the source. The strategy is one of these loops.
    #[inline(always)]
    pub(super) unsafe fn copy<T: Copy>(self, l0: Loop, l1: Loop, source: *const T, target: *mut T) {
        // SAFETY: by the caller.
        unsafe {
            match self {
                Strategy::RegisterTiles | Strategy::TiledPrefetch => {
                    transpose::copy(l0, l1, source, target);
                }
                Strategy::StripMined => strip_mined::copy(l0, l1, source, target),
                Strategy::Packed | Strategy::PackedNonTemporal => {
                    let is_non_temporal = self == Strategy::PackedNonTemporal;
                    pack_buffer::copy(is_non_temporal, l0, l1, source, target);
                }
            }
        }
    }
}

impl Rule {
    /// Returns true if a transpose of `bytes` bytes meets all conditions.
    #[inline(always)]
    const fn holds<T>(&self, is_fast: bool, bytes: usize, l0: Loop, l1: Loop) -> bool {
        let [least, end] = &self.bytes;
        let (least, end) = match is_fast {
            true => (least.fast_non_temporal, end.fast_non_temporal),
            false => (least.general, end.general),
        };
        let [min_element, max_element] = self.element_bytes;
        (bytes >= least && (end == usize::MAX || bytes < end))
            && (size_of::<T>() >= min_element && size_of::<T>() <= max_element)
            && l0.extent <= self.max_rows
            && (is_fast || !self.is_for_fast_non_temporal)
            && (!self.has_critical_stride || has_critical_stride(l0, l1))
            && match self.blocks {
                Blocks::Any => true,
                Blocks::CacheLines => has_cache_line_blocks::<T>(l0, l1),
                Blocks::NonTemporal => fills_cache_lines::<T>(l0, l1),
                Blocks::NonTemporalLongRows => {
                    fills_cache_lines::<T>(l0, l1) && !has_rows_of_one_line::<T>(l0, l1)
                }
            }
    }
}

/// Returns true if the rows of one operand are a multiple of the critical stride apart.
const fn has_critical_stride(l0: Loop, l1: Loop) -> bool {
    l0.source() % CRITICAL_STRIDE_ELEMENTS == 0 || l1.target() % CRITICAL_STRIDE_ELEMENTS == 0
}

#[cfg(test)]
mod tests {
    use super::Strategy::*;
    use super::*;

    /// The strategies of a transpose of `m` rows of `n` elements of the source: in general, and with fast non-temporal stores.
    const fn transpose<T>(m: usize, n: usize) -> (Strategy, Strategy) {
        let l0 = Loop::new(m, n as isize, 1);
        let strategies = Strategy::choose::<T>(m * n, l0, Loop::new(n, 1, m as isize));
        (strategies.general, strategies.fast_non_temporal)
    }

    #[test]
    #[cfg_attr(
        not(all(target_arch = "x86_64", not(miri))),
        ignore = "there are no non-temporal stores"
    )]
    fn sizes_strides_and_vendors_choose() {
        assert_eq!(transpose::<f32>(60, 60), (RegisterTiles, RegisterTiles));
        assert_eq!(transpose::<f32>(300, 500), (StripMined, StripMined));
        assert_eq!(transpose::<f32>(512, 512), (Packed, Packed));
        assert_eq!(transpose::<f32>(517, 1022), (TiledPrefetch, StripMined));
        assert_eq!(transpose::<f32>(1024, 1024), (TiledPrefetch, Packed));
        assert_eq!(transpose::<f32>(1501, 2003), (TiledPrefetch, TiledPrefetch));
        assert_eq!(transpose::<f32>(4096, 4096), (PackedNonTemporal, PackedNonTemporal));
        assert_eq!(transpose::<[f64; 2]>(1000, 1001), (StripMined, PackedNonTemporal));
        // Images of which 16 channels of a pixel are side by side, all in one line.
        assert_eq!(transpose::<f32>(1 << 18, 16), (TiledPrefetch, PackedNonTemporal));
        assert_eq!(transpose::<f32>(16, 1 << 18), (TiledPrefetch, PackedNonTemporal));
    }
}
