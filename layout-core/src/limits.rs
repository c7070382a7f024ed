//! Limits of layouts with index functions.

/// The most leaves of a layout: its numbers stand in arrays of this length.
pub const MAX_LEAVES: usize = 64;

/// The most modes of a tuple: the traits of geometries and coordinates are implemented for tuples
/// up to this rank, which the feature `rank-16` raises: each further rank is compiled by every user.
pub const MAX_RANK: usize = if cfg!(feature = "rank-16") { 16 } else { 8 };

/// The most symbols of a layout: an error tells the symbols whose bit is set in a `u32`.
pub const MAX_SYMBOLS: usize = u32::BITS as usize;
