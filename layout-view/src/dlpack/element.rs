//! `Element`: types that a tensor can have.

use super::DLDataType;

/// A type that is an element of DLPack's tensors.
///
/// Numbers and `bool` are; an array of a number is a vector, with as many lanes. For another, as `f16` of the crate `half`, one line
/// says so:
///
/// ```
/// use layout_view::dlpack::{DLDataType, Element};
///
/// #[derive(Clone, Copy)]
/// #[repr(transparent)]
/// struct Bf16(u16);
///
/// // SAFETY: a `bfloat16` has 16 bits, of which any are a value.
/// unsafe impl Element for Bf16 {
///     const TYPE: DLDataType = DLDataType { code: 4, bits: 16, lanes: 1 };
/// }
/// ```
///
/// # Safety
///
/// The type has the size `bits * lanes / 8`, and what a tensor of the type `TYPE` may have is a value of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no element of a DLPack tensor",
    note = "elements are integers, `f32`, `f64`, `bool`, arrays of these, and types with an `unsafe impl Element`"
)]
pub unsafe trait Element: Copy + Send + Sync + 'static {
    /// DLPack's code of the type.
    const TYPE: DLDataType;
}

macro_rules! elements {
    ($($code:literal: $($type:ty)+;)+) => { $($(
        // SAFETY: the number is as large as its bits say, and any are a value; a tensor of `bool` has 0 and 1.
        #[diagnostic::do_not_recommend]
        unsafe impl Element for $type {
            const TYPE: DLDataType =
                DLDataType { code: $code, bits: 8 * size_of::<$type>() as u8, lanes: 1 };
        }
    )+)+ };
}

elements! {
    0: i8 i16 i32 i64 isize;
    1: u8 u16 u32 u64 usize;
    2: f32 f64;
    6: bool;
}

// SAFETY: lanes lie one after the other, as the elements of an array.
#[diagnostic::do_not_recommend]
unsafe impl<T: Element, const LANES: usize> Element for [T; LANES] {
    const TYPE: DLDataType = {
        assert!(T::TYPE.lanes == 1, "a lane is no vector");
        assert!(LANES >= 1 && LANES <= u16::MAX as usize, "a vector has 1 to 65535 lanes");
        DLDataType { lanes: LANES as u16, ..T::TYPE }
    };
}

/// The type of `T`, whose size is that of an element.
pub(super) const fn type_of<T: Element>() -> DLDataType {
    let DLDataType { code: _, bits, lanes } = T::TYPE;
    assert!(
        8 * size_of::<T>() == bits as usize * lanes as usize,
        "the size of the type is not that of its elements in DLPack"
    );
    T::TYPE
}
