//! Products of a matrix of four bits an element, in blocks of 32 as Q4_0 of ggml has them, with a vector: a scale of two
//! bytes, then sixteen bytes, whose lower halves are the first sixteen elements.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::packed::{PackedElement, PackedView};
use layout_view::{View, layout};

use crate::Cases;
use crate::case::{Kernel, input, near};

layout! {
    struct Bytes<rows, blocks> = (18,blocks,rows):(1,18,18*blocks);
    struct Vector<blocks> = (16,2,blocks):(1,16,32);
    struct Weights<rows, blocks> = ((16,2),blocks,rows):((2,1),36,36*blocks);
}

/// Rows, and blocks of a row.
type Extents = (usize, usize);

pub fn cases() -> Cases {
    vec![
        Box::new(|| Box::new(case("Q4_0 of 64 x 4096 by a vector", by_views, (64, 128)))),
        Box::new(|| {
            Box::new(case("Q4_0 of 64 x 4096 by a vector, as halves", by_halves, (64, 128)))
        }),
    ]
}

type Run = fn(&mut [f32], &[u8], &[f32], Extents);

fn case(name: &str, views: Run, extents: Extents) -> Kernel<f32> {
    let (rows, blocks) = extents;
    // The scale's upper byte is that of a number between 0.25 and 1.
    let byte =
        |k: usize| if k % 18 == 1 { 0x34 + (k / 18 % 8) as u8 } else { (k * 37 % 251) as u8 };
    let bytes: Arc<Vec<u8>> = Arc::new((0..rows * blocks * 18).map(byte).collect());
    let x = Arc::new(input(blocks * 32, 5));
    let variant = |run: Run| {
        let (bytes, x) = (bytes.clone(), x.clone());
        Box::new(move |out: &mut [f32]| run(out, &bytes, &x, black_box(extents)))
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; rows],
        views: variant(views),
        hand: variant(by_hand),
        others: vec![],
        same: near,
    }
}

/// A normal positive number of two bytes.
#[inline(always)]
fn number(bits: u16) -> f32 {
    f32::from_bits((u32::from(bits) << 13) + (112 << 23))
}

#[inline(never)]
fn by_views(out: &mut [f32], bytes: &[u8], x: &[f32], (rows, blocks): Extents) {
    let bytes = View::new(bytes, Bytes::of(rows, blocks));
    let x = View::new(x, Vector::of(blocks));
    for (row, out) in out.iter_mut().enumerate() {
        let mut total = 0.0;
        for b in 0..blocks {
            let scale = number(u16::from_le_bytes([bytes[(0, b, row)], bytes[(1, b, row)]]));
            let mut sum = 0.0;
            for i in 0..16 {
                let byte = bytes[(2 + i, b, row)];
                sum += (f32::from(byte & 15) - 8.0) * x[(i, 0, b)];
                sum += (f32::from(byte >> 4) - 8.0) * x[(i, 1, b)];
            }
            total += scale * sum;
        }
        *out = total;
    }
}

/// A weight before it is scaled.
enum Weight {}

impl PackedElement for Weight {
    type Value = f32;

    const BITS: u32 = 4;

    #[inline(always)]
    fn unpack(bits: u8) -> f32 {
        f32::from(bits) - 8.0
    }

    #[inline(always)]
    fn pack(value: f32) -> u8 {
        (value + 8.5).clamp(0.0, 15.0) as u8
    }
}

#[inline(never)]
fn by_halves(out: &mut [f32], bytes: &[u8], x: &[f32], (rows, blocks): Extents) {
    let scales = View::new(bytes, Bytes::of(rows, blocks));
    let weights = PackedView::<Weight, _>::new(&bytes[2..], Weights::of(rows, blocks));
    let x = View::new(x, Vector::of(blocks));
    for (row, out) in out.iter_mut().enumerate() {
        let mut total = 0.0;
        for b in 0..blocks {
            let scale = number(u16::from_le_bytes([scales[(0, b, row)], scales[(1, b, row)]]));
            let mut sum = 0.0;
            for i in 0..16 {
                for half in 0..2 {
                    sum += weights.at(((i, half), b, row)) * x[(i, half, b)];
                }
            }
            total += scale * sum;
        }
        *out = total;
    }
}

#[inline(never)]
fn by_hand(out: &mut [f32], bytes: &[u8], x: &[f32], (_, blocks): Extents) {
    for (row, out) in out.iter_mut().enumerate() {
        let mut total = 0.0;
        for b in 0..blocks {
            let at = (row * blocks + b) * 18;
            let scale = number(u16::from_le_bytes([bytes[at], bytes[at + 1]]));
            let mut sum = 0.0;
            for i in 0..16 {
                let byte = bytes[at + 2 + i];
                sum += (f32::from(byte & 15) - 8.0) * x[32 * b + i];
                sum += (f32::from(byte >> 4) - 8.0) * x[32 * b + 16 + i];
            }
            total += scale * sum;
        }
        *out = total;
    }
}
