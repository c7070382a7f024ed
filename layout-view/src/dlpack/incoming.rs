//! Views of tensors.

use core::ptr::NonNull;
use core::slice;

use super::element::type_of;
use super::{DLDataType, DLDevice, DLTensor, Element, Managed, ManagedTensor};
use crate::bounds::Unpadded;
use crate::checked::{Answer, Spanned};
use crate::dynamic::{Modes, ShapeError, StridedLayout, strided};
use crate::place::{Place, PlaceOf};
use crate::strided::assert_plain;
use crate::{Layout, Strided, View, ViewMut};
use layout_runtime::internals::Span;

mod sealed {
    use super::{DLTensor, Managed, ManagedTensor};

    pub trait Sealed {}

    impl Sealed for DLTensor {}
    impl<M: Managed> Sealed for ManagedTensor<M> {}
}

/// Tensors of which views are made: a [`DLTensor`], or a [`ManagedTensor`].
pub trait Tensor: sealed::Sealed {
    /// The address, type, shape and strides of the array.
    fn tensor(&self) -> &DLTensor;

    /// Returns true if its owner forbids to write it, as far as the structure can say that.
    fn is_read_only(&self) -> bool;
}

impl Tensor for DLTensor {
    fn tensor(&self) -> &DLTensor {
        self
    }

    fn is_read_only(&self) -> bool {
        false
    }
}

impl<M: Managed> Tensor for ManagedTensor<M> {
    fn tensor(&self) -> &DLTensor {
        self
    }

    fn is_read_only(&self) -> bool {
        ManagedTensor::is_read_only(self)
    }
}

impl DLTensor {
    /// The layout of the tensor, from its extents and strides.
    ///
    /// # Errors
    ///
    /// The tensor has another rank, an extent that is negative, or numbers that do not fit.
    ///
    /// # Safety
    ///
    /// `shape` and `strides` have `ndim` numbers each; `strides` may be null.
    pub unsafe fn layout<const RANK: usize>(&self) -> Result<StridedLayout<RANK>, ShapeError>
    where
        [usize; RANK]: Modes<RANK>,
    {
        // SAFETY: by the caller.
        let (shape, strides) = unsafe { self.numbers()? };
        strided(shape, strides)
    }

    /// The extents and the strides.
    ///
    /// # Safety
    ///
    /// `shape` and `strides` have `ndim` numbers each; `strides` may be null.
    unsafe fn numbers<const RANK: usize>(
        &self,
    ) -> Result<([usize; RANK], [isize; RANK]), ShapeError> {
        if usize::try_from(self.ndim) != Ok(RANK) {
            let numbers = [self.ndim.into(), RANK as i128];
            return Err(broken("a tensor must have the rank of its layout", RANKS, &numbers));
        }
        // SAFETY: by the caller, where it is not null.
        let array = |numbers: *mut i64| {
            (!numbers.is_null()).then(|| unsafe { slice::from_raw_parts(numbers, RANK) })
        };
        let mut shape = [0; RANK];
        match array(self.shape) {
            Some(extents) => {
                for (axis, &extent) in extents.iter().enumerate() {
                    let Ok(fits) = usize::try_from(extent) else {
                        let rule = "an extent must not be negative, and fit `usize`";
                        let numbers = [axis as i128, extent.into()];
                        return Err(broken(rule, &["axis", "extent"], &numbers));
                    };
                    shape[axis] = fits;
                }
            }
            None if RANK == 0 => {}
            None => return Err(broken("a tensor with axes must have a shape", &[], &[])),
        }
        let mut strides = [0; RANK];
        match array(self.strides) {
            Some(steps) => {
                for (axis, &step) in steps.iter().enumerate() {
                    let Ok(fits) = isize::try_from(step) else {
                        let numbers = [axis as i128, step.into()];
                        let names = &["axis", "stride"];
                        return Err(broken("a stride must fit `isize`", names, &numbers));
                    };
                    strides[axis] = fits;
                }
            }
            // The last axis is the fastest. What does not fit is no layout: its size does not.
            None => {
                let mut step = 1_isize;
                for axis in (0..RANK).rev() {
                    strides[axis] = step;
                    let extent = isize::try_from(shape[axis].max(1)).unwrap_or(isize::MAX);
                    step = step.saturating_mul(extent);
                }
            }
        }
        Ok((shape, strides))
    }

    /// The elements by a layout.
    ///
    /// # Safety
    ///
    /// As [`View::from_dlpack`].
    unsafe fn place<T, L, const RANK: usize>(
        &self,
        layout: Answer<L>,
    ) -> Result<PlaceOf<T, L>, ShapeError>
    where
        T: Element,
        L: Layout<Geometry: Strided<RANK>>,
    {
        const { assert_plain::<L>() };
        let (ours, theirs) = (const { type_of::<T>() }, self.dtype);
        if ours != theirs {
            let numbers = |of: DLDataType| [of.code.into(), of.bits.into(), of.lanes.into()];
            let ([code, bits, lanes], [view_code, view_bits, view_lanes]) =
                (numbers(theirs), numbers(ours));
            let numbers = [code, bits, lanes, view_code, view_bits, view_lanes];
            return Err(broken("a tensor must have the elements of its view", TYPES, &numbers));
        }
        if !self.device.is_of_host() {
            let DLDevice { device_type, device_id } = self.device;
            let numbers = [device_type.into(), device_id.into()];
            let rule = "a tensor must be in memory that the processor can read";
            return Err(broken(rule, &["device_type", "device_id"], &numbers));
        }
        // SAFETY: by the caller.
        let (shape, strides) = unsafe { self.numbers::<RANK>()? };
        let Spanned { geometry, span } = layout.with_axes((&shape, &strides))?;
        let zero = self.zero::<T>(span)?;
        // SAFETY: by the caller, at the offset of each coordinate of the tensor is an element, and the layout has its
        // numbers. Without coordinates there is none.
        Ok(unsafe { Place::at_zero(zero, geometry) })
    }

    /// The address of the element at coordinate 0.
    fn zero<T>(&self, span: Span) -> Result<NonNull<T>, ShapeError> {
        if span.length == 0 {
            return Ok(NonNull::dangling());
        }
        let rule = "all elements of a tensor must be within the address space";
        let names = &["address", "byte_offset", "min_offset", "cosize"];
        let (address, offset) = (self.data.addr(), self.byte_offset);
        let numbers = [address as i128, offset.into(), span.first as i128, span.length as i128];
        let all = i128::from(offset) + address as i128;
        let first = all + span.first as i128 * size_of::<T>() as i128;
        let bytes = span.length as i128 * size_of::<T>() as i128;
        if first < 1 || bytes > isize::MAX as i128 || first + bytes - 1 > usize::MAX as i128 {
            return Err(broken(rule, names, &numbers));
        }
        let data = self.data.cast::<u8>();
        let Some(zero) =
            NonNull::new(data.wrapping_add(offset as usize)).filter(|_| !data.is_null())
        else {
            return Err(broken("a tensor with elements must have an address", &[], &[]));
        };
        let zero = zero.cast::<T>();
        if !zero.is_aligned() {
            let rule = "the elements of a tensor must be aligned";
            let numbers = [address as i128, offset.into(), align_of::<T>() as i128];
            return Err(broken(rule, &["address", "byte_offset", "align"], &numbers));
        }
        Ok(zero)
    }
}

const RANKS: &[&str] = &["ndim", "rank"];
const TYPES: &[&str] = &["code", "bits", "lanes", "view_code", "view_bits", "view_lanes"];

fn broken(rule: &'static str, names: &'static [&'static str], numbers: &[i128]) -> ShapeError {
    ShapeError::broken("", rule, names, numbers)
}

impl<'a, T: Element, L: Layout<Bounds: Unpadded>> View<'a, T, L> {
    /// A tensor of DLPack by its layout: one with its extents and strides, known at compile time or found by
    /// [`DLTensor::layout`]. Does not compile for a swizzled layout; [`dlpack`](crate::dlpack) has an example.
    ///
    /// # Errors
    ///
    /// The tensor has other elements, another rank, another shape or other strides; a processor cannot read its memory; its elements
    /// are not aligned, or not all in the address space.
    ///
    /// # Safety
    ///
    /// - `shape` and `strides` have `ndim` numbers each, or `strides` is null.
    /// - For `'a`, at `data + byte_offset` is the element at coordinate 0, and at the offset of each other coordinate from there is one,
    ///   all in one allocation; all can be read, and nobody writes them, a device neither.
    pub unsafe fn from_dlpack<const RANK: usize>(
        tensor: &'a impl Tensor,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Geometry: Strided<RANK>,
    {
        // SAFETY: by the caller.
        unsafe { Ok(View::from_place(tensor.tensor().place::<T, L, RANK>(Answer::of(&layout))?)) }
    }
}

impl<'a, T: Element, L: Layout<Bounds: Unpadded>> ViewMut<'a, T, L> {
    /// [`View::from_dlpack`] for writing.
    ///
    /// ```
    /// use layout_view::dlpack::export;
    /// use layout_view::{ViewMut, layout};
    ///
    /// let mut tensor = export(vec![1, 2, 3, 4_i64], layout!((2,2):(-2,1)))?;
    /// let layout = unsafe { tensor.layout::<2>()? };
    /// // SAFETY: the tensor says the truth, and nobody else has it.
    /// let mut v = unsafe { ViewMut::<i64, _>::from_dlpack(&mut tensor, layout)? };
    /// v[(0, 1)] += 10;
    /// assert_eq!(v[(0, 1)], 14);
    /// # Ok::<(), layout_view::ShapeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of `View::from_dlpack`, and a read-only tensor.
    ///
    /// # Safety
    ///
    /// - `shape` and `strides` have `ndim` numbers each, or `strides` is null.
    /// - For `'a`, at `data + byte_offset` is the element at coordinate 0, and at the offset of each other coordinate from there is one,
    ///   all in one allocation; all can be read and written, and are by nobody else, a device neither.
    pub unsafe fn from_dlpack<const RANK: usize>(
        tensor: &'a mut impl Tensor,
        layout: L,
    ) -> Result<Self, ShapeError>
    where
        L::Geometry: Strided<RANK>,
    {
        if tensor.is_read_only() {
            return Err(broken("a tensor that is written must not be read-only", &[], &[]));
        }
        // SAFETY: by the caller.
        unsafe {
            Ok(ViewMut::from_place(tensor.tensor().place::<T, L, RANK>(Answer::of(&layout))?))
        }
    }
}
