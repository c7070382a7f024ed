//! The price of the tools for loops, for rows of several lengths: what `benches/prices.sh` counts.
//!
//! `prices list` has the cases, and `prices N` runs one once, for callgrind.

use std::hint::black_box;

use layout_view::{Fixed, View, ViewMut, Windows, einsum, fold, zip_with};

/// The elements that each tool goes through. Rows are twice as far apart as they are long, so that they are not one piece.
const ELEMENTS: usize = 8192;

/// A tool: two sources, a target, and the numbers of rows and columns, of which layouts of constants take no notice.
type Tool = fn(&[f32], &[f32], &mut [f32], usize, usize);

/// Tools and their names.
type Tools = [(&'static str, Tool); 15];

/// Loops over slices by hand, for comparison.
const BY_HAND: [(&str, Tool); 4] = [
    ("by hand: slices, one source", |x, _, y, m, n| {
        for (y, x) in y.chunks_mut(2 * n).zip(x.chunks(2 * n)).take(m) {
            y[..n].iter_mut().zip(&x[..n]).for_each(|(y, x)| *y += 2.0 * x);
        }
    }),
    ("by hand: slices, two sources", |x, w, y, m, n| {
        for ((y, x), w) in y.chunks_mut(2 * n).zip(x.chunks(2 * n)).zip(w.chunks(2 * n)).take(m) {
            y[..n].iter_mut().zip(&x[..n]).zip(&w[..n]).for_each(|((y, x), w)| *y = 2.0 * x + w);
        }
    }),
    ("by hand: slices, 3 x 3 around each element", |x, _, y, m, n| {
        for (i, y) in y.chunks_mut(2 * n).take(m).enumerate() {
            for x in x.chunks(2 * n).take(m.min(i + 2)).skip(i.saturating_sub(1)) {
                let (x, y) = (&x[..n], &mut y[..n]);
                y[0] += x[0] + x[1];
                y[n - 1] += x[n - 2] + x[n - 1];
                for (y, x) in y[1..n - 1].iter_mut().zip(x.windows(3)) {
                    *y += x[0] + x[1] + x[2];
                }
            }
        }
    }),
    ("by hand: slices, butterflies", |_, _, y, m, n| {
        for row in y.chunks_mut(2 * n).take(m) {
            let (a, b) = row.split_at_mut(n);
            a.iter_mut().zip(b).for_each(|(a, b)| (*a, *b) = (*a + *b, *a - *b));
        }
    }),
];

/// The sums and the differences of two rows. A function: by its arguments the compiler knows that the rows share nothing.
#[inline(never)]
fn butterfly(a: &mut [f32], b: &mut [f32]) {
    a.iter_mut().zip(b).for_each(|(a, b)| (*a, *b) = (*a + *b, *a - *b));
}

/// The tools for the layouts of a module, whose values are these expressions.
macro_rules! tools {
    ($m:ident, $n:ident, $Rows:ty = $rows:expr, $Columns:ty = $columns:expr,
        $OfRows:ty = $of_rows:expr, $OfColumns:ty = $of_columns:expr, $legs:expr) => {
        pub const TOOLS: super::Tools = [
            ("`copy_to`", |x, _, y, $m, $n| {
                View::new(x, $rows).copy_to(&mut ViewMut::new(y, $rows));
            }),
            ("`copy_to`, transposed", |x, _, y, $m, $n| {
                View::new(x, $rows).copy_to(&mut ViewMut::new(y, $columns));
            }),
            ("`zip_with`, one source", |x, _, y, $m, $n| {
                ViewMut::new(y, $rows).zip_with(View::new(x, $rows), |y, x| *y += 2.0 * x);
            }),
            ("`zip_with!`, two sources", |x, w, y, $m, $n| {
                let (x, w) = (View::new(x, $rows), View::new(w, $rows));
                let mut y = ViewMut::new(y, $rows);
        zip_with!(y: $Rows, x: $Rows, w: $Rows, |y, x, w| *y = 2.0 * x + w);
            }),
            ("`zip_with!`, one source and a bias for each column", |x, w, y, $m, $n| {
                let (x, w) = (View::new(x, $rows), View::new(w, $of_columns));
                let mut y = ViewMut::new(y, $rows);
        zip_with!(y: $Rows, x: $Rows, w: $OfColumns, |y, x, w| *y = x + w);
            }),
            ("`fold!`, sums of columns", |x, _, y, $m, $n| {
                let (x, mut y) = (View::new(x, $rows), ViewMut::new(y, $of_columns));
        fold!(x: $Rows, y: $OfColumns, |y, x| *y += x);
            }),
            ("`einsum!`, sums of rows", |x, _, y, $m, $n| {
                let (x, mut y) = (View::new(x, $rows), ViewMut::new(y, $of_rows));
        einsum!("m n -> m", x: $Rows, y: $OfRows);
            }),
            ("`fold_windows`, 3 x 3 around each element", |x, _, y, $m, $n| {
                let windows = Windows { first: [-1, -1], ..Windows::new([3, 3]) };
                ViewMut::new(y, $rows)
                    .fold_windows(View::new(x, $rows), windows, |y, x, _| *y += x);
            }),
            ("`zip_windows`, the same", |x, _, y, $m, $n| {
                let size = (Fixed::<3>, Fixed::<3>);
                let x = View::new(x, $rows);
                ViewMut::new(y, $rows).zip_windows(x, size, [-1, -1], [1, 1], 0.0, |y, w| {
                    (0..3).for_each(|r| (0..3).for_each(|s| *y += w.at((r, s))));
                });
            }),
            ("butterflies by coordinates, on one view", |_, _, y, $m, $n| {
                let mut v = ViewMut::new(y, $legs);
                let (m, _, n) = v.extents();
                for i in 0..m {
                    for j in 0..n {
                        let (a, b) = (v[(i, 0, j)], v[(i, 1, j)]);
                        (v[(i, 0, j)], v[(i, 1, j)]) = (a + b, a - b);
                    }
                }
            }),
            ("the same by coordinates, on two views by `split_mut`", |_, _, y, $m, $n| {
                let mut v = ViewMut::new(y, $legs);
                let [mut a, mut b] = v.split_mut(Fixed::<1>);
                let (m, n) = a.extents();
                let mut b = b.slice_mut((0..m, 0..n));
                for i in 0..m {
                    for j in 0..n {
                        (a[(i, j)], b[(i, j)]) = (a[(i, j)] + b[(i, j)], a[(i, j)] - b[(i, j)]);
                    }
                }
            }),
            ("the same by rows, in a function of two rows", |_, _, y, $m, $n| {
                let mut v = ViewMut::new(y, $legs);
                let [mut a, mut b] = v.split_mut(Fixed::<1>);
                a.rows_mut().zip(b.rows_mut()).for_each(|(a, b)| butterfly(a, b));
            }),
            ("coordinates, one source", |x, _, y, $m, $n| {
                let (x, mut y) = (View::new(x, $rows), ViewMut::new(y, $rows));
                let (m, n) = y.extents();
                let x = x.slice((0..m, 0..n));
                for i in 0..m {
                    for j in 0..n {
                        y[(i, j)] += 2.0 * x[(i, j)];
                    }
                }
            }),
            ("`rows`, one source", |x, _, y, $m, $n| {
                let (x, mut y) = (View::new(x, $rows), ViewMut::new(y, $rows));
                for (y, x) in y.rows_mut().zip(x.rows()) {
                    y.iter_mut().zip(x).for_each(|(y, x)| *y += 2.0 * x);
                }
            }),
            ("`iter`, one source", |x, _, y, $m, $n| {
                let (x, mut y) = (View::new(x, $rows), ViewMut::new(y, $rows));
                y.iter_mut().zip(x.iter()).for_each(|(y, x)| *y += 2.0 * x);
            }),
        ];
    };
}

mod run_time {
    #![allow(unused_variables)]

    use super::*;

    layout_view::layout! {
        struct Rows<m, n> = (m: m, n: n):(2 * n, 1);
        struct Columns<m, n> = (m: m, n: n):(1, 2 * m);
        struct OfRows<m> = (m: m,):(1,);
        struct OfColumns<n> = (n: n,):(1,);
        struct Legs<m, n> = (m, 2, n):(2 * n, n, 1);
    }

    tools!(
        m, n, Rows<m, n> = Rows::new(m, n).expect("rows"), Columns<m, n> = Columns::new(m, n).expect("columns"),
        OfRows<m> = OfRows::new(m).expect("an element for each row"),
        OfColumns<n> = OfColumns::new(n).expect("an element for each column"),
        Legs::new(m, n).expect("legs")
    );
}

macro_rules! constants {
    ($($module:ident: $rows:tt $columns:tt $twice_rows:tt $twice_columns:tt;)*) => { $(
        mod $module {
            #![allow(unused_variables)]

            use super::*;

            layout_view::layout! {
                struct Rows = (m: $rows, n: $columns):($twice_columns, 1);
                struct Columns = (m: $rows, n: $columns):(1, $twice_rows);
                struct OfRows = (m: $rows,):(1,);
                struct OfColumns = (n: $columns,):(1,);
                struct Legs = ($rows, 2, $columns):($twice_columns, $columns, 1);
            }

            tools!(m, n, Rows = Rows, Columns = Columns, OfRows = OfRows, OfColumns = OfColumns, Legs);
        }
    )* };
}

constants! {
    of_8: 1024 8 2048 16;
    of_32: 256 32 512 64;
    of_128: 64 128 128 256;
    of_512: 16 512 32 1024;
}

/// Runs a tool once; callgrind counts the instructions of this function.
#[inline(never)]
fn counted(tool: Tool, x: &[f32], w: &[f32], y: &mut [f32], m: usize, n: usize) {
    black_box(tool)(black_box(x), black_box(w), black_box(y), black_box(m), black_box(n));
}

fn main() {
    let constants: [(usize, Tools); 4] =
        [(8, of_8::TOOLS), (32, of_32::TOOLS), (128, of_128::TOOLS), (512, of_512::TOOLS)];
    let mut cases: Vec<(&str, usize, &str, Tool)> = Vec::new();
    for (n, tools) in constants {
        cases.extend(tools.map(|(name, tool)| (name, n, "constants", tool)));
        cases.extend(run_time::TOOLS.map(|(name, tool)| (name, n, "run time", tool)));
        cases.extend(BY_HAND.map(|(name, tool)| (name, n, "run time", tool)));
    }
    let argument = std::env::args().nth(1).expect("list, or the number of a case");
    if argument == "list" {
        for (number, (name, n, numbers, _)) in cases.iter().enumerate() {
            println!("{number}\t{name}\t{n}\t{numbers}");
        }
        return;
    }
    let (_, n, _, tool) = cases[argument.parse::<usize>().expect("the number of a case")];
    let values = |k: usize| (0..2 * ELEMENTS).map(|i| (i * k % 97) as f32 / 64.0).collect();
    let (x, w): (Vec<f32>, Vec<f32>) = (values(31), values(17));
    let mut y = vec![0.0; 2 * ELEMENTS];
    counted(tool, &x, &w, &mut y, ELEMENTS / n, n);
    black_box(y);
}
