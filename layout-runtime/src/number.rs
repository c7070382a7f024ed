//! Extents and strides, each known at compile time or at run time.

pub(crate) mod packed;
pub(crate) mod reciprocal;
pub(crate) mod word;

use core::fmt;
use core::marker::PhantomData;

use packed::LeafU32;
use reciprocal::Reciprocal;

use crate::number::word::Word;
use crate::phase::{CompileTime, Phase, RunTime};

mod sealed {
    pub trait Sealed {}
}

/// A number that the compiler knows, as an extent or as a stride.
///
/// As an extent it is at least 0, or the program does not compile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed<const N: isize>;

/// [`Fixed`] of a `usize`: of a constant that is a size, or a parameter of the function
/// around it.
///
/// ```
/// use layout_view::dynamic::Size;
/// use layout_view::{View, layout};
///
/// /// How many tiles of `BM` by `BK` a matrix has.
/// fn tiles<const BM: usize, const BK: usize>(m: usize, k: usize) -> usize {
///     let buffer = vec![0; m * k];
///     View::new(&buffer, layout!((m,k):(k,1))).ragged_tiles((Size::<BM>, Size::<BK>)).count()
/// }
///
/// assert_eq!(tiles::<4, 8>(10, 20), 9);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size<const N: usize>;

/// Extents and strides with constant parameters: what a [`Constant`] looks up.
///
/// Rust takes no expression of a constant parameter as an argument of a type, as in
/// `Leaf<BM, { BK as isize }>`; an associated constant can be any.
///
/// ```
/// use layout_runtime::{Computed, Numbers, Static};
///
/// struct Tile<const BM: usize, const BK: usize>;
///
/// impl<const BM: usize, const BK: usize> Numbers for Tile<BM, BK> {
///     const NUMBERS: &'static [isize] = &[BM as isize, BK as isize, 1];
/// }
///
/// // (BM,BK):(BK,1)
/// type Rows<const BM: usize, const BK: usize> =
///     Static<(Computed<Tile<BM, BK>, 0, 1>, Computed<Tile<BM, BK>, 1, 2>), 2>;
///
/// assert_eq!(Rows::<4, 8>::NEW.at(3, 7), 31);
/// assert_eq!(Rows::<4, 8>::NOTATION, "(4,8):(8,1)");
/// ```
#[doc(hidden)]
pub trait Numbers: 'static {
    /// The extents and strides, in any order.
    const NUMBERS: &'static [isize];

    /// True if it is checked elsewhere that extents are at least 1. Smaller extents count as 1 then.
    #[doc(hidden)]
    const IS_DEMANDED: bool = false;
}

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
#[doc(hidden)]
pub struct Constant<T, const K: usize>(PhantomData<fn() -> T>);

impl<T, const K: usize> Constant<T, K> {
    /// The only value of the type, which has no size.
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

/// An extent that is known at run time, and what divides by it without a division.
///
/// ```
/// use layout_runtime::Extent;
///
/// assert_eq!(Extent::new(300).value(), 300);
/// ```
#[derive(Clone, Copy)]
pub struct Extent<W: Word = usize> {
    value: W,
    reciprocal: W::Reciprocal,
}

impl Extent {
    /// The extent of `value` coordinates, which may be 0. Whether there is a layout with it is
    /// checked where the layout is made.
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

impl<W: Word> PartialEq for Extent<W> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<W: Word> Eq for Extent<W> {}

impl<W: Word> fmt::Debug for Extent<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extent({:?})", self.value)
    }
}

/// The extent of a [`Mode`](crate::Mode): [`Extent`], [`Fixed`], [`Size`] or [`Constant`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extent of a layout",
    note = "an extent is `Extent`, `Fixed<N>`, `Size<N>` or `Constant<T, K>`"
)]
pub trait AnyExtent: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The time at which the number is known.
    #[doc(hidden)]
    type Phase: Phase;
    /// The same extent in another word; itself where it is known at compile time.
    #[doc(hidden)]
    type In<W: Word>: AnyExtent<Phase = Self::Phase>;

    /// The number, where it is known at compile time.
    #[doc(hidden)]
    const FIXED: Option<usize>;
    /// The number, which is known at compile time.
    #[doc(hidden)]
    const KNOWN: usize = match Self::FIXED {
        Some(extent) => extent,
        None => panic!("the compiler does not know this extent"),
    };
    /// The value of an extent that is known at compile time.
    #[doc(hidden)]
    const VALUE: Self;

    /// The number of coordinates.
    #[must_use]
    fn extent(self) -> usize;

    /// The number of coordinates, in a word.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn get<W: Word>(self) -> W {
        W::of(self.extent())
    }

    /// A coordinate below the size of a layout, divided by the extent.
    #[doc(hidden)]
    #[must_use]
    fn quotient<W: Word>(self, coordinate: W) -> W;

    /// The extent in another word, which holds it.
    #[doc(hidden)]
    #[must_use]
    fn narrow<W: Word>(self) -> Self::In<W>;

    /// The extent of a leaf in 32 bits.
    #[doc(hidden)]
    #[must_use]
    fn of_u32(leaf: &LeafU32) -> Self;
}

/// The stride of a [`Mode`](crate::Mode): an `isize`, [`Fixed`], [`Size`] or [`Constant`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no stride of a layout",
    note = "a stride is an `isize`, `Fixed<N>`, `Size<N>` or `Constant<T, K>`"
)]
pub trait AnyStride: sealed::Sealed + Copy + Send + Sync + 'static {
    /// The time at which the number is known.
    #[doc(hidden)]
    type Phase: Phase;
    /// The same stride in another word; itself where it is known at compile time.
    #[doc(hidden)]
    type In<W: Word>: AnyStride<Phase = Self::Phase>;

    /// The number, where it is known at compile time.
    #[doc(hidden)]
    const FIXED: Option<isize>;
    /// The value of a stride that is known at compile time.
    #[doc(hidden)]
    const VALUE: Self;

    /// The distance that one step adds to the offset.
    #[must_use]
    fn stride(self) -> isize;

    /// The distance that one step adds to the offset, modulo the power of two of the word.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn step<W: Word>(self) -> W {
        W::of(self.stride() as usize)
    }

    /// The stride in another word.
    #[doc(hidden)]
    #[must_use]
    fn narrow<W: Word>(self) -> Self::In<W>;

    /// The number of 32 bits, unless the compiler knows it.
    #[doc(hidden)]
    #[must_use]
    fn of_i32(number: i32) -> Self;
}

const fn signed(size: usize) -> isize {
    assert!(size <= isize::MAX as usize, "a size does not fit `isize`");
    size as isize
}

/// A number as an extent.
pub(crate) const fn natural(number: isize) -> usize {
    assert!(number >= 0, "the extent of a leaf is negative");
    number as usize
}

/// A number of a type as an extent.
const fn computed<T: Numbers>(number: usize) -> usize {
    let number = T::NUMBERS[number];
    if T::IS_DEMANDED && number < 1 {
        return 1;
    }
    natural(number)
}

/// Implements both traits for a type whose number is known at compile time.
macro_rules! known {
    ([$($parameters:tt)*] $type:ty: $value:expr, $number:expr, $extent:expr) => {
        impl<$($parameters)*> sealed::Sealed for $type {}

        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AnyExtent for $type {
            type Phase = CompileTime;
            type In<W: Word> = Self;

            const FIXED: Option<usize> = Some($extent);
            const VALUE: Self = $value;

            #[inline(always)]
            fn extent(self) -> usize {
                const { <Self as AnyExtent>::KNOWN }
            }

            #[inline(always)]
            fn quotient<W: Word>(self, coordinate: W) -> W {
                coordinate.quotient_by::<Self>()
            }

            #[inline(always)]
            fn narrow<W: Word>(self) -> Self {
                self
            }

            #[inline(always)]
            fn of_u32(_: &LeafU32) -> Self {
                $value
            }
        }

        impl<$($parameters)*> AnyStride for $type {
            type Phase = CompileTime;
            type In<W: Word> = Self;

            const FIXED: Option<isize> = Some($number);
            const VALUE: Self = $value;

            #[inline(always)]
            fn stride(self) -> isize {
                const { $number }
            }

            #[inline(always)]
            fn narrow<W: Word>(self) -> Self {
                self
            }

            #[inline(always)]
            fn of_i32(_: i32) -> Self {
                $value
            }
        }
    };
}

known!([const N: isize] Fixed<N>: Fixed, N, natural(N));
known!([const N: usize] Size<N>: Size, signed(N), natural(signed(N)));
known!([T: Numbers, const K: usize] Constant<T, K>: Constant::NEW, T::NUMBERS[K], computed::<T>(K));

/// Implements [`AnyExtent`] for a number that is known at run time.
macro_rules! open_extent {
    (
        [$($parameters:tt)*] $type:ty, |$this:ident| $number:expr,
        |$coordinate:ident| $quotient:expr, |$leaf:ident| $of_u32:expr
    ) => {
        impl<$($parameters)*> sealed::Sealed for $type {}

        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> AnyExtent for $type {
            type Phase = RunTime;
            type In<W: Word> = Extent<W>;

            const FIXED: Option<usize> = None;
            const VALUE: Self = panic!("the compiler does not know this extent");

            #[inline(always)]
            fn extent(self) -> usize {
                let $this = self;
                $number
            }

            #[inline(always)]
            fn quotient<W: Word>(self, $coordinate: W) -> W {
                let $this = self;
                $quotient
            }

            #[inline(always)]
            fn narrow<W: Word>(self) -> Extent<W> {
                let $this = self;
                let value = W::of($number);
                Extent { value, reciprocal: value.reciprocal() }
            }

            #[inline(always)]
            fn of_u32($leaf: &LeafU32) -> Self {
                $of_u32
            }
        }
    };
}

open_extent!([V: Word] Extent<V>, |this| this.value.wide(), |coordinate| {
    if const { size_of::<V>() < size_of::<W>() } {
        // The coordinate may not fit the word of the reciprocal.
        return W::of(coordinate.wide() / this.value.wide().max(1));
    }
    W::of(V::of(coordinate.wide()).quotient(this.reciprocal).wide())
}, |leaf| {
    let value = V::of(leaf.extent as usize);
    Extent { value, reciprocal: value.reciprocal_of(leaf.reciprocal) }
});
open_extent!(
    [] Counted, |this| this.0, |coordinate| W::of(coordinate.wide() / this.0.max(1)),
    |leaf| Counted(leaf.extent as usize)
);

/// An extent of run-time numbers by which a sweep hardly divides: it has no reciprocal.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Counted(pub(crate) usize);

/// A stride in 32 bits. It is no `u32`, so that literals are strides of one type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Narrowed(u32);

/// Implements [`AnyStride`] for a number that is known at run time.
macro_rules! open {
    ($type:ty, |$this:ident| $number:expr, |$of:ident| $value:expr) => {
        impl sealed::Sealed for $type {}

        impl AnyStride for $type {
            type Phase = RunTime;
            type In<W: Word> = W::Stride;

            const FIXED: Option<isize> = None;
            const VALUE: Self = panic!("the compiler does not know this stride");

            #[inline(always)]
            fn stride(self) -> isize {
                let $this = self;
                $number as isize
            }

            #[inline(always)]
            fn narrow<W: Word>(self) -> W::Stride {
                W::stride(self.stride())
            }

            #[inline(always)]
            fn of_i32($of: i32) -> Self {
                $value
            }
        }
    };
}

open!(isize, |this| this, |number| number as isize);
open!(Narrowed, |this| this.0, |number| Narrowed(number as u32));

impl Narrowed {
    #[inline(always)]
    pub(crate) fn of(number: isize) -> Self {
        Narrowed(number as u32)
    }
}
