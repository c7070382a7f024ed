//! Numbers of a layout: known to the compiler, or to the run.

use core::fmt;

use super::reciprocal::Reciprocal;

mod sealed {
    pub trait Sealed {}
}

/// A number that the compiler knows, as an extent or as a stride.
///
/// As an extent it is at least 1, or the program does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed<const N: isize>;

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

/// The extent of a [`Mode`](super::Mode): [`Fixed`] or [`Extent`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extent of a layout",
    note = "an extent is `Fixed<N>` or `Extent`"
)]
pub trait AnyExtent: sealed::Sealed + Copy + PartialEq + fmt::Debug + 'static {
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
}

/// The stride of a [`Mode`](super::Mode): [`Fixed`] or an `isize`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stride of a layout",
    note = "a stride is `Fixed<N>` or `isize`"
)]
pub trait AnyStride: sealed::Sealed + Copy + PartialEq + fmt::Debug + 'static {
    /// The number, where the compiler knows it.
    #[doc(hidden)]
    const FIXED: Option<isize>;

    /// What one step adds to the offset.
    #[must_use]
    fn stride(self) -> isize;
}

impl<const N: isize> sealed::Sealed for Fixed<N> {}

impl<const N: isize> AnyExtent for Fixed<N> {
    const FIXED: Option<usize> = {
        assert!(N > 0, "the extent of a leaf is not positive");
        Some(N as usize)
    };

    #[inline(always)]
    fn extent(self) -> usize {
        const { extent::<Self>() }
    }

    /// By a shift, or by the multiplication that is exact for sizes, which is shorter
    /// than that for all numbers.
    #[inline(always)]
    fn quotient(self, coordinate: usize) -> usize {
        if const { extent::<Self>().is_power_of_two() } {
            coordinate >> const { extent::<Self>().trailing_zeros() }
        } else {
            const { Reciprocal::of(extent::<Self>()) }.quotient(coordinate)
        }
    }
}

const fn extent<E: AnyExtent>() -> usize {
    match E::FIXED {
        Some(extent) => extent,
        None => 1,
    }
}

impl<const N: isize> AnyStride for Fixed<N> {
    const FIXED: Option<isize> = Some(N);

    #[inline(always)]
    fn stride(self) -> isize {
        N
    }
}

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
}

impl sealed::Sealed for isize {}

impl AnyStride for isize {
    const FIXED: Option<isize> = None;

    #[inline(always)]
    fn stride(self) -> isize {
        self
    }
}
