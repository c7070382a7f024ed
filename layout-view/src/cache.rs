//! Sizes of caches: in bytes, unless the name has another unit.
//!
//! The sizes are those of most machines, or less, so that a copy chooses its strategy from its layouts alone. Where processors differ
//! most, a size is there for each class of [vendors](crate::vendor).

/// A value for processors in general, and one for those with [fast non-temporal stores](crate::vendor::has_fast_non_temporal_stores).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ByVendor<T> {
    pub(crate) general: T,
    pub(crate) fast_non_temporal: T,
}

impl<T: Copy> ByVendor<T> {
    pub(crate) const fn both(value: T) -> Self {
        ByVendor { general: value, fast_non_temporal: value }
    }
}

/// The bytes of a cache line.
pub(crate) const CACHE_LINE: usize = 64;

/// The capacity of a first-level cache.
pub(crate) const L1_BYTES: usize = 32 << 10;

/// The lines in a set of a first-level cache: its associativity.
pub(crate) const L1_WAYS: usize = 8;

/// Half of the lines of a first-level cache.
pub(crate) const HALF_L1_LINES: usize = L1_BYTES / CACHE_LINE / 2;

/// The most bytes of a copy that stays in the first-level cache with its source, where nothing needs to be prefetched. Less in Miri, so
/// that the other strategies need few elements there.
pub(crate) const FITS_L1: usize = if cfg!(miri) { 2 << 10 } else { L1_BYTES / 2 };

/// The most bytes of a copy that stays in the second-level cache beside as many of the source, or near to it: the rest of a line is
/// there when its other part is copied. Processors with fast non-temporal stores wait less for stores to lines that are further away.
pub(crate) const FITS_L2: ByVendor<usize> =
    ByVendor { general: 5 << 18, fast_non_temporal: 6 << 20 };

/// The least bytes of a copy that, with its source, is larger than many a last-level cache, and need not be there afterwards.
pub(crate) const EXCEEDS_LAST_LEVEL: ByVendor<usize> =
    ByVendor { general: 16 << 20, fast_non_temporal: 12 << 20 };

/// The critical stride, in elements: as many rows as a line has elements lie in few sets of a cache if they are a multiple of it
/// apart. Of 64 sets of 8 lines, each of these sets has more than four lines of them.
pub(crate) const CRITICAL_STRIDE_ELEMENTS: isize = 512;

/// Returns true if a copy of `elements` elements fits the first-level cache.
#[inline(always)]
pub(crate) const fn fits_l1<T>(elements: usize) -> bool {
    elements.saturating_mul(size_of::<T>()) <= FITS_L1
}
