extern crate std;

use core::ptr::{NonNull, null_mut};
use std::boxed::Box;
use std::string::{String, ToString};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::vec::Vec;
use std::{format, vec};

use super::*;
use crate::dynamic::strided;
use crate::{View, ViewMut, layout};

/// A tensor of `f32` with these axes, to which it points.
fn tensor(data: &mut [f32], start: usize, shape: &mut [i64], strides: &mut [i64]) -> DLTensor {
    DLTensor {
        data: data.as_mut_ptr().wrapping_add(start).cast(),
        device: DLDevice::CPU,
        ndim: shape.len() as i32,
        dtype: f32::TYPE,
        shape: shape.as_mut_ptr(),
        strides: strides.as_mut_ptr(),
        byte_offset: 0,
    }
}

fn numbers(length: usize) -> Vec<f32> {
    (0..length).map(|i| i as f32).collect()
}

/// Extents from 0 to 3, strides from -4 to 4, from each start: against sums written here.
#[test]
fn all_small_tensors_are_their_sums() {
    let mut data = numbers(40);
    let mut elements = 0;
    for code in 0..4 * 4 * 9 * 9 {
        let (m, n) = (code % 4, code / 4 % 4);
        let (d, e) = ((code / 16 % 9) as i64 - 4, (code / 144) as i64 - 4);
        let (mut shape, mut strides) = ([m as i64, n as i64], [d, e]);
        let t = tensor(&mut data, 20, &mut shape, &mut strides);
        // SAFETY: no offset is more than 16 from the start.
        let v = unsafe { View::<f32, _>::from_dlpack(&t, t.layout::<2>().unwrap()).unwrap() };
        assert_eq!(v.extents(), (m, n));
        for i in 0..m {
            for j in 0..n {
                let offset = 20 + i as i64 * d + j as i64 * e;
                assert_eq!(v[(i, j)], offset as f32);
                elements += 1;
            }
        }
        // There and back again.
        let lent = v.to_dlpack();
        let out = lent.tensor();
        assert_eq!((out.ndim, out.dtype, out.device), (2, f32::TYPE, DLDevice::CPU));
        assert_eq!(out.data, if m * n == 0 { null_mut() } else { t.data });
        // SAFETY: the same elements.
        let back =
            unsafe { View::<f32, _>::from_dlpack(&out, out.layout::<2>().unwrap()).unwrap() };
        assert!(back.iter().eq(v.iter()));
    }
    assert_eq!(elements, 36 * 81);
}

/// A view from a start in a slice, for all small layouts, starts and lengths.
#[test]
fn starts_are_taken_where_all_offsets_are_within() {
    let data = numbers(9);
    let mut taken = 0;
    for code in 0..4 * 4 * 7 * 7 * 11 * 10 {
        let (m, n) = (code % 4, code / 4 % 4);
        let (d, e) = ((code / 16 % 7) as isize - 3, (code / 112 % 7) as isize - 3);
        let (start, length) = (code / 784 % 11, code / 8624);
        let all = (0..m * n).map(|k| start as isize + (k % m) as isize * d + (k / m) as isize * e);
        let fits = all.clone().all(|at| (0..length as isize).contains(&at));
        let v = View::try_from_start(&data[..length], start, strided([m, n], [d, e]).unwrap());
        assert_eq!(v.is_ok(), fits, "({m},{n}):({d},{e}) from {start} of {length}");
        if let Ok(v) = v {
            assert!(v.iter().map(|&x| x as isize).eq(all));
            taken += 1;
        }
    }
    assert!(taken > 20_000, "{taken}");

    let mut data = data;
    let mut v = ViewMut::try_from_start(&mut data, 8, layout!((3,3):(-3,-1))).unwrap();
    v[(2, 2)] = 100.0;
    assert_eq!(data[0], 100.0);
    assert!(ViewMut::try_from_start(&mut data, 7, layout!((3,3):(-3,-1))).is_err());
    // Swizzled: offset 0 is at the start.
    let tile = layout!(Sw<1,0,1> o 0 o (2,2):(2,1));
    let v = View::try_from_start(&data, 4, tile).unwrap();
    assert_eq!((v[(1, 0)], v[(1, 1)]), (7.0, 6.0));
    assert!(View::try_from_start(&data, 6, tile).is_err());
    assert!(View::try_from_start(&data, usize::MAX, tile).is_err());
}

#[test]
fn strides_before_version_1_2_may_be_absent() {
    let mut data = numbers(24);
    let mut shape = [2, 3, 4];
    let mut t = tensor(&mut data, 0, &mut shape, &mut []);
    t.strides = null_mut();
    // SAFETY: rows of the buffer.
    let v = unsafe { View::<f32, _>::from_dlpack(&t, layout!((2,3,4):(12,4,1))).unwrap() };
    assert_eq!(v[(1, 2, 3)], 23.0);
    // SAFETY: as before.
    assert_eq!(unsafe { t.layout::<3>() }.unwrap().to_string(), "(2,3,4):(12,4,1)");
}

/// A tensor that is wrong in one number is refused with that number.
#[test]
fn what_is_no_view_is_refused() {
    let mut data = numbers(24);
    let (mut shape, mut strides) = ([4, 6], [6, 1]);
    let good = tensor(&mut data, 0, &mut shape, &mut strides);
    let error = |change: fn(&mut DLTensor)| -> String {
        let mut t = good;
        change(&mut t);
        // SAFETY: what is wrong is refused.
        unsafe { View::<f32, _>::from_dlpack(&t, layout!((4,6):(6,1))) }.unwrap_err().to_string()
    };
    let code = error(|t| t.dtype.code = 0);
    assert_eq!(
        code,
        "code = 0, bits = 32, lanes = 1, view_code = 2, view_bits = 32, view_lanes = 1 and a tensor \
         must have the elements of its view"
    );
    assert!(error(|t| t.dtype.bits = 64).starts_with("code = 2, bits = 64, lanes = 1, "));
    assert!(error(|t| t.dtype.lanes = 4).starts_with("code = 2, bits = 32, lanes = 4, "));
    assert_eq!(
        error(|t| t.device = DLDevice { device_type: 2, device_id: 1 }),
        "device_type = 2, device_id = 1 and a tensor must be in memory that the processor can read"
    );
    assert_eq!(
        error(|t| t.ndim = 3),
        "ndim = 3, rank = 2 and a tensor must have the rank of its layout"
    );
    assert!(error(|t| t.ndim = -1).starts_with("ndim = -1, "));
    assert_eq!(error(|t| t.shape = null_mut()), "a tensor with axes must have a shape");
    assert_eq!(
        error(|t| t.data = null_mut()),
        "address = 0, byte_offset = 0, min_offset = 0, \
        cosize = 24 and all elements of a tensor must be within the address space"
    );
    assert!(
        error(|t| t.byte_offset = 2)
            .ends_with("byte_offset = 2, align = 4 and the elements of a tensor must be aligned")
    );
    for far in [u64::MAX, u64::MAX - 100] {
        let mut t = good;
        t.byte_offset = far;
        // SAFETY: what is wrong is refused.
        let v = unsafe { View::<f32, _>::from_dlpack(&t, layout!((4,6):(6,1))) };
        assert!(v.unwrap_err().to_string().ends_with("must be within the address space"));
    }
    let numbers = |shape: [i64; 2], strides: [i64; 2]| -> String {
        let (mut shape, mut strides) = (shape, strides);
        let mut t = good;
        (t.shape, t.strides) = (shape.as_mut_ptr(), strides.as_mut_ptr());
        // SAFETY: two numbers each; what is wrong is refused.
        unsafe { View::<f32, _>::from_dlpack(&t, layout!((4,6):(6,1))) }.unwrap_err().to_string()
    };
    assert_eq!(
        numbers([4, 5], [6, 1]),
        "(4,6):(6,1): axis = 1, extent = 6, stride = 1, array_extent = 5, array_stride = 1 and an \
         array must have the extents and the strides of its layout"
    );
    assert!(numbers([4, 6], [6, -1]).contains("array_stride = -1"));
    assert_eq!(
        numbers([4, -6], [6, 1]),
        "axis = 1, extent = -6 and an extent must not be negative, and fit `isize`"
            .replace("isize", "usize")
    );
    // Before the address space, by strides, and of more bytes than a program has.
    for strides in [[-(1 << 60), 1], [1 << 60, 1], [i64::MIN, 1]] {
        let (mut shape, mut strides) = ([4, 6], strides);
        let mut t = good;
        (t.shape, t.strides) = (shape.as_mut_ptr(), strides.as_mut_ptr());
        // SAFETY: two numbers each; what is wrong is refused.
        unsafe {
            let Ok(layout) = t.layout::<2>() else { continue };
            assert!(View::<f32, _>::from_dlpack(&t, layout).is_err());
        }
    }
}

#[test]
fn what_is_empty_needs_no_address() {
    let (mut shape, mut strides) = ([0, 6], [1, 7]);
    let mut t = tensor(&mut [], 0, &mut shape, &mut strides);
    t.data = null_mut();
    // SAFETY: there are no elements.
    let v = unsafe { View::<f32, _>::from_dlpack(&t, t.layout::<2>().unwrap()).unwrap() };
    assert_eq!((v.iter().count(), v.extents()), (0, (0, 6)));
}

/// A buffer that counts when it is dropped, with its elements in itself.
struct Counting([i64; 6], Arc<AtomicUsize>);

impl AsMut<[i64]> for Counting {
    fn as_mut(&mut self) -> &mut [i64] {
        &mut self.0
    }
}

impl AsRef<[i64]> for Counting {
    fn as_ref(&self) -> &[i64] {
        &self.0
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        self.1.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn owners_are_dropped_once() {
    let drops = Arc::new(AtomicUsize::new(0));
    let count = || drops.load(Ordering::Relaxed);
    let buffer = || Counting([1, 2, 3, 4, 5, 6], drops.clone());
    let rows = layout!((2,3):(3,1));

    let mut tensor = export(buffer(), rows).unwrap();
    // SAFETY: the tensor says the truth, and nobody else has it.
    let mut v = unsafe { ViewMut::<i64, _>::from_dlpack(&mut tensor, rows).unwrap() };
    v[(1, 0)] = 40;
    let raw = tensor.into_raw();
    assert_eq!(count(), 0);
    // SAFETY: the pointer of before.
    let tensor = unsafe { ManagedTensor::from_raw(raw).unwrap() };
    assert!(!tensor.is_read_only());
    // SAFETY: the tensor says the truth.
    let v = unsafe { View::<i64, _>::from_dlpack(&tensor, rows).unwrap() };
    assert!(v.iter().copied().eq([1, 40, 2, 5, 3, 6]));
    drop(tensor);
    assert_eq!(count(), 1);

    let tensor = export_unversioned(buffer(), rows).unwrap();
    assert!(format!("{tensor:?}").contains("ndim: 2"));
    // SAFETY: the tensor says the truth.
    assert_eq!(unsafe { View::<i64, _>::from_dlpack(&tensor, rows).unwrap() }[(0, 2)], 3);
    drop(tensor);
    assert_eq!(count(), 2);

    let error = export(buffer(), layout!((2,4):(4,1))).unwrap_err();
    assert!(error.to_string().contains("length = 6, cosize = 8"), "{error}");
    assert_eq!(count(), 3);

    let mut tensor = export_read_only(buffer(), layout!((3,2):(-2,1))).unwrap();
    // SAFETY: the tensor says the truth, and nobody writes it.
    unsafe {
        let v = View::<i64, _>::from_dlpack(&tensor, layout!((3,2):(-2,1))).unwrap();
        assert_eq!((v[(0, 0)], v[(2, 1)]), (5, 2));
        let error = ViewMut::<i64, _>::from_dlpack(&mut tensor, layout!((3,2):(-2,1)));
        assert_eq!(
            error.unwrap_err().to_string(),
            "a tensor that is written must not be read-only"
        );
    }
    drop(tensor);
    assert_eq!(count(), 4);
}

/// A tensor of another major version is given back, and nothing of it is read.
#[test]
fn other_versions_are_given_back() {
    static DELETED: AtomicUsize = AtomicUsize::new(0);
    unsafe extern "C" fn delete(tensor: *mut DLManagedTensorVersioned) {
        // SAFETY: the box below.
        drop(unsafe { Box::from_raw(tensor) });
        DELETED.fetch_add(1, Ordering::Relaxed);
    }
    let tensor = |major| {
        NonNull::from(Box::leak(Box::new(DLManagedTensorVersioned {
            version: DLPackVersion { major, minor: 7 },
            manager_ctx: null_mut(),
            deleter: Some(delete),
            flags: 0,
            dl_tensor: tensor(&mut [], 0, &mut [], &mut []),
        })))
    };
    let [one, two] = [1, 2].map(tensor);
    // SAFETY: each is given away here.
    unsafe {
        let error = ManagedTensor::from_raw(two).unwrap_err();
        assert_eq!(
            error.to_string(),
            "major = 2, minor = 7 and a tensor must have the major version 1"
        );
        assert_eq!(DELETED.load(Ordering::Relaxed), 1);
        drop(ManagedTensor::from_raw(one).unwrap());
    }
    assert_eq!(DELETED.load(Ordering::Relaxed), 2);
}

#[test]
fn vectors_and_bools_are_elements() {
    let tensor = export(vec![[1.0_f32, 2.0, 3.0, 4.0]; 3], layout!(3:1)).unwrap();
    assert_eq!(tensor.dtype, DLDataType { code: 2, bits: 32, lanes: 4 });
    // SAFETY: the tensor says the truth.
    let v = unsafe { View::<[f32; 4], _>::from_dlpack(&tensor, layout!(3:1)).unwrap() };
    assert_eq!(v[2][3], 4.0);
    let tensor = export(vec![true, false], layout!(2:1)).unwrap();
    assert_eq!(tensor.dtype, DLDataType { code: 6, bits: 8, lanes: 1 });
    assert_eq!((i64::TYPE.code, u8::TYPE.code, u8::TYPE.bits), (0, 1, 8));
}

/// The structures lie as those of C, on a machine of 64 bits.
#[test]
fn structures_are_those_of_c() {
    if size_of::<usize>() != 8 {
        return;
    }
    use core::mem::offset_of;
    assert_eq!((size_of::<DLTensor>(), size_of::<DLManagedTensor>()), (48, 64));
    assert_eq!(size_of::<DLManagedTensorVersioned>(), 80);
    assert_eq!((offset_of!(DLTensor, ndim), offset_of!(DLTensor, dtype)), (16, 20));
    assert_eq!((offset_of!(DLTensor, shape), offset_of!(DLTensor, byte_offset)), (24, 40));
    assert_eq!(offset_of!(DLManagedTensorVersioned, dl_tensor), 32);
}
