//! Data from one layout to another: what other libraries call permute, pack, block,
//! interleave or unfold is here a copy between two views.
//!
//! Each copy is checked at every coordinate, and timed beside `memcpy` of the same bytes
//! and a loop by hand, all in turn on one thread. The last one copies the 3x3 patches of a
//! batch of images, which are a view of them with overlapping columns, into a matrix (im2col);
//! a convolution, as a product of that view and of that matrix, is checked against its loops.
//!
//! ```text
//! cargo run --release --example relayout
//! ```
//!
//! The exit status is 1 if a copy is wrong.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Instant;

use layout_view::bounds::Unpadded;
use layout_view::{Coordinate, Geometry, Layout, View, ViewMut, copy, layout};

layout! {
    struct Rows = (4096,4096):(4096,1);
    struct Columns = (4096,4096);

    /// 8 images of 64 channels.
    struct Nchw = (8,64,56,56):(200704,3136,56,1);
    /// The same coordinates; 16 channels of a pixel lie together.
    struct NChw16c = (8,(16,4),56,56):(200704,(1,50176),896,16);

    struct Plane = (1024,1024):(1024,1);
    /// The bits of the row and the column in turn, so that what is near in the
    /// plane is near in memory.
    struct Morton = (
        (2,2,2,2,2,2,2,2,2,2),
        (2,2,2,2,2,2,2,2,2,2)
    ):(
        (2,8,32,128,512,2048,8192,32768,131072,524288),
        (1,4,16,64,256,1024,4096,16384,65536,262144)
    );

    /// 8 images of 16 channels, with a border of one pixel.
    struct Images = (8,16,34,34):(18496,1156,34,1);
    /// The same elements as the matrix of 3x3 patches: a column has the (x, y, channel) around
    /// the pixel (x, y, image) of the result. An element is in up to nine columns.
    #[allow(non_injective)]
    struct Patches = ((3,3,16),(32,32,8)):((1,34,1156),(1,34,18496));
    /// The matrix of patches, column after column.
    struct Packed = ((3,3,16),(32,32,8));
    /// The weights of 32 filters, and the result: each filter at each patch.
    struct Filters = (32,(3,3,16));
    struct Filtered = (32,(32,32,8));
}

const ROUNDS: usize = 7;

fn main() -> ExitCode {
    let mut right = true;
    println!("one thread, medians of {ROUNDS} rounds; GB/s count what is read and written\n");
    println!("{:<26} {:>9} {:>9} {:>9}   of memcpy", "f32", "views", "by hand", "memcpy");
    right &= relayout("rows to columns", Rows, Columns, |a, b| {
        // Blocks of 16 x 16, as one would write them.
        for jb in (0..4096).step_by(16) {
            for ib in (0..4096).step_by(16) {
                for j in jb..jb + 16 {
                    for i in ib..ib + 16 {
                        b[i + 4096 * j] = a[4096 * i + j];
                    }
                }
            }
        }
    });
    right &= relayout("nchw to nChw16c", Nchw, NChw16c, |a, b| {
        for n in 0..8 {
            for c in 0..4 {
                for hw in 0..3136 {
                    let from = 200704 * n + 50176 * c + hw;
                    let to = 200704 * n + 50176 * c + 16 * hw;
                    for k in 0..16 {
                        b[to + k] = a[from + 3136 * k];
                    }
                }
            }
        }
    });
    right &= relayout("nChw16c to nchw", NChw16c, Nchw, |a, b| {
        for n in 0..8 {
            for c in 0..4 {
                for k in 0..16 {
                    let from = 200704 * n + 50176 * c + k;
                    let to = 200704 * n + 50176 * c + 3136 * k;
                    for hw in 0..3136 {
                        b[to + hw] = a[from + 16 * hw];
                    }
                }
            }
        }
    });
    right &= relayout("rows to Morton order", Plane, Morton, |a, b| {
        for i in 0..1024 {
            for j in 0..1024 {
                b[spread(i) << 1 | spread(j)] = a[1024 * i + j];
            }
        }
    });
    right &= relayout("Morton order to rows", Morton, Plane, |a, b| {
        for i in 0..1024 {
            for j in 0..1024 {
                b[1024 * i + j] = a[spread(i) << 1 | spread(j)];
            }
        }
    });
    right &= relayout("3x3 patches to a matrix", Patches, Packed, |a, b| {
        let mut to = b.iter_mut();
        for n in 0..8 {
            for y in 0..32 {
                for x in 0..32 {
                    for c in 0..16 {
                        for dy in 0..3 {
                            let from = 18496 * n + 1156 * c + 34 * (y + dy) + x;
                            for (&a, b) in a[from..from + 3].iter().zip(&mut to) {
                                *b = a;
                            }
                        }
                    }
                }
            }
        }
    });
    right &= convolution();

    if !right {
        eprintln!("error: an element is not where it belongs");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// A convolution is a product of matrices, of the filters and the patches: of a view of the
/// images, without a copy, and of the packed matrix. Both against the loops of a convolution.
fn convolution() -> bool {
    let images: Vec<f32> = (0..Images::COSIZE).map(|i| (i * 7 % 64) as f32).collect();
    let filters: Vec<f32> = (0..Filters::COSIZE).map(|i| (i * 5 % 32) as f32).collect();
    let filters = View::new(&filters, Filters);
    // Every offset of the patches is one of the images, or this does not compile.
    let patches = View::new(&images, Images).with_layout(Patches);
    let mut packed = vec![0.0; Packed::COSIZE];
    let mut results = [(); 3].map(|()| vec![0.0f32; Filtered::COSIZE]);
    let mut seconds = [(); 3].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        let [viewed, copied, direct] = &mut results;
        seconds[0].push(time(|| multiply(filters, patches, viewed)));
        seconds[1].push(time(|| {
            let mut packed = ViewMut::new(&mut packed, Packed);
            copy!(patches, packed);
            multiply(filters, packed.as_view(), copied);
        }));
        seconds[2].push(time(|| convolve(filters, &images, direct)));
    }
    let [viewed, copied, direct] = seconds.map(|mut times| {
        times.sort_by(f64::total_cmp);
        1e9 * times[ROUNDS / 2] / (Filters::SIZE * 32 * 32 * 8) as f64
    });
    println!("\n3x3 convolution, 16 channels to 32, ns a product: patches as a view {viewed:.3},");
    println!("copied to a matrix first {copied:.3}, loops of a convolution {direct:.3}");
    // Small integers, whose sums are exact in any order.
    results[0] == results[2] && results[1] == results[2]
}

/// The product of the filters and a matrix of patches, column by column.
fn multiply<L: Layout>(filters: View<f32, Filters>, patches: View<f32, L>, result: &mut [f32])
where
    (usize, usize, usize): Coordinate<<L::Geometry as Geometry>::Head>,
{
    for (column, result) in result.as_chunks_mut().0.iter_mut().enumerate() {
        let patch = patches.tile(column);
        let mut sums = [0.0; 32];
        for c in 0..16 {
            for dy in 0..3 {
                for dx in 0..3 {
                    add_products(&mut sums, filters.slice((.., (dx, dy, c))), patch[(dx, dy, c)]);
                }
            }
        }
        *result = sums;
    }
}

/// The same sums as one writes a convolution.
fn convolve(filters: View<f32, Filters>, images: &[f32], result: &mut [f32]) {
    let mut results = result.as_chunks_mut().0.iter_mut();
    for n in 0..8 {
        for y in 0..32 {
            for x in 0..32 {
                let mut sums = [0.0; 32];
                for c in 0..16 {
                    for dy in 0..3 {
                        for dx in 0..3 {
                            let pixel = images[18496 * n + 1156 * c + 34 * (y + dy) + x + dx];
                            add_products(&mut sums, filters.slice((.., (dx, dy, c))), pixel);
                        }
                    }
                }
                if let Some(result) = results.next() {
                    *result = sums;
                }
            }
        }
    }
}

#[inline(always)]
fn add_products<L: Layout>(sums: &mut [f32; 32], filters: View<f32, L>, x: f32) {
    for (sum, filter) in sums.iter_mut().zip(filters) {
        *sum += filter * x;
    }
}

/// The bits of a number below 1024, each in front of a 0.
fn spread(i: usize) -> usize {
    (0..10).map(|bit| (i >> bit & 1) << (2 * bit)).sum()
}

fn numbers(count: usize) -> Vec<f32> {
    (0..count).map(|i| i as f32).collect()
}

/// Copies, checks and times; whether every element is where it belongs.
fn relayout<L: Layout<Bounds: Unpadded>, M: Layout<Bounds: Unpadded>>(
    name: &str,
    from: L,
    to: M,
    by_hand: impl Fn(&[f32], &mut [f32]),
) -> bool
where
    usize: Coordinate<L::Geometry> + Coordinate<M::Geometry>,
{
    let source = numbers(L::Geometry::COSIZE);
    let mut target = vec![-1.0; M::Geometry::COSIZE];
    let mut copied = vec![-1.0; M::Geometry::COSIZE];
    let bytes = numbers(M::Geometry::COSIZE);
    let mut seconds = [(); 3].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        seconds[0].push(time(|| {
            copy(View::new(&source, from), ViewMut::new(&mut target, to));
        }));
        seconds[1].push(time(|| by_hand(&source, &mut copied)));
        let is_right = target == copied;
        seconds[2].push(time(|| copied.copy_from_slice(&bytes)));
        if !is_right {
            println!("{name:<26} WRONG");
            return false;
        }
    }
    let view = View::new(&source, from);
    let is_right = ViewMut::new(&mut target, to).iter().eq(view.iter());
    let speeds = seconds.map(|mut times| {
        times.sort_by(f64::total_cmp);
        8.0 * view.size() as f64 / times[ROUNDS / 2] * 1e-9
    });
    let [views, by_hand, memcpy] = speeds;
    let ratio = views / memcpy;
    println!("{name:<26} {views:9.2} {by_hand:9.2} {memcpy:9.2}   {ratio:.2}");
    is_right
}

/// A function of its own, whose loops can be looked at.
#[inline(never)]
fn copy<L: Layout, M: Layout>(source: View<f32, L>, mut target: ViewMut<f32, M>) {
    source.copy_to(&mut target);
}

fn time(f: impl FnOnce()) -> f64 {
    let start = Instant::now();
    f();
    start.elapsed().as_secs_f64()
}
