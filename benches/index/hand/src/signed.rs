//! Layouts with negative offsets, and with offsets that are tuples.

use crate::fold;

// (64,64):(-64,1)
#[unsafe(export_name = "mirror_index")]
extern "C-unwind" fn mirror_index(i: usize) -> isize {
    (i / 64) as isize - (i % 64 * 64) as isize
}

#[unsafe(export_name = "mirror_index_2")]
extern "C-unwind" fn mirror_index_2(i: usize) -> isize {
    // 64 (i - 64 q) subtracted, q added: 4097 q - 64 i
    (i / 64 * 4097) as isize - (i * 64) as isize
}

#[unsafe(export_name = "mirror_at")]
extern "C-unwind" fn mirror_at(a: usize, b: usize) -> isize {
    b as isize - (a * 64) as isize
}

#[unsafe(export_name = "mirror_sweep")]
extern "C-unwind" fn mirror_sweep(mut sum: usize) -> usize {
    nest!([a: 64 b: 64] { sum = fold(sum, (b as isize - (a * 64) as isize) as usize); });
    sum
}

/// A tuple of two offsets, returned in two registers.
#[repr(C)]
struct Pair(isize, isize);

// (4,8):(1@1,1@0)
#[unsafe(export_name = "basis_index")]
extern "C-unwind" fn basis_index(i: usize) -> Pair {
    Pair((i / 4) as isize, (i % 4) as isize)
}

#[unsafe(export_name = "basis_at")]
extern "C-unwind" fn basis_at(a: usize, b: usize) -> Pair {
    Pair(b as isize, a as isize)
}
