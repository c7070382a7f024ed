//! Views by the names of modes: what `copy!`, `zip_with!` and `fold!` expand to where layouts are given.
//!
//! The macros compute a layout over the modes of the other side; here the data is looked at by it.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::packed::Bits;
use super::sizes::{Pairs, done};
use super::zip::zip;
use super::{Array, Ragged, Source, Target, View, ViewBase, ViewMut};
use crate::bounds::Unpadded;
use crate::{Geometry, Layout, Leaf, Phase, ShapeError, StaticLayout, agree};
use layout_runtime::internals::Message;

/// Whatever has elements with one layout: a [`View`], a [`ViewMut`] or an [`Array`].
pub trait AsView {
    #[doc(hidden)]
    type Item;
    #[doc(hidden)]
    type Of: Layout;

    #[doc(hidden)]
    fn __layout_view(&self) -> View<'_, Self::Item, Self::Of>;
}

impl<R, T, L: Layout> AsView for ViewBase<R, L, NonNull<T>> {
    type Item = T;
    type Of = L;

    #[inline(always)]
    fn __layout_view(&self) -> View<'_, T, L> {
        self.shared()
    }
}

impl<T, L: StaticLayout, const N: usize> AsView for Array<T, L, N> {
    type Item = T;
    type Of = L;

    #[inline(always)]
    fn __layout_view(&self) -> View<'_, T, L> {
        self.as_view()
    }
}

/// Whatever has elements with one layout that can be written: a [`ViewMut`] or an [`Array`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layout whose modes could have names, or cannot be written",
    note = "by name, a target is a mutable view or an `Array`: `ViewMut::new(&mut data, Rows)` is a view of a slice, by its layout `Rows`"
)]
pub trait AsViewMut: AsView {
    /// The target itself: of what is none there is no such type, so that the compiler says once that it is none.
    #[doc(hidden)]
    type ThisMut: Target + AsView;

    #[doc(hidden)]
    fn __layout_this_mut(&mut self) -> &mut Self::ThisMut;

    #[doc(hidden)]
    fn __layout_view_mut(&mut self) -> ViewMut<'_, Self::Item, Self::Of>;
}

#[diagnostic::do_not_recommend]
impl<T, L: Layout> AsViewMut for ViewMut<'_, T, L> {
    type ThisMut = Self;

    #[inline(always)]
    fn __layout_this_mut(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn __layout_view_mut(&mut self) -> ViewMut<'_, T, L> {
        self.reborrow()
    }
}

#[diagnostic::do_not_recommend]
impl<T, L: StaticLayout, const N: usize> AsViewMut for Array<T, L, N> {
    type ThisMut = Self;

    #[inline(always)]
    fn __layout_this_mut(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn __layout_view_mut(&mut self) -> ViewMut<'_, T, L> {
        self.as_view_mut()
    }
}

/// A condition that does not compile where it is false.
// Rust 1.89 does not see that the associated type below names it.
#[allow(unreachable_pub)]
pub trait Shown {
    #[doc(hidden)]
    const SHOWN: ();
}

/// True if the layout that is given for a view is the view's.
pub struct Given<L, A>(PhantomData<(L, A)>);

/// The time at which the numbers of both layouts are known.
type PhaseOfBoth<L, A> = <<<L as Layout>::Geometry as Geometry>::Phase as Phase>::And<
    <<A as Layout>::Geometry as Geometry>::Phase,
>;

impl<L: Layout, A: Layout> Shown for Given<L, A> {
    const SHOWN: () = {
        if PhaseOfBoth::<L, A>::IS_CONSTANT {
            let found = Message::new("").layout::<L::Geometry, L::Map>();
            let given = Message::new("").layout::<A::Geometry, A::Map>();
            if !is_same(found.as_str().as_bytes(), given.as_str().as_bytes()) {
                let message = Message::new("the layout that is given is ")
                    .layout::<A::Geometry, A::Map>()
                    .text(", and that of the view is ")
                    .layout::<L::Geometry, L::Map>();
                message.panic();
            }
        }
    };
}

impl<A: Shown, B: Shown> Shown for (A, B) {
    const SHOWN: () = {
        let () = A::SHOWN;
        B::SHOWN
    };
}

/// Panics where the layout that is given for a view is not the view's. Of constants, that does not compile: what the macros call has
/// the check, `Given::SHOWN`, so that the error names their call.
#[inline(always)]
#[track_caller]
fn assert_given<T, L, A>(view: &View<'_, T, L>, given: impl FnOnce() -> A)
where
    L: Layout,
    A: Layout<Bounds: Unpadded>,
{
    let error = PhaseOfBoth::<L, A>::choose(|| None, || agree(view.layout(), given()).err());
    if let Some(error) = error {
        differs(&error);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn differs(error: &ShapeError) -> ! {
    panic!("the layout that is given is not that of the view: {error}");
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

/// A source whose elements are looked at over the modes of the other side: what has one layout, or a ragged tile, which has
/// one of two.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no layout whose modes could have names",
    note = "by name, a source is a view or an `Array`: `View::new(&data, Rows)` is a view of a slice, by its layout `Rows`"
)]
pub trait Over {
    #[doc(hidden)]
    type Item;
    /// True if a layout that is given is that of the source, or each that it may have.
    #[doc(hidden)]
    type Given<A: Layout>: Shown;

    /// The elements of the source, which has the layout that is given, by another layout.
    #[doc(hidden)]
    fn __layout_over<A, M>(&self, given: impl FnOnce() -> A, over: M) -> View<'_, Self::Item, M>
    where
        A: Layout<Bounds: Unpadded>,
        M: Layout<Bounds: Unpadded>;
}

/// The elements of a view, which has the layout that is given, by another layout.
#[inline(always)]
#[track_caller]
fn by_layout<'a, T, L, A, M>(
    view: View<'a, T, L>,
    given: impl FnOnce() -> A,
    over: M,
) -> View<'a, T, M>
where
    L: Layout,
    A: Layout<Bounds: Unpadded>,
    M: Layout<Bounds: Unpadded>,
{
    assert_given(&view, given);
    view.with_layout(over)
}

/// Implements `Over`: the parameters, the type, its elements, the condition of a layout that is given, and the elements by another
/// layout.
macro_rules! over {
    (
        [$($parameters:tt)*] $type:ty: $Item:ty, <$A:ident> $Given:ty,
        |$this:ident, $given:ident, $over:ident| $by_layout:expr
    ) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Over for $type {
            type Item = $Item;
            type Given<$A: Layout> = $Given;

            #[inline(always)]
            #[track_caller]
            fn __layout_over<A, M>(&self, $given: impl FnOnce() -> A, $over: M) -> View<'_, $Item, M>
            where
                A: Layout<Bounds: Unpadded>,
                M: Layout<Bounds: Unpadded>,
            {
                let $this = self;
                $by_layout
            }
        }
    };
}

over! {
    [R, T, L: Layout] ViewBase<R, L, NonNull<T>>: T, <A> Given<L, A>,
    |view, given, over| by_layout(view.shared(), given, over)
}
over! {
    [T, L: StaticLayout, const N: usize] Array<T, L, N>: T, <A> Given<L, A>,
    |array, given, over| by_layout(array.as_view(), given, over)
}
over! {
    [R, T, L: Layout, E: Layout] Ragged<ViewBase<R, L, NonNull<T>>, ViewBase<R, E, NonNull<T>>>: T, <A> (Given<L, A>, Given<E, A>),
    |tile, given, over| match tile {
        Ragged::Full(tile) => by_layout(tile.shared(), given, over),
        Ragged::Edge(tile) => by_layout(tile.shared(), given, over),
    }
}

/// A geometry whose numbers are all known while types are checked.
#[doc(hidden)]
pub trait OfLeaves {}

impl<const EXTENT: usize, const STRIDE: isize> OfLeaves for Leaf<EXTENT, STRIDE> {}

macro_rules! of_leaves {
    ($first:ident $($rest:ident)*) => {
        impl<$first: OfLeaves, $($rest: OfLeaves),*> OfLeaves for ($first, $($rest,)*) {}
        of_leaves! { $($rest)* }
    };
    () => {};
}

of_leaves! { A B C D E F G H }

/// The geometry of the view whose layout is given.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the layout that is given is not that of the view: its modes are `{Self}`, and those of the view `{G}`",
    note = "`Leaf<4, 8>` is a mode of extent 4 and stride 8"
)]
pub trait IsOf<G> {}

impl<G> IsOf<G> for G {}

// The methods of `ByName` where the numbers of the view and of the layout that is given are known while types are checked: a wrong layout is
// an error of its type, which `cargo check` reports. The compiler takes these methods before those of the trait.
impl<R, T, L: Layout<Geometry: OfLeaves>> ViewBase<R, L, NonNull<T>> {
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    pub fn __layout_by_constant_name<A, M>(&self, given: A, over: M) -> View<'_, T, M>
    where
        A: Layout<Geometry: IsOf<L::Geometry>, Bounds: Unpadded>,
        M: Layout<Bounds: Unpadded>,
    {
        let () = Given::<L, A>::SHOWN;
        by_layout(self.shared(), || given, over)
    }
}

impl<T, L: Layout<Geometry: OfLeaves>> ViewMut<'_, T, L> {
    #[doc(hidden)]
    #[inline(always)]
    pub fn __layout_by_constant_name_mut<A>(&mut self, _: A) -> &mut Self
    where
        A: Layout<Geometry: IsOf<L::Geometry>>,
    {
        let () = Given::<L, A>::SHOWN;
        self
    }
}

/// Names a source or a target of the macros by name, where it stands: the compiler looks for methods through references. One method
/// does all that there is to do with an operand: each more is a percent of what the compiler does for such a call.
pub trait ByName {
    /// The elements of a source, which has the layout that is given, by another layout.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn __layout_by_name<A, M>(
        &self,
        given: impl FnOnce() -> A,
        over: M,
    ) -> View<'_, <Self as Over>::Item, M>
    where
        Self: Over,
        A: Layout<Bounds: Unpadded>,
        M: Layout<Bounds: Unpadded>,
    {
        let () = Self::Given::<A>::SHOWN;
        self.__layout_over(given, over)
    }

    /// The same where the numbers of the layout that is given are known while types are checked, and perhaps not those of this one.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn __layout_by_constant_name<A, M>(
        &self,
        given: A,
        over: M,
    ) -> View<'_, <Self as Over>::Item, M>
    where
        Self: Over,
        A: Layout<Bounds: Unpadded>,
        M: Layout<Bounds: Unpadded>,
    {
        let () = Self::Given::<A>::SHOWN;
        self.__layout_over(|| given, over)
    }

    /// A target, which has the layout that is given.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn __layout_by_name_mut<A>(
        &mut self,
        given: impl FnOnce() -> A,
    ) -> &mut <Self as AsViewMut>::ThisMut
    where
        Self: AsViewMut,
        A: Layout<Bounds: Unpadded>,
    {
        let () = Given::<Self::Of, A>::SHOWN;
        assert_given(&self.__layout_view(), given);
        self.__layout_this_mut()
    }

    /// The same where the numbers of the layout that is given are known while types are checked, and perhaps not those of this one.
    #[doc(hidden)]
    #[inline(always)]
    #[track_caller]
    fn __layout_by_constant_name_mut<A>(&mut self, given: A) -> &mut <Self as AsViewMut>::ThisMut
    where
        Self: AsViewMut,
        A: Layout<Bounds: Unpadded>,
    {
        self.__layout_by_name_mut(|| given)
    }
}

impl<S: Over + ?Sized> ByName for S {}

// A type without a layout is reported by the bounds of the methods.
impl<T> ByName for [T] {}
impl<T> ByName for Option<T> {}
impl<T, E> ByName for Result<T, E> {}
impl<R, L: Layout, E> ByName for ViewBase<R, L, Bits<E>> {}

/// Calls a function with each element of a target and that of a source at the same 1-D coordinate: [`zip_with!`](crate::zip_with).
#[inline(always)]
#[track_caller]
pub fn zip_elements<S: Source, D: Target>(
    source: S,
    target: &mut D,
    f: impl FnMut(&mut D::Element, &S::Element),
) {
    let () = Pairs::<S::Operand, D::Operand>::SAME;
    done(zip(&source, target, f));
}
