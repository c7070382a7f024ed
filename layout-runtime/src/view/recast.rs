//! Views of the same bytes as other elements.

#![allow(unsafe_code)]

use core::error::Error;
use core::fmt;

use bytemuck::{AnyBitPattern, NoUninit, Pod};

use super::contains::contains;
use super::injective::Answer;
use super::message::Message;
use super::place::{Elements, Place};
use super::steps::{MAX, Steps};
use super::{View, ViewMut};
use crate::bounds::Unpadded;
use crate::{Layout, Map, Profile};

/// The elements of a view do not lie where others, of a wider alignment, could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misaligned {
    /// The alignment of the new elements, in bytes.
    pub align: usize,
}

impl fmt::Display for Misaligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the view does not begin at a multiple of {} bytes", self.align)
    }
}

impl Error for Misaligned {}

impl<'a, T: NoUninit, L: Layout> View<'a, T, L> {
    /// The same bytes as elements of another type, by a layout that says where these lie:
    /// `recast(L, 8, 32)` of a layout of bytes is one of words.
    ///
    /// Does not compile unless all bytes of the new elements are of elements of this view.
    /// Swizzled layouts count elements before the swizzle: they are refused.
    ///
    /// # Panics
    ///
    /// As [`View::try_recast`] has errors.
    ///
    /// ```
    /// use layout_runtime::{View, layout};
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
    /// # use layout_runtime::{View, layout};
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
        match self.try_recast(layout) {
            Ok(view) => view,
            Err(error) => misaligned(error),
        }
    }

    /// [`View::recast`] of what may lie anywhere.
    ///
    /// # Errors
    ///
    /// The elements do not lie where those of `U` may.
    #[inline(always)]
    pub fn try_recast<U: AnyBitPattern, M: Layout<Bounds: Unpadded>>(
        self,
        layout: M,
    ) -> Result<View<'a, U, M>, Misaligned> {
        let place = recast::<T, U, L, M>(self.place())?;
        // SAFETY: bytes of elements of this view, all of them initialised; any bytes are a `U`.
        Ok(unsafe { View::from_place(place, layout) })
    }
}

impl<T: Pod, L: Layout> ViewMut<'_, T, L> {
    /// The same bytes as elements of another type, as [`View::recast`].
    ///
    /// # Panics
    ///
    /// As [`View::recast`].
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn recast_mut<U: Pod, M: Layout<Bounds: Unpadded>>(
        &mut self,
        layout: M,
    ) -> ViewMut<'_, U, M> {
        match self.try_recast_mut(layout) {
            Ok(view) => view,
            Err(error) => misaligned(error),
        }
    }

    /// [`ViewMut::recast_mut`] of what may lie anywhere.
    ///
    /// # Errors
    ///
    /// As [`View::try_recast`].
    #[inline(always)]
    pub fn try_recast_mut<U: Pod, M: Layout<Bounds: Unpadded>>(
        &mut self,
        layout: M,
    ) -> Result<ViewMut<'_, U, M>, Misaligned> {
        let place = recast::<T, U, L, M>(self.place())?;
        // SAFETY: bytes of elements of this view, which is borrowed; any bytes are a `U`, and
        // those of a `U` are a `T`.
        Ok(unsafe { ViewMut::from_place(place, layout) })
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn misaligned(error: Misaligned) -> ! {
    panic!("{error}")
}

/// The place of the new elements.
#[inline(always)]
fn recast<T, U, L: Layout, M: Layout>(
    place: Place<T, L::Profile, L::Map>,
) -> Result<Place<U, M::Profile, M::Map>, Misaligned> {
    const { assert_recast::<T, U, L, M>() };
    let zero = place.zero().cast::<U>();
    if !zero.is_aligned() {
        return Err(Misaligned { align: align_of::<U>() });
    }
    // SAFETY: each byte of an element at an offset of `M` is one of an element of `L`, by the
    // assertion, in the same allocation; the size of `U` is a multiple of its alignment.
    Ok(unsafe { Place::at_zero(zero) })
}

/// Each byte of the elements of `U` by `M` is one of the elements of `T` by `L`.
const fn assert_recast<T, U, L: Layout, M: Layout>() {
    assert!(
        <L::Map as Map>::IDENTITY && <M::Map as Map>::IDENTITY,
        "a view of a swizzled layout is not recast: its swizzle is that of these elements"
    );
    let (from, to) = (size_of::<T>(), size_of::<U>());
    assert!(from > 0 && to > 0, "elements without a size have no bytes to recast");
    let unit = gcd(from, to);
    let (outer, inner) = (parts::<L::Profile>(from / unit), parts::<M::Profile>(to / unit));
    let message = match contains(&outer, &inner) {
        Answer::Yes => return,
        Answer::No(_) => Message::new("an element of ")
            .notation::<M::Profile>()
            .text(", of ")
            .integer(to as isize)
            .text(" bytes, is not of bytes of "),
        Answer::Unknown => Message::new("it could not be shown that the elements of ")
            .notation::<M::Profile>()
            .text(", of ")
            .integer(to as isize)
            .text(" bytes, are of bytes of "),
    };
    let message = message
        .notation::<L::Profile>()
        .text(", the view's layout, whose elements have ")
        .integer(from as isize);
    panic!("{}", message.as_str());
}

/// The offsets of the parts of the elements, each element having so many.
const fn parts<P: Profile>(count: usize) -> Steps {
    let (mut shape, mut stride) = ([1; MAX + 1], [0; MAX + 1]);
    let mut leaf = 0;
    while leaf < P::TABLE.shape().len() {
        shape[leaf] = P::TABLE.shape()[leaf];
        stride[leaf] = match P::TABLE.stride()[leaf].checked_mul(count as isize) {
            Some(stride) => stride,
            None => panic!("an offset of this layout in bytes does not fit `isize`"),
        };
        leaf += 1;
    }
    if count > 1 {
        assert!(leaf < MAX, "a layout with as many leaves is not recast");
    }
    (shape[leaf], stride[leaf]) = (count, 1);
    Steps::new(shape.split_at(leaf + 1).0, stride.split_at(leaf + 1).0)
}

const fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests;
