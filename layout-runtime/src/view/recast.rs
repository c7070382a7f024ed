//! Views of the same bytes as other elements.

#![allow(unsafe_code)]

use core::marker::PhantomData;

use bytemuck::{AnyBitPattern, NoUninit, Pod};

use super::checks::Checks;
use super::contains::contains;
use super::injective::Answer;
use super::message::Message;
use super::place::{Place, PlaceOf};
use super::steps::{MAX, Steps};
use super::{View, ViewMut};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::dynamic::ShapeError;
use crate::geometry::{Geometry, numbers};
use crate::phase::Phase;
use crate::{Layout, Map};

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
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        made(self.try_recast(layout))
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
    ) -> Result<View<'a, U, M>, ShapeError> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        let place = recast::<T, U, L, M>(self.place(), layout.geometry())?;
        // SAFETY: bytes of elements of this view, all of them initialised; any bytes are a `U`.
        Ok(unsafe { View::from_place(place) })
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
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        made(self.try_recast_mut(layout))
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
    ) -> Result<ViewMut<'_, U, M>, ShapeError> {
        let () = Elements::<T, U, L, M>::HAVE_BYTES;
        let () = BytesOf::<T, U, L, M>::SHOWN;
        let place = recast::<T, U, L, M>(self.place(), layout.geometry())?;
        // SAFETY: bytes of elements of this view, which is borrowed; any bytes are a `U`, and
        // those of a `U` are a `T`.
        Ok(unsafe { ViewMut::from_place(place) })
    }
}

/// The place of the new elements.
#[inline(always)]
fn recast<T, U, L: Layout, M: Layout>(
    place: &PlaceOf<T, L>,
    geometry: M::Geometry,
) -> Result<PlaceOf<U, M>, ShapeError> {
    let () = Elements::<T, U, L, M>::HAVE_BYTES;
    type When<L> = <<L as Layout>::Geometry as Geometry>::Phase;
    <When<L> as Phase>::And::<When<M>>::recasts::<T, U, _, _>(place.geometry(), &geometry)?;
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

/// What a view rests on whose elements become others, as constants: see [`super::proofs`].
struct Elements<T, U, L, M>(PhantomData<(T, U, L, M)>);

impl<T, U, L: Layout, M: Layout> Elements<T, U, L, M> {
    const HAVE_BYTES: () = assert_elements::<T, U, L, M>();
}

/// Each byte of the elements of `U` by `H` is one of the elements of `T` by `G`.
pub(super) struct Bytes<T, U, G, H>(PhantomData<(T, U, G, H)>);

type BytesOf<T, U, L, M> = Bytes<T, U, <L as Layout>::Geometry, <M as Layout>::Geometry>;

impl<T, U, G: Geometry, H: Geometry> Bytes<T, U, G, H> {
    pub(super) const SHOWN: () = if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_recast::<T, U, G, H>();
    };
}

/// The elements have bytes, in the order of the layouts.
const fn assert_elements<T, U, L: Layout, M: Layout>() {
    assert!(
        <L::Map as Map>::IDENTITY && <M::Map as Map>::IDENTITY,
        "a view of a swizzled layout is not recast: its swizzle is that of these elements"
    );
    assert!(
        size_of::<T>() > 0 && size_of::<U>() > 0,
        "elements without a size have no bytes to recast"
    );
}

/// Into how many parts elements of `T` and of `U` fall that have the same size.
const fn parts_of<T, U>() -> (usize, usize) {
    let unit = layout_core::gcd_u64(size_of::<T>() as u64, size_of::<U>() as u64) as usize;
    (size_of::<T>() / unit, size_of::<U>() / unit)
}

/// Each byte of the elements of `U` by `H` is one of the elements of `T` by `G`.
const fn assert_recast<T, U, G: Geometry, H: Geometry>() {
    let (from, to) = parts_of::<T, U>();
    let outer = parts(G::TABLE.shape(), G::TABLE.stride(), from);
    let inner = parts(H::TABLE.shape(), H::TABLE.stride(), to);
    let message = match (outer, inner) {
        (Some(outer), Some(inner)) => match contains(&outer, &inner) {
            Answer::Yes => return,
            Answer::No(_) => Message::new("an element of ")
                .notation::<H>()
                .text(", of ")
                .integer(size_of::<U>() as isize)
                .text(" bytes, is not of bytes of "),
            Answer::Unknown => Message::new("it could not be shown that the elements of ")
                .notation::<H>()
                .text(", of ")
                .integer(size_of::<U>() as isize)
                .text(" bytes, are of bytes of "),
        },
        _ => panic!("the offsets of a layout in bytes do not fit, or it has too many leaves"),
    };
    let message = message
        .notation::<G>()
        .text(", the view's layout, whose elements have ")
        .integer(size_of::<T>() as isize);
    panic!("{}", message.as_str());
}

/// [`assert_recast`] of run-time numbers.
pub(super) fn check_recast<T, U, G: Geometry, H: Geometry>(
    outer: &G,
    inner: &H,
) -> Result<(), ShapeError> {
    const { assert!(G::LEAVES <= MAX && H::LEAVES <= MAX, "a layout has at most 64 leaves") };
    if H::Phase::span::<H, crate::Identity>(inner).is_none() {
        return Err(H::Phase::unspanned::<H, crate::Identity>(inner));
    }
    if H::Phase::is_empty(inner) {
        return Ok(());
    }
    let (from, to) = const { parts_of::<T, U>() };
    let (outer, inner) = (numbers::<G, MAX>(outer), numbers::<H, MAX>(inner));
    let outer = parts(&outer.shape[..G::LEAVES], &outer.stride[..G::LEAVES], from);
    let inner = parts(&inner.shape[..H::LEAVES], &inner.stride[..H::LEAVES], to);
    if let (Some(outer), Some(inner)) = (outer, inner)
        && matches!(contains(&outer, &inner), Answer::Yes)
    {
        return Ok(());
    }
    let rule = "the bytes of the new elements must be bytes of the view's, and be shown to be so";
    let numbers = [size_of::<T>() as i128, size_of::<U>() as i128];
    Err(ShapeError::broken("", rule, &["size", "new_size"], &numbers))
}

/// The offsets of the parts of the elements, each element having so many.
const fn parts(extents: &[usize], strides: &[isize], count: usize) -> Option<Steps> {
    let (mut shape, mut stride) = ([1; MAX + 1], [0; MAX + 1]);
    let mut leaf = 0;
    while leaf < extents.len() {
        shape[leaf] = extents[leaf];
        let Some(wide) = strides[leaf].checked_mul(count as isize) else { return None };
        stride[leaf] = wide;
        leaf += 1;
    }
    if count > 1 && leaf >= MAX {
        return None;
    }
    (shape[leaf], stride[leaf]) = (count, 1);
    Steps::checked(shape.split_at(leaf + 1).0, stride.split_at(leaf + 1).0)
}

#[cfg(test)]
mod tests;
