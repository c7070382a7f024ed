//! Rows to columns.

use layout_view::{View, ViewMut, layout};
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::cases::{Case, Copy, views};

layout! {
    struct Rows = (4096,4096):(4096,1);
    struct Columns = (4096,4096);
    struct Halves = ((4096,2048),2):((4096,1),2048);
    struct Half = (4096,2048);

    struct RaggedRows = (3999,4002):(4002,1);
    struct RaggedColumns = (3999,4002);
    struct RaggedHalves = ((3999,2001),2):((4002,1),2001);
    struct RaggedHalf = (3999,2001);

    struct SmallRows = (517,1022):(1022,1);
    struct SmallColumns = (517,1022);
    struct SmallHalves = ((517,511),2):((1022,1),511);
    struct SmallHalf = (517,511);
}

pub fn square() -> Case {
    let halves = views((Rows, Columns), (Halves, Half));
    let views = Box::new(move |source: &[f32], target: &mut [f32], part, parts| match parts {
        1 => relayout_transpose(source, target),
        _ => halves(source, target, part, parts),
    });
    case::<4096, 4096>("transpose of 4096 x 4096", views)
}

/// The function whose code `benches/relayout.sh asm` shows.
#[unsafe(no_mangle)]
#[inline(never)]
fn relayout_transpose(source: &[f32], target: &mut [f32]) {
    View::new(source, Rows).copy_to(&mut ViewMut::new(target, Columns));
}

pub fn ragged() -> Case {
    let views = views((RaggedRows, RaggedColumns), (RaggedHalves, RaggedHalf));
    case::<3999, 4002>("transpose of 3999 x 4002", views)
}

pub fn small() -> Case {
    let views = views((SmallRows, SmallColumns), (SmallHalves, SmallHalf));
    case::<517, 1022>("transpose of 517 x 1022", views)
}

fn case<const M: usize, const N: usize>(name: &'static str, views: Box<Copy>) -> Case {
    Case {
        name,
        elements: M * N,
        expected: Box::new(|a| (0..M * N).map(|k| a[k % M * N + k / M]).collect()),
        views,
        by_hand: vec![
            Box::new(by_hand::<M, N, 8>),
            Box::new(by_hand::<M, N, 16>),
            Box::new(by_hand::<M, N, 32>),
            Box::new(by_hand::<M, N, 64>),
        ],
        ndarray: Box::new(|a, b, part, parts| {
            let columns = N / parts;
            let a = ArrayView2::from_shape((M, N), a).expect("a matrix");
            let a = a
                .split_at(ndarray::Axis(1), part * columns)
                .1
                .split_at(ndarray::Axis(1), columns)
                .0;
            ArrayViewMut2::from_shape((columns, M), b).expect("a matrix").assign(&a.t());
        }),
        // It has no function for a part of the columns.
        transpose: Some((Box::new(|a, b, _, _| transpose::transpose(a, b, N, M)), 1)),
    }
}

/// Blocks of `B` x `B`.
fn by_hand<const M: usize, const N: usize, const B: usize>(
    a: &[f32],
    b: &mut [f32],
    part: usize,
    parts: usize,
) {
    let columns = N / parts;
    assert!(a.len() == M * N && b.len() == M * columns);
    for jb in (0..columns).step_by(B) {
        for ib in (0..M).step_by(B) {
            for j in jb..columns.min(jb + B) {
                for i in ib..M.min(ib + B) {
                    // SAFETY: `i` and `j` are below the extents.
                    unsafe {
                        *b.get_unchecked_mut(M * j + i) =
                            *a.get_unchecked(N * i + part * columns + j)
                    };
                }
            }
        }
    }
}
