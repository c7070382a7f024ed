//! The structures of `dlpack.h`, version 1.3.

use core::ffi::c_void;

/// Device that has the memory of a tensor.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDevice {
    /// A `DLDeviceType`: 1 is a processor's memory, 2 that of CUDA.
    pub device_type: i32,
    /// The number of the device among those of this type; 0 for a processor.
    pub device_id: i32,
}

impl DLDevice {
    /// The memory of the processor, `kDLCPU`.
    pub const CPU: DLDevice = DLDevice { device_type: 1, device_id: 0 };

    /// Returns true if a processor can read and write the memory: its own, or what CUDA and ROCm share with it
    /// (`kDLCUDAHost`, `kDLROCMHost`, `kDLCUDAManaged`).
    #[must_use]
    pub const fn is_of_host(self) -> bool {
        matches!(self.device_type, 1 | 3 | 11 | 13)
    }
}

/// The type of the elements.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLDataType {
    /// A `DLDataTypeCode`: 0 is a signed integer, 1 an unsigned one, 2 a float, 4 `bfloat16`, 6 `bool`.
    pub code: u8,
    /// The bits of one lane.
    pub bits: u8,
    /// The lanes of an element; 1 where it is no vector.
    pub lanes: u16,
}

/// An array: an address, extents and strides. It does not say which library owns the memory.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DLTensor {
    /// The address from which `byte_offset` counts.
    pub data: *mut c_void,
    /// The device that has the memory.
    pub device: DLDevice,
    /// The number of axes.
    pub ndim: i32,
    /// The type of the elements.
    pub dtype: DLDataType,
    /// The extents, `ndim` of them.
    pub shape: *mut i64,
    /// The strides in elements, `ndim` of them; null for those of rows, before version 1.2.
    pub strides: *mut i64,
    /// The bytes from `data` to the element at coordinate 0.
    pub byte_offset: u64,
}

/// The version of the structures.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DLPackVersion {
    /// The major version: another one is another structure.
    pub major: u32,
    /// The minor version: another one has other codes and devices.
    pub minor: u32,
}

impl DLPackVersion {
    /// The version of the structures here.
    pub const CURRENT: DLPackVersion = DLPackVersion { major: 1, minor: 3 };
}

/// A tensor with its owner, as libraries share it since version 1.0.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensorVersioned {
    /// The version that it was made by.
    pub version: DLPackVersion,
    /// Data of the deleter.
    pub manager_ctx: *mut c_void,
    /// Gives the tensor back, and the structure itself.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensorVersioned)>,
    /// Bits: 1, the tensor is read-only; 2, it is a copy.
    pub flags: u64,
    /// The address, type, shape and strides of the tensor.
    pub dl_tensor: DLTensor,
}

/// A tensor with its owner, as libraries shared it before version 1.0.
#[repr(C)]
#[derive(Debug)]
pub struct DLManagedTensor {
    /// The address, type, shape and strides of the tensor.
    pub dl_tensor: DLTensor,
    /// Data of the deleter.
    pub manager_ctx: *mut c_void,
    /// Gives the tensor back, and the structure itself.
    pub deleter: Option<unsafe extern "C" fn(*mut DLManagedTensor)>,
}
