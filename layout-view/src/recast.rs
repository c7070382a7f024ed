//! Views of the same bytes as other elements.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use bytemuck::{AnyBitPattern, NoUninit, Pod};

use super::checked::Answer;
use super::place::{Place, PlaceOf};
use super::{View, ViewMut};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::widths::{Recast, Whole};
use crate::{Layout, OffsetMap};

impl<'a, T: NoUninit, L: Layout> View<'a, T, L> {
    /// The same bytes as elements of another type, by a layout that says where these lie:
    /// `recast(L, 8, 32)` of a layout of bytes is one of words.
    ///
    /// All bytes of the new elements must be of elements of this view; where all numbers are known at
    /// compile time, it does not compile otherwise.
    /// Swizzled layouts count elements before the swizzle: they are refused.
    ///
    /// # Panics
    ///
    /// If the view does not begin at a multiple of the alignment of `U`, or, of numbers that are known at run time, if a byte of the
    /// new elements is in no element of this view.
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// layout! {
    ///     struct Pairs = (4,8):(8,1);
    ///     struct Words = recast(Pairs, 16, 32);          // (4,4):(4,1)
    /// }
    ///
    /// let buffer: Vec<u32> = (0..16).collect();
    /// let words = View::new(&buffer, Words);
    /// let pairs = words.recast::<u16, _>(Pairs);
    /// assert_eq!(u32::from(pairs[(2, 6)]) + (u32::from(pairs[(2, 7)]) << 16), words[(2, 3)].to_le());
    /// assert_eq!(pairs.recast::<u32, _>(Words)[(3, 1)], words[(3, 1)]);
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_view::{View, layout};
    /// let v = View::new(&[0u16; 8], layout!((2,3):(4,1)));
    /// v.recast::<u32, _>(layout!((2,2):(2,1)));   // the second word of a row is not in it
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn recast<U: AnyBitPattern, M: Layout<Bounds: Unpadded>>(
        self,
        layout: M,
    ) -> View<'a, U, M> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        made(self.try_recast(layout))
    }

    /// [`View::recast`] for a view whose address or whose run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The view does not begin at a multiple of the alignment of `U`, or a byte of the new elements is in no element of this view.
    #[inline(always)]
    pub fn try_recast<U: AnyBitPattern, M: Layout<Bounds: Unpadded>>(
        self,
        layout: M,
    ) -> Result<View<'a, U, M>, ShapeError> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        let place = recast::<T, U, L, M>(self.place(), Answer::of(&layout))?;
        // SAFETY: bytes of elements of this view, all of them initialised; any bytes are a `U`.
        Ok(unsafe { View::from_place(place) })
    }
}

impl<T: Pod, L: Layout> ViewMut<'_, T, L> {
    /// The same bytes as elements of another type, as [`View::recast`].
    ///
    /// # Panics
    ///
    /// If the view does not begin at a multiple of the alignment of `U`, or, of numbers that are known at run time, if a byte of the
    /// new elements is in no element of this view.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn recast_mut<U: Pod, M: Layout<Bounds: Unpadded>>(
        &mut self,
        layout: M,
    ) -> ViewMut<'_, U, M> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        made(self.try_recast_mut(layout))
    }

    /// [`ViewMut::recast_mut`] for a view whose address or whose run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The view does not begin at a multiple of the alignment of `U`, or a byte of the new elements is in no element of this view.
    #[inline(always)]
    pub fn try_recast_mut<U: Pod, M: Layout<Bounds: Unpadded>>(
        &mut self,
        layout: M,
    ) -> Result<ViewMut<'_, U, M>, ShapeError> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        let place = recast::<T, U, L, M>(self.place(), Answer::of(&layout))?;
        // SAFETY: bytes of elements of this view, which is borrowed; any bytes are a `U`, and
        // those of a `U` are a `T`.
        Ok(unsafe { ViewMut::from_place(place) })
    }
}

/// The place of the new elements.
#[inline(always)]
fn recast<T, U, L: Layout, M: Layout>(
    place: &PlaceOf<T, L>,
    layout: Answer<M>,
) -> Result<PlaceOf<U, M>, ShapeError> {
    let () = Elements::<T, U, L, M>::HAVE_BYTES;
    let geometry = layout.recast::<Whole<T>, Whole<U>, _>(place.geometry())?;
    let zero = place.zero().cast::<U>();
    if !zero.is_aligned() {
        let rule =
            "the view must begin at a multiple of the alignment of the new elements, in bytes";
        return Err(ShapeError::broken("", rule, &["alignment"], &[align_of::<U>() as i128]));
    }
    // SAFETY: each byte of an element at an offset of `M` is one of an element of `L`, which was just
    // decided, in the same allocation; the size of `U` is a multiple of its alignment.
    Ok(unsafe { Place::at_zero(zero, geometry) })
}

/// Conditions of a view whose elements become others, as constants: see [`super::proofs`].
struct Elements<T, U, L, M>(PhantomData<(T, U, L, M)>);

impl<T, U, L: Layout, M: Layout> Elements<T, U, L, M> {
    const HAVE_BYTES: () = assert_elements::<T, U, L, M>();
}

type BytesOf<T, U, L, M> =
    Recast<Whole<T>, Whole<U>, <L as Layout>::Geometry, <M as Layout>::Geometry>;

/// The elements have bytes, in the order of the layouts.
const fn assert_elements<T, U, L: Layout, M: Layout>() {
    assert!(
        <L::Map as OffsetMap>::IDENTITY && <M::Map as OffsetMap>::IDENTITY,
        "a view of a swizzled layout is not recast: its swizzle is that of these elements"
    );
    assert!(
        size_of::<T>() > 0 && size_of::<U>() > 0,
        "elements without a size have no bytes to recast"
    );
}

#[cfg(test)]
mod tests;
