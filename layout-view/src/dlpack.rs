//! Tensors of [DLPack](https://dmlc.github.io/dlpack/latest/), by which NumPy, PyTorch, JAX, CuPy and others share arrays
//! without a copy: in, as views; out, as what a view sees, or with the memory that they are in.
//!
//! A [`DLTensor`] is an address, a type of elements, extents, and strides in elements. It is a view of whatever layout has
//! these numbers: [`layout`](DLTensor::layout) finds it at run time, or a layout that is known at compile time is compared
//! with them.
//!
//! ```
//! use layout_view::dlpack::export;
//! use layout_view::{View, ViewMut, layout};
//!
//! // What another library lends, by a pointer to a `DLManagedTensorVersioned`: here it is ours.
//! let tensor = export(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0_f32], layout!((2,3):(3,1)))?;
//!
//! // SAFETY: the tensor says the truth of its memory, which nobody writes.
//! let v = unsafe { View::<f32, _>::from_dlpack(&tensor, tensor.layout::<2>()?)? };
//! assert_eq!(v[(1, 0)], 4.0);
//!
//! // SAFETY: the same.
//! let v = unsafe { View::<f32, _>::from_dlpack(&tensor, layout!((2,3):(3,1)))? };
//! assert_eq!(v[(1, 0)], 4.0);
//!
//! // SAFETY: the same.
//! let error = unsafe { View::<f64, _>::from_dlpack(&tensor, layout!((2,3):(3,1))) }.unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "code = 2, bits = 32, lanes = 1, view_code = 2, view_bits = 64, view_lanes = 1 and a \
//!      tensor must have the elements of its view"
//! );
//! # Ok::<(), layout_view::ShapeError>(())
//! ```
//!
//! | way | function |
//! |---|---|
//! | in, a tensor | [`View::from_dlpack`](crate::View::from_dlpack), [`ViewMut::from_dlpack`](crate::ViewMut::from_dlpack) |
//! | in, with its owner | [`ManagedTensor::from_raw`], whose drop calls the deleter |
//! | out, what a view borrows | [`View::to_dlpack`](crate::View::to_dlpack), [`ViewMut::to_dlpack`](crate::ViewMut::to_dlpack) |
//! | out, with memory of ours | [`export`], [`export_read_only`], [`export_unversioned`] |
//!
//! The example `dlpack` has functions for NumPy in this way, and needs no other crate.
//!
//! # What is checked, and what is trusted
//!
//! Checked are the type of the elements, in code, bits and lanes; that a processor can read the device's memory; rank, extents and
//! strides, also absent ones, which versions before 1.2 have for rows; alignment, with `byte_offset`; that all elements are
//! within an address space; that no one writes what is read-only. DLPack says no length of a buffer: that the elements are there
//! is trusted, and that is why a view of a tensor is `unsafe`.
//!
//! The structures are those of `dlpack.h`, version 1.3, <https://github.com/dmlc/dlpack>; a pointer to one of another crate
//! is a pointer to these.

#![allow(unsafe_code)]

mod element;
mod header;
mod incoming;
mod managed;
mod outgoing;

#[cfg(test)]
mod tests;

pub use element::Element;
pub use header::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor,
};
pub use incoming::Tensor;
pub use managed::{Managed, ManagedTensor};
pub use outgoing::{Lent, export, export_read_only, export_unversioned};
