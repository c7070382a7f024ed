//! Arguments of the functions of views: bounds on the argument itself, so that rustc says once, and at the argument, what is wrong.
//!
//! In a function `tiles<M: Layout>(layout: M) -> Tiles<M>`, an argument that is no layout is an error at the argument and
//! another for each type that names `M`. Here the argument has a type of its own, which [`Is`] the layout `M`. Two
//! implementations may apply to any type, so that rustc infers `M` from the one that holds, and nothing where none does: then it
//! says that the argument is no layout, and is silent about `M`.

use core::ops::RangeFull;

use crate::bounds::Everywhere;
use crate::{Geometry, Layout, Tiler};

mod sealed {
    use super::{Layout, Misplaced, Nothing, Unknown};

    pub trait Sealed<L> {}

    impl<L: Layout> Sealed<L> for L {}
    impl<N: Nothing> Sealed<Unknown> for N {}
    impl<B: ?Sized> Sealed<Misplaced> for &B {}
    impl<B: ?Sized> Sealed<Misplaced> for &mut B {}
}

/// No type is nothing, which rustc knows of a trait of the crate that asks.
#[doc(hidden)]
pub trait Nothing {
    fn never<T>(self) -> T;
}

/// The kind of an argument that is neither a layout nor a buffer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

/// The kind of a buffer in the position of a layout.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Misplaced;

/// Types of elements that no buffer has.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum NoElement<const N: u8> {}

/// The layout `L`, as an argument: what [`View::new`](super::View::new) and its like take. Each layout is itself, and nothing else is one.
///
/// `T` is the element of the buffer, where the function takes one. Of two arguments in each other's place, the buffer's is an error,
/// after which rustc does not know `T`. A reference is a layout of two such `T`, so that rustc does not decide whether it is one,
/// and the error of the buffer is the only one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    note = "layouts are made by the macros, as in `layout!((4,8):(8,1))`; `tiles` takes the layout `(tile, rest)` of a divide, \
            `ragged_tiles` extents"
)]
pub trait Is<L, T = ()>: Sized + sealed::Sealed<L> {
    /// The bounds of the layout's padding: a view is of one without, [`Unpadded`](crate::bounds::Unpadded).
    type Bounds;

    #[doc(hidden)]
    fn this(self) -> L;
}

#[diagnostic::do_not_recommend]
impl<L: Layout, T> Is<L, T> for L {
    type Bounds = L::Bounds;

    #[inline(always)]
    fn this(self) -> L {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<N: Nothing, T> Is<Unknown, T> for N {
    type Bounds = Everywhere;

    fn this(self) -> Unknown {
        self.never()
    }
}

/// A reference, of elements that no buffer has.
macro_rules! reference {
    ($($reference:ty, $number:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl<B: ?Sized> Is<Misplaced, NoElement<$number>> for $reference {
            type Bounds = Everywhere;

            fn this(self) -> Misplaced {
                Misplaced
            }
        }
    )* };
}

reference! { &B, 0; &B, 1; &mut B, 0; &mut B, 1; }

/// The tiler `S` of the geometry `G`, as an argument: what [`ragged_tiles`](super::View::ragged_tiles) and its like take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not tile this view: each mode takes `..`, or a tuple of its rank; a leaf an extent too, as `Fixed<8>`, \
               `Size<BM>` and `Extent::new(n)`"
)]
pub trait Cuts<G: Geometry, S>: Sized {
    #[doc(hidden)]
    fn this(self) -> S;
}

#[diagnostic::do_not_recommend]
impl<G: Geometry, S: Tiler<G>> Cuts<G, S> for S {
    #[inline(always)]
    fn this(self) -> S {
        self
    }
}

/// The tiler of an argument that is wrong already is any that every geometry takes, so that rustc says nothing more of it.
#[diagnostic::do_not_recommend]
impl<G: Geometry, N: Nothing> Cuts<G, RangeFull> for N {
    fn this(self) -> RangeFull {
        self.never()
    }
}
