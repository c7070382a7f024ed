//! `TensorElement`: the types of elements that tensor maps know, with their numbers in CUDA.

/// A type of the elements of a tensor map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TensorElement {
    /// The name of the type.
    pub name: &'static str,
    /// The bytes of an element.
    pub bytes: usize,
    /// The number of the type, CUDA's `CUtensorMapDataType`.
    pub data_type: u32,
}

/// Defines the types as constants, and the list of all.
macro_rules! elements {
    ($($constant:ident: $name:literal, $bytes:literal, $data_type:literal;)*) => {
        impl TensorElement {
            $(
                #[doc = concat!("`", $name, "`, of ", stringify!($bytes), " bytes.")]
                pub const $constant: TensorElement =
                    TensorElement { name: $name, bytes: $bytes, data_type: $data_type };
            )*
            /// All types of elements.
            pub const ALL: &'static [TensorElement] = &[$(TensorElement::$constant),*];
        }
    };
}

// Types of 8 bits are one to the engine that copies.
elements! {
    U8: "u8", 1, 0;
    I8: "i8", 1, 0;
    E4M3: "e4m3", 1, 0;
    E5M2: "e5m2", 1, 0;
    U16: "u16", 2, 1;
    I16: "i16", 2, 1;
    F16: "f16", 2, 6;
    BF16: "bf16", 2, 9;
    U32: "u32", 4, 2;
    I32: "i32", 4, 3;
    F32: "f32", 4, 7;
    TF32: "tf32", 4, 11;
    U64: "u64", 8, 4;
    I64: "i64", 8, 5;
    F64: "f64", 8, 8;
}
