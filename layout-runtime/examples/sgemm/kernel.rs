//! The micro-kernel: a panel of A times a panel of B.
//!
//! The tile of C is worked through in register tiles, as many sums as the
//! vector registers hold. Each instruction set cuts the same panels its own way:
//! its layouts are divides of `PanelA`, `PanelB` and `Tile`, in which
//!
//! - `s`, `t` number the register tiles down and across, `k` the steps,
//! - `i` is a row of a register tile, `v` a vector of a row, `l` a lane of a vector.

use layout_runtime::view::Within;
use layout_runtime::{Layout, View, ViewMut};

use crate::layouts::{KC, PanelA, PanelB, Tile};

/// 24 vectors of 16 lanes.
pub(crate) mod avx512 {
    use super::{PanelA, PanelB, Tile};

    layout_runtime::layout! {
        /// `((i,0),(s,k))`
        pub(crate) struct A = zipped_divide(PanelA, (12,1));
        /// `((0,(l,v)),(k,t))`
        pub(crate) struct B = zipped_divide(PanelB, <1, (16,2):(1,16)>);
        /// `((i,(l,v)),(s,t))`
        pub(crate) struct C = zipped_divide(Tile, <12, (16,2):(1,16)>);
    }
}

/// 12 vectors of 8 lanes.
pub(crate) mod avx2 {
    use super::{PanelA, PanelB, Tile};

    layout_runtime::layout! {
        /// `((i,0),(s,k))`
        pub(crate) struct A = zipped_divide(PanelA, (6,1));
        /// `((0,(l,v)),(k,t))`
        pub(crate) struct B = zipped_divide(PanelB, <1, (8,2):(1,8)>);
        /// `((i,(l,v)),(s,t))`
        pub(crate) struct C = zipped_divide(Tile, <6, (8,2):(1,8)>);
    }
}

/// 8 vectors of 4 lanes, for what every processor of an architecture has.
pub(crate) mod portable {
    use super::{PanelA, PanelB, Tile};

    layout_runtime::layout! {
        /// `((i,0),(s,k))`
        pub(crate) struct A = zipped_divide(PanelA, (4,1));
        /// `((0,(l,v)),(k,t))`
        pub(crate) struct B = zipped_divide(PanelB, <1, (4,2):(1,4)>);
        /// `((i,(l,v)),(s,t))`
        pub(crate) struct C = zipped_divide(Tile, <4, (4,2):(1,4)>);
    }
}

/// Multiplies the first `steps` steps of two panels into `c`.
///
/// The loops over `i`, `v` and `l` are of constant length: the compiler unrolls
/// them, keeps `sums` in vector registers and finds every coordinate within.
#[inline(always)]
pub(crate) fn multiply<A, B, C, const I: usize, const V: usize, const L: usize, const FMA: bool>(
    steps: usize,
    a: View<'_, f32, A>,
    b: View<'_, f32, B>,
    mut c: ViewMut<'_, f32, C>,
) where
    A: Layout,
    B: Layout,
    C: Layout,
    ((usize, usize), (usize, usize)): Within<A::Profile>,
    ((usize, (usize, usize)), (usize, usize)): Within<B::Profile> + Within<C::Profile>,
{
    // The shape of C is ((I,(L,V)),(S,T)).
    const { assert!(C::SHAPE[0] == I && C::SHAPE[1] == L && C::SHAPE[2] == V) };
    for t in 0..C::SHAPE[4] {
        for s in 0..C::SHAPE[3] {
            let mut sums = [[[0.0; L]; V]; I];
            // Never more than KC: the compiler must see that `k` is below it.
            for k in 0..steps.min(KC) {
                let row: [[f32; L]; V] =
                    core::array::from_fn(|v| core::array::from_fn(|l| b[((0, (l, v)), (k, t))]));
                for i in 0..I {
                    let x = a[((i, 0), (s, k))];
                    for v in 0..V {
                        sums[i][v] = multiply_add::<L, FMA>(x, row[v], sums[i][v]);
                    }
                }
            }
            for (i, sums) in sums.iter().enumerate() {
                for (v, sums) in sums.iter().enumerate() {
                    for (l, &sum) in sums.iter().enumerate() {
                        c[((i, (l, v)), (s, t))] = sum;
                    }
                }
            }
        }
    }
}

/// `x * y + z` for each lane. By value: that keeps the sums in registers.
#[inline(always)]
fn multiply_add<const L: usize, const FMA: bool>(x: f32, y: [f32; L], z: [f32; L]) -> [f32; L] {
    // Without an instruction for it, `mul_add` is a slow function.
    core::array::from_fn(|l| if FMA { x.mul_add(y[l], z[l]) } else { x * y[l] + z[l] })
}
