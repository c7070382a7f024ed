//! Tuples of Rust as hierarchical tuples: `(4, (2, 8)).into()`.

use crate::{CollectVec, Coordinate, Crd, HTuple, Int, IntTuple, Stride, StrideTuple};

impl From<i128> for Stride {
    fn from(scale: i128) -> Self {
        Int::new(scale).into()
    }
}

impl From<i128> for Crd {
    fn from(position: i128) -> Self {
        Crd::At(Int::new(position))
    }
}

/// Conversions to one kind of tuple: of a number, of an array, and of a tuple of what may
/// itself be converted.
macro_rules! conversions {
    ($($tuple:ty),*) => {$(
        impl From<i128> for $tuple {
            fn from(number: i128) -> Self {
                HTuple::Leaf(number.into())
            }
        }

        impl<T: Into<$tuple>, const N: usize> From<[T; N]> for $tuple {
            fn from(modes: [T; N]) -> Self {
                HTuple::Tuple(modes.into_iter().map(Into::into).collect_vec())
            }
        }

        conversions!(@of $tuple: A, B, C, D, E, F, G, H);
    )*};
    (@of $tuple:ty: $($first:ident $(, $rest:ident)*)?) => {$(
        impl<$first: Into<$tuple>, $($rest: Into<$tuple>),*> From<($first, $($rest,)*)> for $tuple {
            #[allow(non_snake_case)]
            fn from(($first, $($rest,)*): ($first, $($rest,)*)) -> Self {
                HTuple::Tuple(alloc::vec![$first.into(), $($rest.into()),*])
            }
        }

        conversions!(@of $tuple: $($rest),*);
    )?};
}

conversions!(IntTuple, StrideTuple, Coordinate);
