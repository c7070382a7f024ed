//! Packing for a matrix product: the rows of a matrix in panels of eight, column by column, with zeros below the last.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{Fixed, Ragged, View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, equal, input};
#[cfg(feature = "peers")]
use crate::kernel::U8;

/// The source of `matrixmultiply`, as it is.
#[cfg(feature = "peers")]
#[allow(dead_code, unsafe_op_in_unsafe_fn)]
mod original {
    include!(concat!(env!("OUT_DIR"), "/packing.rs"));

    /// Its packing, of slices.
    pub fn packed(panels: &mut [f32], a: &[f32], (m, k, rows, columns): super::Extents) {
        assert!(
            panels.len() >= m.next_multiple_of(8) * k
                && a.len() > (m - 1) * rows + (k - 1) * columns
        );
        // SAFETY: the panels are long enough, and so is the matrix, whose strides are not negative.
        unsafe {
            let panels = PackSlice::from(panels.as_mut_ptr(), panels.len());
            pack::<super::U8, f32>(k, m, panels, a.as_ptr(), rows as isize, columns as isize);
        }
    }
}

layout! {
    struct Matrix<m, k, rows, columns> = (m,k):(rows,columns);
    struct Rows<m, k, ld> = (m,k):(ld,1);
    struct Columns<m, k, ld> = (m,k):(1,ld);
    struct Panel<k> = (8,k):(1,8);
}

/// Rows, columns, and their distances.
type Extents = (usize, usize, usize, usize);

pub fn cases() -> Cases {
    let rows = (131, 256, 300, 1);
    let columns = (131, 256, 1, 140);
    vec![
        Box::new(move || Box::new(case("pack 131x256 in rows", rows, any))),
        Box::new(move || {
            Box::new(case("pack 131x256 in rows, whose layout says so", rows, of_rows))
        }),
        Box::new(move || {
            Box::new(case("pack 131x256 in rows, element by element", rows, by_index))
        }),
        Box::new(move || Box::new(case("pack 131x256 in columns", columns, any))),
        Box::new(move || {
            Box::new(case("pack 131x256 in columns, whose layout says so", columns, of_columns))
        }),
        Box::new(|| Box::new(case("pack 131x256, every third", (131, 256, 3 * 256, 3), any))),
        Box::new(|| Box::new(case("pack 32x1024 in rows", (32, 1024, 1024, 1), any))),
        Box::new(|| Box::new(case("pack 5x7 in rows", (5, 7, 7, 1), any))),
        Box::new(|| Box::new(case("pack 5x7 in columns", (5, 7, 1, 5), any))),
    ]
}

type Run = fn(&mut [f32], &[f32], Extents);

fn case(name: &str, extents: Extents, views: Run) -> Kernel<f32> {
    let (m, k, rows, columns) = extents;
    let a = Arc::new(input((m - 1) * rows + (k - 1) * columns + 1, 7));
    let variant = |run: Run| {
        let a = a.clone();
        Box::new(move |out: &mut [f32]| run(out, &a, black_box(extents)))
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; m.next_multiple_of(8) * k],
        views: variant(views),
        hand: variant(by_hand),
        #[cfg(feature = "peers")]
        others: vec![("matrixmultiply", variant(original::packed))],
        #[cfg(not(feature = "peers"))]
        others: vec![],
        same: equal,
    }
}

macro_rules! pack {
    ($panels:ident, $matrix:expr, $k:ident) => {
        for (panel, (_, rows)) in
            $panels.chunks_exact_mut(8 * $k).zip($matrix.ragged_tiles((Fixed::<8>, ..)))
        {
            let mut panel = ViewMut::new(panel, Panel::of($k));
            match rows {
                Ragged::Full(rows) => rows.copy_to(&mut panel),
                Ragged::Edge(rows) => {
                    let (left, _) = rows.extents();
                    panel.fill(0.0);
                    rows.copy_to(&mut panel.slice_mut((0..left, ..)));
                }
            }
        }
    };
}

/// Packs a matrix of any strides.
#[inline(never)]
fn any(panels: &mut [f32], a: &[f32], (m, k, rows, columns): Extents) {
    pack!(panels, View::new(a, Matrix::of(m, k, rows, columns)), k);
}

#[inline(never)]
fn of_rows(panels: &mut [f32], a: &[f32], (m, k, rows, _): Extents) {
    pack!(panels, View::new(a, Rows::of(m, k, rows)), k);
}

#[inline(never)]
fn of_columns(panels: &mut [f32], a: &[f32], (m, k, _, columns): Extents) {
    pack!(panels, View::new(a, Columns::of(m, k, columns)), k);
}

#[inline(never)]
fn by_index(panels: &mut [f32], a: &[f32], (m, k, rows, _): Extents) {
    let matrix = View::new(a, Rows::of(m, k, rows));
    for (panel, (_, rows)) in
        panels.chunks_exact_mut(8 * k).zip(matrix.ragged_tiles((Fixed::<8>, ..)))
    {
        let mut panel = ViewMut::new(panel, Panel::of(k));
        match rows {
            Ragged::Full(rows) => {
                for j in 0..k {
                    for i in 0..8 {
                        panel[(i, j)] = rows[(i, j)];
                    }
                }
            }
            Ragged::Edge(rows) => {
                let (left, _) = rows.extents();
                panel.fill(0.0);
                for j in 0..k {
                    for i in 0..left {
                        panel[(i, j)] = rows[(i, j)];
                    }
                }
            }
        }
    }
}

#[inline(never)]
fn by_hand(panels: &mut [f32], a: &[f32], (m, k, rows, columns): Extents) {
    for (p, panel) in panels.chunks_exact_mut(8 * k).enumerate() {
        let full = (m - 8 * p).min(8);
        for (j, column) in panel.chunks_exact_mut(8).enumerate() {
            if full == 8 {
                for (i, x) in column.iter_mut().enumerate() {
                    *x = a[(8 * p + i) * rows + j * columns];
                }
            } else {
                for (i, x) in column.iter_mut().enumerate() {
                    *x = if i < full { a[(8 * p + i) * rows + j * columns] } else { 0.0 };
                }
            }
        }
    }
}
