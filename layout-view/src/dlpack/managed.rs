//! Tensors with their owner.

use core::ffi::c_void;
use core::fmt;
use core::mem::ManuallyDrop;
use core::ops::Deref;
use core::ptr::NonNull;

use super::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};
use crate::dynamic::ShapeError;

/// The bit of `flags` that forbids to write.
const READ_ONLY: u64 = 1;

mod sealed {
    use super::{DLManagedTensor, DLManagedTensorVersioned};

    pub trait Sealed {}

    impl Sealed for DLManagedTensor {}
    impl Sealed for DLManagedTensorVersioned {}
}

/// A structure with a tensor and its owner: [`DLManagedTensorVersioned`], or [`DLManagedTensor`], its older form.
pub trait Managed: sealed::Sealed + Sized + 'static {
    /// The structure of a tensor that may be written, with what deletes it.
    #[doc(hidden)]
    fn new(
        dl_tensor: DLTensor,
        manager_ctx: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self;

    /// The version, where the structure has one.
    #[doc(hidden)]
    fn version(&self) -> DLPackVersion;

    #[doc(hidden)]
    fn tensor(&self) -> &DLTensor;

    #[doc(hidden)]
    fn flags(&self) -> u64;

    #[doc(hidden)]
    fn context(&self) -> *mut c_void;

    #[doc(hidden)]
    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)>;
}

impl Managed for DLManagedTensorVersioned {
    fn new(
        dl_tensor: DLTensor,
        manager_ctx: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self {
        let version = DLPackVersion::CURRENT;
        Self { version, manager_ctx, deleter: Some(deleter), flags: 0, dl_tensor }
    }

    fn version(&self) -> DLPackVersion {
        self.version
    }

    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn flags(&self) -> u64 {
        self.flags
    }

    fn context(&self) -> *mut c_void {
        self.manager_ctx
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}

impl Managed for DLManagedTensor {
    fn new(
        dl_tensor: DLTensor,
        manager_ctx: *mut c_void,
        deleter: unsafe extern "C" fn(*mut Self),
    ) -> Self {
        Self { dl_tensor, manager_ctx, deleter: Some(deleter) }
    }

    fn version(&self) -> DLPackVersion {
        DLPackVersion::CURRENT
    }

    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn flags(&self) -> u64 {
        0
    }

    fn context(&self) -> *mut c_void {
        self.manager_ctx
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }
}

/// A tensor that is given back when this is dropped: its deleter is called.
///
/// The tensor dereferences to its [`DLTensor`].
pub struct ManagedTensor<M: Managed = DLManagedTensorVersioned> {
    raw: NonNull<M>,
}

impl<M: Managed> ManagedTensor<M> {
    /// The tensor that another library gives away, as the pointer in a capsule of Python named `dltensor_versioned` (`dltensor`, of a
    /// [`DLManagedTensor`]); the capsule is called `used_dltensor_versioned` then, so that it does not delete the tensor, too.
    ///
    /// # Errors
    ///
    /// The tensor has another major version than 1, and is given back.
    ///
    /// # Safety
    ///
    /// The pointer is to a structure that its deleter is yet to be called of, once, which the caller leaves to this function.
    pub unsafe fn from_raw(raw: NonNull<M>) -> Result<Self, ShapeError> {
        let tensor = ManagedTensor { raw };
        // SAFETY: by the caller; a version is at the same place in all versions.
        let DLPackVersion { major, minor } = unsafe { tensor.raw.as_ref() }.version();
        if major == DLPackVersion::CURRENT.major {
            return Ok(tensor);
        }
        let rule = "a tensor must have the major version 1";
        let numbers = [major.into(), minor.into()];
        Err(ShapeError::broken("", rule, &["major", "minor"], &numbers))
    }

    /// The pointer for another library, which calls the deleter.
    #[must_use = "the tensor is given back by its deleter alone"]
    pub fn into_raw(self) -> NonNull<M> {
        ManuallyDrop::new(self).raw
    }

    /// Returns true if the owner forbids to write the tensor. The form before version 1.0 cannot say it.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        // SAFETY: the structure is there until it is dropped.
        unsafe { self.raw.as_ref() }.flags() & READ_ONLY != 0
    }
}

impl ManagedTensor {
    /// Says that the tensor is read-only.
    pub(super) fn forbid_writes(&mut self) {
        // SAFETY: the structure is there until it is dropped, and nobody else has it.
        unsafe { self.raw.as_mut() }.flags |= READ_ONLY;
    }
}

impl<M: Managed> Deref for ManagedTensor<M> {
    type Target = DLTensor;

    fn deref(&self) -> &DLTensor {
        // SAFETY: the structure is there until it is dropped.
        unsafe { self.raw.as_ref() }.tensor()
    }
}

impl<M: Managed> Drop for ManagedTensor<M> {
    fn drop(&mut self) {
        // SAFETY: the structure is there, and its deleter is called once.
        unsafe {
            if let Some(deleter) = self.raw.as_ref().deleter() {
                deleter(self.raw.as_ptr());
            }
        }
    }
}

impl<M: Managed> fmt::Debug for ManagedTensor<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ManagedTensor").field(&**self).finish()
    }
}
