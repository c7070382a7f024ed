//! Calls the index functions of layouts with run-time numbers: ours, by hand, and those of the libraries that are
//! given, which are CuTe's. Each answer is compared with the layout's definition. `benches/dynamic.sh` counts.

mod functions;

use std::hint::black_box;

use functions::*;
use layout_view::{Dynamic, Fixed};
use libloading::Library;

type Index = extern "C" fn(*const (), usize) -> usize;
type At = extern "C" fn(*const (), usize, usize) -> usize;

/// A function of a library.
fn symbol<T: Copy>(library: &Library, name: &str) -> T {
    // SAFETY: the libraries are those of this benchmark, and their functions have these types.
    *unsafe { library.get::<T>(name) }.expect("a function of cute.cpp")
}

/// The functions of one layout in every column.
struct Case<'a> {
    name: &'static str,
    /// The leaves, and how many are in the first mode.
    shape: &'a [usize],
    stride: &'a [isize],
    first: usize,
    /// The layout of each column, its function of 1-D coordinates, and that of one a mode.
    columns: Vec<(*const (), Index, Option<At>)>,
}

impl Case<'_> {
    fn split(&self, mut i: usize, leaves: std::ops::Range<usize>) -> usize {
        let mut offset = 0;
        for leaf in leaves {
            offset += i % self.shape[leaf] * self.stride[leaf] as usize;
            i /= self.shape[leaf];
        }
        offset
    }

    fn call(&self) {
        let all = self.shape.len();
        let inner: usize = self.shape[..self.first].iter().product();
        let outer: usize = self.shape[self.first..].iter().product();
        for &(layout, index, at) in &self.columns {
            let (layout, index) = black_box((layout, index));
            for i in 0..inner * outer {
                assert_eq!(index(layout, i), self.split(i, 0..all), "{} at {i}", self.name);
            }
            for (j, i) in (0..outer).flat_map(|j| (0..inner).map(move |i| (j, i))) {
                let Some(at) = black_box(at) else { break };
                let offset = self.split(i, 0..self.first) + self.split(j, self.first..all);
                assert_eq!(at(layout, i, j), offset, "{} at {i}, {j}", self.name);
            }
        }
        println!("{} {}", self.name, inner * outer);
    }
}

fn main() {
    let path = |path| unsafe { Library::new(path) }.expect("a library");
    let libraries: Vec<(String, Library)> = std::env::args()
        .skip(1)
        .map(|p| (p.rsplit('/').next().unwrap_or("").trim_end_matches(".so").to_owned(), path(p)))
        .collect();
    let [m, n, k] = black_box([37, 11, 5]);
    let (row, col, pad) = (n as isize, m as isize + 3, 8 * m as isize);
    let numbers = |stride: isize, first: isize, second: isize| Numbers {
        m: Division::by(m),
        n: Division::by(n),
        stride: stride as usize,
        first: first as usize,
        second: second as usize,
    };
    let [rows, deep] = [m as isize, n as isize * k as isize];

    /// A case: its name, the leaves of its first mode, the layout, what hand-written code knows, and its functions.
    macro_rules! case {
        ($name:literal $first:literal $modes:expr, $leaves:literal, $numbers:expr, $type:ty:
            $ours:ident $hand:ident $($ours_at:ident $hand_at:ident)?) => {{
            let (ours, hand): ($type, Numbers) = (Dynamic::new($modes).unwrap(), $numbers);
            // SAFETY: a reference is a pointer in the C ABI, and each function is given its layout.
            #[allow(unused_mut, unused_assignments)]
            let mut columns = unsafe {
                let (mut ours_at, mut hand_at) = (None, None);
                $(
                    ours_at = Some(std::mem::transmute::<*const (), At>($ours_at as *const ()));
                    hand_at = Some(std::mem::transmute::<*const (), At>($hand_at as *const ()));
                )?
                Vec::from([
                    ((&raw const ours).cast(), std::mem::transmute::<*const (), Index>($ours as *const ()), ours_at),
                    ((&raw const hand).cast(), std::mem::transmute::<*const (), Index>($hand as *const ()), hand_at),
                ])
            };
            let (shape, stride) = (ours.shape(), ours.stride());
            for (name, library) in &libraries {
                let make: extern "C" fn(*const usize, *const isize) -> *const () =
                    symbol(library, &format!("{name}_{}_make", $name));
                let index = symbol(library, &format!("{name}_{}", $name));
                let at = columns[0].2.map(|_| symbol(library, &format!("{name}_{}_at", $name)));
                columns.push((make(shape.as_ptr(), stride.as_ptr()), index, at));
            }
            Case { name: $name, shape: &shape, stride: &stride, first: $first, columns }.call();
        }};
    }

    case!("row" 1 (run(m, row), run(n, Fixed::<1>)), 2, numbers(row, 1 - rows * row, 0), Row:
        ours_row hand_row ours_row_at hand_row_at);
    case!("padded" 1 (run(m, Fixed::<1>), run(n, col)), 2, numbers(col, col - rows, 0), Padded:
        ours_padded hand_padded ours_padded_at hand_padded_at);
    case!("blocks" 1 (run(m, Fixed::<8>), (known::<8, 1>(), run(k, pad))), 3, numbers(pad, 1 - 8 * rows, pad - 8), Blocks:
        ours_blocks hand_blocks ours_blocks_at hand_blocks_at);
    case!("seven" 1 (known::<7, 1>(), run(n, col)), 2, numbers(col, col - 7, 0), Seven:
        ours_seven hand_seven);
    case!("nested" 2 ((run(m, Fixed::<4>), known::<4, 1>()), run(n, pad)), 3, numbers(pad, 1 - 4 * rows, pad - 4), Nested:
        ours_nested hand_nested ours_nested_at hand_nested_at);
    case!("cube" 1 (run(m, row * 5), run(n, 5), run(k, Fixed::<1>)), 3, numbers(deep, 5 - rows * deep, 1 - deep), Cube:
        ours_cube hand_cube);
}
