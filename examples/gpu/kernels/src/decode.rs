//! Attention of one query to many keys: `softmax(q * Kᵀ / √128) * V` of bf16, of heads of 128 columns, as each token is generated; bound by the
//! memory that has the keys and values. They are in pages of 64 keys, of which each sequence has a list; up to 16 heads of queries share a head
//! of them, as the 16 rows of a product.
//!
//! A block has some pages of a head of a sequence, and a part of the result; the last block of a head adds the parts, always in the same order.
//! One thread loads pages by TMA, and each of four warps has 16 keys of a page, with a maximum, a sum and a result of its own.

use core::num::NonZeroU32;
use core::ops::Range;

use layout_gpu::{
    Arena, Bf16, Global, Pipeline, Shared, TensorMap, Turn, arena, block, blocks, exchange, exp2,
    fma, kernel, mma, pack_bf16, publish_barriers, reciprocal, sync, sync_some, thread, unroll,
};
use layout_runtime::layout;

use crate::weights::{LOG2_E, Rows};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`.
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// The keys of a page, or the values: key, column and head.
    pub struct Page = tile_to_shape(Atom, (64,128,1));
    struct Pages = tile_to_shape(Atom, (64,128,1,3));
    /// `ldmatrix`: the row of eight elements that a lane gives, of 16x16.
    #[covers((16,16))]
    struct RowTV = ((8,2,2),8):((1,128,8),16);
    /// The same of keys or columns, without the head.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(((8,2,2),8):((1,512,8),64)))]
    struct Tiles = tile_to_shape(Atom, (64,128,3));
    struct Matrices = composition(zipped_divide(Tiles, (16,16)), <RowTV, _>);
    /// Pairs of columns of 16 heads of queries that are the left factor of `mma.m16n8k16`: lanes, and two heads, two pairs and eight steps;
    /// from the first of the heads on.
    #[covers((16,64))]
    struct FactorTV = ((4,8),(2,2,8)):((16,1),(8,64,128));
    #[allow(non_injective)]
    struct Queries = make_layout(composition((16,64):(64,1), FactorTV), 16777216:64);
    /// Sums of `mma.m16n8`, of 128 columns: lanes, and a pair of columns, two rows and 16 products.
    #[covers((16,128))]
    struct SumTV = ((4,8),(2,2,16)):((32,1),(16,8,128));
    /// The results of four warps; the pairs of columns that half a warp writes at once are in all banks.
    #[banks(conflicts = 0, bits = 32, bytes = 8, by(((4,8),2):((32,1),16)))]
    struct OfWarps = Sw<2,3,4> o 0 o (16,128,4):(128,1,2048);
    struct SumsOfWarps = composition(zipped_divide(OfWarps, (16,128)), <SumTV, _>);
    /// 128 threads with four columns of four rows each: how parts are added.
    #[covers((16,128))]
    struct PartTV = ((32,4),(4,4)):((64,4),(16,1));
    struct PartsOfWarps = composition(zipped_divide(OfWarps, (16,128)), <PartTV, _>);
    /// The same of blocks, in memory.
    struct Sums = composition(zipped_divide((16,128,65536):(128,1,2048), (16,128)), <PartTV, _>);
    /// The maximum and the sum of each row.
    struct StatsOfWarps = (2,16,4):(16,1,32);
    struct Stats = (2,16,65536):(16,1,32);
    /// Two words of four columns for each lane, of heads of queries.
    struct Results = ((2,32),16777216):((1,2),64);
    struct Counters = 65536:1;
    struct One = 1:1;
    /// The first page in the list, and the number of keys, of each sequence.
    struct Sequences = (2,65536):(1,2);
    struct List = 134217728:1;
}

/// The sequences: arguments of [`decode`].
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Batch {
    /// The sequences, each with the place of its first page in the list and the number of its keys.
    pub sequences: *const u32,
    /// The pages of all sequences: numbers of pages of the cache.
    pub list: *const u32,
    /// Heads of keys, and heads of queries that share one, at most 16.
    pub heads: NonZeroU32,
    pub group: u32,
    /// Pages of a block.
    pub pages: NonZeroU32,
}

/// Memory that a launch has for itself: of each block along x and y 2048 sums and 32 of their maxima and sums, and of each along y a counter,
/// which is 0.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Scratch {
    pub sums: *mut f32,
    pub stats: *mut f32,
    pub counters: *mut u32,
}

type Memory = (Shared<Bf16, Pages>, Shared<Bf16, Pages>, Pipeline<3>);
/// The memory that follows, when all pages are multiplied.
type Parts = (Shared<f32, OfWarps>, Shared<f32, StatsOfWarps>, Shared<u32, One>);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = <Memory as Arena>::BYTES;
/// The thread that loads.
const LOADER: u32 = 128;
/// `log2(e) / √128`: weights are powers of two.
const SCALE: f32 = LOG2_E * 0.088_388_35;
/// Less than all scores; a maximum of none is a number.
const LEAST: f32 = -1e30;

kernel! {
    /// # Safety
    ///
    /// Blocks of 160 threads and 98352 bytes of shared memory: along x enough for the longest sequence, along y one for each head of keys of
    /// each sequence. Tensor maps of keys and values in global memory, (key of all pages, column, head), with boxes of 64x64 and
    /// `SWIZZLE_128B`; queries and results by sequence, head and column, in pairs; what [`Batch`] and [`Scratch`] say. Each sequence has a key.
    pub unsafe fn decode(
        q: *const u32,
        k: &TensorMap<Bf16, Page, 3>,
        v: &TensorMap<Bf16, Page, 3>,
        out: *mut u32,
        batch: Batch,
        scratch: Scratch,
    ) {
        let (t, (part, of)) = (unsafe { thread::<160>() }, block());
        let (sequence, head) = (of / batch.heads, of % batch.heads);
        let sequences = unsafe { Global::<_, Sequences>::new(batch.sequences) };
        let (place, keys) = unsafe { (sequences.get((0, sequence)), sequences.get((1, sequence))) };
        let pages = batch.pages.get();
        let first = part * pages;
        let end = (first + pages).min(keys.div_ceil(64));
        if first >= end {
            return;
        }
        let (sk, sv, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(4) };
            publish_barriers();
        }
        sync();
        if t >= 128 {
            if t == LOADER {
                let list = unsafe { Global::<_, List>::new(batch.list) };
                let mut turn = Turn::FIRST;
                let mut page = unsafe { list.get(place + first) };
                for next in first + 1..=end {
                    // Of the next page while this one waits.
                    let after = if next < end { unsafe { list.get(place + next) } } else { 0 };
                    let (to_k, to_v) = (sk.slice((.., .., .., turn.stage())), sv.slice((.., .., .., turn.stage())));
                    unsafe {
                        let full = pipeline.fill(turn, to_k.bytes() + to_v.bytes());
                        k.load(to_k, (64 * page, 0, head), full);
                        v.load(to_v, (64 * page, 0, head), full);
                    }
                    (page, turn) = (after, turn.next());
                }
            }
            return;
        }
        let (lane, warp, from) = (t % 32, t / 32, of * batch.group);
        let queries = unsafe { Global::<_, Queries>::new(q) };
        let mut factors = [[0; 4]; 8];
        unroll!(ROW in 0..2 {
            if lane / 4 + 8 * (ROW as u32) < batch.group {
                let pairs: [u32; 16] = unsafe { queries.read(((lane, (ROW as u32, .., ..)), from)) };
                unroll!(I in 0..16 { factors[I / 2][2 * (I % 2) + ROW] = pairs[I] });
            }
        });
        let (keys_of, values_of) = (sk.with_layout(Matrices), sv.with_layout(Matrices));
        let mut rows = Rows { most: [LEAST; 2], sum: [0.0; 2] };
        let mut result = [[0.0f32; 4]; 16];
        let mut turn = Turn::FIRST;
        for page in first..end {
            unsafe { pipeline.wait(turn) };
            let mut sums = [[0.0f32; 4]; 2];
            unroll!(K in 0..8 {
                let b: [u32; 4] = unsafe { keys_of.load_matrices(((lane, ..), (warp, K as u32, turn.stage()))) };
                unsafe {
                    mma::<Bf16>(&mut sums[0], factors[K], [b[0], b[1]]);
                    mma::<Bf16>(&mut sums[1], factors[K], [b[2], b[3]]);
                }
            });
            // Keys past the last: their weights are 0, and their values are made 0, which could be anything.
            let left = (keys - 64 * page).saturating_sub(16 * warp + 2 * (lane % 4));
            let mut scores = [0.0; 8];
            unroll!(I in 0..8 {
                let there = left > (8 * (I / 4) + I % 2) as u32;
                scores[I] = if there { sums[I / 4][I % 4] } else { f32::NEG_INFINITY };
            });
            let keep = |left: u32| if left > 1 { !0 } else if left == 1 { 0xffff } else { 0 };
            let kept = [keep(left), keep(left.saturating_sub(8))];
            let less = rows.weigh(&mut scores, SCALE);
            let weights = [0, 1, 2, 3].map(|i| pack_bf16(scores[2 * i], scores[2 * i + 1]));
            unroll!(I in 0..64 { result[I / 4][I % 4] *= less[I % 4 / 2] });
            unroll!(N in 0..8 {
                let b = unsafe { values_of.load_transposed(((lane, ..), (warp, N as u32, turn.stage()))) };
                unsafe {
                    mma::<Bf16>(&mut result[2 * N], weights, [b[0] & kept[0], b[2] & kept[1]]);
                    mma::<Bf16>(&mut result[2 * N + 1], weights, [b[1] & kept[0], b[3] & kept[1]]);
                }
            });
            unsafe { pipeline.release(turn, lane) };
            turn = turn.next();
        }
        // All pages are multiplied: their memory is that of the parts.
        unsafe { sync_some::<128>(1) };
        let (of_warps, stats, last) = unsafe { arena::<Parts>() };
        let mut values = [0.0; 64];
        unroll!(I in 0..64 { values[I] = result[I / 4][I % 4] });
        unsafe {
            of_warps.with_layout(SumsOfWarps).write(((lane, ..), (0, 0, warp)), values);
            unroll!(ROW in 0..2 {
                let sum = rows.sum[ROW] + exchange::<1>(rows.sum[ROW]);
                let sum = sum + exchange::<2>(sum);
                let row = lane / 4 + 8 * ROW as u32;
                if lane % 4 == 0 {
                    stats.set((0, row, warp), rows.most[ROW]);
                    stats.set((1, row, warp), sum);
                }
            });
            sync_some::<128>(1);
        }
        let of_warps = of_warps.with_layout(PartsOfWarps);
        let mut of_rows = added(0..4, |i, part| unsafe {
            let row = 4 * warp + i;
            let values = of_warps.read(((t, (.., i)), (0, 0, part)));
            Part { most: stats.get((0, row, part)), sum: stats.get((1, row, part)), values }
        });
        let parts = keys.div_ceil(64).div_ceil(pages);
        if parts > 1 {
            let (sums, stats) = unsafe { (Global::<_, Sums>::new(scratch.sums), Global::<_, Stats>::new(scratch.stats)) };
            let counters = unsafe { Global::<_, Counters>::new(scratch.counters) };
            let of_head = of * blocks();
            unroll!(I in 0..4 {
                let (row, Part { most, sum, values }) = (4 * warp + I as u32, of_rows[I]);
                unsafe {
                    sums.write(((t, (.., I as u32)), (0, 0, of_head + part)), values);
                    if lane == 0 {
                        stats.set((0, row, of_head + part), most);
                        stats.set((1, row, of_head + part), sum);
                    }
                }
            });
            if !unsafe { counters.is_last::<128, _, _>((of, parts), (t, 1), last) } {
                return;
            }
            of_rows = added(of_head..of_head + parts, |i, part| unsafe {
                let row = 4 * warp + i;
                let values = sums.read(((t, (.., i)), (0, 0, part)));
                Part { most: stats.get((0, row, part)), sum: stats.get((1, row, part)), values }
            });
        }
        let out = unsafe { Global::<_, Results>::new(out) };
        unroll!(I in 0..4 {
            let row = 4 * warp + I as u32;
            if row < batch.group {
                let share = reciprocal(of_rows[I].sum);
                let [a, b, c, d] = of_rows[I].values.map(|x| x * share);
                unsafe { out.write(((.., lane), from + row), [pack_bf16(a, b), pack_bf16(c, d)]) };
            }
        });
    }
}

/// A part of a row: of some keys the greatest score, the sum of the weights, and that of the weighted values, of four columns.
#[derive(Clone, Copy)]
struct Part {
    most: f32,
    sum: f32,
    values: [f32; 4],
}

/// The sums of parts of the four rows of a thread, of which four are read at once.
#[inline(always)]
fn added(parts: Range<u32>, of: impl Fn(u32, u32) -> Part) -> [Part; 4] {
    let none = Part { most: LEAST, sum: 0.0, values: [0.0; 4] };
    let mut rows = [none; 4];
    let mut from = parts.start;
    while from < parts.end {
        let mut read = [none; 16];
        unroll!(I in 0..16 {
            let part = from + (I / 4) as u32;
            // Past the last one, that one with no weight: what is read under no condition is read at once.
            read[I] = of((I % 4) as u32, part.min(parts.end - 1));
            if part >= parts.end {
                read[I].most = LEAST;
            }
        });
        unroll!(I in 0..16 {
            let (row, part) = (&mut rows[I % 4], read[I]);
            let most = row.most.max(part.most);
            let [before, now] = [row.most, part.most].map(|of| exp2((of - most) * SCALE));
            (row.most, row.sum) = (most, fma(row.sum, before, part.sum * now));
            unroll!(J in 0..4 { row.values[J] = fma(row.values[J], before, part.values[J] * now) });
        });
        from += 4;
    }
    rows
}
