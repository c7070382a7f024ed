//! Elements below a byte: views that read and write four, two or one bits.
//!
//! A [`PackedView`] is to packed elements what a [`View`](super::View) is to others: its layout has the
//! place of each element, counted in elements, not in bytes. The first element of a byte is in its
//! lowest bits, as in CuTe's subbyte iterators; that the highest come first is a layout,
//! `(2,n):(-1,2)`.
//!
//! ```
//! use layout_view::layout;
//! use layout_view::packed::{PackedView, PackedViewMut, U4};
//!
//! let bytes = [0x10, 0x32, 0x54, 0x76];
//! let v = PackedView::<U4, _>::new(&bytes, layout!((2,4):(4,1)));
//! assert_eq!((v.at((0, 3)), v.at((1, 2)), v.get((2, 0))), (3, 6, None));
//! assert!(v.slice((1, ..)).iter().eq(4..8));
//!
//! let mut bytes = [0; 4];
//! PackedViewMut::<U4, _>::new(&mut bytes, layout!(8:1)).set(5, 0xf);
//! assert_eq!(bytes, [0, 0, 0xf0, 0]);
//! ```
//!
//! # Quantised blocks
//!
//! The order of the elements of a block is a layout, and what their bits mean a
//! [`PackedElement`]. A block of Q4_0 of ggml has a scale in two bytes, and then 32 elements in sixteen
//! bytes, of which the first sixteen are the lower halves:
//!
//! ```
//! use layout_view::packed::{PackedElement, PackedView};
//! use layout_view::{ViewMut, layout};
//!
//! /// An element of Q4_0: from -8 to 7.
//! enum Q4 {}
//!
//! impl PackedElement for Q4 {
//!     type Value = f32;
//!     const BITS: u32 = 4;
//!     fn unpack(bits: u8) -> f32 {
//!         f32::from(bits) - 8.0
//!     }
//!     fn pack(value: f32) -> u8 {
//!         (value + 8.5).clamp(0.0, 15.0) as u8
//!     }
//! }
//!
//! layout! {
//!     // Blocks of 18 bytes are 36 halves.
//!     struct Blocks<blocks> = ((16,2),blocks):((2,1),36);
//!     struct Values<blocks> = (32,blocks):(1,32);
//! }
//!
//! /// Two blocks, with what follows the scale.
//! let halves: Vec<u8> = (0..36u8).map(|i| i.wrapping_mul(0x37)).collect();
//! let mut values = [0.0; 64];
//! let blocks = PackedView::<Q4, _>::new(&halves[2..], Blocks::of(2));
//! blocks.copy_to(&mut ViewMut::new(&mut values, Values::of(2)));
//! assert_eq!(values[32 + 5], f32::from(halves[18 + 2 + 5] & 15) - 8.0);
//! assert_eq!(values[32 + 16 + 5], f32::from(halves[18 + 2 + 5] >> 4) - 8.0);
//! ```
//!
//! | format | block | elements | of a block |
//! |---|---|---|---|
//! | Q4_0 (ggml) | 18 bytes: a scale of 16 bits, 16 bytes | `((16,2),n):((2,1),36)` from byte 2 on | `d * (q - 8)` |
//! | Q4_K (ggml) | 144 bytes: two scales, 12 bytes of scales of 6 bits, 128 bytes | `(32,2,4,n):(2,1,64,288)` from byte 16 on | `d * s * q - dmin * m` |
//! | MXFP4 (OCP) | 32 [`E2M1`] and a scale, a power of two | `(32,n):(1,34)`, and in ggml `((16,2),n):((2,1),34)` from byte 1 on | `s * x` |
//! | NF4 (bitsandbytes) | 64 [`NF4`], the scales apart | `((2,32),n):((-1,2),64)` | `s * x` |
//!
//! The scales of Q4_K, 6 bits in two pieces, are views of halves and of quarters: `(4,2,n):(2,16,288)` from byte 4 on has the lower four
//! bits of scale `j + 4h`, `(4,12,n):(1,4,576)` the quarters of all twelve bytes.
//!
//! # Vectors, whole bytes, other elements
//!
//! [`to_array`](PackedView::to_array) and [`set_array`](PackedViewMut::set_array) read and write all elements of a view, as of a block: where the
//! layout is known at compile time, so is the place of each in its byte. Copies read and write whole bytes where elements lie side by
//! side, and [`copy_packed`](PackedViewMut::copy_packed) moves them. [`recast`](PackedView::recast), [`bytes`](PackedView::bytes) and
//! [`View::packed`](crate::View::packed) see the same bits as other elements, by a layout of these.
//!
//! ```
//! use layout_view::packed::U4;
//! use layout_view::{View, layout};
//!
//! layout! {
//!     struct Bytes<m, n> = (m, n):(n, 1);
//!     struct Halves<m, n> = (m, 2 * n):(2 * n, 1);
//! }
//!
//! let bytes = [0x10, 0x32, 0x54, 0x76, 0x98, 0xba];
//! let v = View::new(&bytes, Bytes::new(2, 3)?);
//! let halves = v.packed::<U4, _>(Halves::new(2, 3)?);
//! assert!(halves.slice((1, ..)).iter().eq(6..12));
//! assert_eq!(halves.slice((1, ..)).to_array(), [6, 7, 8, 9, 10, 11]);
//! assert_eq!(halves.bytes(Bytes::new(2, 3)?)[(1, 2)], 0xba);
//! # Ok::<(), layout_view::ShapeError>(())
//! ```

#![allow(unsafe_code)]

#[cfg(test)]
mod blocks_tests;
mod copy;
mod element;
mod exclusive;
mod recast;
mod rows;
mod shared;
#[cfg(test)]
mod tests;
mod unpack;

use core::marker::PhantomData;
use core::ptr::NonNull;

pub use element::{E2M1, I4, NF4, PackedElement, U1, U2, U4};
pub use exclusive::PackedViewMut;
pub use shared::PackedView;

pub use crate::iter::PackedIter;

use super::place::Address;
use crate::Map;

/// Returns true if no swizzle follows a layout, so that elements are steps apart.
const fn is_plain<O: Map>() -> bool {
    O::IDENTITY
}

/// Place of a packed element.
pub struct Bits<E> {
    bytes: NonNull<u8>,
    /// The number of elements between the first of that byte and this one.
    element: isize,
    kind: PhantomData<fn() -> E>,
}

impl<E> Clone for Bits<E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Bits<E> {}

impl<E: PackedElement> Address for Bits<E> {
    #[inline(always)]
    unsafe fn moved(self, by: isize) -> Self {
        Bits { element: self.element.wrapping_add(by), ..self }
    }
}

impl<E: PackedElement> Bits<E> {
    /// The number of elements in a byte.
    const IN_A_BYTE: usize = {
        let divides = E::BITS == 1 || E::BITS == 2 || E::BITS == 4;
        assert!(divides, "a packed element has 1, 2 or 4 bits, so that none is in two bytes");
        8 / E::BITS as usize
    };
    const MASK: u8 = (1 << E::BITS) - 1;

    #[inline(always)]
    fn first(bytes: NonNull<[u8]>) -> Self {
        Bits { bytes: bytes.cast(), element: 0, kind: PhantomData }
    }

    /// The number of elements in a buffer.
    #[inline(always)]
    fn count(bytes: NonNull<[u8]>) -> usize {
        bytes.len().saturating_mul(const { Self::IN_A_BYTE })
    }

    /// The element `by` elements further.
    ///
    /// # Safety
    ///
    /// Both are elements in one allocation.
    #[inline(always)]
    unsafe fn at(self, by: isize) -> Self {
        Bits { element: self.element.wrapping_add(by), ..self }
    }

    /// The same place, counted from its byte.
    ///
    /// # Safety
    ///
    /// The byte is in the allocation.
    #[inline(always)]
    unsafe fn settled(self) -> Self {
        let element = self.element & (const { Self::IN_A_BYTE } as isize - 1);
        // SAFETY: by the caller.
        Bits { bytes: unsafe { self.byte() }.0, element, ..self }
    }

    /// The byte, and by how much it is shifted.
    ///
    /// # Safety
    ///
    /// The byte is in the allocation.
    #[inline(always)]
    unsafe fn byte(self) -> (NonNull<u8>, u32) {
        // A power of two, so that both round down: an element may be before the byte from which it is counted.
        let bytes = self.element >> const { Self::IN_A_BYTE.trailing_zeros() };
        let place = self.element & (const { Self::IN_A_BYTE } as isize - 1);
        // SAFETY: by the caller.
        (unsafe { self.bytes.offset(bytes) }, place as u32 * E::BITS)
    }

    /// # Safety
    ///
    /// The element may be read.
    #[inline(always)]
    unsafe fn read_bits(self) -> u8 {
        // SAFETY: by the caller.
        let (byte, shift) = unsafe { self.byte() };
        // SAFETY: the same.
        (unsafe { byte.read() }) >> shift & const { Self::MASK }
    }

    /// # Safety
    ///
    /// The element may be read.
    #[inline(always)]
    pub(crate) unsafe fn read(self) -> E::Value {
        // SAFETY: by the caller.
        E::unpack(unsafe { self.read_bits() })
    }

    /// Writes the bits of the element, of which no more are set than it has.
    ///
    /// # Safety
    ///
    /// Nobody else has the byte of the element.
    #[inline(always)]
    unsafe fn write_bits(self, bits: u8) {
        // SAFETY: by the caller.
        let (byte, shift) = unsafe { self.byte() };
        // SAFETY: the same.
        unsafe { byte.write(byte.read() & !(const { Self::MASK } << shift) | bits << shift) }
    }

    /// # Safety
    ///
    /// Nobody else has the byte of the element.
    #[inline(always)]
    unsafe fn write(self, value: E::Value) {
        // SAFETY: by the caller.
        unsafe { self.write_bits(E::pack(value) & const { Self::MASK }) }
    }
}
