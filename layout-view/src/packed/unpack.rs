//! Copies of packed elements to their values.
//!
//! Where elements lie side by side, whole bytes are read; so they are where a loop goes from byte to byte, and the next one
//! through the places within each, as through the halves of a block of Q4_0. Where all elements of a loop have one place
//! within their bytes, it is shifted by one number. Other loops go element by element.

use core::ptr::NonNull;

use super::rows::pieces;
use super::{Bits, PackedElement};
use crate::domain::Domain;
use crate::loop_nest::Loop;
use crate::loop_nest::constant::{for_each_constant_row, for_each_iteration};
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};

/// Writes the values of packed elements at each coordinate of two layouts.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is a packed element, and from `target`, at each of the second an
/// element that nobody else has. There is a coordinate.
#[inline(always)]
pub(super) unsafe fn unpack_domain<E: PackedElement, X: Domain>(
    domain: X,
    source: Bits<E>,
    target: NonNull<E::Value>,
) {
    if const { X::IS_CONSTANT } {
        // SAFETY: by the caller.
        return for_each_constant_row(domain, |l, s, t| unsafe {
            unpack(l, source.at(s), target.offset(t))
        });
    }
    // SAFETY: by the caller.
    unsafe {
        if const { X::LEAVES <= MAX_LEAVES_SMALL } {
            unpack_run_time::<E, X, MAX_LEAVES_SMALL>(domain, source, target);
        } else {
            unpack_run_time::<E, X, MAX>(domain, source, target);
        }
    }
}

/// [`unpack_domain`] by loops that are found at run time.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn unpack_run_time<E: PackedElement, X: Domain, const N: usize>(
    domain: X,
    source: Bits<E>,
    target: NonNull<E::Value>,
) {
    let per = const { Bits::<E>::IN_A_BYTE };
    // SAFETY: by the caller, in all of this: the nest visits the offsets of the domain.
    unsafe {
        let Some(nest) = domain.nest::<N>() else {
            return domain
                .for_each_coordinate(|s, t| unpack(Loop::UNIT, source.at(s), target.offset(t)));
        };
        let (l0, l1) = nest.innermost();
        if (l0.source(), l0.target()) != (per as isize, 1) {
            return nest.for_each_outer(|s, t| {
                for_each_iteration(l1, s, t, |s, t| unpack(l0, source.at(s), target.offset(t)));
            });
        }
        let is_all = (l1.extent, l1.source()) == (per, 1);
        nest.for_each_outer(|s, t| {
            let (byte, shift) = source.at(s).byte();
            if is_all && shift == 0 {
                let bytes = NonNull::slice_from_raw_parts(byte, l0.extent);
                return unpack_planes::<E>(bytes.as_ref(), target.offset(t), l1.target());
            }
            for_each_iteration(l1, s, t, |s, t| {
                let (byte, shift) = source.at(s).byte();
                let bytes = NonNull::slice_from_raw_parts(byte, l0.extent);
                let mut values = NonNull::slice_from_raw_parts(target.offset(t), l0.extent);
                unpack_places::<E>(bytes.as_ref(), shift, values.as_mut());
            });
        });
    }
}

/// The elements that are written out: as many as a register has bytes.
const MANY: usize = 16;

/// Sets the values of all elements of bytes, those of one place within each byte side by side, so far apart from those of the
/// next place.
///
/// # Safety
///
/// At each of these is an element that nobody else has.
#[inline(never)]
unsafe fn unpack_planes<E: PackedElement>(bytes: &[u8], values: NonNull<E::Value>, apart: isize) {
    let per = const { Bits::<E>::IN_A_BYTE };
    let (many, rest) = bytes.as_chunks::<MANY>();
    for (i, bytes) in many.iter().enumerate() {
        for k in 0..per {
            // SAFETY: by the caller.
            let values = unsafe { values.offset(k as isize * apart).add(MANY * i).cast().as_mut() };
            unpack_many::<E>(bytes, k as u32 * E::BITS, values);
        }
    }
    for (i, byte) in rest.iter().enumerate() {
        for k in 0..per {
            // SAFETY: by the caller.
            let value = unsafe { values.offset(k as isize * apart).add(MANY * many.len() + i) };
            // SAFETY: the same.
            unsafe { value.write(of_byte::<E>(*byte, k)) };
        }
    }
}

/// Sets the values of the elements at one place within each byte.
#[inline(never)]
fn unpack_places<E: PackedElement>(bytes: &[u8], shift: u32, values: &mut [E::Value]) {
    let (many, bytes) = bytes.as_chunks::<MANY>();
    let (sets, values) = values.as_chunks_mut::<MANY>();
    for (values, bytes) in sets.iter_mut().zip(many) {
        unpack_many::<E>(bytes, shift, values);
    }
    for (value, byte) in values.iter_mut().zip(bytes) {
        *value = E::unpack(byte >> shift & const { Bits::<E>::MASK });
    }
}

/// [`unpack_places`] of `MANY` elements, of which the compiler makes vectors: of references that are arguments it knows that they share
/// nothing. It has no `#[inline]`, by which rustc would inline it before LLVM sees the arguments.
fn unpack_many<E: PackedElement>(bytes: &[u8; MANY], shift: u32, values: &mut [E::Value; MANY]) {
    for (value, byte) in values.iter_mut().zip(bytes) {
        *value = E::unpack(byte >> shift & const { Bits::<E>::MASK });
    }
}

/// Sets the values of all elements of bytes, which are side by side.
#[inline(never)]
fn unpack_bytes<E: PackedElement>(bytes: &[u8], values: &mut [E::Value]) {
    let per = const { Bits::<E>::IN_A_BYTE };
    for (values, byte) in values.chunks_exact_mut(per).zip(bytes) {
        for (k, value) in values.iter_mut().enumerate() {
            *value = of_byte::<E>(*byte, k);
        }
    }
}

/// The value of the element of a byte.
#[inline(always)]
fn of_byte<E: PackedElement>(byte: u8, element: usize) -> E::Value {
    E::unpack(byte >> (element as u32 * E::BITS) & const { Bits::<E>::MASK })
}

/// Reads the packed elements of a loop, and writes their values.
///
/// # Safety
///
/// At each offset of the loop from `source` is a packed element, and from `target` an element that nobody else has.
#[inline(always)]
unsafe fn unpack<E: PackedElement>(l: Loop, source: Bits<E>, target: NonNull<E::Value>) {
    let per = const { Bits::<E>::IN_A_BYTE };
    if (l.source(), l.target()) == (1, 1) {
        let (before, bytes, after) = pieces(source, l.extent);
        // SAFETY: by the caller, in all of this: the pieces are the elements of the loop. A piece of bytes begins at the first
        // element of a byte.
        unsafe {
            for i in 0..before {
                target.add(i).write(source.at(i as isize).read());
            }
            if bytes > 0 {
                let first = source.at(before as isize).byte().0;
                let to = target.add(before);
                let bytes = NonNull::slice_from_raw_parts(first, bytes);
                let values = NonNull::slice_from_raw_parts(to, bytes.len() * per);
                unpack_bytes::<E>(bytes.as_ref(), { values }.as_mut());
            }
            let last = l.extent - after;
            for i in last..l.extent {
                target.add(i).write(source.at(i as isize).read());
            }
        }
    } else if l.source() % per as isize == 0 {
        // SAFETY: by the caller, in all of this. Each step goes over whole bytes, so that the place within them is that of the
        // first element.
        unsafe {
            let (first, shift) = source.byte();
            let step = l.source() / per as isize;
            let value = |byte: u8| E::unpack(byte >> shift & const { Bits::<E>::MASK });
            for_each_iteration(Loop::new(l.extent, step, l.target()), 0, 0, |s, t| {
                target.offset(t).write(value(first.offset(s).read()));
            });
        }
    } else {
        // SAFETY: by the caller.
        for_each_iteration(l, 0, 0, |s, t| unsafe { target.offset(t).write(source.at(s).read()) });
    }
}
