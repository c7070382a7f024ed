//! `Swizzle`: a permutation of offsets that flips bits by other bits.

use core::fmt;
use core::ops::Deref;

pub use layout_core::MAX_SWIZZLE_BITS;

use crate::{Error, ErrorKind, Int};

/// CuTe's `Swizzle<B,M,S>`, the function `x ↦ x ⊕ ((x & Y) >> S)` on all integers.
///
/// `Y` are the `B` bits from `M + max(S,0)` on, and what they flip are the `B`
/// bits `Z` from `M + max(-S,0)` on; a negative `S` shifts to the left. A swizzle is its own
/// inverse. What it dereferences to has its functions.
///
/// ```
/// use layout_algebra::Swizzle;
///
/// let swizzle = Swizzle::new(2, 0, 3).unwrap();
/// assert_eq!(swizzle.apply(8 + 5), 8 + 5 - 1);
/// assert_eq!(swizzle.apply(swizzle.apply(1234)), 1234);
/// assert_eq!(swizzle.to_string(), "Sw<2,0,3>");
/// assert!(Swizzle::new(4, 0, 3).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Swizzle(layout_core::Swizzle);

impl Swizzle {
    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::SwizzleParameters`] unless `bits ≥ 0`, `base ≥ 0`,
    /// `|shift| ≥ bits` and `base + bits + |shift| ≤` [`MAX_SWIZZLE_BITS`].
    pub fn new(bits: i128, base: i128, shift: i128) -> Result<Self, Error> {
        let swizzle = match (u32::try_from(bits), u32::try_from(base), i32::try_from(shift)) {
            (Ok(bits), Ok(base), Ok(shift)) => layout_core::Swizzle::new(bits, base, shift),
            _ => None,
        };
        swizzle.map(Swizzle).ok_or_else(|| {
            let (bits, base, shift) = (Int::new(bits), Int::new(base), Int::new(shift));
            Error::new("make_swizzle", ErrorKind::SwizzleParameters { bits, base, shift })
        })
    }
}

impl Deref for Swizzle {
    type Target = layout_core::Swizzle;

    #[inline]
    fn deref(&self) -> &layout_core::Swizzle {
        &self.0
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
