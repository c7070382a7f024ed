//! Classification of a copy: by what is known of its two layouts.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::{constant_nest, constant_tail, rank_1, rank_2, run_time_nest};
use crate::domain::{Domain, Elementwise};
use crate::operand::Operand;

/// Copies the element at each coordinate of one layout to the same coordinate of another.
///
/// # Safety
///
/// From `source`, at each offset of the first layout is an element to be read; from `target`, at
/// each of the second is one to be written, and none is one of the source.
#[inline(always)]
pub(super) unsafe fn copy_elements<T: Copy, A: Operand, B: Operand>(
    domain: Elementwise<A, B>,
    source: NonNull<T>,
    target: NonNull<T>,
) {
    // SAFETY: by the caller, in each case: the loops visit the offsets of the domain.
    unsafe {
        if const { <Elementwise<A, B>>::IS_CONSTANT } {
            constant_nest::copy(domain, source.as_ptr(), target.as_ptr());
        } else if let Some(l) = domain.one_loop() {
            rank_1::copy(l, source.as_ptr(), target.as_ptr());
        } else if let Some((a, b)) = domain.two_loops() {
            if const { rank_2::is_unrolled(A::SIZE) || rank_2::is_unrolled(B::SIZE) } {
                rank_2::copy_unrolled(a, b, source.as_ptr(), target.as_ptr());
            } else {
                rank_2::copy(a, b, source.as_ptr(), target.as_ptr());
            }
        } else if !domain.is_empty() && !constant_tail::copy(domain, source, target) {
            run_time_nest::copy(domain, source, target);
        }
    }
}
