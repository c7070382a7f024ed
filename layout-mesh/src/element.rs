//! `Element`: the numbers that a tensor has.

/// A number that is sent as it is in memory, and added to others.
///
/// Sealed: integers and floating-point numbers, of which any bytes are a value. Integers wrap when they are added.
pub trait Element: sealed::Number {}

pub(crate) mod sealed {
    use std::fmt::Debug;

    #[cfg(feature = "peer")]
    use cudarc::driver::DeviceRepr as Held;

    /// Bound on elements by the engines for GPUs; none without these.
    #[cfg(not(feature = "peer"))]
    pub trait Held {}
    #[cfg(not(feature = "peer"))]
    impl<T> Held for T {}

    pub trait Number: Copy + Debug + Default + Held + PartialEq + Send + Sync + 'static {
        /// True of floating-point numbers.
        #[cfg(feature = "peer")]
        const IS_FLOAT: bool;
        fn plus(self, other: Self) -> Self;
    }
}

macro_rules! integers {
    ($($number:ty)*) => { $(
        impl Element for $number {}
        impl sealed::Number for $number {
            #[cfg(feature = "peer")]
            const IS_FLOAT: bool = false;
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )* };
}

macro_rules! floats {
    ($($number:ty)*) => { $(
        impl Element for $number {}
        impl sealed::Number for $number {
            #[cfg(feature = "peer")]
            const IS_FLOAT: bool = true;
            fn plus(self, other: Self) -> Self {
                self + other
            }
        }
    )* };
}

integers!(u8 i8 u16 i16 u32 i32 u64 i64);
floats!(f32 f64);
