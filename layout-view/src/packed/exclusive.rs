//! `PackedViewMut`: the only reference to packed elements with a layout.

use core::ptr::NonNull;

use super::copy::copy_bits;
use super::rows::{self, pack, rows};
use super::shared::assert_length;
use super::{Bits, PackedElement, PackedIter, PackedView, is_plain};
use crate::__private::made;
use crate::argument::Is;
use crate::bounds::Unpadded;
use crate::buffer::viewed;
use crate::copy::checked_domain;
use crate::domain::Elementwise;
use crate::dynamic::ShapeError;
use crate::loop_nest::run_time::for_each_offset;
use crate::place::Elements;
use crate::sizes::Pairs;
use crate::{Coordinate, Layout, SizeIs, Source, ViewBase, walk};
use layout_runtime::internals::{Prepared, Walk};

/// The only reference to packed elements `E` with a layout. See [`packed`](super).
///
/// Elements of one byte cannot be written by two threads, so that this has no parts at the same time: a slice,
/// a tile or a part borrows it.
pub type PackedViewMut<'a, E, L> = ViewBase<&'a mut u8, L, Bits<E>>;

impl<'a, E: PackedElement, L: Layout> PackedViewMut<'a, E, L> {
    /// The elements of a buffer by a layout, as [`PackedView::new`].
    ///
    /// # Panics
    ///
    /// If the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(bytes: &'a mut [u8], layout: impl Is<L, E, Bounds: Unpadded>) -> Self {
        let layout = layout.this();
        viewed(PackedViewMut::of_bytes(bytes, layout), layout)
    }

    /// [`PackedViewMut::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    #[inline(always)]
    pub fn try_new(
        bytes: &'a mut [u8],
        layout: impl Is<L, E, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        PackedViewMut::of_bytes(bytes, layout.this())
    }

    #[inline(always)]
    fn of_bytes(bytes: &'a mut [u8], layout: L) -> Result<Self, ShapeError> {
        let bytes = NonNull::from(bytes);
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { ViewBase::among(Bits::first(bytes), Bits::<E>::count(bytes), layout) }
    }

    /// Sets the value at a coordinate.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[track_caller]
    pub fn set<C: Coordinate<L::Geometry>>(&mut self, coordinate: C, value: E::Value) {
        // SAFETY: an element of the view, which is borrowed.
        unsafe { self.place().at(coordinate).write(value) }
    }

    /// The values, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> PackedIter<'_, E, L> {
        self.as_view().iter()
    }

    /// Sets every value to what a function makes of it, in the order of the 1-D coordinate: more than
    /// once one that several coordinates share.
    #[inline(always)]
    pub fn update(&mut self, mut f: impl FnMut(E::Value) -> E::Value) {
        let elements = self.place().elements();
        walk(self.place().geometry()).fold_offsets((), |(), offset| {
            // SAFETY: a walk visits the offsets of coordinates; the view is borrowed.
            unsafe {
                let element = elements.at(offset);
                element.write(f(element.read()));
            }
        });
    }

    /// Sets every value.
    #[inline(always)]
    pub fn fill(&mut self, value: E::Value) {
        if const { is_plain::<L::Map>() } && self.place().size() > 0 {
            let (operand, bits) =
                (self.place().operand(), E::pack(value) & const { Bits::<E>::MASK });
            // SAFETY: elements of the view, which is borrowed, by its layout; offset 0 is that of one.
            unsafe {
                let first = self.place().elements().at(0);
                rows(Elementwise(operand, operand), |l, _, t| rows::fill(l, first.at(t), bits));
            }
            return;
        }
        self.update(|_| value);
    }

    /// Sets the values, in the order of the 1-D coordinate: [`PackedView::to_array`] for writing.
    ///
    /// # Panics
    ///
    /// If the view has another number of elements; of a size that is known at compile time, it does not compile then.
    ///
    /// ```
    /// use layout_view::layout;
    /// use layout_view::packed::{PackedViewMut, U4};
    ///
    /// let mut bytes = [0; 4];
    /// PackedViewMut::<U4, _>::new(&mut bytes, layout!((4,2):(2,1))).set_array([1, 2, 3, 4, 5, 6, 7, 8]);
    /// assert_eq!(bytes, [0x51, 0x62, 0x73, 0x84]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn set_array<const N: usize>(&mut self, values: [E::Value; N])
    where
        L::Geometry: SizeIs<N>,
    {
        const { assert_length::<L, N>() };
        let size = self.place().size();
        assert!(size == N, "a view of {size} elements is no array of {N}");
        let elements = self.place().elements();
        if const { is_plain::<L::Map>() && N > 0 } {
            // SAFETY: offset 0 is that of an element, and others are counted from it; the view is borrowed.
            unsafe {
                let first = elements.at(0).settled();
                if first.element == 0 {
                    // The compiler knows where in its byte each element of a constant layout is.
                    let first = Bits { element: 0, ..first };
                    return self.write_all(values, |offset| first.at(offset));
                }
            }
        }
        // SAFETY: the offset of a coordinate.
        self.write_all(values, |offset| unsafe { elements.at(offset) });
    }

    /// Sets the value at each coordinate, at what a function makes of its offset: the element there.
    #[inline(always)]
    fn write_all<const N: usize>(&mut self, values: [E::Value; N], at: impl Fn(isize) -> Bits<E>) {
        walk(self.place().geometry()).fold_offsets(0, |i, offset| {
            // SAFETY: a walk visits the offsets of coordinates; the view is borrowed.
            unsafe { at(offset).write(values[i]) };
            i + 1
        });
    }

    /// Copies the bits of each element of another view to the same 1-D coordinate of this one, in an order that suits both
    /// layouts: whole bytes where elements lie side by side in both, at the same places of their bytes.
    ///
    /// Does not compile where the sizes differ, or two coordinates of this view share an element.
    ///
    /// # Panics
    ///
    /// If that is so of numbers that are known only at run time.
    ///
    /// ```
    /// use layout_view::layout;
    /// use layout_view::packed::{PackedView, PackedViewMut, U4};
    ///
    /// // From the first of two elements in the upper half of a byte to the first in the lower one.
    /// let (source, mut target) = ([0x12, 0x34], [0; 2]);
    /// let source = PackedView::<U4, _>::new(&source, layout!((2,2):(-1,2)));
    /// PackedViewMut::new(&mut target, layout!((2,2):(1,2))).copy_packed(source);
    /// assert_eq!(target, [0x21, 0x43]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_packed<M: Layout>(&mut self, source: PackedView<'_, E, M>) {
        let () = Pairs::<Prepared<M::Geometry>, Prepared<L::Geometry>>::COPIED;
        made(self.try_copy_packed(source));
    }

    /// [`PackedViewMut::copy_packed`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ, or two coordinates of this view may share an element.
    #[inline(always)]
    pub fn try_copy_packed<M: Layout>(
        &mut self,
        source: PackedView<'_, E, M>,
    ) -> Result<(), ShapeError> {
        let () = Pairs::<Prepared<M::Geometry>, Prepared<L::Geometry>>::COPIED;
        let domain = checked_domain(source.place().operand(), self.place().operand())?;
        let (source, target) = (source.place().elements(), self.place().elements());
        if const { is_plain::<L::Map>() && is_plain::<M::Map>() } {
            if self.place().size() > 0 {
                // SAFETY: the offsets of one coordinate in both layouts, so that both are elements, and no two of this
                // view are the same; it is borrowed. Offset 0 is that of an element.
                unsafe {
                    let (source, target) = (source.at(0), target.at(0));
                    copy_bits(domain, source, target);
                }
            }
            return Ok(());
        }
        // SAFETY: the same.
        for_each_offset(domain, |s, t| unsafe {
            target.at(t).write_bits(source.at(s).read_bits())
        });
        Ok(())
    }

    /// Sets each value to that at the same 1-D coordinate of a view or a slice of values, in an order that suits
    /// both layouts.
    ///
    /// Does not compile where the sizes differ, or two coordinates of this view share an element.
    ///
    /// # Panics
    ///
    /// If that is so of numbers that are known only at run time.
    ///
    /// ```
    /// use layout_view::layout;
    /// use layout_view::packed::{E2M1, PackedViewMut};
    ///
    /// let mut bytes = [0; 2];
    /// let mut v = PackedViewMut::<E2M1, _>::new(&mut bytes, layout!(4:1));
    /// v.copy_from(&[0.5, -6.0, 2.6, 1e9][..]);
    /// assert!(v.iter().eq([0.5, -6.0, 3.0, 6.0]));
    /// assert_eq!(bytes, [0xf1, 0x75]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<S: Source<Element = E::Value> + ?Sized>(&mut self, source: &S) {
        let () = Pairs::<S::Operand, Prepared<L::Geometry>>::COPIED;
        made(self.try_copy_from(source));
    }

    /// [`PackedViewMut::copy_from`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ, or two coordinates of this view may share an element.
    #[inline(always)]
    pub fn try_copy_from<S: Source<Element = E::Value> + ?Sized>(
        &mut self,
        source: &S,
    ) -> Result<(), ShapeError> {
        let () = Pairs::<S::Operand, Prepared<L::Geometry>>::COPIED;
        let domain = checked_domain(source.operand(), self.place().operand())?;
        let (source, target) = (source.elements(), self.place().elements());
        if const { is_plain::<L::Map>() && is_plain::<<S::Elements as Elements<E::Value>>::Map>() }
        {
            if self.place().size() > 0 {
                // SAFETY: the offsets of one coordinate in both layouts, so that both are elements, and no two of this
                // view are the same; it is borrowed, and the source for as long. Offset 0 is that of an element.
                unsafe {
                    let (source, target) = (source.zero(), target.at(0));
                    rows(domain, |l, s, t| pack(l, source.offset(s), target.at(t)));
                }
            }
            return Ok(());
        }
        // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; this view is
        // borrowed, and the source for as long.
        for_each_offset(domain, |s, t| unsafe { target.at(t).write(source.element(s).read()) });
        Ok(())
    }
}
