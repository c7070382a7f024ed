//! Elements of two operands, visited by the loop nest of their domain.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::{Loop, run_time, swizzled};
use crate::domain::Domain;
use crate::inner_loop;
use crate::place::{Elements, is_swizzled};

/// Calls a function with the elements at each coordinate of a domain.
///
/// # Safety
///
/// The offsets that the domain visits are those of the source and of the target.
#[inline(always)]
pub(crate) unsafe fn for_each_element<T, U, X, A, B>(
    domain: X,
    source: A,
    target: B,
    mut f: impl FnMut(NonNull<T>, NonNull<U>),
) where
    X: Domain,
    A: Elements<T>,
    B: Elements<U>,
{
    // The function is moved: behind a reference it could change with what is written, as far as the
    // compiler knows.
    // SAFETY: by the caller: the rows are those of the domain.
    unsafe {
        for_each_row(domain, source, target, move |l, s, t| {
            inner_loop::for_each(l, const { X::STEPS }, const { X::ROW }, s, t, &mut f);
        });
    }
}

/// Calls a function with the innermost loop of a domain and the elements where it begins, at each iteration of the others.
///
/// # Safety
///
/// As [`for_each_element`].
#[inline(always)]
pub(crate) unsafe fn for_each_row<T, U, X, A, B>(
    domain: X,
    source: A,
    target: B,
    mut row: impl FnMut(Loop, NonNull<T>, NonNull<U>),
) where
    X: Domain,
    A: Elements<T>,
    B: Elements<U>,
{
    if (const { !X::IS_CONSTANT }) && domain.is_empty() {
        return;
    }
    // SAFETY: by the caller.
    unsafe {
        if const { is_swizzled::<T, U, A, B>() } {
            // Elements of a row are no steps apart then.
            swizzled::for_each_element(domain, source, target, &mut |s, t| row(Loop::UNIT, s, t));
        } else {
            run_time::for_each_row(domain, source.zero(), target.zero(), row);
        }
    }
}
