//! Transposes of matrices whose sizes are known at run time, of elements of 1 to 8 bytes, and copies near to them.

use std::fmt::Debug;
use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};
#[cfg(feature = "peers")]
use ndarray::{ArrayView2, ArrayViewMut2};

use crate::Cases;
use crate::case::{Case, Kernel, equal};

layout! {
    struct Rows<m, n> = (m,n):(n,1);
    struct Columns<m, n> = (m,n):(1,m);
    struct Every<m, n, step> = (m,n):(step,step*m);
    #[allow(non_injective)]
    struct Repeated<m, n> = (m,n):(0,1);
    struct Channels<c, pixels> = (16,c,pixels):(1,16*pixels,16);
    struct Planes<c, pixels> = (16,c,pixels):(pixels,16*pixels,1);
}

/// An element made of a number.
trait Number: Copy + PartialEq + Debug + Send + Sync + 'static {
    const NAME: &str;
    fn from_index(k: usize) -> Self;
}

macro_rules! numbers {
    ($($T:ident)*) => {$(
        impl Number for $T {
            const NAME: &str = stringify!($T);
            fn from_index(k: usize) -> $T {
                (k % 65521) as $T
            }
        }
    )*};
}

numbers!(u8 u16 f32 f64);

/// An element of two numbers, as a complex one.
impl Number for [f64; 2] {
    const NAME: &str = "[f64; 2]";
    fn from_index(k: usize) -> [f64; 2] {
        [k as f64, 0.5]
    }
}

pub fn cases() -> Cases {
    let mut cases: Cases = Vec::new();
    let sizes = [
        (4, 4),
        (8, 8),
        (64, 64),
        (60, 100),
        (517, 1022),
        (1024, 1024),
        (1025, 1111),
        (1501, 2003),
        (3999, 4002),
        (4096, 4096),
    ];
    for size in sizes {
        push::<u8>(&mut cases, size);
        push::<u16>(&mut cases, size);
        push::<f32>(&mut cases, size);
        push::<f64>(&mut cases, size);
    }
    push::<[f64; 2]>(&mut cases, (1000, 1001));
    push::<u8>(&mut cases, (8192, 8192));
    push::<u16>(&mut cases, (8192, 8192));
    push::<f32>(&mut cases, (8192, 8192));
    cases.push(Box::new(|| {
        near(
            "transpose of f32 500x600 to every second",
            (500, 600),
            1200 * 500,
            |b, a, (m, n)| {
                View::new(a, Rows::of(m, n)).copy_to(&mut ViewMut::new(b, Every::of(m, n, 2)))
            },
            |b, a, (m, n)| {
                for j in 0..n {
                    for i in 0..m {
                        b[2 * (m * j + i)] = a[n * i + j];
                    }
                }
            },
        )
    }));
    cases.push(Box::new(|| {
        near(
            "every row the same, f32 500x600",
            (500, 600),
            500 * 600,
            |b, a, (m, n)| {
                View::new(&a[..n], Repeated::of(m, n)).copy_to(&mut ViewMut::new(b, Rows::of(m, n)))
            },
            |b, a, (m, n)| {
                for i in 0..m {
                    for j in 0..n {
                        b[n * i + j] = a[j];
                    }
                }
            },
        )
    }));
    cases.push(Box::new(|| {
        near(
            "every column the same, f32 500x600",
            (500, 600),
            500 * 600,
            |b, a, (m, n)| {
                View::new(&a[..n], Repeated::of(m, n))
                    .copy_to(&mut ViewMut::new(b, Columns::of(m, n)))
            },
            |b, a, (m, n)| {
                for j in 0..n {
                    for i in 0..m {
                        b[m * j + i] = a[j];
                    }
                }
            },
        )
    }));
    cases.push(Box::new(|| {
        near(
            "nchw to nChw16c, f32 64 of 3136",
            (4, 3136),
            64 * 3136,
            |b, a, (c, p)| {
                View::new(a, Planes::of(c, p)).copy_to(&mut ViewMut::new(b, Channels::of(c, p)))
            },
            |b, a, (c, p)| {
                for c in 0..c {
                    for p16 in (0..p).step_by(16) {
                        for i in p16..p.min(p16 + 16) {
                            for l in 0..16 {
                                b[(p * c + i) * 16 + l] = a[(16 * c + l) * p + i];
                            }
                        }
                    }
                }
            },
        )
    }));
    cases.push(Box::new(|| {
        near(
            "nChw16c to nchw, f32 64 of 3136",
            (4, 3136),
            64 * 3136,
            |b, a, (c, p)| {
                View::new(a, Channels::of(c, p)).copy_to(&mut ViewMut::new(b, Planes::of(c, p)))
            },
            |b, a, (c, p)| {
                for c in 0..c {
                    for p16 in (0..p).step_by(16) {
                        for l in 0..16 {
                            for i in p16..p.min(p16 + 16) {
                                b[(16 * c + l) * p + i] = a[(p * c + i) * 16 + l];
                            }
                        }
                    }
                }
            },
        )
    }));
    cases
}

type Run<T> = fn(&mut [T], &[T], (usize, usize));

/// A copy that is like a transpose, with a target of so many elements.
fn near(
    name: &str,
    size: (usize, usize),
    length: usize,
    views: Run<f32>,
    hand: Run<f32>,
) -> Box<dyn Case> {
    let a: Arc<Vec<f32>> = Arc::new((0..length).map(f32::from_index).collect());
    let variant = |run: Run<f32>| {
        let a = a.clone();
        Box::new(move |out: &mut [f32]| run(out, &a, black_box(size)))
    };
    Box::new(Kernel {
        name: name.to_string(),
        before: vec![1.0; length],
        views: variant(views),
        hand: variant(hand),
        others: vec![],
        same: equal,
    })
}

fn push<T: Number>(cases: &mut Cases, size: (usize, usize)) {
    cases.push(Box::new(move || {
        let (m, n) = size;
        let a: Arc<Vec<T>> = Arc::new((0..m * n).map(T::from_index).collect());
        let variant = |run: Run<T>| {
            let a = a.clone();
            Box::new(move |out: &mut [T]| run(out, &a, black_box(size)))
        };
        let memcpy = {
            let a = a.clone();
            Box::new(move |out: &mut [T]| {
                if black_box(true) {
                    out.copy_from_slice(&a)
                }
            })
        };
        let case = Kernel {
            name: format!("transpose of {} {m}x{n}", T::NAME),
            before: vec![T::from_index(1); m * n],
            views: variant(by_views),
            hand: variant(by_hand),
            #[cfg(not(feature = "peers"))]
            others: vec![("memcpy", memcpy)],
            #[cfg(feature = "peers")]
            others: vec![
                ("transpose", variant(by_crate)),
                ("ndarray", variant(by_ndarray)),
                ("memcpy", memcpy),
            ],
            same: equal,
        };
        Box::new(case)
    }));
}

#[inline(never)]
fn by_views<T: Copy>(b: &mut [T], a: &[T], (m, n): (usize, usize)) {
    View::new(a, Rows::of(m, n)).copy_to(&mut ViewMut::new(b, Columns::of(m, n)));
}

/// In blocks of 16 x 16.
#[inline(never)]
fn by_hand<T: Copy>(b: &mut [T], a: &[T], (m, n): (usize, usize)) {
    for jj in (0..n).step_by(16) {
        for ii in (0..m).step_by(16) {
            for j in jj..n.min(jj + 16) {
                for i in ii..m.min(ii + 16) {
                    b[m * j + i] = a[n * i + j];
                }
            }
        }
    }
}

#[cfg(feature = "peers")]
#[inline(never)]
fn by_crate<T: Copy>(b: &mut [T], a: &[T], (m, n): (usize, usize)) {
    transpose::transpose(a, b, n, m);
}

#[cfg(feature = "peers")]
#[inline(never)]
fn by_ndarray<T: Copy>(b: &mut [T], a: &[T], (m, n): (usize, usize)) {
    let a = ArrayView2::from_shape((m, n), a).expect("a matrix");
    ArrayViewMut2::from_shape((n, m), b).expect("a matrix").assign(&a.t());
}
