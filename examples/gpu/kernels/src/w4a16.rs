//! `C = A * B` of 1 to 16 rows of f16 with weights of int4, in groups of 128 along `k` with a scale of f16 each: bound by the memory that
//! has the weights. A block has 128 of `n` and up to eight groups of `k`, each of four warps 32 of `n`. Sizes are known at run time.
//!
//! `A` is (m,k) and `C` is (m,n), both by rows. `B` is (n,k), in the order of [`Packed`], as numbers from 0 to 15, of which 8 is 0. The weights
//! are the left factor of `mma.sync`. They are loaded to registers, by 16 bytes each thread, and become f16 there: `0x6400 | q` is the number
//! 1024 + q. Blocks of one tile leave their sums in memory; the last one adds them, always in the same order.

use layout_gpu::{
    Arena, F16, Global, Pipeline, Shared, TensorMap, Turn, arena, block, bound_launch,
    commit_stores, fence_stores, fma, fma_f16x2, kernel, launch_dependent_grids, lop3, mma,
    publish_barriers, sync, thread, unpack_f16, unroll, wait_for_stores, wait_on_dependent_grids,
};
use layout_runtime::layout;

layout! {
    /// The order of the int4 in memory: the place of each in a group of 32x128, by columns. Eight are a word, four words are what a thread loads.
    #[covers((32,128))]
    pub struct Packed = ((2,2,2),4,(4,8),2,2):((8,256,32),512,(64,1),2048,16);
    /// The left factors of `mma.m16n8k16`, CuTe's `ALayout` of `SM80_16x8x16`: lanes, and of each two rows, two times eight columns
    /// and a pair of columns; and that for eight steps in depth and twice in rows.
    #[covers((32,128))]
    struct FactorTV = ((4,8),((2,2,2),8,2)):((64,1),((8,256,32),512,16));
    /// The same as words of memory.
    struct Words = upcast(composition(right_inverse(Packed), FactorTV), 8);
    /// Groups follow each other along `k`, and then along `n`.
    struct Weights = make_layout(Words, 262144:512);
    /// Pairs of scales of rows 8 apart: a lane has those of its rows.
    #[allow(non_injective)]
    struct Scales = (((4,8),2),262144):(((0,2),1),16);
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`.
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// `ldmatrix`: the row of eight elements that a lane gives, of 16x16.
    #[covers((16,16))]
    struct RowTV = ((8,2,2),8):((1,128,8),16);
    /// Rows of `A` of a group, and of all groups of a block.
    pub struct Tile = tile_to_shape(Atom, (16,128));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct Tiles = tile_to_shape(Atom, (16,128,8));
    struct Rows = composition(zipped_divide(Tiles, (16,16)), <RowTV, _>);
    /// The sums of a block by threads, of up to 16 parts of `k` and 1024 tiles.
    struct Sums = ((128,(4,4)),(16,1024)):((4,(1,512)),(2048,32768));
    struct Counters = 1024:1;
    /// A tile of the result.
    pub struct TileC = (16,128):(128,1);
    /// The sums of `mma.m16n8`, of which the columns are rows of `C`: lanes and warps, and a pair of columns, two rows, two
    /// products in columns and two in rows.
    #[covers((16,128))]
    struct ResultTV = (((4,8),4),(2,2,2,2)):(((2,16),512),(1,128,8,256));
    struct Results = composition(TileC, ResultTV);
    struct One = 1:1;
}

/// The groups of a block.
pub const GROUPS: u32 = 8;
type Memory = (Shared<F16, Tiles>, Shared<F16, TileC>, Shared<u32, One>, Pipeline<8>);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = <Memory as Arena>::BYTES;

kernel! {
    /// `k` is `groups` of 128, of at most 128, and `n` a multiple of 128, at most 131072.
    ///
    /// It may be launched before the kernel before it has ended, and loads weights at once: that one does not write them.
    ///
    /// # Safety
    ///
    /// Blocks of 128 threads and 37000 bytes of shared memory, one along x for each 128 of `n`, and along y for each eight groups; tensor maps of
    /// `A` with boxes of 64x16 and `SWIZZLE_128B`, and of `C` with boxes of 128x16 and none, in global memory; weights, and scales of each
    /// group in pairs; sums and counters as their layouts say, which no other launch has at the same time but one that waits for this one, and
    /// counters of 0, as they are at the end.
    pub unsafe fn w4a16(
        a: &TensorMap<F16, Tile>,
        weights: *const u32,
        scales: *const u32,
        c: &TensorMap<F16, TileC>,
        sums: *mut f32,
        counters: *mut u32,
        groups: u32,
    ) {
        let (t, (tile, part)) = (unsafe { thread::<128>() }, block());
        unsafe { bound_launch::<128, 4>() };
        let parts = groups.div_ceil(GROUPS);
        let first = part * GROUPS;
        let count = (groups - first).min(GROUPS);
        let (lane, begin) = (t % 32, (4 * tile + t / 32) * groups + first);
        let (weights, scales) = unsafe { (Global::<_, Weights>::new(weights), Global::<_, Scales>::new(scales)) };
        let load = |group: u32| -> ([u32; 16], [u32; 2]) {
            let at = ((lane, ..), begin + group);
            unsafe { (weights.read(at), scales.read(at)) }
        };
        // Three groups are on their way, each to registers of its own.
        let mut ahead = [([0; 16], [0; 2]); 3];
        unroll!(I in 0..3 { if (I as u32) < count { ahead[I] = load(I as u32) } });
        launch_dependent_grids();
        let (sa, sc, last, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(1) };
            publish_barriers();
        }
        sync();
        // Each warp loads rows of two groups.
        if lane == 31 {
            wait_on_dependent_grids();
            let mut group = t / 32;
            while group < count {
                let (turn, to) = (Turn::at(group), sa.slice((.., .., group)));
                unsafe { a.load(to, (0, 128 * (first + group)), pipeline.fill(turn, to.bytes())) };
                group += 4;
            }
        }
        let rows = sa.with_layout(Rows);
        let mut acc = [[[0.0f32; 4]; 2]; 2];
        let mut from = 0;
        while from < count {
            unroll!(SLOT in 0..3 {
                let group = from + SLOT as u32;
                if group < count {
                    let (words, scales) = ahead[SLOT];
                    let mut of_group = [[[0.0f32; 4]; 2]; 2];
                    unsafe { pipeline.wait(Turn::at(group)) };
                    unroll!(K in 0..8 {
                        let b: [u32; 4] = unsafe { rows.load_matrices(((lane, ..), (0, K as u32, group))) };
                        unroll!(I in 0..2 {
                            let a = numbers(words[8 * I + K]);
                            unsafe {
                                mma::<F16>(&mut of_group[I][0], a, [b[0], b[1]]);
                                mma::<F16>(&mut of_group[I][1], a, [b[2], b[3]]);
                            }
                        });
                    });
                    if group + 3 < count {
                        ahead[SLOT] = load(group + 3);
                    }
                    unroll!(I in 0..2 {
                        let of_rows = unpack_f16(scales[I]);
                        unroll!(J in 0..8 { acc[I][J / 4][J % 4] = fma(of_group[I][J / 4][J % 4], of_rows[J % 4 / 2], acc[I][J / 4][J % 4]) });
                    });
                }
            });
            from += 3;
        }
        let sums = unsafe { Global::<_, Sums>::new(sums) };
        let mut values = [0.0; 16];
        unroll!(I in 0..16 { values[I] = acc[I / 8][I / 4 % 2][I % 4] });
        if parts > 1 {
            unsafe {
                sums.write(((t, ..), (part, tile)), values);
                let counters = Global::<_, Counters>::new(counters);
                if !counters.is_last::<128, _, _>((tile, parts), (t, 1), last) {
                    return;
                }
            }
            values = [0.0; 16];
            // Of eight parts at once, half of the values.
            let mut from = 0;
            while from < parts {
                unroll!(H in 0..2 {
                    let mut of_parts = [[0.0f32; 8]; 8];
                    unroll!(P in 0..8 {
                        if from + (P as u32) < parts {
                            unroll!(V in 0..2 {
                                let four: [f32; 4] = unsafe { sums.read(((t, (.., 2 * H as u32 + V as u32)), (from + P as u32, tile))) };
                                unroll!(I in 0..4 { of_parts[P][4 * V + I] = four[I] });
                            });
                        }
                    });
                    unroll!(P in 0..8 { unroll!(I in 0..8 { values[8 * H + I] += of_parts[P][I]; }); });
                });
                from += 8;
            }
        }
        let to = sc.with_layout(Results);
        let mut results = [F16(0); 16];
        unroll!(I in 0..16 { results[I] = F16::from_f32(values[I]) });
        unsafe {
            to.write((t, ..), results);
            fence_stores();
            sync();
            c.store(sc, (0, 128 * tile), t);
        }
        commit_stores();
        // What is copied is read before the block ends.
        wait_for_stores::<0>();
    }
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
