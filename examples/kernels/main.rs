//! Small kernels as one writes them with views: a convolution, packing for a matrix product, a
//! stencil, loops over rows and columns, and sums of products. Each is compared with one by slices and indices computed by hand; `benches/views.sh`
//! counts the instructions of both.
//!
//! ```text
//! cargo run --release --example kernels                  runs and compares all
//! cargo run --release --example kernels -- relax views   runs one in `counted`
//! ```
//!
//! The exit status is 1 if an element is wrong.

#![forbid(unsafe_code)]

mod rows;
mod slices;
mod sums;
mod views;

use std::hint::black_box;
use std::process::ExitCode;

use layout_view::{View, ViewMut};
use views::{Filters, NChw8c, Nchw};

/// The extents of a convolution; `height` and `width` are those of its result.
#[derive(Clone, Copy)]
pub(crate) struct Convolution {
    pub(crate) images: usize,
    pub(crate) channels: usize,
    pub(crate) blocks: usize,
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) r: usize,
    pub(crate) s: usize,
}

const CONVOLUTION: Convolution =
    Convolution { images: 1, channels: 16, blocks: 2, height: 14, width: 14, r: 3, s: 3 };

/// The rows and columns of what is packed, and the distance of its rows.
const PACKED: (usize, usize, usize) = (32, 256, 300);

/// The same of what lies column after column, with the distance of its columns.
const PACKED_COLUMNS: (usize, usize, usize) = (32, 256, 40);

const GRID: (usize, usize) = (32, 258);

/// The rows and columns of what is visited row by row, or column by column.
const SHORT: (usize, usize) = (24, 20);

/// The extents of products of matrices.
const MATRICES: (usize, usize, usize) = (37, 50, 41);

/// A kernel writes its result, of so many elements, from two inputs.
type Kernel = fn(&mut [f32], &[f32], &[f32]);

struct Case {
    name: &'static str,
    len: usize,
    views: Kernel,
    slices: Kernel,
}

/// The case of a module in `rows`, whose result has so many elements.
macro_rules! of_rows {
    ($name:ident, $len:expr) => {
        Case {
            name: stringify!($name),
            len: $len,
            views: |out, matrix, _| rows::$name::views(out, matrix, black_box(SHORT)),
            slices: |out, matrix, _| rows::$name::slices(out, matrix, black_box(SHORT)),
        }
    };
}

/// The case of a module in `sums`.
macro_rules! of_sums {
    ($name:ident, $len:expr) => {
        Case {
            name: stringify!($name),
            len: $len,
            views: |out, a, b| sums::$name::views(out, a, b, black_box(MATRICES)),
            slices: |out, a, b| sums::$name::slices(out, a, b, black_box(MATRICES)),
        }
    };
}

const CASES: [Case; 14] = [
    Case {
        name: "convolve",
        len: 2 * 8 * 14 * 14,
        views: |out, image, filters| {
            let Convolution { images, channels, blocks, height, width, r, s } =
                black_box(CONVOLUTION);
            views::convolve(
                ViewMut::new(out, NChw8c::of(images, blocks, height, width)),
                View::new(image, Nchw::of(images, channels, height + r - 1, width + s - 1)),
                View::new(filters, Filters::of(blocks, channels, r, s)),
            );
        },
        slices: |out, image, filters| {
            slices::convolve(out, image, filters, black_box(CONVOLUTION));
        },
    },
    Case {
        name: "pack_rows",
        len: 32 * 256,
        views: |panels, matrix, _| views::pack_rows(panels, matrix, black_box(PACKED)),
        slices: |panels, matrix, _| slices::pack_rows(panels, matrix, black_box(PACKED)),
    },
    Case {
        name: "pack_columns",
        len: 32 * 256,
        views: |panels, matrix, _| views::pack_columns(panels, matrix, black_box(PACKED_COLUMNS)),
        slices: |panels, matrix, _| slices::pack_columns(panels, matrix, black_box(PACKED_COLUMNS)),
    },
    Case {
        name: "pack_by_index",
        len: 32 * 256,
        views: |panels, matrix, _| views::pack_by_index(panels, matrix, black_box(PACKED)),
        slices: |panels, matrix, _| slices::pack_rows(panels, matrix, black_box(PACKED)),
    },
    Case {
        name: "relax",
        len: 32 * 258,
        views: |target, source, _| views::relax(target, source, black_box(GRID)),
        slices: |target, source, _| slices::relax(target, source, black_box(GRID)),
    },
    of_rows!(products, 24 * 24),
    of_rows!(additions, 24 * 20),
    of_rows!(rows_turned, 24 * 20),
    of_rows!(columns_turned, 24 * 20),
    of_rows!(normalised, 24 * 20),
    of_rows!(by_coordinates, 24 * 20),
    of_sums!(product, 37 * 41),
    of_sums!(product_of_columns, 37 * 41),
    of_sums!(product_of_vector, 37),
];

/// Runs a kernel; a benchmark counts the instructions of this function.
#[inline(never)]
fn counted(kernel: Kernel, out: &mut [f32], a: &[f32], b: &[f32]) {
    black_box(kernel)(black_box(out), black_box(a), black_box(b));
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Small integers, of which all sums are exact.
    let input = |k: usize| (0..32 * 320).map(|i| (i * k % 31) as f32 - 15.0).collect::<Vec<_>>();
    let (a, b) = (input(7), input(5));
    let run = |kernel: Kernel, len: usize| {
        let mut out = vec![1.0; len];
        counted(kernel, &mut out, &a, &b);
        out
    };
    if let [name, way] = &arguments[..] {
        let Some(case) = CASES.iter().find(|case| case.name == name) else {
            eprintln!("no kernel `{name}`");
            return ExitCode::FAILURE;
        };
        black_box(run(if way == "views" { case.views } else { case.slices }, case.len));
        println!("{}", case.len);
        return ExitCode::SUCCESS;
    }
    for Case { name, len, views, slices } in CASES {
        if run(views, len) != run(slices, len) {
            eprintln!("{name} is wrong");
            return ExitCode::FAILURE;
        }
        println!("{name}: {len} elements, right");
    }
    ExitCode::SUCCESS
}
