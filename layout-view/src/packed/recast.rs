//! Views of the same bits as other elements: packed ones, and bytes.

use core::marker::PhantomData;
use core::ptr::NonNull;

use super::{Bits, PackedElement, PackedView, PackedViewMut};
use crate::__private::made;
use crate::bounds::Unpadded;
use crate::checked::Answer;
use crate::dynamic::ShapeError;
use crate::place::{Address, Place};
use crate::widths::{Recast, Whole, Width};
use crate::{Geometry, Layout, OffsetMap, View, ViewMut};
use layout_runtime::internals::Checks;

/// Elements below a byte.
struct Below<E>(PhantomData<E>);

impl<E: PackedElement> Width for Below<E> {
    const BITS: usize = E::BITS as usize;
}

/// The place of the new elements `B`, whose address is made of the byte and the bits before coordinate 0.
#[inline(always)]
fn recast<A: Width, B: Width, L: Layout, M: Layout, X: Address>(
    of: &L::Geometry,
    layout: Answer<M>,
    (byte, bits): (NonNull<u8>, usize),
    address: impl FnOnce(NonNull<u8>, usize) -> X,
) -> Result<Place<X, M::Geometry, M::Map>, ShapeError> {
    const {
        assert!(
            <L::Map as OffsetMap>::IDENTITY && <M::Map as OffsetMap>::IDENTITY,
            "a view of a swizzled layout is not recast: its swizzle is that of these elements"
        );
    }
    let () = Recast::<A, B, L::Geometry, M::Geometry>::SHOWN;
    let geometry = layout.recast::<A, B, _>(of)?;
    // Elements of bytes have 8 bits here.
    if bits % B::BITS != 0 {
        let rule = "the view must begin at a multiple of the bits of the new elements, in its byte";
        let numbers = [bits as i128, B::BITS as i128];
        return Err(ShapeError::broken("", rule, &["bit", "new_bits"], &numbers));
    }
    // SAFETY: each bit of an element at an offset of `M` is one of an element of `L`, which was just decided, in the
    // same allocation.
    Ok(unsafe { Place::at_zero(address(byte, bits / B::BITS), geometry) })
}

impl<E: PackedElement> Bits<E> {
    /// The byte of offset 0 of a geometry, and the bits before it there.
    #[inline(always)]
    fn split<G: Geometry>(self, geometry: &G) -> (NonNull<u8>, usize) {
        if G::Phase::is_empty(geometry) {
            return (self.bytes, 0);
        }
        // SAFETY: offset 0 is that of a coordinate, so that its byte is in the allocation.
        let (byte, bits) = unsafe { self.byte() };
        (byte, bits as usize)
    }

    #[inline(always)]
    fn within(bytes: NonNull<u8>, element: usize) -> Self {
        Bits { bytes, element: element as isize, kind: core::marker::PhantomData }
    }
}

/// The functions of one kind of views: those of packed elements and of bytes, the lifetimes of an `impl` and of its type, of a
/// function, its receiver and its result, and the names of the functions.
macro_rules! recasts {
    (
        $Packed:ident $View:ident, impl [$($impl:lifetime,)?] $of:lifetime,
        fn [$($fn:lifetime,)?] $receiver:ty => $to:lifetime,
        $recast:ident $try_recast:ident $bytes:ident $try_bytes:ident $packed:ident $try_packed:ident
    ) => {
        impl<$($impl,)? E: PackedElement, L: Layout> $Packed<$of, E, L> {
            /// The same bits as other packed elements, by a layout of these: that which the operation `recast` computes, of
            /// numbers that are known at compile time or at run time.
            ///
            /// All bits of the new elements must be of elements of this view; of numbers that are known at compile time, it
            /// does not compile otherwise.
            ///
            /// # Panics
            ///
            /// If run-time numbers are not so, or the view begins between two of the new elements.
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn $recast<$($fn,)? F: PackedElement, M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> $Packed<$to, F, M> {
                let () = Recast::<Below<E>, Below<F>, L::Geometry, M::Geometry>::SHOWN;
                made(self.$try_recast(layout))
            }

            /// The same bits as other packed elements, for run-time numbers that may be wrong.
            ///
            /// # Errors
            ///
            /// A bit of the new elements is none of this view's, or is not shown to be one; the view begins between two of
            /// the new elements.
            #[inline(always)]
            pub fn $try_recast<$($fn,)? F: PackedElement, M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> Result<$Packed<$to, F, M>, ShapeError> {
                let of = self.place().geometry();
                let at = self.place().address().split(of);
                let place =
                    recast::<Below<E>, Below<F>, L, M, _>(of, Answer::of(&layout), at, Bits::within)?;
                // SAFETY: bits of elements of this view, which is borrowed where it is exclusive.
                Ok(unsafe { $Packed::from_place(place) })
            }

            /// The same bits as bytes, by a layout of these: that which the operation `recast` computes.
            ///
            /// All bits of the bytes must be of elements of this view; of numbers that are known at compile time, it does not
            /// compile otherwise.
            ///
            /// # Panics
            ///
            /// If run-time numbers are not so, or the view begins within a byte.
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn $bytes<$($fn,)? M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> $View<$to, u8, M> {
                let () = Recast::<Below<E>, Whole<u8>, L::Geometry, M::Geometry>::SHOWN;
                made(self.$try_bytes(layout))
            }

            /// The same bits as bytes, for run-time numbers that may be wrong.
            ///
            /// # Errors
            ///
            /// A bit of the bytes is none of this view's, or is not shown to be one; the view begins within a byte.
            #[inline(always)]
            pub fn $try_bytes<$($fn,)? M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> Result<$View<$to, u8, M>, ShapeError> {
                let of = self.place().geometry();
                let at = self.place().address().split(of);
                let place =
                    recast::<Below<E>, Whole<u8>, L, M, _>(of, Answer::of(&layout), at, |byte, _| byte)?;
                // SAFETY: bits of elements of this view, which is borrowed where it is exclusive.
                Ok(unsafe { $View::from_place(place) })
            }
        }

        impl<$($impl,)? L: Layout> $View<$of, u8, L> {
            /// The same bytes as packed elements, by a layout of these: that which the operation `recast` computes, of
            /// numbers that are known at compile time or at run time. See [`packed`](crate::packed).
            ///
            /// All bits of the new elements must be of bytes of this view; of numbers that are known at compile time, it does
            /// not compile otherwise.
            ///
            /// # Panics
            ///
            /// If run-time numbers are not so.
            #[inline(always)]
            #[must_use]
            #[track_caller]
            pub fn $packed<$($fn,)? E: PackedElement, M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> $Packed<$to, E, M> {
                let () = Recast::<Whole<u8>, Below<E>, L::Geometry, M::Geometry>::SHOWN;
                made(self.$try_packed(layout))
            }

            /// The same bytes as packed elements, for run-time numbers that may be wrong.
            ///
            /// # Errors
            ///
            /// A bit of the new elements is none of this view's, or is not shown to be one.
            #[inline(always)]
            pub fn $try_packed<$($fn,)? E: PackedElement, M: Layout<Bounds: Unpadded>>(
                self: $receiver,
                layout: M,
            ) -> Result<$Packed<$to, E, M>, ShapeError> {
                let (of, at) = (self.place().geometry(), (self.place().zero(), 0));
                let place =
                    recast::<Whole<u8>, Below<E>, L, M, _>(of, Answer::of(&layout), at, Bits::within)?;
                // SAFETY: bits of bytes of this view, which is borrowed where it is exclusive.
                Ok(unsafe { $Packed::from_place(place) })
            }
        }
    };
}

recasts! {
    PackedView View, impl ['a,] 'a, fn [] Self => 'a,
    recast try_recast bytes try_bytes packed try_packed
}
recasts! {
    PackedViewMut ViewMut, impl [] '_, fn ['s,] &'s mut Self => 's,
    recast_mut try_recast_mut bytes_mut try_bytes_mut packed_mut try_packed_mut
}
