//! Copies among packed elements.
//!
//! Where all elements of both layouts are those of whole bytes, the bytes are copied as those of any view. Otherwise whole
//! bytes are copied where elements lie side by side at the same places of their bytes, and single elements elsewhere.

use core::ptr::NonNull;

use super::rows::pieces;
use super::{Bits, PackedElement};
use crate::copy::run_time_nest::copy_nest;
use crate::copy::run_time_nest::copy_two_loops;
use crate::domain::Domain;
use crate::loop_nest::constant::{for_each_constant_row, for_each_iteration};
use crate::loop_nest::{Loop, SOURCE, TARGET};
use layout_runtime::internals::{MAX, MAX_LEAVES_SMALL};

/// Copies the bits of packed elements at each coordinate of two layouts: as bytes, where all of them are whole ones.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is a packed element, and from `target`, at each of the second one
/// whose byte nobody else has; no two of these are the same. There is a coordinate.
#[inline(always)]
pub(super) unsafe fn copy_bits<E: PackedElement, X: Domain>(
    domain: X,
    source: Bits<E>,
    target: Bits<E>,
) {
    if const { X::IS_CONSTANT } {
        // SAFETY: by the caller.
        return for_each_constant_row(domain, |l, s, t| unsafe {
            copy(l, source.at(s), target.at(t))
        });
    }
    // SAFETY: by the caller, in each case.
    unsafe {
        if let Some((l0, l1)) = domain.untiled_loops::<u8>() {
            let mut loops = [l0, l1];
            if let Some((from, to)) = in_bytes(&mut loops, source, target) {
                return copy_two_loops(loops[0], loops[1], from.as_ptr(), to.as_ptr());
            }
        }
        if const { X::LEAVES <= MAX_LEAVES_SMALL } {
            copy_run_time::<E, X, MAX_LEAVES_SMALL>(domain, source, target);
        } else {
            copy_run_time::<E, X, MAX>(domain, source, target);
        }
    }
}

/// [`copy_bits`] by loops that are found at run time.
///
/// # Safety
///
/// The same.
#[inline(always)]
unsafe fn copy_run_time<E: PackedElement, X: Domain, const N: usize>(
    domain: X,
    source: Bits<E>,
    target: Bits<E>,
) {
    // SAFETY: by the caller, in all of this: the nest visits the offsets of the domain.
    unsafe {
        let Some(mut nest) = domain.nest::<N>() else {
            return domain.for_each_coordinate(|s, t| copy(Loop::UNIT, source.at(s), target.at(t)));
        };
        let begin = (source.at(nest.start[SOURCE]), target.at(nest.start[TARGET]));
        if let Some((from, to)) = in_bytes(&mut nest.loops, begin.0, begin.1) {
            nest.start = [0, 0];
            return copy_nest(&nest, from, to);
        }
        let (inner, outer) = nest.innermost();
        nest.for_each_outer(|s, t| {
            for_each_iteration(outer, s, t, |s, t| copy(inner, source.at(s), target.at(t)))
        });
    }
}

/// Counts loops in bytes, the first the innermost, if all their elements are those of whole bytes, both in the source and in
/// the target, which begin at these elements; answers the first bytes.
///
/// # Safety
///
/// Both are elements.
#[inline(always)]
unsafe fn in_bytes<E: PackedElement>(
    loops: &mut [Loop],
    source: Bits<E>,
    target: Bits<E>,
) -> Option<(NonNull<u8>, NonNull<u8>)> {
    let per = const { Bits::<E>::IN_A_BYTE };
    // SAFETY: by the caller.
    let (from, to) = unsafe { (source.byte(), target.byte()) };
    let is_whole = |l: &Loop| l.step.iter().all(|step| step & (per as isize - 1) == 0);
    let (run, others) = loops.split_first_mut()?;
    let begin = (from.1, to.1) == (0, 0);
    if !(begin
        && run.is_contiguous()
        && run.extent.is_multiple_of(per)
        && others.iter().all(is_whole))
    {
        return None;
    }
    run.extent /= per;
    for l in others {
        l.step = l.step.map(|step| step / per as isize);
    }
    Some((from.0, to.0))
}

/// Copies the bits of the packed elements of a loop.
///
/// # Safety
///
/// At each offset of the loop from `source` is a packed element, and from `target` one whose byte nobody else has; no two
/// of these are the same.
#[inline(always)]
unsafe fn copy<E: PackedElement>(l: Loop, source: Bits<E>, target: Bits<E>) {
    let per = const { Bits::<E>::IN_A_BYTE };
    let apart = source.element.wrapping_sub(target.element);
    // SAFETY: by the caller, in all of this.
    unsafe {
        if (l.source(), l.target()) == (1, 1) && (apart as usize).is_multiple_of(per) {
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
            for_each_iteration(l, 0, 0, |s, t| target.at(t).write_bits(source.at(s).read_bits()));
        }
    }
}
