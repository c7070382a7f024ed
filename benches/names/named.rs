//! Kernels whose layouts have names; `plain.rs` has the same without. `benches/names.sh` compares them.

use layout_view::{View, ViewMut, coordinate, copy, fold, layout, zip_with};
layout! {
    pub struct Rows = (m: 96, n: 64):(64,1);
    pub struct Columns = (n: 64, m: 96):(96,1);
    pub struct RowTiles = zipped_divide(Rows, { m: 16, n: 16 });
    pub struct ColumnTiles = zipped_divide((m: 96, n: 64):(1,96), { n: 16, m: 16 });
    pub struct PanelA = (m: 12, k: 320):(1,12);
    pub struct ColumnsOfA = zipped_divide(PanelA, { m: 12, k: 16 });
    pub struct RowsOfA = (m: 12, k: 16):(16,1);
    pub struct Tokens = (head: 2, token: 32, dim: 16):(512,16,1);
    pub struct Blocks = logical_divide(Tokens, { token: 8 });
    pub struct Bias = (n: 64):(1);
    pub struct Sums = (m: 96):(1);
    pub struct Run<m, n> = (m: m, n: n):(n, 1);
    pub struct Turn<m, n> = (n: n, m: m):(m, 1);
}

/// A transpose.
#[inline(never)]
pub fn transpose(a: &[f32], b: &mut [f32]) {
    let a = View::new(a, Rows);
    let mut b = ViewMut::new(b, Columns);
    copy!(a: Rows, b: Columns);
}

/// A transpose by tiles.
#[inline(never)]
pub fn transpose_tiles(a: &[f32], b: &mut [f32]) {
    let a = View::new(a, RowTiles);
    let mut b = ViewMut::new(b, ColumnTiles);
    for i in 0..24 {
        let s = a.tile(i);
        b.tile_mut(i).zip_with(s, |t, s| *t = *s);
    }
}

/// Packing of a panel of 12 rows.
#[inline(never)]
pub fn pack(a: &[f32; 192], b: &mut [f32]) {
    let a = View::from_array(a, RowsOfA);
    let mut b = ViewMut::new(b, PanelA);
    for mut t in b.tiles_mut(ColumnsOfA) {
        a.copy_to(&mut t);
    }
}

/// A bias for each column.
#[inline(never)]
pub fn bias(x: &mut [f32], bias: &[f32]) {
    let mut x = ViewMut::new(x, Rows);
    let bias = View::new(bias, Bias);
    zip_with!(x: Rows, bias: Bias, |x, y| *x += y);
}

/// The sums of the rows.
#[inline(never)]
pub fn sums(x: &[f32], s: &mut [f32]) {
    let x = View::new(x, Rows);
    let mut s = ViewMut::new(s, Sums);
    fold!(x: Rows, s: Sums, |s, x| *s += x);
}

/// A transpose whose sizes are known at run time.
#[inline(never)]
pub fn transpose_of_any_size(a: &[f32], b: &mut [f32], m: usize, n: usize) {
    let a = View::new(a, Run::of(m, n));
    let mut b = ViewMut::new(b, Turn::of(m, n));
    copy!(a: Run<m, n>, b: Turn<m, n>);
}

/// Attention by blocks of tokens, as in `docs/names.md`.
#[inline(never)]
pub fn attention(query: &[f32], key: &[f32], value: &[f32], out: &mut [f32]) {
    let [query, key, value] = [query, key, value].map(|of| View::new(of, Blocks));
    let mut out = ViewMut::new(out, Blocks);
    for head in 0..2 {
        for (block, i) in (0..4).flat_map(|block| (0..8).map(move |i| (block, i))) {
            let query = query.slice(coordinate!(
                Blocks,
                head = head,
                token.rest = block,
                token.tile = i,
                ..
            ));
            let (mut highest, mut sum, mut row) = (f32::NEG_INFINITY, 0.0, [0.0; 16]);
            for (block, j) in (0..4).flat_map(|block| (0..8).map(move |j| (block, j))) {
                let key = key.slice(coordinate!(
                    Blocks,
                    head = head,
                    token.rest = block,
                    token.tile = j,
                    ..
                ));
                let score: f32 = query.iter().zip(key.iter()).map(|(q, k)| q * k).sum();
                let higher = score.max(highest);
                let (kept, weight) = ((highest - higher).exp(), (score - higher).exp());
                (highest, sum) = (higher, sum * kept + weight);
                for dim in 0..16 {
                    let at = coordinate!(
                        Blocks,
                        head = head,
                        token.rest = block,
                        token.tile = j,
                        dim = dim
                    );
                    row[dim] = row[dim] * kept + weight * value[at];
                }
            }
            for dim in 0..16 {
                out[coordinate!(
                    Blocks,
                    head = head,
                    token.rest = block,
                    token.tile = i,
                    dim = dim
                )] = row[dim] / sum;
            }
        }
    }
}
