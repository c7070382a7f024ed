//! Loops over two views: copies, elementwise functions, folds.

#![allow(unsafe_code)]

use super::ahead::Ahead;
use super::iter::assert_injective;
use super::message::Message;
use super::place::assert_modes;
use super::sweep::{Fold, Loops, Target, Whole, sweep, turns};
use super::turn::{is_turned, turn};
use super::{View, ViewMut};
use crate::{Layout, Profile};

impl<T, L: Layout> View<'_, T, L> {
    /// Copies each element to the same 1-D coordinate of another view, in an order and in
    /// blocks that suit both layouts; those are found while the program compiles.
    ///
    /// Does not compile where the sizes differ, or two coordinates of the target share an
    /// element.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let source: Vec<u32> = (0..12).collect();
    /// let mut target = [0; 12];
    /// // From row-major to column-major: a transpose.
    /// let rows = View::new(&source, layout!((3,4):(4,1)));
    /// rows.copy_to(&mut ViewMut::new(&mut target, layout!((3,4):(1,3))));
    /// assert_eq!(target, [0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11]);
    /// ```
    #[inline(always)]
    pub fn copy_to<M: Layout>(self, target: &mut ViewMut<'_, T, M>)
    where
        T: Copy,
    {
        const { assert_pair::<L::Profile, M::Profile>() };
        let (source, target) = (self.place().zero().as_ptr(), target.place().zero().as_ptr());
        // SAFETY: the offsets of one coordinate in both layouts, so that both are elements;
        // those of the target are borrowed, and nobody else has them.
        unsafe { copy::<T, L::Profile, M::Profile>(source, target) };
    }

    /// Folds the first mode for each coordinate of the others into another view, whose
    /// elements are what the folds start from.
    ///
    /// In which order the elements of a fold come is not specified. Does not compile where
    /// the target has another size than the modes after the first, or two coordinates of it
    /// share an element.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let ones = [1; 12];
    /// let mut sums = [0; 4];
    /// let columns = View::new(&ones, layout!((3,4):(4,1)));
    /// columns.fold_to(&mut ViewMut::new(&mut sums, layout!(4:1)), |sum, x| *sum += x);
    /// assert_eq!(sums, [3; 4]);
    /// ```
    #[inline(always)]
    pub fn fold_to<U, M: Layout>(
        self,
        target: &mut ViewMut<'_, U, M>,
        mut f: impl FnMut(&mut U, &T),
    ) {
        const { assert_fold::<L::Profile, M::Profile>() };
        let (source, target) = (self.place().zero(), target.place().zero());
        sweep::<L::Profile, Fold<L::Profile, M::Profile>>(|s, t| {
            // SAFETY: `s` is the offset of a coordinate of the source, `t` that of its part
            // after the first mode in the target, which is borrowed.
            unsafe { f(target.offset(t).as_mut(), source.offset(s).as_ref()) }
        });
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// Calls a function with each element and that of another view at the same 1-D
    /// coordinate, in an order that suits both layouts and is not specified.
    ///
    /// Does not compile where the sizes differ.
    ///
    /// ```
    /// use layout_runtime::{View, ViewMut, layout};
    ///
    /// let mut sum = [1, 2, 3, 4];
    /// let mut v = ViewMut::new(&mut sum, layout!((2,2):(2,1)));
    /// v.zip_with(View::new(&[10, 20, 30, 40], layout!((2,2):(1,2))), |x, y| *x += y);
    /// assert_eq!(sum, [11, 32, 23, 44]);
    /// ```
    #[inline(always)]
    pub fn zip_with<U, M: Layout>(&mut self, other: View<'_, U, M>, mut f: impl FnMut(&mut T, &U)) {
        const { assert_sizes::<M::Profile, L::Profile>() };
        let (source, target) = (other.place().zero(), self.place().zero());
        sweep::<M::Profile, Whole<M::Profile, L::Profile>>(|s, t| {
            // SAFETY: the offsets of one coordinate in both layouts, so that both are
            // elements; this view is borrowed.
            unsafe { f(target.offset(t).as_mut(), source.offset(s).as_ref()) }
        });
    }
}

/// Copies what is at each coordinate of `P` to the same of `Q`.
///
/// # Safety
///
/// From `source`, at each offset of `P` is an element to be read; from `target`, at each of
/// `Q` is one to be written, and none is one of the source.
#[inline(always)]
unsafe fn copy<T: Copy, P: Profile, Q: Profile>(source: *const T, target: *mut T) {
    if const { !<Whole<P, Q>>::IS_SOME } {
        // SAFETY: by the caller.
        return sweep::<P, Whole<P, Q>>(|s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
    let [l0, l1, ..] = const { <Whole<P, Q>>::AT };
    if const { is_run::<Whole<P, Q>>() } {
        let ahead = |turn| <Whole<P, Q> as Ahead<T>>::ask(source, target, turn);
        <Whole<P, Q>>::outer_ahead(ahead, |s, t| {
            turns(l1, s, t, |s, t| {
                // SAFETY: by the caller; the offsets of the first loop are these.
                unsafe {
                    target.offset(t).copy_from_nonoverlapping(source.offset(s), l0.extent);
                }
            });
        });
    } else if const { is_turned::<Whole<P, Q>>() } {
        // SAFETY: by the caller; the first two loops are as they must be.
        unsafe { turn::<T, Whole<P, Q>>(source, target) };
    } else if const { <Whole<P, Q>>::AT[0].source == 0 } {
        <Whole<P, Q>>::outer(|s, t| {
            turns(l1, s, t, |s, t| {
                // SAFETY: by the caller; the first loop stays at one element.
                let value = unsafe { *source.offset(s) };
                // SAFETY: the same.
                turns(l0, s, t, |_, t| unsafe { *target.offset(t) = value });
            });
        });
    } else {
        // SAFETY: by the caller.
        sweep::<P, Whole<P, Q>>(|s, t| unsafe { *target.offset(t) = *source.offset(s) });
    }
}

/// Whether the innermost loop is a run of both layouts.
const fn is_run<X: Target>() -> bool {
    X::AT[0].source == 1 && X::AT[0].target == 1
}

/// A copy from `P` to `Q`.
const fn assert_pair<P: Profile, Q: Profile>() {
    assert_sizes::<P, Q>();
    assert_injective::<Q>();
}

/// A fold of the first mode of `P` into `Q`.
const fn assert_fold<P: Profile, Q: Profile>() {
    assert_modes::<P>("what is folded", "(first, rest)");
    assert_sizes::<P::Tail, Q>();
    assert_injective::<Q>();
}

/// `P` and `Q` have one size.
const fn assert_sizes<P: Profile, Q: Profile>() {
    if P::SIZE != Q::SIZE {
        let message = Message::new("the sizes differ: ")
            .notation::<P>()
            .text(" has ")
            .integer(P::SIZE as isize)
            .text(" coordinates, ")
            .notation::<Q>()
            .text(" has ")
            .integer(Q::SIZE as isize);
        panic!("{}", message.as_str());
    }
}
