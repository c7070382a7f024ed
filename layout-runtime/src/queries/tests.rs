//! Small layouts with their offsets, and swizzles as they are defined: what queries and views are tested with.

extern crate std;

use std::vec;
use std::vec::Vec;

/// The offsets of all coordinates.
pub(crate) fn offsets(shape: &[usize], stride: &[isize]) -> Vec<isize> {
    shape.iter().zip(stride).fold(vec![0], |all, (&extent, &stride)| {
        let from = |c: usize| all.iter().map(move |offset| offset + c as isize * stride);
        (0..extent).flat_map(from).collect()
    })
}

/// All layouts of one to three leaves with these extents and strides.
pub(crate) fn layouts() -> impl Iterator<Item = (Vec<usize>, Vec<isize>)> {
    let strides = [-4, -1, 0, 1, 2, 3, 6, 8];
    let leaves = move || (1..5).flat_map(move |e| strides.into_iter().map(move |d| (e, d)));
    let one = leaves().map(|a| vec![a]);
    let two = leaves().flat_map(move |a| leaves().map(move |b| vec![a, b]));
    let three = leaves()
        .flat_map(move |a| leaves().flat_map(move |b| leaves().map(move |c| vec![a, b, c])));
    one.chain(two).chain(three).map(|leaves| leaves.into_iter().unzip())
}

/// Swizzles, the first one first: bits, base, shift, and what is added before.
pub(crate) type Plain = [(u32, u32, i32, isize)];

/// Swizzles as they are defined.
pub(crate) fn plain(swizzles: &Plain, x: isize) -> isize {
    swizzles.iter().fold(x, |x, &(bits, base, shift, offset)| {
        let x = x + offset;
        let field = ((1 << bits) - 1) << (base as i32 + shift.max(0));
        x ^ if shift < 0 { (x & field) << -shift } else { (x & field) >> shift }
    })
}
