//! Packing: blocks of A and B, in panels that the micro-kernel reads in order.
//!
//! A panel that reaches past its matrix is filled up with zeros, so that the
//! micro-kernel need not know of ragged edges.

use std::ops::Range;

use layout_runtime::{View, ViewMut};

use crate::layouts::{KC, MC, MR, NC, NR, PackedA, PackedB, PanelA, PanelB};
use crate::matrix::Matrix;

/// Packs the rows `rows` and columns `steps` of A.
#[inline(always)]
pub(crate) fn pack_a(a: &Matrix, rows: Range<usize>, steps: Range<usize>, packed: &mut [f32]) {
    assert!(rows.len() <= MC && steps.len() <= KC);
    let zeros = &[0.0; KC][..steps.len()];
    for (p, first) in rows.clone().step_by(MR).enumerate() {
        let mut panel = ViewMut::new(&mut packed[PackedA.at(0, p)..], PanelA);
        for i in 0..MR {
            let row = first + i;
            let row = if row < rows.end { a.row(row, steps.clone()) } else { zeros };
            for (k, &x) in row.iter().enumerate().take(KC) {
                panel[(i, k)] = x;
            }
        }
    }
}

/// Packs the rows `steps` and columns `cols` of B.
#[inline(always)]
pub(crate) fn pack_b(b: &Matrix, steps: Range<usize>, cols: Range<usize>, packed: &mut [f32]) {
    assert!(steps.len() <= KC && cols.len() <= NC);
    for (k, step) in steps.enumerate().take(KC) {
        for (p, first) in cols.clone().step_by(NR).enumerate() {
            let mut panel = ViewMut::new(&mut packed[PackedB.at(0, p)..], PanelB);
            let row = b.row(step, first..cols.end.min(first + NR));
            for j in 0..NR {
                panel[(k, j)] = row.get(j).copied().unwrap_or(0.0);
            }
        }
    }
}

/// Panel `p` of a packed block of A.
#[inline(always)]
pub(crate) fn panel_a(packed: &[f32], p: usize) -> View<'_, f32, PanelA> {
    View::new(&packed[PackedA.at(0, p)..], PanelA)
}

/// Panel `p` of a packed block of B.
#[inline(always)]
pub(crate) fn panel_b(packed: &[f32], p: usize) -> View<'_, f32, PanelB> {
    View::new(&packed[PackedB.at(0, p)..], PanelB)
}
