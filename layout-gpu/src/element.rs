//! `Element`: what memory holds.

use layout_core::TensorElement;

/// A number that loads and stores move: without padding, of 1, 2, 4 or 8 bytes, and any bits are one.
///
/// # Safety
///
/// The type is such a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that loads and stores of a GPU move",
    note = "elements are integers, `f32`, `f64`, `Bf16`, `F16`, `Tf32`, `E4m3` and `E5m2`"
)]
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// The number of the type in tensor maps, CUDA's `CUtensorMapDataType`.
    const DATA_TYPE: u32;
}

/// Implements the trait.
macro_rules! elements {
    ($($type:ty = $element:ident),* $(,)?) => { $(
        // SAFETY: a plain number.
        #[diagnostic::do_not_recommend]
        unsafe impl Element for $type {
            const DATA_TYPE: u32 = {
                assert!(size_of::<$type>() == TensorElement::$element.bytes);
                TensorElement::$element.data_type
            };
        }
    )* };
}

elements!(
    u8 = U8,
    i8 = I8,
    u16 = U16,
    i16 = I16,
    u32 = U32,
    i32 = I32,
    u64 = U64,
    i64 = I64,
    f32 = F32,
    f64 = F64,
    Bf16 = BF16,
    F16 = F16,
    E4m3 = E4M3,
    E5m2 = E5M2,
    Tf32 = TF32,
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
