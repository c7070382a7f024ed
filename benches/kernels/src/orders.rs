//! Orders of powers of two: bits reversed, as an FFT has them, and Morton order.

use std::sync::Arc;

use layout_view::{View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, equal, input};

layout! {
    struct Forward10 = 1024;
    struct Reversed10 = (2,2,2,2,2,2,2,2,2,2):(512,256,128,64,32,16,8,4,2,1);
    struct Forward20 = 1048576;
    struct Reversed20 = ((2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2,2,2)):
        ((524288,262144,131072,65536,32768,16384,8192,4096,2048,1024),(512,256,128,64,32,16,8,4,2,1));
    struct Rows6 = (64,64):(64,1);
    struct Morton6 = ((2,2,2,2,2,2),(2,2,2,2,2,2)):((2,8,32,128,512,2048),(1,4,16,64,256,1024));
    struct Rows11 = (2048,2048):(2048,1);
    struct Morton11 = ((2,2,2,2,2,2,2,2,2,2,2),(2,2,2,2,2,2,2,2,2,2,2)):(
        (2,8,32,128,512,2048,8192,32768,131072,524288,2097152),
        (1,4,16,64,256,1024,4096,16384,65536,262144,1048576)
    );
}

pub fn cases() -> Cases {
    vec![
        Box::new(|| {
            Box::new(case(
                "bits reversed, 1024",
                10,
                |b, a| {
                    View::new(a, Forward10).copy_to(&mut ViewMut::new(b, Reversed10));
                },
                reversed,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "bits reversed, 1048576",
                20,
                |b, a| {
                    View::new(a, Forward20).copy_to(&mut ViewMut::new(b, Reversed20));
                },
                reversed,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "rows to Morton order, 64x64",
                12,
                |b, a| {
                    View::new(a, Rows6).copy_to(&mut ViewMut::new(b, Morton6));
                },
                interleave,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "Morton order to rows, 64x64",
                12,
                |b, a| {
                    View::new(a, Morton6).copy_to(&mut ViewMut::new(b, Rows6));
                },
                separate,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "rows to Morton order, 2048x2048",
                22,
                |b, a| {
                    View::new(a, Rows11).copy_to(&mut ViewMut::new(b, Morton11));
                },
                interleave,
            ))
        }),
        Box::new(|| {
            Box::new(case(
                "Morton order to rows, 2048x2048",
                22,
                |b, a| {
                    View::new(a, Morton11).copy_to(&mut ViewMut::new(b, Rows11));
                },
                separate,
            ))
        }),
    ]
}

fn case(
    name: &str,
    bits: u32,
    views: fn(&mut [f32], &[f32]),
    hand: fn(&mut [f32], &[f32]),
) -> Kernel<f32> {
    let a = Arc::new(input(1 << bits, 7));
    let variant = |run: fn(&mut [f32], &[f32])| {
        let a = a.clone();
        Box::new(move |out: &mut [f32]| run(out, &a))
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; 1 << bits],
        views: variant(views),
        hand: variant(hand),
        others: vec![("memcpy", variant(|b, a| b.copy_from_slice(a)))],
        same: equal,
    }
}

#[inline(never)]
fn reversed(b: &mut [f32], a: &[f32]) {
    let unused = usize::BITS - a.len().ilog2();
    for (i, x) in a.iter().enumerate() {
        b[i.reverse_bits() >> unused] = *x;
    }
}

/// The bits of a number, each in front of a 0.
fn spread(i: usize) -> usize {
    [(8, 0x00ff00ff), (4, 0x0f0f0f0f), (2, 0x33333333), (1, 0x55555555)]
        .into_iter()
        .fold(i, |i, (shift, mask)| (i | i << shift) & mask)
}

/// Calls a function with the offsets of each element in rows and in Morton order; the column counts up by a carry
/// through the bits between.
#[inline(always)]
fn orders(length: usize, mut f: impl FnMut(usize, usize)) {
    let side = 1usize << (length.ilog2() / 2);
    for i in 0..side {
        let (row, mut column) = (spread(i) << 1, 0usize);
        for j in 0..side {
            f(side * i + j, row | column);
            column = column.wrapping_sub(0x55555555) & 0x55555555;
        }
    }
}

#[inline(never)]
fn interleave(b: &mut [f32], a: &[f32]) {
    orders(a.len(), |row, at| b[at] = a[row]);
}

#[inline(never)]
fn separate(b: &mut [f32], a: &[f32]) {
    orders(a.len(), |row, at| b[row] = a[at]);
}
