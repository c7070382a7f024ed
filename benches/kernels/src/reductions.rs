//! Sums over each mode of an array.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};
#[cfg(feature = "peers")]
use ndarray::{ArrayView3, ArrayViewMut2, Axis, Zip};

use crate::Cases;
use crate::case::{Kernel, equal, input};

layout! {
    /// The mode that is summed first, then the others.
    struct First<l, m, n> = (l,m,n):(m*n,n,1);
    struct Middle<l, m, n> = (m,l,n):(n,m*n,1);
    struct Last<l, m, n> = (n,l,m):(1,m*n,n);
    struct Rows<m, n> = (m,n):(n,1);
}

const EXTENTS: [usize; 3] = [40, 50, 130];

pub fn cases() -> Cases {
    vec![
        Box::new(|| {
            Box::new(case(0, |sums, a, [l, m, n]| {
                ViewMut::new(sums, Rows::of(m, n)).fill(0.0);
                let a = View::new(a, First::of(l, m, n));
                a.fold_to(&mut ViewMut::new(sums, Rows::of(m, n)), |sum, x| *sum += x);
            }))
        }),
        Box::new(|| {
            Box::new(case(1, |sums, a, [l, m, n]| {
                ViewMut::new(sums, Rows::of(l, n)).fill(0.0);
                let a = View::new(a, Middle::of(l, m, n));
                a.fold_to(&mut ViewMut::new(sums, Rows::of(l, n)), |sum, x| *sum += x);
            }))
        }),
        Box::new(|| {
            Box::new(case(2, |sums, a, [l, m, n]| {
                ViewMut::new(sums, Rows::of(l, m)).fill(0.0);
                let a = View::new(a, Last::of(l, m, n));
                a.fold_to(&mut ViewMut::new(sums, Rows::of(l, m)), |sum, x| *sum += x);
            }))
        }),
    ]
}

type Run = fn(&mut [f32], &[f32], [usize; 3]);

fn case(mode: usize, views: Run) -> Kernel<f32> {
    let length = EXTENTS.iter().product();
    let a = Arc::new(input(length, 7));
    let variant = |run: Run| {
        let a = a.clone();
        Box::new(move |out: &mut [f32]| run(out, &a, black_box(EXTENTS)))
    };
    let hand: Run = [first as Run, middle, last][mode];
    #[cfg(feature = "peers")]
    let others: Run = [ndarray::<0>, ndarray::<1>, ndarray::<2>][mode];
    Kernel {
        name: format!("sums over mode {mode} of 40x50x130"),
        before: vec![1.0; length / EXTENTS[mode]],
        views: variant(views),
        hand: variant(hand),
        #[cfg(feature = "peers")]
        others: vec![("ndarray", variant(others))],
        #[cfg(not(feature = "peers"))]
        others: vec![],
        same: equal,
    }
}

#[inline(never)]
fn first(sums: &mut [f32], a: &[f32], [l, m, n]: [usize; 3]) {
    sums.fill(0.0);
    for i in 0..l {
        for j in 0..m * n {
            sums[j] += a[i * m * n + j];
        }
    }
}

#[inline(never)]
fn middle(sums: &mut [f32], a: &[f32], [l, m, n]: [usize; 3]) {
    sums.fill(0.0);
    for i in 0..l {
        for j in 0..m {
            for k in 0..n {
                sums[i * n + k] += a[(i * m + j) * n + k];
            }
        }
    }
}

#[inline(never)]
fn last(sums: &mut [f32], a: &[f32], [l, m, n]: [usize; 3]) {
    for i in 0..l * m {
        let mut sum = 0.0;
        for k in 0..n {
            sum += a[i * n + k];
        }
        sums[i] = sum;
    }
}

#[cfg(feature = "peers")]
#[inline(never)]
fn ndarray<const MODE: usize>(sums: &mut [f32], a: &[f32], extents: [usize; 3]) {
    let a = ArrayView3::from_shape(extents, a).expect("an array");
    let rest: Vec<usize> = (0..3).filter(|k| *k != MODE).map(|k| extents[k]).collect();
    let mut sums = ArrayViewMut2::from_shape((rest[0], rest[1]), sums).expect("an array");
    sums.fill(0.0);
    a.axis_iter(Axis(MODE)).for_each(|a| Zip::from(&mut sums).and(a).for_each(|sum, x| *sum += x));
}
