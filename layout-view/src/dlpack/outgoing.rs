//! Views and buffers as tensors.

extern crate alloc;

use alloc::boxed::Box;
use core::ffi::c_void;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use super::element::type_of;
use super::{DLDataType, DLDevice, DLManagedTensor, DLTensor, Element, Managed, ManagedTensor};
use crate::bounds::Unpadded;
use crate::checked::Answer;
use crate::dynamic::ShapeError;
use crate::place::{Place, PlaceOf};
use crate::strided::assert_plain;
use crate::{Layout, Strided, View, ViewMut};

/// The elements of a view as a tensor: it has the extents and strides to which a
/// [`DLTensor`] points.
#[derive(Clone, Debug)]
pub struct Lent<'a, const RANK: usize> {
    axes: Axes<RANK>,
    elements: PhantomData<&'a ()>,
}

impl<const RANK: usize> Lent<'_, RANK> {
    /// The tensor. It points to this value and to the elements of the view: it is read while both are there, and written only if
    /// the view is a [`ViewMut`].
    ///
    /// ```
    /// use layout_view::{View, layout};
    ///
    /// let buffer = [1.0_f32; 24];
    /// let lent = View::new(&buffer, layout!((4,3):(1,8))).to_dlpack();
    /// let tensor = lent.tensor();
    /// assert_eq!((tensor.ndim, tensor.dtype.bits), (2, 32));
    /// ```
    #[must_use]
    pub fn tensor(&self) -> DLTensor {
        self.axes.tensor()
    }
}

/// The numbers of a tensor, to which it points.
#[derive(Clone, Debug)]
struct Axes<const RANK: usize> {
    data: *mut c_void,
    dtype: DLDataType,
    shape: [i64; RANK],
    strides: [i64; RANK],
}

impl<const RANK: usize> Axes<RANK> {
    fn of<T, L>(place: &PlaceOf<T, L>) -> Self
    where
        T: Element,
        L: Layout<Geometry: Strided<RANK>>,
    {
        const { assert_plain::<L>() };
        let (shape, strides) = place.geometry().numbers();
        // An array without elements has no address.
        let data = if shape.contains(&0) { null_mut() } else { place.zero().as_ptr().cast() };
        Axes {
            data,
            dtype: const { type_of::<T>() },
            // The size of a view fits `isize`, and so its extents do; a stride is one.
            shape: shape.map(|extent| extent as i64),
            strides: strides.map(|stride| stride as i64),
        }
    }

    fn tensor(&self) -> DLTensor {
        DLTensor {
            data: self.data,
            device: DLDevice::CPU,
            ndim: RANK as i32,
            dtype: self.dtype,
            shape: self.shape.as_ptr().cast_mut(),
            strides: self.strides.as_ptr().cast_mut(),
            byte_offset: 0,
        }
    }
}

impl<'a, T: Element, L: Layout> View<'a, T, L> {
    /// The view as a tensor of DLPack, which nobody may write. Does not compile for a swizzled layout.
    #[must_use]
    pub fn to_dlpack<const RANK: usize>(&self) -> Lent<'a, RANK>
    where
        L::Geometry: Strided<RANK>,
    {
        Lent { axes: Axes::of::<T, L>(self.place()), elements: PhantomData }
    }
}

impl<T: Element, L: Layout> ViewMut<'_, T, L> {
    /// The view as a tensor of DLPack, which may be written. Does not compile for a swizzled layout.
    #[must_use]
    pub fn to_dlpack<const RANK: usize>(&mut self) -> Lent<'_, RANK>
    where
        L::Geometry: Strided<RANK>,
    {
        Lent { axes: Axes::of::<T, L>(self.place()), elements: PhantomData }
    }
}

/// A buffer by a layout as a tensor that owns it: a `Vec`, a `Box<[T]>`, or what else has elements of its own.
///
/// The other library is given [`into_raw`](ManagedTensor::into_raw), and drops the buffer by the deleter.
///
/// ```
/// use layout_view::layout;
/// use layout_view::dlpack::{ManagedTensor, export};
///
/// let raw = export(vec![0_u8; 12], layout!((3,4):(4,1)))?.into_raw();
/// // … in the other library, at last:
/// drop(unsafe { ManagedTensor::from_raw(raw)? });
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
///
/// # Errors
///
/// The buffer has fewer elements than the layout spans.
pub fn export<T, O, L, const RANK: usize>(owner: O, layout: L) -> Result<ManagedTensor, ShapeError>
where
    T: Element,
    O: AsMut<[T]> + Send + 'static,
    L: Layout<Geometry: Strided<RANK>, Bounds: Unpadded>,
{
    exported(owner, layout, |owner: &mut O| NonNull::from(owner.as_mut()))
}

/// [`export`] for a library that knows only tensors of versions before 1.0, in capsules of Python named `dltensor`.
///
/// # Errors
///
/// The buffer has fewer elements than the layout spans.
pub fn export_unversioned<T, O, L, const RANK: usize>(
    owner: O,
    layout: L,
) -> Result<ManagedTensor<DLManagedTensor>, ShapeError>
where
    T: Element,
    O: AsMut<[T]> + Send + 'static,
    L: Layout<Geometry: Strided<RANK>, Bounds: Unpadded>,
{
    exported(owner, layout, |owner: &mut O| NonNull::from(owner.as_mut()))
}

/// [`export`] of a buffer that others may have, and nobody writes: an `Arc<[T]>`, a `&'static [T]`. The tensor says that it is
/// read-only.
///
/// # Errors
///
/// The buffer has fewer elements than the layout spans.
pub fn export_read_only<T, O, L, const RANK: usize>(
    owner: O,
    layout: L,
) -> Result<ManagedTensor, ShapeError>
where
    T: Element,
    O: AsRef<[T]> + Send + Sync + 'static,
    L: Layout<Geometry: Strided<RANK>, Bounds: Unpadded>,
{
    let mut tensor = exported(owner, layout, |owner: &mut O| NonNull::from((*owner).as_ref()))?;
    tensor.forbid_writes();
    Ok(tensor)
}

/// A tensor of ours: what others see, what that points to, and the owner of the elements.
struct Owned<M, O, const RANK: usize> {
    managed: MaybeUninit<M>,
    axes: Option<Axes<RANK>>,
    owner: O,
}

/// The tensor of an owner whose elements stay where they are while it does.
fn exported<M, T, O, L, const RANK: usize>(
    owner: O,
    layout: L,
    elements: impl FnOnce(&mut O) -> NonNull<[T]>,
) -> Result<ManagedTensor<M>, ShapeError>
where
    M: Managed,
    T: Element,
    O: Send + 'static,
    L: Layout<Geometry: Strided<RANK>, Bounds: Unpadded>,
{
    // The owner has its place before it is asked for its elements, which may be in itself.
    let owned = Owned { managed: MaybeUninit::uninit(), axes: None, owner };
    let raw = Box::into_raw(Box::new(owned));
    // SAFETY: the box is there, and nobody else has it. The elements of the owner are in one allocation.
    unsafe {
        let elements = elements(&mut (*raw).owner);
        let (first, count) = (elements.cast::<T>(), elements.len());
        let place: PlaceOf<T, L> = match Place::among(first, count, Answer::of(&layout)) {
            Ok(place) => place,
            Err(error) => {
                drop(Box::from_raw(raw));
                return Err(error);
            }
        };
        let tensor = (*raw).axes.insert(Axes::of::<T, L>(&place)).tensor();
        let managed = (*raw).managed.write(M::new(tensor, raw.cast(), delete::<M, O, RANK>));
        ManagedTensor::from_raw(NonNull::from(managed))
    }
}

/// Drops what [`exported`] made.
///
/// # Safety
///
/// [`exported`] made this tensor, with these types, and nobody uses it any more.
unsafe extern "C" fn delete<M: Managed, O, const RANK: usize>(tensor: *mut M) {
    // SAFETY: by the caller, the context is the box.
    unsafe { drop(Box::from_raw((*tensor).context().cast::<Owned<M, O, RANK>>())) }
}
