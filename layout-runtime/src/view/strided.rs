//! What other libraries take apart: an address, extents and strides.

use super::place::Elements;
use super::{DynamicView, DynamicViewMut, View, ViewMut};
use crate::dynamic::{AnyExtent, AnyStride, Mode, Modes};
use crate::{Computed, Layout, Leaf, Map, Numbers, Profile};

/// A mode that is an integer: a leaf.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not one extent with one stride",
    note = "a mode of several leaves has no stride of its own"
)]
pub trait IntegerMode: Profile {}

impl<const EXTENT: usize, const STRIDE: isize> IntegerMode for Leaf<EXTENT, STRIDE> {}
impl<T: Numbers, const EXTENT: usize, const STRIDE: usize> IntegerMode
    for Computed<T, EXTENT, STRIDE>
{
}

/// A profile of `RANK` modes that are integers, each with one stride.
///
/// What a library takes as an address, extents and strides can be any view with such a layout,
/// sliced, transposed or reversed: of `matrixmultiply`, `gemm` or `faer`, a matrix.
///
/// ```
/// use layout_runtime::{View, ViewMut, layout};
///
/// let a: Vec<f32> = (0..24).map(|i| i as f32).collect();
/// let b: Vec<f32> = (0..40).map(|i| i as f32).collect();
/// let mut c = [0.0; 15];
/// let a = View::new(&a, layout!((3,2,4):(8,4,1))).slice((.., 1, ..));
/// let b = View::new(&b, layout!((4,5):(-1,8)));
/// let mut c = ViewMut::new(&mut c, layout!((3,5):(5,1)));
///
/// let ([m, k], [_, n]) = (a.shape(), b.shape());
/// let ([rsa, csa], [rsb, csb], [rsc, csc]) = (a.strides(), b.strides(), c.strides());
/// let (pa, pb, pc) = (a.as_ptr(), b.as_ptr(), c.as_mut_ptr());
/// // SAFETY: each is a matrix of these extents and strides, and `c` is borrowed.
/// unsafe {
///     matrixmultiply::sgemm(m, k, n, 1.0, pa, rsa, csa, pb, rsb, csb, 0.0, pc, rsc, csc);
/// }
/// assert_eq!(c[(2, 3)], (0..4).map(|k| a[(2, k)] * b[(k, 3)]).sum());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no {RANK} extents with one stride each",
    note = "a mode of several leaves has no stride of its own"
)]
pub trait Strided<const RANK: usize>: Profile {
    /// The extents.
    const EXTENTS: [usize; RANK];
    /// The strides.
    const STRIDES: [isize; RANK];
}

/// [`Strided`], of [`Modes`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no {RANK} extents with one stride each",
    note = "a mode of several leaves has no stride of its own"
)]
pub trait StridedModes<const RANK: usize>: Modes {
    /// The extents and the strides.
    #[doc(hidden)]
    fn numbers(&self) -> ([usize; RANK], [isize; RANK]);
}

const fn extent<P: IntegerMode>() -> usize {
    P::TABLE.shape()[0]
}

const fn stride<P: IntegerMode>() -> isize {
    P::TABLE.stride()[0]
}

impl<P: IntegerMode> Strided<1> for P {
    const EXTENTS: [usize; 1] = [extent::<P>()];
    const STRIDES: [isize; 1] = [stride::<P>()];
}

impl<E: AnyExtent, D: AnyStride> StridedModes<1> for Mode<E, D> {
    #[inline(always)]
    fn numbers(&self) -> ([usize; 1], [isize; 1]) {
        ([self.extent.extent()], [self.stride.stride()])
    }
}

/// Implements the traits for tuples: a type and a name for each mode.
macro_rules! strided {
    ($rank:literal: $($P:ident $E:ident $D:ident $p:ident)+) => {
        impl<$($P: IntegerMode),+> Strided<$rank> for ($($P,)+) {
            const EXTENTS: [usize; $rank] = [$(extent::<$P>()),+];
            const STRIDES: [isize; $rank] = [$(stride::<$P>()),+];
        }

        impl<$($E: AnyExtent, $D: AnyStride),+> StridedModes<$rank> for ($(Mode<$E, $D>,)+) {
            #[inline(always)]
            fn numbers(&self) -> ([usize; $rank], [isize; $rank]) {
                let ($($p,)+) = self;
                ([$($p.extent.extent()),+], [$($p.stride.stride()),+])
            }
        }
    };
}

strided!(1: P0 E0 D0 p0);
strided!(2: P0 E0 D0 p0 P1 E1 D1 p1);
strided!(3: P0 E0 D0 p0 P1 E1 D1 p1 P2 E2 D2 p2);
strided!(4: P0 E0 D0 p0 P1 E1 D1 p1 P2 E2 D2 p2 P3 E3 D3 p3);
strided!(5: P0 E0 D0 p0 P1 E1 D1 p1 P2 E2 D2 p2 P3 E3 D3 p3 P4 E4 D4 p4);
strided!(6: P0 E0 D0 p0 P1 E1 D1 p1 P2 E2 D2 p2 P3 E3 D3 p3 P4 E4 D4 p4 P5 E5 D5 p5);

/// The functions of a view with a layout that the compiler knows.
macro_rules! known {
    ($View:ident) => {
        impl<T, L: Layout> $View<'_, T, L> {
            /// The address of the element at coordinate 0, from where [`strides`](Self::strides)
            /// count.
            #[inline(always)]
            #[must_use]
            pub fn as_ptr(&self) -> *const T {
                const { assert_plain::<L>() };
                self.place().zero().as_ptr()
            }

            /// The extent of each mode, for a layout whose modes are integers.
            #[inline(always)]
            #[must_use]
            pub fn shape<const RANK: usize>(&self) -> [usize; RANK]
            where
                L::Profile: Strided<RANK>,
            {
                L::Profile::EXTENTS
            }

            /// The stride of each mode, for a layout whose modes are integers; see [`Strided`].
            #[inline(always)]
            #[must_use]
            pub fn strides<const RANK: usize>(&self) -> [isize; RANK]
            where
                L::Profile: Strided<RANK>,
            {
                const { assert_plain::<L>() };
                L::Profile::STRIDES
            }
        }
    };
}

/// The functions of a view with a layout that the run knows.
macro_rules! dynamic {
    ($View:ident) => {
        impl<T, M: Modes> $View<'_, T, M> {
            /// The address of the element at coordinate 0, from where [`strides`](Self::strides)
            /// count.
            #[inline(always)]
            #[must_use]
            pub fn as_ptr(&self) -> *const T {
                self.place().zero().as_ptr()
            }

            /// The extent of each mode, for a layout whose modes are integers.
            #[inline(always)]
            #[must_use]
            pub fn shape<const RANK: usize>(&self) -> [usize; RANK]
            where
                M: StridedModes<RANK>,
            {
                self.place().modes().numbers().0
            }

            /// The stride of each mode, for a layout whose modes are integers; see
            /// [`Strided`].
            #[inline(always)]
            #[must_use]
            pub fn strides<const RANK: usize>(&self) -> [isize; RANK]
            where
                M: StridedModes<RANK>,
            {
                self.place().modes().numbers().1
            }
        }
    };
}

known!(View);
known!(ViewMut);
dynamic!(DynamicView);
dynamic!(DynamicViewMut);

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// [`ViewMut::as_ptr`] for writing, while the view is borrowed.
    #[inline(always)]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        const { assert_plain::<L>() };
        self.place().zero().as_ptr()
    }
}

impl<T, M: Modes> DynamicViewMut<'_, T, M> {
    /// [`DynamicViewMut::as_ptr`] for writing, while the view is borrowed.
    #[inline(always)]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        self.place().zero().as_ptr()
    }
}

/// A swizzled layout has no strides.
const fn assert_plain<L: Layout>() {
    assert!(<L::Map as Map>::IDENTITY, "a swizzled layout has no strides");
}
