//! `SwizzleMode`: the swizzles that tensor cores and TMA know.

use core::fmt;

use crate::{EncodingError, Swizzle};

/// The exchange of 16-byte parts of rows, over rows of 32, 64 or 128 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SwizzleMode {
    /// No exchange.
    None,
    /// Exchange over rows of 32 bytes.
    B32,
    /// Exchange over rows of 64 bytes.
    B64,
    /// Exchange over rows of 128 bytes.
    B128,
}

impl SwizzleMode {
    /// The mode of a layout of elements of `bytes` bytes, a power of two up to 16, by its swizzles with the offset that is added before
    /// each, the outermost first: a swizzle exchanges units of 16 bytes by the number of a row of eight.
    ///
    /// # Errors
    ///
    /// More than one swizzle, an offset before it, one that moves other units than 16 bytes, or one of more than three bits.
    pub const fn from_swizzles(
        swizzles: &[(Swizzle, i64)],
        bytes: usize,
    ) -> Result<Self, EncodingError> {
        let [(swizzle, offset), before @ ..] = swizzles else { return Ok(SwizzleMode::None) };
        if !before.is_empty() || *offset != 0 {
            return Err(EncodingError::new(
                ("offset before the swizzle", *offset),
                ("swizzles before it", before.len() as i64),
                "there is one swizzle, of offsets themselves",
            ));
        }
        let base = 4 - bytes.trailing_zeros() as i64;
        if swizzle.bits > 0 && (swizzle.base as i64 != base || swizzle.shift != 3) {
            return Err(EncodingError::new(
                ("base of the swizzle", swizzle.base as i64),
                ("its shift", swizzle.shift as i64),
                "a swizzle moves units of 16 bytes, Sw<B,4,3> of addresses in bytes",
            ));
        }
        match swizzle.bits {
            0 => Ok(SwizzleMode::None),
            1 => Ok(SwizzleMode::B32),
            2 => Ok(SwizzleMode::B64),
            3 => Ok(SwizzleMode::B128),
            bits => Err(EncodingError::new(
                ("bits of the swizzle", bits as i64),
                ("most", 3),
                "a swizzle has rows of 32, 64 or 128 bytes",
            )),
        }
    }

    /// The bytes of a row.
    #[must_use]
    pub const fn row(self) -> usize {
        match self {
            SwizzleMode::None => 16,
            SwizzleMode::B32 => 32,
            SwizzleMode::B64 => 64,
            SwizzleMode::B128 => 128,
        }
    }

    /// The number in a descriptor of `wgmma`.
    pub(crate) const fn in_descriptor(self) -> u64 {
        match self {
            SwizzleMode::None => 0,
            SwizzleMode::B128 => 1,
            SwizzleMode::B64 => 2,
            SwizzleMode::B32 => 3,
        }
    }

    /// The number in a tensor map, `CUtensorMapSwizzle`.
    pub(crate) const fn in_tensor_map(self) -> u32 {
        match self {
            SwizzleMode::None => 0,
            SwizzleMode::B32 => 1,
            SwizzleMode::B64 => 2,
            SwizzleMode::B128 => 3,
        }
    }
}

/// `a swizzle of 128 bytes`.
impl fmt::Display for SwizzleMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SwizzleMode::None => f.write_str("no swizzle"),
            mode => write!(f, "a swizzle of {} bytes", mode.row()),
        }
    }
}
