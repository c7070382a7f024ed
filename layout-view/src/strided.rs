//! Address, extents and strides, as other libraries take them.

use core::ptr::NonNull;

use super::{ViewBase, ViewMut};
use crate::{Geometry, Layout, Leaf, Mode, OffsetMap};
use layout_runtime::internals::{AnyExtent, AnyMode, AnyStride};

/// A geometry of `RANK` modes that are integers, each with one stride.
///
/// Any view with such a layout can go to a library that takes an address, extents and strides,
/// sliced, transposed or reversed: of `matrixmultiply`, `gemm` or `faer`, a matrix.
///
/// ```
/// use layout_view::{View, ViewMut, layout};
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
    note = "a mode of several leaves has no stride of its own; a generic function asks for it, as in `where L::Geometry: Strided<2>`"
)]
pub trait Strided<const RANK: usize>: Geometry {
    /// The extents and the strides.
    #[doc(hidden)]
    fn numbers(&self) -> ([usize; RANK], [isize; RANK]);
}

#[diagnostic::do_not_recommend]
impl<E: AnyExtent, D: AnyStride> Strided<1> for Mode<E, D> {
    #[inline(always)]
    fn numbers(&self) -> ([usize; 1], [isize; 1]) {
        ([self.extent().extent()], [self.stride().stride()])
    }
}

#[diagnostic::do_not_recommend]
impl<const E: usize, const D: isize> Strided<1> for Leaf<E, D> {
    #[inline(always)]
    fn numbers(&self) -> ([usize; 1], [isize; 1]) {
        ([E], [D])
    }
}

/// Implements the trait for tuples: types and a name for each mode.
macro_rules! strided {
    ($rank:literal: $($M:ident $p:ident)+) => {
        #[diagnostic::do_not_recommend]
        impl<$($M: AnyMode),+> Strided<$rank> for ($($M,)+) {
            #[inline(always)]
            fn numbers(&self) -> ([usize; $rank], [isize; $rank]) {
                let ($($p,)+) = self;
                ([$($p.extent().extent()),+], [$($p.stride().stride()),+])
            }
        }
    };
}

strided!(1: M0 p0);
strided!(2: M0 p0 M1 p1);
strided!(3: M0 p0 M1 p1 M2 p2);
strided!(4: M0 p0 M1 p1 M2 p2 M3 p3);
strided!(5: M0 p0 M1 p1 M2 p2 M3 p3 M4 p4);
strided!(6: M0 p0 M1 p1 M2 p2 M3 p3 M4 p4 M5 p5);

impl<R, T, L: Layout> ViewBase<R, L, NonNull<T>> {
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
        L::Geometry: Strided<RANK>,
    {
        self.place().geometry().numbers().0
    }

    /// The stride of each mode, for a layout whose modes are integers; see [`Strided`].
    #[inline(always)]
    #[must_use]
    pub fn strides<const RANK: usize>(&self) -> [isize; RANK]
    where
        L::Geometry: Strided<RANK>,
    {
        const { assert_plain::<L>() };
        self.place().geometry().numbers().1
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// [`ViewMut::as_ptr`] for writing, while the view is borrowed.
    #[inline(always)]
    #[must_use]
    pub fn as_mut_ptr(&mut self) -> *mut T {
        const { assert_plain::<L>() };
        self.place().zero().as_ptr()
    }
}

/// A swizzled layout has no strides.
pub(super) const fn assert_plain<L: Layout>() {
    assert!(<L::Map as OffsetMap>::IDENTITY, "a swizzled layout has no strides");
}
