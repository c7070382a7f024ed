//! `Element`: what memory holds.

/// A number that loads and stores move: without padding, of 1, 2, 4 or 8 bytes, and any bits are one.
///
/// # Safety
///
/// The type is such a number.
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The number of the type in tensor maps, CUDA's `CUtensorMapDataType`.
    const DATA_TYPE: u32;
}

/// Implements the trait.
macro_rules! elements {
    ($($type:ty = $number:literal),*) => { $(
        // SAFETY: a plain number.
        unsafe impl Element for $type {
            const DATA_TYPE: u32 = $number;
        }
    )* };
}

elements!(
    u8 = 0,
    i8 = 0,
    u16 = 1,
    i16 = 1,
    u32 = 2,
    i32 = 3,
    u64 = 4,
    i64 = 5,
    f32 = 7,
    f64 = 8,
    Bf16 = 9,
    F16 = 6,
    E4m3 = 0,
    E5m2 = 0,
    Tf32 = 11
);

/// The bits of a number of 8 bits of exponent and 7 of mantissa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Bf16(pub u16);

/// The bits of a number of 5 bits of exponent and 10 of mantissa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct F16(pub u16);

/// The bits of a number of 4 bits of exponent and 3 of mantissa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct E4m3(pub u8);

/// The bits of a number of 5 bits of exponent and 2 of mantissa.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct E5m2(pub u8);

/// The bits of an `f32` of which tensor cores read the sign, 8 bits of exponent and 10 of mantissa. Copies of TMA round to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Tf32(pub u32);
