//! The micro-kernel: a panel of A times a panel of B.
//!
//! A tile of C is worked through in register tiles, as many sums as the vector registers
//! hold. Each instruction set cuts the same panels its own way: its layouts are divides of
//! `PanelA` and `PanelB`, in which
//!
//! - `i` is a row of a register tile, `k` a step,
//! - `v` is a vector of a row, `l` a lane of a vector,
//! - `s` and `t` number the register tiles down and across.

use core::array::from_fn;

use layout_runtime::dynamic::AnyExtent;
use layout_runtime::view::{Ragged, Tiles};
use layout_runtime::{Coordinate, Fixed, Geometry, Layout, View};

use crate::layouts::{KC, PanelA, PanelB, PartMut, TileMut};

/// Multiplies so many steps of two panels, to a tile or, if told so, in addition to what it has.
pub(crate) type Kernel = fn(usize, View<f32, PanelA>, View<f32, PanelB>, AnyTile, bool);

/// A tile of C, full or at an edge.
pub(crate) type AnyTile<'a> = Ragged<TileMut<'a>, PartMut<'a>>;

/// The kernels that this processor can run, the fastest first.
pub(crate) fn available() -> Vec<(&'static str, Kernel)> {
    let mut kernels: Vec<(&'static str, Kernel)> = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512F.
            kernels.push(("avx512f", |k, a, b, c, add| unsafe { avx512(k, a, b, c, add) }));
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor has AVX2 and FMA.
            kernels.push(("avx2,fma", |k, a, b, c, add| unsafe { avx2(k, a, b, c, add) }));
        }
    }
    kernels.push(("portable", portable));
    kernels
}

/// 24 vectors of 16 lanes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
#[inline(never)]
fn avx512(steps: usize, a: View<f32, PanelA>, b: View<f32, PanelB>, c: AnyTile, add: bool) {
    layout_runtime::layout! {
        /// `((i,k),(s,0))`
        struct A = zipped_divide(PanelA, (12,320));
        /// `((k,(l,v)),(0,t))`
        struct B = zipped_divide(PanelB, <320, (16,2):(1,16)>);
    }
    let registers = Registers::<12, 2, 16, true>;
    registers.tile((Fixed::<12>, Fixed::<32>), steps, (a.tiles(A), b.tiles(B)), c, add);
}

/// 12 vectors of 8 lanes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn avx2(steps: usize, a: View<f32, PanelA>, b: View<f32, PanelB>, c: AnyTile, add: bool) {
    layout_runtime::layout! {
        struct A = zipped_divide(PanelA, (6,320));
        struct B = zipped_divide(PanelB, <320, (8,2):(1,8)>);
    }
    let registers = Registers::<6, 2, 8, true>;
    registers.tile((Fixed::<6>, Fixed::<16>), steps, (a.tiles(A), b.tiles(B)), c, add);
}

/// 8 vectors of 4 lanes, for what every processor of an architecture has.
#[inline(never)]
fn portable(steps: usize, a: View<f32, PanelA>, b: View<f32, PanelB>, c: AnyTile, add: bool) {
    layout_runtime::layout! {
        struct A = zipped_divide(PanelA, (4,320));
        struct B = zipped_divide(PanelB, <320, (4,2):(1,4)>);
    }
    // Every 64-bit ARM processor multiplies and adds in one instruction.
    const FMA: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));
    let registers = Registers::<4, 2, 4, FMA>;
    registers.tile((Fixed::<4>, Fixed::<8>), steps, (a.tiles(A), b.tiles(B)), c, add);
}

/// The tiles of two panels.
type Panels<'a, A, B> = (Tiles<'a, f32, A>, Tiles<'a, f32, B>);

/// A register tile: `I` rows of `V` vectors of `L` lanes, and whether one instruction multiplies
/// and adds.
struct Registers<const I: usize, const V: usize, const L: usize, const FMA: bool>;

impl<const I: usize, const V: usize, const L: usize, const FMA: bool> Registers<I, V, L, FMA> {
    /// Multiplies the tiles of two panels, as far as there are such tiles of C.
    #[inline(always)]
    fn tile<A, B, E, F>(
        self,
        tile: (E, F),
        steps: usize,
        panels: Panels<A, B>,
        c: AnyTile,
        add: bool,
    ) where
        A: Layout,
        B: Layout,
        E: AnyExtent,
        F: AnyExtent,
        (usize, usize): Coordinate<<A::Geometry as Geometry>::Head>,
        (usize, (usize, usize)): Coordinate<<B::Geometry as Geometry>::Head>,
    {
        // Compiled twice: all tiles of a full one are full.
        match c {
            Ragged::Full(c) => self.tiles(tile, steps, panels, c, add),
            Ragged::Edge(c) => self.tiles(tile, steps, panels, c, add),
        }
    }

    #[inline(always)]
    fn tiles<A, B, E, F, M, N>(
        self,
        tile: (E, F),
        steps: usize,
        (a, b): Panels<A, B>,
        mut c: PartMut<M, N>,
        add: bool,
    ) where
        A: Layout,
        B: Layout,
        E: AnyExtent,
        F: AnyExtent,
        M: AnyExtent,
        N: AnyExtent,
        (usize, usize): Coordinate<<A::Geometry as Geometry>::Head>,
        (usize, (usize, usize)): Coordinate<<B::Geometry as Geometry>::Head>,
    {
        let (m, n) = c.extents();
        let mut c = c.ragged_tiles_mut(tile);
        for b in b.take(n.div_ceil(V * L)) {
            for a in a.clone().take(m.div_ceil(I)) {
                match c.next() {
                    Some((_, Ragged::Full(c))) => self.full(steps, a, b, c, add),
                    Some((_, Ragged::Edge(c))) => self.edge(steps, a, b, c, add),
                    None => unreachable!("there are as many tiles as the extents say"),
                }
            }
        }
    }

    #[inline(always)]
    fn full<A, B, E, F>(
        &self,
        steps: usize,
        a: View<f32, A>,
        b: View<f32, B>,
        mut c: PartMut<E, F>,
        add: bool,
    ) where
        A: Layout,
        B: Layout,
        E: AnyExtent,
        F: AnyExtent,
        (usize, usize): Coordinate<A::Geometry>,
        (usize, (usize, usize)): Coordinate<B::Geometry>,
    {
        let mut sums = [[[0.0; L]; V]; I];
        if add {
            for (i, sums) in sums.iter_mut().enumerate() {
                let row = c.slice_mut((i, ..));
                sums.as_flattened_mut().copy_from_slice(row.as_view().as_slice().unwrap());
            }
        }
        let sums = self.multiply(steps, a, b, sums);
        for (i, sums) in sums.iter().enumerate() {
            let mut row = c.slice_mut((i, ..));
            row.as_slice_mut().unwrap().copy_from_slice(sums.as_flattened());
        }
    }

    #[inline(always)]
    fn edge<A, B>(&self, steps: usize, a: View<f32, A>, b: View<f32, B>, mut c: PartMut, add: bool)
    where
        A: Layout,
        B: Layout,
        (usize, usize): Coordinate<A::Geometry>,
        (usize, (usize, usize)): Coordinate<B::Geometry>,
    {
        let sums = self.multiply(steps, a, b, [[[0.0; L]; V]; I]);
        let (m, _) = c.extents();
        for (i, sums) in sums.iter().enumerate().take(m) {
            let mut row = c.slice_mut((i, ..));
            for (x, sum) in row.as_slice_mut().unwrap().iter_mut().zip(sums.as_flattened()) {
                *x = sum + if add { *x } else { 0.0 };
            }
        }
    }

    /// Adds the products of a tile's steps to `sums`.
    ///
    /// The loops over `i`, `v` and `l` are of constant length: the compiler unrolls
    /// them, keeps `sums` in vector registers and finds every coordinate within.
    #[inline(always)]
    fn multiply<A, B>(
        &self,
        steps: usize,
        a: View<f32, A>,
        b: View<f32, B>,
        mut sums: [[[f32; L]; V]; I],
    ) -> [[[f32; L]; V]; I]
    where
        A: Layout,
        B: Layout,
        (usize, usize): Coordinate<A::Geometry>,
        (usize, (usize, usize)): Coordinate<B::Geometry>,
    {
        // Never more than KC: the compiler must see that `k` is below it.
        for k in 0..steps.min(KC) {
            let row: [[f32; L]; V] = from_fn(|v| from_fn(|l| b[(k, (l, v))]));
            for i in 0..I {
                let x = a[(i, k)];
                for v in 0..V {
                    sums[i][v] = Self::multiply_add(x, row[v], sums[i][v]);
                }
            }
        }
        sums
    }

    /// `x * y + z` for each lane. By value: that keeps the sums in registers.
    #[inline(always)]
    fn multiply_add(x: f32, y: [f32; L], z: [f32; L]) -> [f32; L] {
        // Without an instruction for it, `mul_add` is a slow function.
        from_fn(|l| if FMA { x.mul_add(y[l], z[l]) } else { x * y[l] + z[l] })
    }
}
