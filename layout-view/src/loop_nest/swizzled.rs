//! Loop nests over swizzled layouts: the loops are those of the layouts before their maps, at whose offsets the maps are computed.

#![allow(unsafe_code)]

use core::ptr::NonNull;

use super::constant::{for_each_constant_offset, for_each_iteration};
use crate::domain::Domain;
use crate::place::Elements;
use layout_runtime::internals::MAX;

/// Calls a function with the elements at each coordinate of a domain.
///
/// # Safety
///
/// The offsets that the domain visits are those of the source and of the target.
#[inline(always)]
pub(crate) unsafe fn for_each_element<T, U, X: Domain>(
    domain: X,
    source: impl Elements<T>,
    target: impl Elements<U>,
    f: &mut impl FnMut(NonNull<T>, NonNull<U>),
) {
    // SAFETY: by the caller: nests visit the offsets of the domain.
    let mut each = |s, t| unsafe { f(source.element(s), target.element(t)) };
    if const { X::IS_CONSTANT } {
        return for_each_constant_offset(domain, each);
    }
    match domain.nest::<MAX>() {
        None => domain.for_each_coordinate(each),
        Some(nest) => {
            let (l0, l1) = nest.innermost();
            nest.for_each_outer(|s, t| {
                for_each_iteration(l1, s, t, |s, t| for_each_iteration(l0, s, t, &mut each));
            });
        }
    }
}
