//! Indexing by ndarray and mdarray, where the layout is one that they can say: one extent and stride for each
//! dimension. ndarray holds both at run time, mdarray has the extents in the type.
//!
//! Each element of the array is its own offset, so that reading it answers the index; the read is one instruction of
//! those counted. There is no check of bounds (`uget`, `get_unchecked`).

use std::mem::MaybeUninit;

use mdarray::{Const, Strided, StridedMapping};
use ndarray::{ArrayView, Dim, ShapeBuilder};

/// The length of the buffer, above every offset.
const LEN: usize = 1 << 17;

fn fold(sum: usize, offset: usize) -> usize {
    sum.rotate_left(5) ^ offset
}

macro_rules! array {
    ($name:ident $entry:ident [$($c:ident: $n:literal $d:literal),+]) => {
        mod $name {
            use super::*;

            const RANK: usize = [$($n),+].len();
            type Extents = ($(Const<$n>,)+);

            static mut NDARRAY: MaybeUninit<ArrayView<'static, usize, Dim<[usize; RANK]>>> = MaybeUninit::uninit();
            static mut MDARRAY: MaybeUninit<mdarray::View<'static, usize, Extents, Strided>> = MaybeUninit::uninit();

            pub(super) fn init(buffer: &'static [usize]) {
                let array = ArrayView::from_shape(($($n),+).strides(($($d),+)), buffer);
                let mapping = StridedMapping::new(($(Const::<$n>,)+), &[$($d),+]);
                // SAFETY: no other thread is there yet, and all offsets are below the length of the buffer.
                unsafe {
                    (*(&raw mut NDARRAY)).write(array.expect("the strides fit the buffer"));
                    (*(&raw mut MDARRAY)).write(mdarray::View::new_unchecked(buffer.as_ptr(), mapping));
                }
            }

            #[unsafe(export_name = concat!("ndarray_", stringify!($name), "_", stringify!($entry)))]
            extern "C" fn by_ndarray($($c: usize),+) -> usize {
                // SAFETY: `init` ran, and the coordinates are within the extents.
                unsafe { *(*(&raw const NDARRAY)).assume_init_ref().uget([$($c),+]) }
            }

            #[unsafe(export_name = concat!("mdarray_", stringify!($name), "_", stringify!($entry)))]
            extern "C" fn by_mdarray($($c: usize),+) -> usize {
                // SAFETY: as above.
                unsafe { *(*(&raw const MDARRAY)).assume_init_ref().get_unchecked([$($c),+]) }
            }

            #[unsafe(export_name = concat!("ndarray_", stringify!($name), "_sweep"))]
            extern "C" fn sweep_ndarray(sum: usize) -> usize {
                // SAFETY: as above.
                let array = unsafe { (*(&raw const NDARRAY)).assume_init_ref() };
                array.t().iter().fold(sum, |sum, offset| fold(sum, *offset))
            }

            #[unsafe(export_name = concat!("mdarray_", stringify!($name), "_sweep"))]
            extern "C" fn sweep_mdarray(sum: usize) -> usize {
                // SAFETY: as above.
                let array = unsafe { (*(&raw const MDARRAY)).assume_init_ref() };
                array.transpose().iter().fold(sum, |sum, offset| fold(sum, *offset))
            }
        }
    };
}

/// The arrays, and the function that makes them.
macro_rules! arrays {
    ($($name:ident $entry:ident $dims:tt;)+) => {
        $(array!($name $entry $dims);)+

        #[unsafe(no_mangle)]
        extern "C" fn init() {
            let buffer: &'static [usize] = (0..LEN).collect::<Vec<_>>().leak();
            $($name::init(buffer);)+
        }
    };
}

arrays! {
    seed flat [a: 2 4, b: 2 2, c: 2 1];
    column at [a: 128 1, b: 64 128];
    row at [a: 128 64, b: 64 1];
    padded at [a: 32 33, b: 32 1];
    blocked flat [a: 4 1, b: 32 16, c: 4 4, d: 32 512];
    fragment flat [a: 4 32, b: 8 1, c: 2 16, d: 2 8, e: 2 128];
    raked flat [a: 4 256, b: 32 1, c: 8 32];
    morton8 flat [a: 2 1, b: 2 4, c: 2 16, d: 2 2, e: 2 8, f: 2 32];
    odd flat [a: 3 1, b: 4 15, c: 5 3, d: 7 60];
    odd_row at [a: 37 53, b: 53 1];
    odd_cube at [a: 7 143, b: 11 13, c: 13 1];
    nchw16c flat [a: 2 12544, b: 16 1, c: 4 3136, d: 14 224, e: 14 16];
    divided flat [a: 128 1, b: 64 256, c: 2 128, d: 8 16384];
    divided_row flat [a: 128 512, b: 64 1, c: 2 65536, d: 8 64];
}
