//! Images, and images with 16 channels of a pixel together: nchw and nChw16c.

use layout_view::layout;
use ndarray::{ArrayView4, ArrayViewMut4, s};

use crate::cases::{Case, views};

layout! {
    struct Nchw = (32,64,56,56):(200704,3136,56,1);
    struct NchwHalves = ((16,64,56,56),2):((200704,3136,56,1),3211264);
    struct NchwHalf = (16,64,56,56):(200704,3136,56,1);
    struct NChw16c = (32,(16,4),56,56):(200704,(1,50176),896,16);
    struct NChw16cHalves = ((16,(16,4),56,56),2):((200704,(1,50176),896,16),3211264);
    struct NChw16cHalf = (16,(16,4),56,56):(200704,(1,50176),896,16);
}

/// Groups of 16 channels, pixels of an image.
const GROUPS: usize = 32 * 4;
const PIXELS: usize = 56 * 56;

pub fn pack() -> Case {
    Case {
        name: "nchw to nChw16c, 32 x 64 x 56 x 56",
        elements: 16 * GROUPS * PIXELS,
        expected: Box::new(|a| {
            let from = |g, p, c| a[(16 * g + c) * PIXELS + p];
            (0..a.len()).map(|k| from(k / 16 / PIXELS, k / 16 % PIXELS, k % 16)).collect()
        }),
        views: views((Nchw, NChw16c), (NchwHalves, NChw16cHalf)),
        by_hand: vec![
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<PIXELS, 16, 16>)),
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<PIXELS, 16, 64>)),
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<PIXELS, 16, PIXELS>)),
        ],
        ndarray: Box::new(|a, b, part, parts| {
            let groups = GROUPS / parts;
            // Groups x channels x rows x columns to groups x rows x columns x channels.
            let a = ArrayView4::from_shape((GROUPS, 16, 56, 56), a).expect("images");
            let a = a
                .slice_move(s![part * groups..(part + 1) * groups, .., .., ..])
                .permuted_axes([0, 2, 3, 1]);
            ArrayViewMut4::from_shape((groups, 56, 56, 16), b).expect("images").assign(&a);
        }),
        transpose: Some((
            Box::new(|a, b, part, parts| {
                groups(a, b, part, parts, |a, b| transpose::transpose(a, b, PIXELS, 16));
            }),
            2,
        )),
    }
}

pub fn unpack() -> Case {
    Case {
        name: "nChw16c to nchw, 32 x 64 x 56 x 56",
        elements: 16 * GROUPS * PIXELS,
        expected: Box::new(|a| {
            let from = |g, p, c| a[(PIXELS * g + p) * 16 + c];
            (0..a.len()).map(|k| from(k / PIXELS / 16, k % PIXELS, k / PIXELS % 16)).collect()
        }),
        views: views((NChw16c, Nchw), (NChw16cHalves, NchwHalf)),
        by_hand: vec![
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<16, PIXELS, 16>)),
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<16, PIXELS, 64>)),
            Box::new(|a, b, part, parts| groups(a, b, part, parts, block::<16, PIXELS, PIXELS>)),
        ],
        ndarray: Box::new(|a, b, part, parts| {
            let groups = GROUPS / parts;
            let a = ArrayView4::from_shape((GROUPS, 56, 56, 16), a).expect("images");
            let a = a
                .slice_move(s![part * groups..(part + 1) * groups, .., .., ..])
                .permuted_axes([0, 3, 1, 2]);
            ArrayViewMut4::from_shape((groups, 16, 56, 56), b).expect("images").assign(&a);
        }),
        transpose: Some((
            Box::new(|a, b, part, parts| {
                groups(a, b, part, parts, |a, b| transpose::transpose(a, b, 16, PIXELS));
            }),
            2,
        )),
    }
}

/// Calls a function with each group of the target and that of the source.
fn groups(a: &[f32], b: &mut [f32], part: usize, parts: usize, f: impl Fn(&[f32], &mut [f32])) {
    let (length, groups) = (16 * PIXELS, GROUPS / parts);
    let a = a[part * groups * length..].chunks_exact(length);
    a.zip(b.chunks_exact_mut(length)).for_each(|(a, b)| f(a, b));
}

/// From `M` rows of `N` to columns, in blocks of all of what there are 16 of, and `B` of the other.
fn block<const N: usize, const M: usize, const B: usize>(a: &[f32], b: &mut [f32]) {
    assert!(a.len() == M * N && b.len() == M * N);
    let (of_rows, of_columns) = if M == 16 { (16, B) } else { (B, 16) };
    for jb in (0..N).step_by(of_columns) {
        for ib in (0..M).step_by(of_rows) {
            for j in jb..N.min(jb + of_columns) {
                for i in ib..M.min(ib + of_rows) {
                    // SAFETY: `i` and `j` are below the extents.
                    unsafe { *b.get_unchecked_mut(M * j + i) = *a.get_unchecked(N * i + j) };
                }
            }
        }
    }
}
