//! `PackedView`: a reference to packed elements with a layout.

use core::fmt;
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::unpack::unpack_domain;
use super::{Bits, PackedElement, PackedIter, is_plain};
use crate::__private::made;
use crate::argument::Is;
use crate::bounds::Unpadded;
use crate::buffer::viewed;
use crate::copy::checked_domain;
use crate::dynamic::ShapeError;
use crate::loop_nest::run_time::for_each_offset;
use crate::place::{Elements, Place};
use crate::sizes::Pairs;
use crate::{Coordinate, Geometry, Layout, SizeIs, Target, ViewBase, walk};
use layout_runtime::internals::{Message, Prepared, Walk};

/// A reference to packed elements `E` with a layout, and `Copy`. See [`packed`](super).
///
/// Its functions read values, where those of other views hand out references.
pub type PackedView<'a, E, L> = ViewBase<&'a u8, L, Bits<E>>;

impl<'a, E: PackedElement, L: Layout> PackedView<'a, E, L> {
    /// The elements of a buffer by a layout; the lowest bits of its first byte are the element of the smallest
    /// offset.
    ///
    /// # Panics
    ///
    /// If the buffer has fewer elements than the layout spans.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn new(bytes: &'a [u8], layout: impl Is<L, E, Bounds: Unpadded>) -> Self {
        let layout = layout.this();
        viewed(PackedView::of_bytes(bytes, layout), layout)
    }

    /// [`PackedView::new`] for a buffer that may be too short.
    ///
    /// # Errors
    ///
    /// The buffer has fewer elements than the layout spans.
    ///
    /// ```
    /// use layout_view::layout;
    /// use layout_view::packed::{PackedView, U4};
    ///
    /// let error = PackedView::<U4, _>::try_new(&[0; 3], layout!(7:1)).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "7:1: length = 6, cosize = 7 and a buffer must have the elements that its layout spans"
    /// );
    /// ```
    #[inline(always)]
    pub fn try_new(
        bytes: &'a [u8],
        layout: impl Is<L, E, Bounds: Unpadded>,
    ) -> Result<Self, ShapeError> {
        PackedView::of_bytes(bytes, layout.this())
    }

    #[inline(always)]
    fn of_bytes(bytes: &'a [u8], layout: L) -> Result<Self, ShapeError> {
        let bytes = NonNull::from(bytes);
        // SAFETY: the slice is in one allocation, and is borrowed for `'a`.
        unsafe { ViewBase::among(Bits::first(bytes), Bits::<E>::count(bytes), layout) }
    }

    /// The values, in the order of the 1-D coordinate.
    #[inline(always)]
    pub fn iter(&self) -> PackedIter<'a, E, L> {
        PackedIter::new(*self)
    }

    /// The values as an array, in the order of the 1-D coordinate: a vector of elements, which is read from whole bytes where
    /// the layout is known at compile time.
    ///
    /// # Panics
    ///
    /// If the view has another number of elements; of a size that is known at compile time, it does not compile then.
    ///
    /// ```
    /// use layout_view::layout;
    /// use layout_view::packed::{PackedView, U4};
    ///
    /// // The lower halves of four bytes, and then the upper ones.
    /// let bytes = [0x40, 0x51, 0x62, 0x73, 0xc8, 0xd9, 0xea, 0xfb];
    /// let v = PackedView::<U4, _>::new(&bytes, layout!(((4,2),2):((2,1),8)));
    /// assert_eq!(v.slice((.., 1)).to_array(), [8, 9, 10, 11, 12, 13, 14, 15]);
    /// ```
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn to_array<const N: usize>(&self) -> [E::Value; N]
    where
        L::Geometry: SizeIs<N>,
    {
        const { assert_length::<L, N>() };
        let size = self.place().size();
        assert!(size == N, "a view of {size} elements is no array of {N}");
        // SAFETY: as many elements as the array has, each of which may be read.
        unsafe { array::<E, L, N>(self.place()) }
    }

    /// Copies each value to the same 1-D coordinate of a view or a slice of values, in an order that suits
    /// both layouts.
    ///
    /// Does not compile where the sizes differ, or two coordinates of the target share an element.
    ///
    /// # Panics
    ///
    /// If that is so of numbers that are known only at run time.
    #[inline(always)]
    #[track_caller]
    pub fn copy_to<D: Target<Element = E::Value> + ?Sized>(&self, target: &mut D) {
        let () = Pairs::<Prepared<L::Geometry>, D::Operand>::COPIED;
        made(self.try_copy_to(target));
    }

    /// [`PackedView::copy_to`] where run-time numbers may be wrong.
    ///
    /// # Errors
    ///
    /// The sizes differ, or two coordinates of the target may share an element.
    #[inline(always)]
    pub fn try_copy_to<D: Target<Element = E::Value> + ?Sized>(
        &self,
        target: &mut D,
    ) -> Result<(), ShapeError> {
        let () = Pairs::<Prepared<L::Geometry>, D::Operand>::COPIED;
        let domain = checked_domain(self.place().operand(), target.operand())?;
        let (source, target) = (self.place().elements(), target.elements_mut());
        if const { is_plain::<L::Map>() && is_plain::<<D::Elements as Elements<E::Value>>::Map>() }
        {
            if self.place().size() > 0 {
                // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; the target is
                // borrowed. Offset 0 is that of an element where there is one.
                unsafe {
                    let (source, target) = (source.at(0), target.zero());
                    unpack_domain(domain, source, target);
                }
            }
            return Ok(());
        }
        // SAFETY: the offsets of one coordinate in both layouts, so that both are elements; the target
        // is borrowed.
        for_each_offset(domain, |s, t| unsafe { target.element(t).write(source.at(s).read()) });
        Ok(())
    }
}

impl<R, E: PackedElement, L: Layout> ViewBase<R, L, Bits<E>> {
    /// The value at a coordinate; `None` where an integer of it is not below its extent.
    #[inline(always)]
    #[must_use]
    pub fn get<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> Option<E::Value> {
        // SAFETY: an element of the view.
        self.place().get(coordinate).map(|element| unsafe { element.read() })
    }

    /// The value at a coordinate.
    ///
    /// # Panics
    ///
    /// If an integer of the coordinate is not below its extent.
    #[inline(always)]
    #[must_use]
    #[track_caller]
    pub fn at<C: Coordinate<L::Geometry>>(&self, coordinate: C) -> E::Value {
        // SAFETY: an element of the view.
        unsafe { self.place().at(coordinate).read() }
    }
}

impl<R, E: PackedElement<Value: fmt::Debug>, L: Layout> fmt::Debug for ViewBase<R, L, Bits<E>> {
    /// The layout, and the values in the order of the 1-D coordinate.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().write(f)?;
        f.write_str(" ")?;
        // SAFETY: while `self` is borrowed, nobody writes the elements.
        let values: PackedView<'_, E, L> = unsafe { ViewBase::from_place(*self.place()) };
        f.debug_list().entries(values).finish()
    }
}

impl<'a, E: PackedElement, L: Layout> IntoIterator for PackedView<'a, E, L> {
    type Item = E::Value;
    type IntoIter = PackedIter<'a, E, L>;

    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Panics where a view, whose size is known at compile time, has not `N` elements.
#[track_caller]
pub(super) const fn assert_length<L: Layout, const N: usize>() {
    if let Some(size) = L::Geometry::KNOWN_SIZE
        && size != N
    {
        let message = Message::new("a view of ")
            .integer(size as isize)
            .text(" elements is no array of ")
            .integer(N as isize);
        message.panic();
    }
}

/// The values of all elements, in the order of the 1-D coordinate.
///
/// # Safety
///
/// There are `N` elements, each of which may be read.
#[inline(always)]
unsafe fn array<E: PackedElement, L: Layout, const N: usize>(
    place: &Place<Bits<E>, L::Geometry, L::Map>,
) -> [E::Value; N] {
    let elements = place.elements();
    if const { is_plain::<L::Map>() && N > 0 } {
        // SAFETY: offset 0 is that of an element, and others are counted from it.
        unsafe {
            let first = elements.at(0).settled();
            if first.element == 0 {
                // The compiler knows where in its byte each element of a constant layout is.
                let first = Bits { element: 0, ..first };
                return read_all::<E, L, N>(place, |offset| first.at(offset).read());
            }
        }
    }
    // SAFETY: a walk visits the offsets of coordinates.
    unsafe { read_all::<E, L, N>(place, |offset| elements.at(offset).read()) }
}

/// The values at the offsets of all coordinates.
///
/// # Safety
///
/// There are `N` coordinates.
#[inline(always)]
unsafe fn read_all<E: PackedElement, L: Layout, const N: usize>(
    place: &Place<Bits<E>, L::Geometry, L::Map>,
    read: impl Fn(isize) -> E::Value,
) -> [E::Value; N] {
    let mut values = MaybeUninit::<[E::Value; N]>::uninit();
    let first = values.as_mut_ptr().cast::<E::Value>();
    walk(place.geometry()).fold_offsets(0, |i, offset| {
        // SAFETY: by the caller, `i` is below `N`: a walk visits each coordinate once.
        unsafe { first.add(i).write(read(offset)) };
        i + 1
    });
    // SAFETY: each of the `N` values was written.
    unsafe { values.assume_init() }
}
