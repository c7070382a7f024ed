//! The innermost loops of copies between packed elements and others, and among packed ones.
//!
//! Where elements lie side by side, whole bytes are read and written; where all elements of a loop have one place
//! within their bytes, it is shifted by one number. Other loops go element by element.

use core::ptr::NonNull;

use super::{Bits, PackedElement};
use crate::view::found::FEW;
use crate::view::nest::Loop;
use crate::view::pair::Pair;
use crate::view::steps::MAX;
use crate::view::sweep::{sweep_rows, turns};

/// Calls a function with the innermost loop of a pair and the offsets where it begins, at each turn of the others.
#[inline(always)]
pub(super) fn rows<X: Pair>(pair: X, mut f: impl FnMut(Loop, isize, isize)) {
    if const { X::IS_KNOWN } {
        return sweep_rows(pair, f);
    }
    if pair.is_empty() {
        return;
    }
    if const { X::LEAVES <= FEW } {
        by_nest::<X, FEW>(pair, &mut f);
    } else {
        by_nest::<X, MAX>(pair, &mut f);
    }
}

/// [`rows`] by loops that are found at run time.
#[inline(always)]
fn by_nest<X: Pair, const N: usize>(pair: X, f: &mut impl FnMut(Loop, isize, isize)) {
    match pair.nest::<N>() {
        Some(nest) => {
            let (inner, outer) = nest.inner();
            nest.outer(|s, t| turns(outer, s, t, |s, t| f(inner, s, t)));
        }
        None => pair.each(|s, t| f(Loop::ONCE, s, t)),
    }
}

/// The pieces of a run of elements side by side: so many before the first whole byte, whole bytes, and the elements after
/// them.
#[inline(always)]
fn pieces<E: PackedElement>(at: Bits<E>, count: usize) -> (usize, usize, usize) {
    let per = const { Bits::<E>::IN_A_BYTE };
    let before = (at.element.wrapping_neg() as usize % per).min(count);
    (before, (count - before) / per, (count - before) % per)
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
pub(super) unsafe fn unpack<E: PackedElement>(l: Loop, source: Bits<E>, target: NonNull<E::Value>) {
    let per = const { Bits::<E>::IN_A_BYTE };
    if (l.source, l.target) == (1, 1) {
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
                for i in 0..bytes {
                    let byte = first.add(i).read();
                    for k in 0..per {
                        to.add(i * per + k).write(of_byte::<E>(byte, k));
                    }
                }
            }
            let last = l.extent - after;
            for i in last..l.extent {
                target.add(i).write(source.at(i as isize).read());
            }
        }
    } else if l.source % per as isize == 0 {
        // SAFETY: by the caller, in all of this. Each step goes over whole bytes, so that the place within them is that of the
        // first element.
        unsafe {
            let (first, shift) = source.byte();
            let step = l.source / per as isize;
            let value = |byte: u8| E::unpack(byte >> shift & const { Bits::<E>::MASK });
            if (step, l.target) == (1, 1) {
                for i in 0..l.extent {
                    target.add(i).write(value(first.add(i).read()));
                }
            } else {
                turns(Loop { source: step, ..l }, 0, 0, |s, t| {
                    target.offset(t).write(value(first.offset(s).read()));
                });
            }
        }
    } else {
        // SAFETY: by the caller.
        turns(l, 0, 0, |s, t| unsafe { target.offset(t).write(source.at(s).read()) });
    }
}

/// Writes packed elements of the values of a loop.
///
/// # Safety
///
/// At each offset of the loop from `source` is an element to be read, and from `target` a packed element whose byte nobody
/// else has; no two of these are the same.
#[inline(always)]
pub(super) unsafe fn pack<E: PackedElement>(l: Loop, source: NonNull<E::Value>, target: Bits<E>) {
    let per = const { Bits::<E>::IN_A_BYTE };
    if l.target != 1 {
        // SAFETY: by the caller.
        return turns(l, 0, 0, |s, t| unsafe { target.at(t).write(source.offset(s).read()) });
    }
    let (before, bytes, after) = pieces(target, l.extent);
    // SAFETY: by the caller, in all of this: the pieces are the elements of the loop, and all elements of a whole byte are
    // among them.
    unsafe {
        let value = |i: usize| source.offset(i as isize * l.source).read();
        for i in 0..before {
            target.at(i as isize).write(value(i));
        }
        if bytes > 0 {
            let first = target.at(before as isize).byte().0;
            for i in 0..bytes {
                let mut byte = 0;
                for k in 0..per {
                    let bits = E::pack(value(before + i * per + k)) & const { Bits::<E>::MASK };
                    byte |= bits << (k as u32 * E::BITS);
                }
                first.add(i).write(byte);
            }
        }
        for i in l.extent - after..l.extent {
            target.at(i as isize).write(value(i));
        }
    }
}

/// Copies the bits of the packed elements of a loop.
///
/// # Safety
///
/// At each offset of the loop from `source` is a packed element, and from `target` one whose byte nobody else has; no two
/// of these are the same.
#[inline(always)]
pub(super) unsafe fn copy<E: PackedElement>(l: Loop, source: Bits<E>, target: Bits<E>) {
    let per = const { Bits::<E>::IN_A_BYTE };
    let apart = source.element.wrapping_sub(target.element);
    // SAFETY: by the caller, in all of this.
    unsafe {
        if (l.source, l.target) == (1, 1) && (apart as usize).is_multiple_of(per) {
            // Both begin at the same place of a byte, and so have the same whole bytes. The target's are borrowed as
            // exclusive, so that none is one of the source.
            let (before, bytes, after) = pieces(target, l.extent);
            for i in 0..before as isize {
                target.at(i).write_bits(source.at(i).read_bits());
            }
            if bytes > 0 {
                let from = source.at(before as isize).byte().0;
                let to = target.at(before as isize).byte().0;
                to.copy_from_nonoverlapping(from, bytes);
            }
            for i in l.extent - after..l.extent {
                target.at(i as isize).write_bits(source.at(i as isize).read_bits());
            }
        } else {
            turns(l, 0, 0, |s, t| target.at(t).write_bits(source.at(s).read_bits()));
        }
    }
}

/// Sets the packed elements of a loop.
///
/// # Safety
///
/// At each offset of the loop from `target` is a packed element whose byte nobody else has.
#[inline(always)]
pub(super) unsafe fn fill<E: PackedElement>(l: Loop, target: Bits<E>, bits: u8) {
    if l.target != 1 {
        // SAFETY: by the caller.
        return turns(l, 0, 0, |_, t| unsafe { target.at(t).write_bits(bits) });
    }
    let (before, bytes, after) = pieces(target, l.extent);
    let byte =
        (0..const { Bits::<E>::IN_A_BYTE } as u32).fold(0, |all, k| all | bits << (k * E::BITS));
    // SAFETY: by the caller, in all of this: the pieces are the elements of the loop.
    unsafe {
        for i in 0..before as isize {
            target.at(i).write_bits(bits);
        }
        if bytes > 0 {
            target.at(before as isize).byte().0.write_bytes(byte, bytes);
        }
        for i in l.extent - after..l.extent {
            target.at(i as isize).write_bits(bits);
        }
    }
}
