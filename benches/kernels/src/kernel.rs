//! The items of `matrixmultiply` that the source of its packing names.

/// A constant as a type.
pub trait ConstNum {
    const VALUE: usize;
}

/// Panels of eight.
pub struct U8;

impl ConstNum for U8 {
    const VALUE: usize = 8;
}

pub trait Element: Copy {
    fn zero() -> Self;
}

impl Element for f32 {
    fn zero() -> f32 {
        0.0
    }
}
