//! Functions for arrays of NumPy, which they read, write and make without a copy: by DLPack alone, with no crate for Python.
//! `arrays.py` beside this file calls them.
//!
//! ```text
//! cargo build --release --example dlpack --features dlpack
//! python3 examples/dlpack/arrays.py target/release/examples/libdlpack.so
//! ```

#![allow(unsafe_code)]

use std::ffi::{CString, c_char};
use std::ptr::{NonNull, null_mut};

use layout_view::dlpack::{DLManagedTensorVersioned, ManagedTensor, export};
use layout_view::dynamic::strided;
use layout_view::{ShapeError, View, ViewMut, layout};

/// A tensor that Python gives away: a pointer of a capsule that is called `used_…` now.
type Given = Option<NonNull<DLManagedTensorVersioned>>;

/// An error as text, or null where there is none. `free_text` takes it back.
fn text(result: Result<(), ShapeError>) -> *mut c_char {
    match result {
        Ok(()) => null_mut(),
        Err(error) => CString::new(error.to_string()).unwrap_or_default().into_raw(),
    }
}

/// Takes back an error's text.
///
/// # Safety
///
/// A function here answered it, and it is taken back once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free_text(text: *mut c_char) {
    // SAFETY: by the caller.
    drop(unsafe { CString::from_raw(text) });
}

/// Multiplies a matrix of `f32`, with any strides, in its place.
///
/// # Safety
///
/// The tensor is given away, and says the truth; meanwhile nobody else has its elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn scale(tensor: Given, factor: f32) -> *mut c_char {
    let run = |raw| {
        // SAFETY: by the caller.
        unsafe {
            let mut tensor = ManagedTensor::from_raw(raw)?;
            let layout = tensor.layout::<2>()?;
            let mut v = ViewMut::<f32, _>::from_dlpack(&mut tensor, layout)?;
            v.for_each_mut(|x| *x *= factor);
        }
        Ok(())
    };
    text(tensor.map_or(Ok(()), run))
}

/// The transpose of a cube of `i64`, `t[k, j, i] = a[i, j, k]`, as a new tensor that Rust owns; null and an error if it is none.
///
/// # Safety
///
/// The tensor is given away, and says the truth; meanwhile nobody writes its elements. `error` may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn transposed(tensor: Given, error: *mut *mut c_char) -> Given {
    let run = |raw| {
        // SAFETY: by the caller.
        let tensor = unsafe { ManagedTensor::from_raw(raw)? };
        // SAFETY: by the caller.
        let v = unsafe { View::<i64, _>::from_dlpack(&tensor, tensor.layout::<3>()?)? };
        let (m, n, p) = v.extents();
        // Rows of NumPy: the last axis is the fastest.
        let rows = strided([p, n, m], [(n * m) as isize, m as isize, 1])?;
        let mut out = vec![0; rows.size()];
        let mut t = ViewMut::new(&mut out, rows);
        for i in 0..m {
            for j in 0..n {
                for k in 0..p {
                    t[(k, j, i)] = v[(i, j, k)];
                }
            }
        }
        Ok(export(out, rows)?.into_raw())
    };
    match tensor.map(run).transpose() {
        Ok(made) => made,
        Err(refused) => {
            // SAFETY: by the caller.
            unsafe { *error = text(Err(refused)) };
            None
        }
    }
}

/// The sum of a tile of 8 x 4 numbers `f64` in rows: a layout that is known at compile time, which the tensor must have. What is
/// wrong is in `error`.
///
/// # Safety
///
/// As [`transposed`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sum_of_tile(tensor: Given, error: *mut *mut c_char) -> f64 {
    let run = |raw| {
        // SAFETY: by the caller.
        unsafe {
            let tensor = ManagedTensor::from_raw(raw)?;
            Ok(View::<f64, _>::from_dlpack(&tensor, layout!((8,4):(4,1)))?.iter().sum())
        }
    };
    tensor.map_or(Ok(0.0), run).unwrap_or_else(|refused| {
        // SAFETY: by the caller.
        unsafe { *error = text(Err(refused)) };
        f64::NAN
    })
}
