//! The elements of matrices.

use core::fmt::Debug;
use core::ops::{Add, Mul};

/// An element: `f32` or `f64`.
pub(crate) trait Element:
    Copy + Debug + Send + Sync + Add<Output = Self> + Mul<Output = Self> + 'static
{
    const ZERO: Self;
    /// Twice the largest relative error of an operation.
    const EPSILON: f64;

    /// `self * x + y`, rounded once.
    fn mul_add(self, x: Self, y: Self) -> Self;
    /// The nearest element.
    fn from_f64(x: f64) -> Self;
    fn to_f64(self) -> f64;
}

macro_rules! element {
    ($($T:ident)*) => {$(
        impl Element for $T {
            const ZERO: Self = 0.0;
            const EPSILON: f64 = $T::EPSILON as f64;

            #[inline(always)]
            fn mul_add(self, x: Self, y: Self) -> Self {
                self.mul_add(x, y)
            }

            fn from_f64(x: f64) -> Self {
                x as $T
            }

            fn to_f64(self) -> f64 {
                self.into()
            }
        }
    )*};
}

element!(f32 f64);
