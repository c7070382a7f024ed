//! The bits of packed elements.

use core::marker::PhantomData;

pub(crate) use layout_runtime::internals::{Recast, Whole, Width};

use super::packed::PackedElement;

/// Elements below a byte.
pub(super) struct Below<E>(PhantomData<E>);

impl<E: PackedElement> Width for Below<E> {
    const BITS: usize = E::BITS as usize;
}
