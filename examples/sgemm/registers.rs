//! The micro-kernel: some rows of A times some columns of a packed panel, in registers.

use core::array::from_fn;

use layout_view::Ragged;
use layout_view::bounds::Unpadded;
use layout_view::dynamic::{AnyExtent, Size};
use layout_view::{Coordinate, Extent, Geometry, Layout, StaticLayout, View, ViewMut};

use crate::element::Element;
use crate::layouts::{KC, Packed, Part, PartMut, Rows};

/// A register tile: `I` rows of `V` vectors of `L` lanes. With `FMA` one instruction multiplies and
/// adds.
pub(crate) struct Registers<const I: usize, const V: usize, const L: usize, const FMA: bool>;

impl<const I: usize, const V: usize, const L: usize, const FMA: bool> Registers<I, V, L, FMA> {
    /// Multiplies a block of A by packed panels, each cut in `tiles` of so many columns: the inner two
    /// loops. `I` rows of A stay in the first-level cache while all tiles pass.
    ///
    /// A is not packed: a step reads one element of each row, and these need not lie side by side.
    #[inline(always)]
    pub(crate) fn block<T, F, B>(
        self,
        a: Part<T>,
        panels: &[Packed<T>],
        tiles: B,
        columns: F,
        mut c: PartMut<T>,
        add: bool,
    ) where
        T: Element,
        F: AnyExtent,
        B: StaticLayout<Bounds: Unpadded>,
        ((usize, usize), usize): Coordinate<<B::Geometry as Geometry>::Head>,
    {
        let (_, steps) = a.extents();
        let mut copy = Vec::new();
        let strips = c.ragged_tiles_mut((Extent::new(I), ..));
        for ((_, a), (_, c)) in a.ragged_tiles((Size::<I>, ..)).zip(strips) {
            let a = match a {
                Ragged::Full(a) => a,
                // Too few rows: a copy takes their place, with more rows, whose sums nobody reads.
                Ragged::Edge(a) => {
                    let (m, _) = a.extents();
                    let rows = Rows::of(I, steps).geometry();
                    copy.resize(I * steps, T::ZERO);
                    a.copy_to(&mut ViewMut::new(&mut copy, rows).slice_mut((0..m, ..)));
                    let mut tiles = View::new(&copy, rows).ragged_tiles((Size::<I>, ..));
                    tiles.next().expect("a tile").1.into_full()
                }
            };
            let mut c = c.into_inner();
            let tiles = panels.iter().flat_map(|Packed(panel)| panel.as_view().tiles(tiles));
            for ((_, c), b) in c.ragged_tiles_mut((Size::<I>, columns)).zip(tiles) {
                match c {
                    Ragged::Full(c) => self.full(a, b, c, add),
                    Ragged::Edge(c) => self.edge(a, b, c, add),
                }
            }
        }
    }

    /// A full tile of C, whose bounds are constants.
    #[inline(always)]
    fn full<T, F, B>(
        &self,
        a: Part<T, Size<I>>,
        b: View<T, B>,
        mut c: PartMut<T, Size<I>, F>,
        add: bool,
    ) where
        T: Element,
        F: AnyExtent,
        B: Layout,
        ((usize, usize), usize): Coordinate<B::Geometry>,
    {
        let mut sums = [[[T::ZERO; L]; V]; I];
        if add {
            for (i, sums) in sums.iter_mut().enumerate() {
                let row = c.slice_mut((i, ..));
                sums.as_flattened_mut().copy_from_slice(row.as_view().as_slice().unwrap());
            }
        }
        let sums = self.multiply(a, b, sums);
        for (i, sums) in sums.iter().enumerate() {
            let mut row = c.slice_mut((i, ..));
            row.as_slice_mut().unwrap().copy_from_slice(sums.as_flattened());
        }
    }

    /// A tile of C at an edge. Vectors of B past the edge are left out.
    #[inline(always)]
    fn edge<T, B>(&self, a: Part<T, Size<I>>, b: View<T, B>, c: PartMut<T>, add: bool)
    where
        T: Element,
        B: Layout,
        ((usize, usize), usize): Coordinate<B::Geometry>,
    {
        let (_, n) = c.extents();
        match n.div_ceil(L) {
            1 => self.vectors::<T, B, 1>(a, b, c, add),
            2 => self.vectors::<T, B, 2>(a, b, c, add),
            _ => self.vectors::<T, B, V>(a, b, c, add),
        }
    }

    /// The first `W` vectors of a tile.
    #[inline(always)]
    fn vectors<T, B, const W: usize>(
        &self,
        a: Part<T, Size<I>>,
        b: View<T, B>,
        mut c: PartMut<T>,
        add: bool,
    ) where
        T: Element,
        B: Layout,
        ((usize, usize), usize): Coordinate<B::Geometry>,
    {
        let sums = self.multiply(a, b, [[[T::ZERO; L]; W]; I]);
        let (m, _) = c.extents();
        for (i, sums) in sums.into_iter().enumerate() {
            if i < m {
                let mut row = c.slice_mut((i, ..));
                for (to, sums) in row.as_slice_mut().unwrap().chunks_mut(L).zip(sums) {
                    match <&mut [T; L]>::try_from(&mut *to) {
                        // One vector, because the length is a constant.
                        Ok(to) => store(to, &sums, add),
                        Err(_) => store(to, &sums, add),
                    }
                }
            }
        }
    }

    /// Adds the products of all steps to `sums`.
    ///
    /// The loops over `i`, `v` and `l` are of constant length: the compiler unrolls
    /// them, keeps `sums` in vector registers and finds every coordinate within.
    #[inline(always)]
    fn multiply<T, B, const W: usize>(
        &self,
        a: Part<T, Size<I>>,
        b: View<T, B>,
        mut sums: [[[T; L]; W]; I],
    ) -> [[[T; L]; W]; I]
    where
        T: Element,
        B: Layout,
        ((usize, usize), usize): Coordinate<B::Geometry>,
    {
        let (_, steps) = a.extents();
        // Never more than KC: the compiler must see that `k` is below it.
        for k in 0..steps.min(KC) {
            let row: [[T; L]; W] = from_fn(|v| from_fn(|l| b[((l, v), k)]));
            for i in 0..I {
                let x = a[(i, k)];
                for v in 0..W {
                    sums[i][v] = Self::multiply_add(x, row[v], sums[i][v]);
                }
            }
        }
        sums
    }

    /// `x * y + z` for each lane. By value: that keeps the sums in registers.
    #[inline(always)]
    fn multiply_add<T: Element>(x: T, y: [T; L], z: [T; L]) -> [T; L] {
        // Without an instruction for it, `mul_add` is a slow function.
        from_fn(|l| if FMA { x.mul_add(y[l], z[l]) } else { x * y[l] + z[l] })
    }
}

/// Writes sums or, if told so, adds them to what is there.
#[inline(always)]
fn store<T: Element>(to: &mut [T], sums: &[T], add: bool) {
    for (x, &sum) in to.iter_mut().zip(sums) {
        *x = if add { *x + sum } else { sum };
    }
}
