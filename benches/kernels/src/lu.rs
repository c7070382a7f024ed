//! The panel of a factorisation into triangles, without exchanges of rows, in place.

use std::hint::black_box;
use std::sync::Arc;

use layout_view::{ViewMut, layout};

use crate::Cases;
use crate::case::{Kernel, input, near};

layout! { struct Rows<m, n, ld> = (m,n):(ld,1); }

/// Rows, columns, and the distance of rows.
type Extents = (usize, usize, usize);

pub fn cases() -> Cases {
    vec![Box::new(|| Box::new(case("LU, a panel of 200x33 in rows of 300", (200, 33, 300))))]
}

type Run = fn(&mut [f32], Extents);

fn case(name: &str, extents: Extents) -> Kernel<f32> {
    let (m, n, ld) = extents;
    let mut a = input(m * ld, 7);
    (0..n).for_each(|k| a[k * ld + k] = 1000.0);
    let a = Arc::new(a);
    let variant = |run: Run| {
        let a = a.clone();
        Box::new(move |out: &mut [f32]| {
            out.copy_from_slice(&a);
            run(out, black_box(extents));
        })
    };
    Kernel {
        name: name.to_string(),
        before: vec![1.0; m * ld],
        views: variant(by_views),
        hand: variant(by_hand),
        others: vec![],
        same: near,
    }
}

#[inline(never)]
fn by_views(a: &mut [f32], (m, n, ld): Extents) {
    let mut a = ViewMut::new(a, Rows::of(m, n, ld));
    for k in 0..n {
        let pivot = 1.0 / a[(k, k)];
        for i in k + 1..m {
            let factor = a[(i, k)] * pivot;
            a[(i, k)] = factor;
            for j in k + 1..n {
                a[(i, j)] -= factor * a[(k, j)];
            }
        }
    }
}

#[inline(never)]
fn by_hand(a: &mut [f32], (m, n, ld): Extents) {
    for k in 0..n {
        let pivot = 1.0 / a[k * ld + k];
        for i in k + 1..m {
            let factor = a[i * ld + k] * pivot;
            a[i * ld + k] = factor;
            for j in k + 1..n {
                a[i * ld + j] -= factor * a[k * ld + j];
            }
        }
    }
}
