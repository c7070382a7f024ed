//! Numbers of a layout: known to the compiler, or to the run.

use core::fmt;
use core::marker::PhantomData;

use super::reciprocal::{Reciprocal, ReciprocalU32};
use crate::Numbers;
use crate::profile::computed_extent;

mod sealed {
    pub trait Sealed {}
}

/// A number that the compiler knows, as an extent or as a stride.
///
/// As an extent it is at least 1, or the program does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed<const N: isize>;

/// [`Fixed`] of a `usize`: of a constant that is a size, or a parameter of the function
/// around it.
///
/// ```
/// use layout_runtime::dynamic::Size;
/// use layout_runtime::view::DynamicView;
/// use layout_runtime::layout;
///
/// /// How many tiles of `BM` by `BK` a matrix has.
/// fn tiles<const BM: usize, const BK: usize>(m: usize, k: usize) -> usize {
///     let buffer = vec![0; m * k];
///     DynamicView::new(&buffer, layout!((m,k):(k,1))).tiles((Size::<BM>, Size::<BK>)).count()
/// }
///
/// assert_eq!(tiles::<4, 8>(10, 20), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size<const N: usize>;

/// The number `NUMBERS[K]` of the type `T`, which the compiler knows: a [`Fixed`] of what
/// constant parameters make.
///
/// ```
/// use layout_runtime::dynamic::Constant;
/// use layout_runtime::{Dynamic, Extent, Mode, Numbers};
///
/// struct Tile<const BK: usize>;
///
/// impl<const BK: usize> Numbers for Tile<BK> {
///     const NUMBERS: &'static [isize] = &[BK as isize, 2 * BK as isize];
/// }
///
/// /// `(m,BK):(2*BK,1)` at the last coordinate.
/// fn last<const BK: usize>(m: usize) -> usize {
///     let rows = Mode { extent: Extent::new(m), stride: Constant::<Tile<BK>, 1>::NEW };
///     let columns = Mode { extent: Constant::<Tile<BK>, 0>::NEW, stride: 1 };
///     Dynamic::<_, 2>::new((rows, columns)).unwrap().at(m - 1, BK - 1)
/// }
///
/// assert_eq!(last::<8>(3), 2 * 16 + 7);
/// ```
pub struct Constant<T, const K: usize>(PhantomData<fn() -> T>);

impl<T, const K: usize> Constant<T, K> {
    /// The one value.
    pub const NEW: Self = Constant(PhantomData);
}

impl<T, const K: usize> Clone for Constant<T, K> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const K: usize> Copy for Constant<T, K> {}

impl<T: Numbers, const K: usize> fmt::Debug for Constant<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Constant({})", T::NUMBERS[K])
    }
}

/// An extent that the run knows, and what divides by it without a division.
///
/// ```
/// use layout_runtime::Extent;
///
/// assert_eq!(Extent::new(300).value(), 300);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    value: usize,
    reciprocal: Reciprocal,
}

impl Extent {
    /// The extent of so many coordinates. Whether there is a layout with it is checked
    /// where the layout is made.
    #[inline]
    #[must_use]
    pub const fn new(value: usize) -> Self {
        Extent { value, reciprocal: Reciprocal::of(value) }
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    pub const fn value(self) -> usize {
        self.value
    }
}

impl fmt::Debug for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extent({})", self.value)
    }
}

/// The extent of a [`Mode`](super::Mode): [`Extent`], [`Fixed`], [`Size`] or [`Constant`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extent of a layout",
    note = "an extent is `Extent`, `Fixed<N>`, `Size<N>` or `Constant<T, K>`"
)]
pub trait AnyExtent: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The number, where the compiler knows it.
    #[doc(hidden)]
    const FIXED: Option<usize>;

    /// The number of coordinates.
    #[must_use]
    fn extent(self) -> usize;

    /// A coordinate below the size of a layout, divided by the extent.
    #[doc(hidden)]
    #[must_use]
    fn quotient(self, coordinate: usize) -> usize;

    /// What divides coordinates of 32 bits, for an extent that fits an `i32`.
    #[doc(hidden)]
    type Narrow: Copy + Send + Sync;

    #[doc(hidden)]
    #[must_use]
    fn narrow(self) -> Self::Narrow;

    /// A coordinate below a size that fits an `i32`, divided by the extent.
    #[doc(hidden)]
    #[must_use]
    fn quotient_u32(narrow: Self::Narrow, coordinate: u32) -> u32;
}

/// The stride of a [`Mode`](super::Mode): an `isize`, [`Fixed`], [`Size`] or [`Constant`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stride of a layout",
    note = "a stride is an `isize`, `Fixed<N>`, `Size<N>` or `Constant<T, K>`"
)]
pub trait AnyStride: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The number, where the compiler knows it.
    #[doc(hidden)]
    const FIXED: Option<isize>;

    /// What one step adds to the offset.
    #[must_use]
    fn stride(self) -> isize;

    /// The stride modulo 2³².
    #[doc(hidden)]
    type Narrow: Copy + Send + Sync;

    #[doc(hidden)]
    #[must_use]
    fn narrow(self) -> Self::Narrow;

    #[doc(hidden)]
    #[must_use]
    fn stride_u32(narrow: Self::Narrow) -> u32;
}

const fn extent<E: AnyExtent>() -> usize {
    match E::FIXED {
        Some(extent) => extent,
        None => 1,
    }
}

const fn signed(size: usize) -> isize {
    assert!(size <= isize::MAX as usize, "a size does not fit `isize`");
    size as isize
}

/// A number as an extent.
pub(crate) const fn positive(number: isize) -> usize {
    assert!(number > 0, "the extent of a leaf is not positive");
    number as usize
}

/// Implements the traits for a number that the compiler knows: the parameters, the type,
/// and the number as a stride and as an extent.
macro_rules! known {
    ([$($parameters:tt)*] $type:ty: $number:expr, $extent:expr) => {
        impl<$($parameters)*> sealed::Sealed for $type {}

        impl<$($parameters)*> AnyExtent for $type {
            const FIXED: Option<usize> = Some($extent);

            #[inline(always)]
            fn extent(self) -> usize {
                const { extent::<Self>() }
            }

            /// By a shift, or by the multiplication that is exact for sizes, which is
            /// shorter than that for all numbers.
            #[inline(always)]
            fn quotient(self, coordinate: usize) -> usize {
                if const { extent::<Self>().is_power_of_two() } {
                    coordinate >> const { extent::<Self>().trailing_zeros() }
                } else {
                    const { Reciprocal::of(extent::<Self>()) }.quotient(coordinate)
                }
            }

            type Narrow = ();

            #[inline(always)]
            fn narrow(self) {}

            #[inline(always)]
            fn quotient_u32((): (), coordinate: u32) -> u32 {
                if const { extent::<Self>().is_power_of_two() } {
                    coordinate.wrapping_shr(const { extent::<Self>().trailing_zeros() })
                } else {
                    const { ReciprocalU32::of(extent::<Self>() as u32) }.quotient(coordinate)
                }
            }
        }

        impl<$($parameters)*> AnyStride for $type {
            const FIXED: Option<isize> = Some($number);

            #[inline(always)]
            fn stride(self) -> isize {
                const { $number }
            }

            type Narrow = ();

            #[inline(always)]
            fn narrow(self) {}

            #[inline(always)]
            fn stride_u32((): ()) -> u32 {
                const { $number as u32 }
            }
        }
    };
}

known!([const N: isize] Fixed<N>: N, positive(N));
known!([const N: usize] Size<N>: signed(N), positive(signed(N)));
known!([T: Numbers, const K: usize] Constant<T, K>: T::NUMBERS[K], computed_extent::<T>(K));

impl sealed::Sealed for Extent {}

impl AnyExtent for Extent {
    const FIXED: Option<usize> = None;

    #[inline(always)]
    fn extent(self) -> usize {
        self.value
    }

    #[inline(always)]
    fn quotient(self, coordinate: usize) -> usize {
        self.reciprocal.quotient(coordinate)
    }

    type Narrow = ReciprocalU32;

    #[inline]
    fn narrow(self) -> ReciprocalU32 {
        ReciprocalU32::of(self.value as u32)
    }

    #[inline(always)]
    fn quotient_u32(narrow: ReciprocalU32, coordinate: u32) -> u32 {
        narrow.quotient(coordinate)
    }
}

impl sealed::Sealed for isize {}

impl AnyStride for isize {
    const FIXED: Option<isize> = None;

    #[inline(always)]
    fn stride(self) -> isize {
        self
    }

    type Narrow = u32;

    #[inline(always)]
    fn narrow(self) -> u32 {
        self as u32
    }

    #[inline(always)]
    fn stride_u32(narrow: u32) -> u32 {
        narrow
    }
}
