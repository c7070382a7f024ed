//! The loops over blocks, and one product for each instruction set.

use std::ops::Range;

use layout_runtime::view::Array;
use layout_runtime::{View, ViewMut};

use crate::kernel::{avx2, avx512, multiply, portable};
use crate::layouts::{KC, MC, MR, NC, NR, PackedA, PackedB, PanelA, PanelB, Tile};
use crate::matrix::Matrix;
use crate::pack::{pack_a, pack_b, panel_a, panel_b};

/// A product `C = A * B`.
pub(crate) type Product = fn(&Matrix, &Matrix, &mut Matrix);

/// The products that this processor can run, the fastest first.
pub(crate) fn available() -> Vec<(&'static str, Product)> {
    let mut products: Vec<(&'static str, Product)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F.
            products.push(("avx512f", |a, b, c| unsafe { sgemm_avx512(a, b, c) }));
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor has AVX2 and FMA.
            products.push(("avx2,fma", |a, b, c| unsafe { sgemm_avx2(a, b, c) }));
        }
    }
    products.push(("portable", sgemm_portable));
    products
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn sgemm_avx512(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    blocked(a, b, c, |k, a, b, mut c| {
        let (a, b) = (a.with_layout(avx512::A), b.with_layout(avx512::B));
        multiply::<_, _, _, 12, 2, 16, true>(k, a, b, c.with_layout_mut(avx512::C));
    });
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn sgemm_avx2(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    blocked(a, b, c, |k, a, b, mut c| {
        let (a, b) = (a.with_layout(avx2::A), b.with_layout(avx2::B));
        multiply::<_, _, _, 6, 2, 8, true>(k, a, b, c.with_layout_mut(avx2::C));
    });
}

fn sgemm_portable(a: &Matrix, b: &Matrix, c: &mut Matrix) {
    // Every 64-bit ARM processor multiplies and adds in one instruction.
    const FMA: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));
    blocked(a, b, c, |k, a, b, mut c| {
        let (a, b) = (a.with_layout(portable::A), b.with_layout(portable::B));
        multiply::<_, _, _, 4, 2, 4, FMA>(k, a, b, c.with_layout_mut(portable::C));
    });
}

/// Five loops around a micro-kernel, as in GotoBLAS and BLIS.
///
/// Always inlined, so that all of it is compiled for the instruction set of the caller.
#[inline(always)]
fn blocked<K>(a: &Matrix, b: &Matrix, c: &mut Matrix, kernel: K)
where
    K: Fn(usize, View<'_, f32, PanelA>, View<'_, f32, PanelB>, ViewMut<'_, f32, Tile>),
{
    let (m, n, k) = (a.rows, b.cols, a.cols);
    // As many panels as the largest block has.
    let last_a = PackedA.at(0, m.min(MC).div_ceil(MR) - 1);
    let last_b = PackedB.at(0, n.min(NC).div_ceil(NR) - 1);
    let mut packed_a = vec![0.0; last_a + PanelA::COSIZE + LINE];
    let mut packed_b = vec![0.0; last_b + PanelB::COSIZE + LINE];
    let (packed_a, packed_b) = (from_line(&mut packed_a), from_line(&mut packed_b));
    let mut tile: Array<f32, Tile, { Tile::COSIZE }> = Array::filled(0.0, Tile);
    // Blocks of about equal depth: a short last one would not be worth its passes over C.
    let kc = k.div_ceil(k.div_ceil(KC));
    for cols in blocks(0..n, NC) {
        for steps in blocks(0..k, kc) {
            pack_b(b, steps.clone(), cols.clone(), packed_b);
            for rows in blocks(0..m, MC) {
                pack_a(a, rows.clone(), steps.clone(), packed_a);
                for (q, cols) in blocks(cols.clone(), NR).enumerate() {
                    for (p, rows) in blocks(rows.clone(), MR).enumerate() {
                        let (a, b) = (panel_a(packed_a, p), panel_b(packed_b, q));
                        kernel(steps.len(), a, b, tile.as_view_mut());
                        let tile = tile.as_view();
                        for (i, row) in rows.enumerate().take(MR) {
                            let row = c.row_mut(row, cols.clone());
                            let add = steps.start > 0;
                            // Most rows are full: a constant length makes them vector code.
                            match row.first_chunk_mut::<NR>() {
                                Some(row) => store(tile, i, row, add),
                                None => store(tile, i, row, add),
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Stores row `i` of a tile to a row of C, or adds it.
#[inline(always)]
fn store(tile: View<'_, f32, Tile>, i: usize, row: &mut [f32], add: bool) {
    for (j, x) in row.iter_mut().enumerate().take(NR) {
        *x = tile[(i, j)] + if add { *x } else { 0.0 };
    }
}

/// A range in blocks of `size`, of which the last may be shorter.
#[inline(always)]
fn blocks(range: Range<usize>, size: usize) -> impl Iterator<Item = Range<usize>> {
    let end = range.end;
    range.step_by(size).map(move |start| start..end.min(start + size))
}

/// The elements of a cache line.
const LINE: usize = 64 / size_of::<f32>();

/// The memory from the start of a line on: a vector across two lines is slower.
fn from_line(memory: &mut [f32]) -> &mut [f32] {
    // `align_offset` may give up; then any start will do.
    let start = memory.as_ptr().align_offset(64).min(LINE);
    &mut memory[start..]
}
