//! `Stored`: the elements of a view as they lie in memory.

#![allow(unsafe_code)]

use super::data::{Source, Target};
use super::domain::Elementwise;
use super::loop_nest::elements::for_each_element;
use super::{View, ViewMut};
use crate::Layout;

/// The elements of a view in the order in which they lie in memory: what to take where the order
/// does not matter, and the layout is not known to run along it.
///
/// The order is that of nested loops over the leaves, the smallest stride the innermost and run
/// upward: so addresses rise, unless leaves interleave, as [`Layout::in_storage_order`] says. An
/// element that several coordinates share comes as often. Swizzles move elements within their
/// blocks: the order is that before them.
///
/// ```
/// use layout_view::{Extent, Mode, View, ViewMut, layout};
///
/// // In the order of coordinates, along the columns; as it lies in memory, along the rows.
/// let rows = View::new(b"abcdef", layout!((2,3):(3,1)));
/// assert_eq!(rows.iter().map(|&x| x as char).collect::<String>(), "adbecf");
/// let mut stored = String::new();
/// rows.in_storage_order().for_each(|&x| stored.push(x as char));
/// assert_eq!(stored, "abcdef");
///
/// let mode = |extent, stride| Mode { extent: Extent::new(extent), stride };
/// let reversed = (mode(2, -3), mode(3, -1));
/// let (mut buffer, mut count) = ([0; 6], 0);
/// ViewMut::new(&mut buffer, reversed).in_storage_order_mut().for_each(|x| {
///     *x = count;
///     count += 1;
/// });
/// assert_eq!(buffer, [0, 1, 2, 3, 4, 5]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stored<V>(V);

impl<S: Source> Stored<&S> {
    /// Calls a function with every element.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(&S::Element)) {
        let (operand, all) = (self.0.operand(), self.0.elements());
        // SAFETY: the elements of a source by its layout, which are borrowed.
        unsafe {
            for_each_element(Elementwise(operand, operand), all, all, |_, element| {
                f(element.as_ref())
            })
        };
    }
}

impl<D: Target> Stored<&mut D> {
    /// Calls a function with every element.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(&mut D::Element)) {
        let (operand, all) = (self.0.operand(), self.0.elements_mut());
        // SAFETY: the elements of a target by its layout, which are borrowed.
        unsafe {
            for_each_element(Elementwise(operand, operand), all, all, |_, mut element| {
                f(element.as_mut())
            })
        };
    }
}

impl<T, L: Layout> View<'_, T, L> {
    /// The elements as they lie in memory, for what does not depend on their order.
    #[inline(always)]
    #[must_use]
    pub fn in_storage_order(&self) -> Stored<&Self> {
        Stored(self)
    }
}

impl<T, L: Layout> ViewMut<'_, T, L> {
    /// The elements as they lie in memory, for what does not depend on their order.
    #[inline(always)]
    #[must_use]
    pub fn in_storage_order_mut(&mut self) -> Stored<&mut Self> {
        Stored(self)
    }
}
