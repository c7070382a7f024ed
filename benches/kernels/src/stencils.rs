//! Steps of stencils within the border of a grid.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{View, ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, input, near};

layout! {
    struct Plane<m, n> = (m,n):(n,1);
    struct Space<l, m, n> = (l,m,n):(m*n,n,1);
}

type Extents = (usize, usize, usize);

pub fn cases() -> Cases {
    vec![
        Box::new(|| {
            Box::new(case("stencil of 5 points, 32x258", (1, 32, 258), five, five_by_hand))
        }),
        Box::new(|| {
            Box::new(case("stencil of 5 points, 1000x1501", (1, 1000, 1501), five, five_by_hand))
        }),
        Box::new(|| {
            Box::new(case("stencil of 7 points, 20x30x66", (20, 30, 66), seven, seven_by_hand))
        }),
        Box::new(|| {
            Box::new(case(
                "stencil of 7 points, 100x101x130",
                (100, 101, 130),
                seven,
                seven_by_hand,
            ))
        }),
    ]
}

type Run = fn(&mut [f32], &[f32], Extents);

fn case(name: &str, extents: Extents, views: Run, hand: Run) -> Kernel<f32> {
    let length = extents.0 * extents.1 * extents.2;
    let source = Arc::new(input(length, 7));
    let variant = |run: Run| {
        let source = source.clone();
        Box::new(move |out: &mut [f32]| run(out, &source, black_box(extents)))
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; length],
        views: variant(views),
        hand: variant(hand),
        others: vec![],
        same: near,
    }
}

#[inline(never)]
fn five(target: &mut [f32], source: &[f32], (_, m, n): Extents) {
    let source = View::new(source, Plane::of(m, n));
    let mut target = ViewMut::new(target, Plane::of(m, n));
    for i in 1..m - 1 {
        for j in 1..n - 1 {
            let around =
                source[(i - 1, j)] + source[(i, j - 1)] + source[(i, j + 1)] + source[(i + 1, j)];
            target[(i, j)] = 0.5 * source[(i, j)] + 0.125 * around;
        }
    }
}

#[inline(never)]
fn five_by_hand(target: &mut [f32], source: &[f32], (_, m, n): Extents) {
    for i in 1..m - 1 {
        for j in 1..n - 1 {
            let at = |i: usize, j: usize| source[i * n + j];
            let around = at(i - 1, j) + at(i, j - 1) + at(i, j + 1) + at(i + 1, j);
            target[i * n + j] = 0.5 * at(i, j) + 0.125 * around;
        }
    }
}

#[inline(never)]
fn seven(target: &mut [f32], source: &[f32], (l, m, n): Extents) {
    let source = View::new(source, Space::of(l, m, n));
    let mut target = ViewMut::new(target, Space::of(l, m, n));
    for k in 1..l - 1 {
        for i in 1..m - 1 {
            for j in 1..n - 1 {
                let around = source[(k - 1, i, j)]
                    + source[(k + 1, i, j)]
                    + source[(k, i - 1, j)]
                    + source[(k, i + 1, j)]
                    + source[(k, i, j - 1)]
                    + source[(k, i, j + 1)];
                target[(k, i, j)] = 0.25 * source[(k, i, j)] + 0.125 * around;
            }
        }
    }
}

#[inline(never)]
fn seven_by_hand(target: &mut [f32], source: &[f32], (l, m, n): Extents) {
    for k in 1..l - 1 {
        for i in 1..m - 1 {
            for j in 1..n - 1 {
                let at = |k: usize, i: usize, j: usize| source[(k * m + i) * n + j];
                let around = at(k - 1, i, j)
                    + at(k + 1, i, j)
                    + at(k, i - 1, j)
                    + at(k, i + 1, j)
                    + at(k, i, j - 1)
                    + at(k, i, j + 1);
                target[(k * m + i) * n + j] = 0.25 * at(k, i, j) + 0.125 * around;
            }
        }
    }
}
