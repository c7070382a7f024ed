//! `C = A * B` of 1 to 16 rows of f16 with weights of int4, in groups of 128 along `k` with a scale of f16 each: bound by the memory that
//! has the weights. Sizes are known at run time.
//!
//! `A` is (m,k) and `C` is (m,n), both by rows. `B` is (n,k), in the order of [`Packed`], as numbers from 0 to 15, of which 8 is 0. Its
//! parts of 256 of `n` and 128 of `k` are contiguous, and follow each other along `k`, and then along `n`. Each block has as many of them
//! as the others, the end of one tile of `C` and the beginning of another (stream-K): one thread copies them to shared memory, another one
//! rows of `A`, and each of eight warps multiplies 32 of `n`. The weights are the left factor of `mma.sync`; they become f16 in registers:
//! `0x6400 | q` is the number 1024 + q. Blocks of one tile leave their sums in memory; the last one adds them, always in the same order.
//!
//! A multiprocessor has one block of a launch: where it had two, others would have none. A launch that begins before the end of the one
//! before has its blocks where that one has no more.
//!
//! Few tiles take less time by [`w4a16_parts`](crate::w4a16_parts).

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, F16, Global, Pipeline, Shared, TensorMap, Turn, arena, block, blocks, commit_stores,
    copy_bulk, fence_stores, fma, fma_f16x2, kernel, launch_dependent_grids, lop3, mma,
    publish_barriers, sync, sync_some, thread, unpack_f16, unroll, wait_for_stores,
    wait_on_dependent_grids,
};
use layout_runtime::layout;

layout! {
    /// The order of the int4 in memory: the place of each in a group of 32x128, by columns. Eight are a word, four words are what a thread
    /// loads.
    #[covers((32,128))]
    pub struct Packed = ((2,2,2),4,(4,8),2,2):((8,256,32),512,(64,1),2048,16);
    /// The left factors of `mma.m16n8k16`, CuTe's `ALayout` of `SM80_16x8x16`: lanes, and of each two rows, two times eight columns
    /// and a pair of columns; and that for eight steps in depth and twice in rows.
    #[covers((32,128))]
    struct FactorTV = ((4,8),((2,2,2),8,2)):((64,1),((8,256,32),512,16));
    /// The same as words of memory.
    pub(crate) struct Words = upcast(composition(right_inverse(Packed), FactorTV), 8);
    /// Parts in memory: words of eight groups of 32 rows, and pairs of scales of rows 8 apart.
    pub(crate) struct Weights = (4096,262144):(1,4096);
    pub(crate) struct Scales = (128,262144):(1,128);
    /// The same in stages.
    struct WeightStages = (4096,5):(1,4096);
    struct ScaleStages = (128,5):(1,128);
    /// The words and scales of a lane: those of its warp.
    struct WordsOfLane = make_layout(Words, (8,5):(512,4096));
    #[allow(non_injective)]
    struct ScalesOfLane = (((4,8),2),(8,5)):(((0,2),1),(16,128));
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`.
    pub(crate) struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// `ldmatrix`: the row of eight elements that a lane gives, of 16x16.
    #[covers((16,16))]
    pub(crate) struct RowTV = ((8,2,2),8):((1,128,8),16);
    /// Rows of `A`.
    pub struct Tile = tile_to_shape(Atom, (16,128));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct Tiles = tile_to_shape(Atom, (16,128,5));
    struct Rows = composition(zipped_divide(Tiles, (16,16)), <RowTV, _>);
    /// The sums of a block by threads: of the tile that begins before the block, and of that which ends after it.
    struct Sums = ((256,(4,4)),(2,4096)):((4,(1,1024)),(4096,8192));
    struct Counters = 1024:1;
    /// A tile of the result.
    pub struct TileC = (16,256):(256,1);
    /// The sums of `mma.m16n8`, of which the columns are rows of `C`: lanes and warps, and a pair of columns, two rows, two
    /// products in columns and two in rows.
    #[covers((16,256))]
    pub(crate) struct ResultTV = (((4,8),8),(2,2,2,2)):(((2,16),512),(1,128,8,256));
    struct Results = composition(TileC, ResultTV);
    struct One = 1:1;
}

type Memory = (
    Shared<u32, WeightStages>,
    Shared<u32, ScaleStages>,
    Shared<F16, Tiles>,
    Shared<F16, TileC>,
    Shared<u32, One>,
    Pipeline<STAGES>,
);
/// The bytes of shared memory of a block: more than half of a multiprocessor's, and no less than it uses.
pub const BYTES: u32 = 120_000;
/// The stages of the pipeline.
const STAGES: usize = 5;
/// The threads that copy weights, and rows of `A`.
const LOADER_OF_B: u32 = 256;
const LOADER_OF_A: u32 = 288;

kernel! {
    /// `k` is `groups` of 128, and `parts` is their number times that of tiles of 256 of `n`, at most 1024 of these.
    ///
    /// It may be launched before the kernel before it has ended, and loads weights at once: that one does not write them.
    ///
    /// # Safety
    ///
    /// Blocks of 320 threads and 120000 bytes of shared memory, at most 4096 and no more than parts; tensor maps of `A` with boxes of 64x16
    /// and `SWIZZLE_128B`, and of `C` with boxes of 256x16 and none, in global memory; `parts` times the number of blocks is less than
    /// 2^32; weights and scales of each part; sums and counters as their layouts say, which no other launch has at the same time but one
    /// that waits for this one, and counters of 0, as they are at the end.
    pub unsafe fn w4a16(
        a: &TensorMap<F16, Tile>,
        weights: *const u32,
        scales: *const u32,
        c: &TensorMap<F16, TileC>,
        sums: *mut f32,
        counters: *mut u32,
        groups: u32,
        parts: u32,
    ) {
        const { assert!(<Memory as Arena>::BYTES <= BYTES) };
        let (t, (own, _)) = (unsafe { thread::<320>() }, block());
        launch_dependent_grids();
        let sizes = [groups, parts, blocks()].map(NonZeroU32::new);
        let [Some(groups), Some(parts), Some(blocks)] = sizes else { return };
        // The first part of a block, and the block of a part.
        let start = |block: u32| parts.get() * block / blocks;
        let owner = |part: u32| ((part + 1) * blocks.get() - 1) / parts;
        let (begin, end) = (start(own), start(own + 1));
        let (sw, ss, sa, sc, word, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(8) };
            publish_barriers();
        }
        sync();
        if t == LOADER_OF_B {
            let (weights, scales) = unsafe { (Global::<_, Weights>::new(weights), Global::<_, Scales>::new(scales)) };
            let mut turn = Turn::FIRST;
            for part in begin..end {
                let (to, at) = ((.., turn.stage()), (.., part));
                let (words, pairs) = (sw.slice(to), ss.slice(to));
                unsafe {
                    let full = pipeline.fill(turn, words.bytes() + pairs.bytes() + sa.stage(turn).bytes());
                    copy_bulk((weights, at), words, full);
                    copy_bulk((scales, at), pairs, full);
                }
                turn = turn.next();
            }
        }
        if t == LOADER_OF_A {
            // Of the kernel before this one are the rows of `A`, not the weights.
            wait_on_dependent_grids();
            let mut turn = Turn::FIRST;
            for part in begin..end {
                unsafe {
                    pipeline.free(turn).wait(turn.phase() ^ 1);
                    a.load(sa.stage(turn), (0, 128 * (part % groups)), pipeline.full(turn));
                }
                turn = turn.next();
            }
        }
        if t >= 256 {
            return;
        }
        let (lane, warp) = (t % 32, t / 32);
        let (words, scales, rows) = (sw.with_layout(WordsOfLane), ss.with_layout(ScalesOfLane), sa.with_layout(Rows));
        let (to, sums) = unsafe { (sc.with_layout(Results), Global::<_, Sums>::new(sums)) };
        let counters = unsafe { Global::<_, Counters>::new(counters) };
        let mut turn = Turn::FIRST;
        let mut part = begin;
        while part < end {
            let tile = part / groups;
            let of_tile = tile * groups.get()..(tile + 1) * groups.get();
            let mut acc = [[[0.0f32; 4]; 2]; 2];
            while part < of_tile.end.min(end) {
                unsafe { pipeline.wait(turn) };
                let at = ((lane, ..), (warp, turn.stage()));
                let (words, pairs): ([u32; 16], [u32; 2]) = unsafe { (words.read(at), scales.read(at)) };
                let of_rows = |step: u32| -> [u32; 4] { unsafe { rows.load_matrices(((lane, ..), (0, step, turn.stage()))) } };
                acc = unsafe { multiply((words, pairs), of_rows, || pipeline.release(turn, lane), acc) };
                (part, turn) = (part + 1, turn.next());
            }
            let mut values = [0.0; 16];
            unroll!(I in 0..16 { values[I] = acc[I / 8][I / 4 % 2][I % 4] });
            let (first, last) = (owner(of_tile.start), owner(of_tile.end - 1));
            if first < last {
                // The first of the blocks has the tile last, and the others have it first.
                let place = |block: u32| ((block == first) as u32, block);
                unsafe {
                    sums.write(((t, ..), place(own)), values);
                    if !counters.is_last::<256, _, _>((tile, last - first + 1), (t, 1), word) {
                        continue;
                    }
                }
                values = [0.0; 16];
                // Of six blocks at once, half of the values.
                let mut from = first;
                while from <= last {
                    unroll!(H in 0..2 {
                        let mut of_blocks = [[0.0f32; 8]; 6];
                        unroll!(P in 0..6 {
                            if from + (P as u32) <= last {
                                unroll!(V in 0..2 {
                                    let four: [f32; 4] = unsafe { sums.read(((t, (.., 2 * H as u32 + V as u32)), place(from + P as u32))) };
                                    unroll!(I in 0..4 { of_blocks[P][4 * V + I] = four[I] });
                                });
                            }
                        });
                        unroll!(P in 0..6 { unroll!(I in 0..8 { values[8 * H + I] += of_blocks[P][I]; }); });
                    });
                    from += 6;
                }
            }
            // The tile before is copied: its memory may be written again.
            wait_for_stores::<0>();
            let mut results = [F16(0); 16];
            unroll!(I in 0..16 { results[I] = F16::from_f32(values[I]) });
            unsafe {
                sync_some::<256>(1);
                to.write((t, ..), results);
                fence_stores();
                sync_some::<256>(1);
                c.store(sc, (0, 256 * tile), t);
            }
            commit_stores();
        }
        // What is copied is read before the block ends.
        wait_for_stores::<0>();
    }
}

/// Sums with the products of a group of 128 of a warp added: of words and scales of its 32 of `n` by the rows of `A`, of which `rows` loads
/// those of a step of 16. `read` is called when all are.
///
/// # Safety
///
/// All lanes of a warp call it.
#[inline(always)]
pub(crate) unsafe fn multiply(
    (words, pairs): ([u32; 16], [u32; 2]),
    rows: impl Fn(u32) -> [u32; 4],
    read: impl FnOnce(),
    mut acc: [[[f32; 4]; 2]; 2],
) -> [[[f32; 4]; 2]; 2] {
    let mut of_group = [[[0.0f32; 4]; 2]; 2];
    unroll!(K in 0..8 {
        let b = rows(K as u32);
        unroll!(I in 0..2 {
            let a = numbers(words[8 * I + K]);
            unsafe {
                mma::<F16>(&mut of_group[I][0], a, [b[0], b[1]]);
                mma::<F16>(&mut of_group[I][1], a, [b[2], b[3]]);
            }
        });
    });
    read();
    unroll!(I in 0..2 {
        let of_rows = unpack_f16(pairs[I]);
        unroll!(J in 0..8 { acc[I][J / 4][J % 4] = fma(of_group[I][J / 4][J % 4], of_rows[J % 4 / 2], acc[I][J / 4][J % 4]) });
    });
    acc
}

/// The eight numbers of a word less 8, as pairs of f16: digits 0 and 4, 1 and 5, 2 and 6, 3 and 7.
#[inline(always)]
fn numbers(word: u32) -> [u32; 4] {
    // In pairs: 1, 1/16, -1032 and -72.
    const ONE: u32 = 0x3c00_3c00;
    const SIXTEENTH: u32 = 0x2c00_2c00;
    const LOW: u32 = 0xe408_e408;
    const HIGH: u32 = 0xd480_d480;
    let low = |word: u32| fma_f16x2(lop3::<0xea>(word, 0x000f_000f, 0x6400_6400), ONE, LOW);
    // 1024 + 16 q.
    let high = |word: u32| fma_f16x2(lop3::<0xea>(word, 0x00f0_00f0, 0x6400_6400), SIXTEENTH, HIGH);
    [low(word), high(word), low(word >> 8), high(word >> 8)]
}
