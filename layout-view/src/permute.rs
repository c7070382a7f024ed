//! `HasModes`: the modes of a view in another order.

#![allow(unsafe_code)]

use super::argument::Nothing;
use super::place::Address;
use super::{Part, Slicer, ViewBase};
use crate::{Fixed, Geometry, Layout};
use core::ops::RangeFull;
use layout_runtime::internals::{Kept, Message};

mod sealed {
    pub trait Sealed<S> {}

    /// No order: of a single impl rustc takes the order before it reads the one that is given, and reports that as another tuple.
    pub enum Never {}
}

/// The modes of a geometry in the order `S`, by their numbers: `(Fixed<1>, Fixed<0>)` exchanges two.
///
/// An order has each mode once; one that has not does not compile where it is used. There are
/// orders of two to eight modes, and those of a geometry have as many as it has. It is a trait of the geometry, so that rustc lists no orders.
#[diagnostic::on_unimplemented(
    message = "`{S}` is no order of the modes of this view: an order is a tuple of `Fixed::<K>`, with the number of each mode once, \
               as `(Fixed::<1>, Fixed::<0>)`"
)]
pub trait HasModes<S>: Geometry + sealed::Sealed<S> {
    /// The modes in this order.
    type Of: Geometry;

    #[doc(hidden)]
    const IS_ONE: ();

    #[doc(hidden)]
    fn in_order(&self) -> Self::Of;
}

/// The mode `K` of a tuple of modes.
#[diagnostic::on_unimplemented(message = "this view has no mode {K}: modes are counted from 0")]
pub trait HasMode<const K: isize>: Geometry {
    /// The mode.
    type Mode: Geometry;

    /// The slicer that keeps all modes but this one.
    #[doc(hidden)]
    type Fixing: Slicer<Self, Before<()>: Kept>;

    #[doc(hidden)]
    fn mode(&self) -> Self::Mode;

    /// The slicer with this mode at a 1-D coordinate.
    #[doc(hidden)]
    fn fixing(i: usize) -> Self::Fixing;
}

/// Implements [`HasMode`] for each mode of a tuple: its number, type and name, after those before it and before
/// those after it.
macro_rules! modes {
    (@whole $P:ident) => { RangeFull };
    (@all $p:ident) => { .. };
    ([$($done:tt)*]) => {};
    ([$($b:literal $P:ident $p:ident)*] $k:literal $Q:ident $q:ident $($c:literal $R:ident $r:ident)*) => {
        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry,)* $Q: Geometry, $($R: Geometry,)*> HasMode<$k>
            for ($($P,)* $Q, $($R,)*)
        {
            type Mode = $Q;
            type Fixing = ($(modes!(@whole $P),)* usize, $(modes!(@whole $R),)*);

            #[inline(always)]
            #[allow(unused_variables)]
            fn mode(&self) -> $Q {
                let ($($p,)* $q, $($r,)*) = self;
                *$q
            }

            #[inline(always)]
            fn fixing(i: usize) -> Self::Fixing {
                ($(modes!(@all $p),)* i, $(modes!(@all $r),)*)
            }
        }

        modes!([$($b $P $p)* $k $Q $q] $($c $R $r)*);
    };
}

/// Implements [`HasModes`]: a number, types and names for each mode, and the name of its number in the order.
macro_rules! permutation {
    ($($k:literal $P:ident $p:ident $K:ident)+) => {
        modes!([] $($k $P $p)+);

        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry,)+ $(const $K: isize),+> sealed::Sealed<($(Fixed<$K>,)+)> for ($($P,)+)
        where
            Self: $(HasMode<$K> +)+ Geometry,
        {
        }

        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry,)+ $(const $K: isize),+> HasModes<($(Fixed<$K>,)+)> for ($($P,)+)
        where
            Self: $(HasMode<$K> +)+ Geometry,
        {
            type Of = ($(<Self as HasMode<$K>>::Mode,)+);

            const IS_ONE: () = assert_order(&[$($K),+]);

            #[inline(always)]
            fn in_order(&self) -> Self::Of {
                ($(<Self as HasMode<$K>>::mode(self),)+)
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry),+> sealed::Sealed<sealed::Never> for ($($P,)+) where Self: Geometry {}

        #[diagnostic::do_not_recommend]
        impl<$($P: Geometry),+> HasModes<sealed::Never> for ($($P,)+)
        where
            Self: Geometry,
        {
            type Of = Self;

            const IS_ONE: () = ();

            #[inline(always)]
            fn in_order(&self) -> Self {
                *self
            }
        }
    };
}

permutation!(0 P0 p0 A 1 P1 p1 B);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C 3 P3 p3 D);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C 3 P3 p3 D 4 P4 p4 E);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C 3 P3 p3 D 4 P4 p4 E 5 P5 p5 F);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C 3 P3 p3 D 4 P4 p4 E 5 P5 p5 F 6 P6 p6 H);
permutation!(0 P0 p0 A 1 P1 p1 B 2 P2 p2 C 3 P3 p3 D 4 P4 p4 E 5 P5 p5 F 6 P6 p6 H 7 P7 p7 I);

/// An order has each mode of a view once: no two are the same, of as many as the view has by its type.
#[track_caller]
const fn assert_order(order: &[isize]) {
    let mut i = 0;
    while i < order.len() {
        let mut j = 0;
        while j < i {
            if order[i] == order[j] {
                let message = Message::new("an order of modes that has mode ")
                    .integer(order[i])
                    .text(" twice: it has each mode once");
                message.panic();
            }
            j += 1;
        }
        i += 1;
    }
}

/// The order `S` of the modes of a geometry, as an argument, where rustc says what is wrong with it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no order of the modes of this view: an order is a tuple of `Fixed::<K>`, with the number of each mode once, \
               as `(Fixed::<1>, Fixed::<0>)`"
)]
pub trait Orders<G, S> {}

#[diagnostic::do_not_recommend]
impl<G: HasModes<S>, S> Orders<G, S> for S {}

#[diagnostic::do_not_recommend]
impl<G, N: Nothing> Orders<G, sealed::Never> for N {}

/// The layout of a view of `L` with its modes in the order `S`.
pub type Permuted<S, L> = Part<L, <<L as Layout>::Geometry as HasModes<S>>::Of>;

impl<'a, T, L: Layout, A: Address> ViewBase<&'a T, L, A> {
    /// The same elements with the modes in another order, CuTe's `select` of all modes:
    ///
    /// ```text
    /// v.permute((Fixed::<2>, Fixed::<0>, Fixed::<1>))[(c2, c0, c1)] = v[(c0, c1, c2)]
    /// ```
    ///
    /// Nothing is computed: constants stay constants, and no element is moved; a swizzled view keeps its swizzle.
    /// [`permute_mut`](crate::ViewMut::permute_mut) is the same for writing.
    ///
    /// ```
    /// use layout_view::{Fixed, View, layout};
    ///
    /// layout! { struct Image<h, w> = (h, w, 3):(3 * w, 3, 1); }
    ///
    /// let pixels: Vec<u8> = (0..24).collect();
    /// let image = View::new(&pixels, Image::new(2, 4)?);
    /// let planes = image.permute((Fixed::<2>, Fixed::<0>, Fixed::<1>));
    /// assert_eq!(planes.extents(), (3, 2, 4));
    /// assert_eq!(planes[(2, 1, 3)], image[(1, 3, 2)]);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// An order that has not each mode once does not compile:
    ///
    /// ```compile_fail
    /// # use layout_view::{Fixed, View, layout};
    /// let v = View::new(&[0; 6], layout!((2,3):(3,1)));
    /// let _ = v.permute((Fixed::<1>, Fixed::<1>));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn permute<S>(
        &self,
        _order: impl Orders<L::Geometry, S>,
    ) -> ViewBase<&'a T, Permuted<S, L>, A>
    where
        L::Geometry: HasModes<S>,
    {
        let () = <L::Geometry as HasModes<S>>::IS_ONE;
        let place = self.place().permuted(self.place().geometry().in_order());
        // SAFETY: elements of this view.
        unsafe { ViewBase::from_place(place) }
    }
}

impl<T, L: Layout, A: Address> ViewBase<&mut T, L, A> {
    /// The same elements with the modes in another order, as [`View::permute`](crate::View::permute).
    ///
    /// ```
    /// use layout_view::{Fixed, ViewMut, layout};
    ///
    /// let mut buffer = [0; 6];
    /// let mut v = ViewMut::new(&mut buffer, layout!((2,3):(3,1)));
    /// v.permute_mut((Fixed::<1>, Fixed::<0>))[(2, 1)] = 7;
    /// assert_eq!(buffer, [0, 0, 0, 0, 0, 7]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn permute_mut<S>(
        &mut self,
        _order: impl Orders<L::Geometry, S>,
    ) -> ViewBase<&mut T, Permuted<S, L>, A>
    where
        L::Geometry: HasModes<S>,
    {
        let () = <L::Geometry as HasModes<S>>::IS_ONE;
        let place = self.place().permuted(self.place().geometry().in_order());
        // SAFETY: elements of this view, which is borrowed.
        unsafe { ViewBase::from_place(place) }
    }
}
