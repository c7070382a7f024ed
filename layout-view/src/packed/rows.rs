//! The innermost loops of what writes packed elements: of values, or of one.
//!
//! Where elements lie side by side, whole bytes are written. Other loops go element by element.

use core::ptr::NonNull;

use super::{Bits, PackedElement};
use crate::domain::Domain;
use crate::loop_nest::Loop;
use crate::loop_nest::constant::{for_each_constant_row, for_each_iteration};
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};

/// Calls a function with the innermost loop of a domain and the offsets where it begins, at each iteration of the others.
#[inline(always)]
pub(super) fn rows<X: Domain>(domain: X, mut f: impl FnMut(Loop, isize, isize)) {
    if const { X::IS_CONSTANT } {
        return for_each_constant_row(domain, f);
    }
    if domain.is_empty() {
        return;
    }
    if const { X::LEAVES <= MAX_LEAVES_SMALL } {
        by_nest::<X, MAX_LEAVES_SMALL>(domain, &mut f);
    } else {
        by_nest::<X, MAX>(domain, &mut f);
    }
}

/// [`rows`] by loops that are found at run time.
#[inline(always)]
fn by_nest<X: Domain, const N: usize>(domain: X, f: &mut impl FnMut(Loop, isize, isize)) {
    match domain.nest::<N>() {
        Some(nest) => {
            let (inner, outer) = nest.innermost();
            nest.for_each_outer(|s, t| for_each_iteration(outer, s, t, |s, t| f(inner, s, t)));
        }
        None => domain.for_each_coordinate(|s, t| f(Loop::UNIT, s, t)),
    }
}

/// The pieces of a run of elements side by side: the number of elements before the first whole byte, of whole bytes, and of elements after
/// them.
#[inline(always)]
pub(super) fn pieces<E: PackedElement>(at: Bits<E>, count: usize) -> (usize, usize, usize) {
    let per = const { Bits::<E>::IN_A_BYTE };
    let before = (at.element.wrapping_neg() as usize % per).min(count);
    (before, (count - before) / per, (count - before) % per)
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
    if l.target() != 1 {
        // SAFETY: by the caller.
        return for_each_iteration(l, 0, 0, |s, t| unsafe {
            target.at(t).write(source.offset(s).read())
        });
    }
    let (before, bytes, after) = pieces(target, l.extent);
    // SAFETY: by the caller, in all of this: the pieces are the elements of the loop, and all elements of a whole byte are
    // among them.
    unsafe {
        let value = |i: usize| source.offset(i as isize * l.source()).read();
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

/// Sets the packed elements of a loop.
///
/// # Safety
///
/// At each offset of the loop from `target` is a packed element whose byte nobody else has.
#[inline(always)]
pub(super) unsafe fn fill<E: PackedElement>(l: Loop, target: Bits<E>, bits: u8) {
    if l.target() != 1 {
        // SAFETY: by the caller.
        return for_each_iteration(l, 0, 0, |_, t| unsafe { target.at(t).write_bits(bits) });
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
