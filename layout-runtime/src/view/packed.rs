//! Elements below a byte: views that read and write four, two or one bits.
//!
//! A [`PackedView`] is to packed elements what a [`View`](super::View) is to others: its layout says at
//! which place an element is, counted in elements, not in bytes. The first element of a byte is in its
//! lowest bits, as in CuTe's subbyte iterators; that the highest come first is a layout,
//! `(2,n):(-1,2)`.
//!
//! ```
//! use layout_runtime::layout;
//! use layout_runtime::view::packed::{PackedView, PackedViewMut, U4};
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
//! How a format orders the elements of a block is a layout, and what their bits mean a
//! [`PackedElement`]. A block of Q4_0 of ggml has a scale in two bytes, and then 32 elements in sixteen
//! bytes, of which the first sixteen are the lower halves:
//!
//! ```
//! use layout_runtime::view::packed::{PackedElement, PackedView};
//! use layout_runtime::{ViewMut, layout};
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
//! A block of MXFP4 is 32 elements [`E2M1`] one after the other: `(32,blocks):(1,32)`. NF4 of bitsandbytes
//! has the first of two elements in the upper half, `(2,n):(-1,2)`, and its values in a table.

#![allow(unsafe_code)]

mod element;
mod exclusive;
mod shared;

use core::marker::PhantomData;
use core::ptr::NonNull;

pub use element::{E2M1, I4, PackedElement, U1, U2, U4};
pub use exclusive::PackedViewMut;
pub use shared::{PackedIter, PackedView};

use super::place::Address;

/// Where a packed element is.
pub struct Bits<E> {
    bytes: NonNull<u8>,
    /// How many elements after the first of that byte.
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
    /// How many elements a byte has.
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

    /// How many elements there are in a buffer.
    #[inline(always)]
    fn count(bytes: NonNull<[u8]>) -> usize {
        bytes.len().saturating_mul(const { Self::IN_A_BYTE })
    }

    /// The byte, and by how much it is shifted.
    ///
    /// # Safety
    ///
    /// The byte is in the allocation.
    #[inline(always)]
    unsafe fn byte(self) -> (NonNull<u8>, u32) {
        let place = self.element as usize;
        let shift = (place % const { Self::IN_A_BYTE }) as u32 * E::BITS;
        // An element is in the buffer, so that its place is not negative.
        // SAFETY: by the caller.
        (unsafe { self.bytes.add(place / const { Self::IN_A_BYTE }) }, shift)
    }

    /// # Safety
    ///
    /// The element may be read.
    #[inline(always)]
    unsafe fn read(self) -> E::Value {
        // SAFETY: by the caller.
        let (byte, shift) = unsafe { self.byte() };
        // SAFETY: the same.
        E::unpack(unsafe { byte.read() } >> shift & const { Self::MASK })
    }

    /// # Safety
    ///
    /// Nobody else has the byte of the element.
    #[inline(always)]
    unsafe fn write(self, value: E::Value) {
        let bits = E::pack(value) & const { Self::MASK };
        // SAFETY: by the caller.
        let (byte, shift) = unsafe { self.byte() };
        // SAFETY: the same.
        unsafe { byte.write(byte.read() & !(const { Self::MASK } << shift) | bits << shift) }
    }
}
