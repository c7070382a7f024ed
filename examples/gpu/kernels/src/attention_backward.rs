//! The gradients of attention (`attention`), of bf16 by TMA and `wgmma`, head by head of `d` = 128 or 64 columns: of the gradient `dO` of
//! the result `O = P * V`, with the weights `P = softmax(Q * Kᵀ / √d)`, those of all factors,
//! `dV = Pᵀ * dO`, `dK = dSᵀ * Q / √d` and `dQ = dS * K / √d`, of `dS = P ∘ (dO * Vᵀ - rowsum(dO ∘ O))`.
//!
//! A block has 128 keys, and one tile of queries after the other: two groups of four warps have 64 keys each, whose scores are computed again
//! and stay in registers, as left factors of `dV` and `dK`. All of `dS` is in shared memory for `dQ`, of f32, which TMA adds to that of the
//! other blocks. `attention_sums` has the sums of rows before, and rounds `dQ` after. All are (head * query or key, `d`), by rows.

use layout_gpu::{
    Accumulators, Arena, Barrier, Bf16, Global, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, block, commit_products, commit_stores, copy_bulk, exp2, fence_products, fence_stores,
    fma, give_registers, kernel, of_first_lane, pack_bf16, publish_barriers, sync, sync_some,
    take_registers, thread, unroll, wait_for, wait_for_stores,
};
use layout_runtime::layout;

use crate::weights::{LOG2_E, packed};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// `stmatrix`: the row of eight elements that a lane gives, of 128x16 for eight warps.
    #[covers((128,16))]
    struct RowTV = ((8,2,2,4,2),8):((1,8,1024,16,64),128);
    /// The sums of a group of warps, as TMA adds them to those of the other blocks: 64x64 of `dQ`, in the order of their threads.
    pub struct Sums = (16,256):(256,1);
    struct SumsOfGroups = (16,256,2):(256,1,4096);
    /// The sums of a thread of each group: four at once, eight times.
    struct SumTV = select(make_layout((4,128,8,2)), 1, 0, 2, 3);
}

/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

/// Defines the kernels of heads of so many columns: by tiles of so many queries, with the numbers of eights in both, of products over the
/// columns and over the queries, and of registers of scores, of a gradient and of its pairs.
macro_rules! backward {
    ($module:ident, $kernel:ident, $causal:ident, $columns:tt, $queries:tt: $eights:tt, $eights_of_queries:tt; $steps:tt, $parts:tt; $scores:tt, $registers:tt, $pairs:tt; $scale:expr) => {
#[doc = concat!("Heads of ", stringify!($columns), " columns.")]
pub mod $module {
    use super::*;

    layout! {
        pub struct Keys = tile_to_shape(Atom, (128,$columns));
        pub struct Queries = tile_to_shape(Atom, ($queries,$columns));
        /// Two tiles of queries: the same bytes, of which a product takes the rows as columns.
        struct Stages = tile_to_shape(Atom, ($queries,$columns,2));
        struct Turned = select(Stages, 1, 0, 2);
        struct TurnedKeys = select(Keys, 1, 0);
        /// Two tiles of `dSᵀ`.
        #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
        struct Changes = tile_to_shape(Atom, (128,$queries,2));
        struct TurnedChanges = select(Changes, 1, 0, 2);
        struct Rows = composition(zipped_divide(Changes, (128,16)), <RowTV, _>);
        /// The accumulators of `wgmma`: CuTe's `CLayout_64xN`.
        #[covers((64,$queries))]
        struct ScoreTV = ((4,8,4),(2,2,$eights_of_queries)):((128,1,16),(64,8,512));
        struct Place = composition(make_identity_layout((64,$queries)), ScoreTV);
        /// Two numbers of each query: the logarithm of the sum of its weights, and its row's sum of `dO ∘ O`.
        struct Stats = make_layout(($queries,2,2));
        struct StatsOfAll = make_layout(($queries,262144));
        /// The two numbers of the queries of a thread, which are two of each eight.
        #[allow(non_injective)]
        struct StatTV = ((4,32),2,$eights_of_queries):((2,0),1,8);
        #[allow(non_injective)]
        struct StatsOfThread = composition(Stats, <StatTV, _, _>);
        /// A gradient in pairs of numbers, as many tiles of 64 rows as 32 bits can count.
        struct Out = select(make_layout(($registers,64,262144)), 1, 0, 2);
        #[covers((64,$registers))]
        struct PairTV = ((4,8,4),(2,$eights)):((64,1,16),(8,256));
        struct Store = composition(zipped_divide(Out, (64,$registers)), <PairTV, _>);
    }

    type Map<T> = TensorMap<Bf16, T>;
    type Memory = (
        Shared<Bf16, Keys>,
        Shared<Bf16, Keys>,
        Shared<Bf16, Stages>,
        Shared<Bf16, Stages>,
        Shared<Bf16, Changes>,
        Shared<f32, SumsOfGroups>,
        Shared<f32, Stats>,
        Pipeline<2>,
        Barrier,
    );
    /// The bytes of shared memory of a block of the second kernel.
    pub const BYTES: u32 = Memory::BYTES;
    /// Scores take so few registers that `dV` is multiplied while those of `dS` are computed.
    const EARLY: bool = $queries == 64;
    /// Parts of 64 columns.
    const PARTS: u32 = $columns / 64;
    /// One over the root of the columns.
    const SCALE: f32 = $scale;

    kernel! {
        /// `dK` and `dV`, and `dQ` by addition.
        ///
        /// # Safety
        ///
        /// Blocks of 384 threads and [`BYTES`] bytes of shared memory, one for each tile of 128 keys along x and each head along y; tensor maps
        #[doc = concat!("with boxes of 64x128 of keys and values and of 64x", stringify!($queries), " of queries and `dO`, with")]
        /// `SWIZZLE_128B`, and of 256x16 of `dQ` as rows of 256 f32, in global memory. `logs` are those that `attention` wrote, `rows` the sums
        /// of rows. A head has `keys` keys and queries, a multiple of 128.
        pub unsafe fn $kernel(
            q: &Map<Queries>, k: &Map<Keys>, v: &Map<Keys>, of_out: &Map<Queries>, dq: &TensorMap<f32, Sums>,
            logs: *const f32, rows: *const f32, dk: *mut Bf16, dv: *mut Bf16, keys: u32,
        ) {
            unsafe { gradients::<false>((q, of_out), (k, v), dq, (logs, rows), (dk, dv), keys) }
        }
    }

    kernel! {
        /// The same where each query has the keys up to its own.
        ///
        /// # Safety
        ///
        #[doc = concat!("As of [`", stringify!($kernel), "`].")]
        pub unsafe fn $causal(
            q: &Map<Queries>, k: &Map<Keys>, v: &Map<Keys>, of_out: &Map<Queries>, dq: &TensorMap<f32, Sums>,
            logs: *const f32, rows: *const f32, dk: *mut Bf16, dv: *mut Bf16, keys: u32,
        ) {
            unsafe { gradients::<true>((q, of_out), (k, v), dq, (logs, rows), (dk, dv), keys) }
        }
    }

    #[inline(always)]
    unsafe fn gradients<const CAUSAL: bool>(
        (q, of_out): (&Map<Queries>, &Map<Queries>), (k, v): (&Map<Keys>, &Map<Keys>), dq: &TensorMap<f32, Sums>,
        (logs, rows): (*const f32, *const f32), (dk, dv): (*mut Bf16, *mut Bf16), keys: u32,
    ) {
        let (t, (x, head)) = (unsafe { thread::<384>() }, block());
        let (sk, sv, sq, so, changes_of_all, sums, stats, pipeline, full) = unsafe { arena::<Memory>() };
        // The first tile of queries, and the one after the last.
        let (first, end) = (if CAUSAL { 128 * x / $queries } else { 0 }, keys / $queries);
        // There is one at least.
        unsafe { core::hint::assert_unchecked(first < end) };
        if t == 0 {
            unsafe {
                full.make(1);
                pipeline.make(2);
            }
            publish_barriers();
        }
        sync();
        if t < 128 {
            unsafe { give_registers::<24>() };
            if t == LOADER {
                unsafe {
                    full.expect(sk.bytes() + sv.bytes());
                    k.load(sk, (head * keys + 128 * x, 0), full);
                    v.load(sv, (head * keys + 128 * x, 0), full);
                }
                let (logs, rows) =
                    unsafe { (Global::<_, StatsOfAll>::new(logs), Global::<_, StatsOfAll>::new(rows)) };
                let mut turn = Turn::FIRST;
                for tile in head * end + first..head * end + end {
                    let (to_q, to_o) = (sq.stage(turn), so.stage(turn));
                    unsafe {
                        let full = pipeline.fill(turn, to_q.bytes() + to_o.bytes() + const { 8 * $queries });
                        q.load(to_q, ($queries * tile, 0), full);
                        copy_bulk((logs, (.., tile)), stats.slice((.., 0, turn.stage())), full);
                        of_out.load(to_o, ($queries * tile, 0), full);
                        copy_bulk((rows, (.., tile)), stats.slice((.., 1, turn.stage())), full);
                    }
                    turn = turn.next();
                }
            }
            return;
        }

        unsafe { take_registers::<240>() };
        let of_both = t - 128;
        let (t, group) = (of_both % 128, of_both / 128);
        // The products of the rows of a group and a tile of queries.
        let multiply_rows = |scores: &mut [f32; $scores], rows: Shared<Bf16, Keys>, group: u32, tiles: Shared<Bf16, Stages>, turn: Turn<2>| unsafe {
            let columns = tiles.stage(turn);
            unroll!(K in 0..$steps {
                let (a, b) = (rows.operand(64 * group, 16 * K as u32), columns.operand::<$queries>(0, 16 * K as u32));
                match K {
                    0 => scores.multiply(a, b),
                    _ => scores.multiply_add(a, b),
                }
            });
            commit_products();
        };
        // Adds the product of a group's weights, or of their changes, and a tile of queries.
        let multiply_tile = |gradient: &mut [f32; $registers], factors: &[[u32; 4]; $parts], tiles: Shared<Bf16, Stages>, turn: Turn<2>| unsafe {
            let columns = tiles.with_layout(Turned).stage(turn);
            unroll!(K in 0..$parts {
                gradient.multiply_add_registers(factors[K], columns.operand::<$columns>(0, 16 * K as u32));
            });
            commit_products();
        };
        let of_thread = stats.with_layout(StatsOfThread);
        let (mut to_k, mut to_v) = (accumulators::<$registers>(), accumulators::<$registers>());
        let (mut turn, mut tile) = (Turn::FIRST, first);
        unsafe { full.wait(0) };
        loop {
            let group = unsafe { of_first_lane(group) };
            let (mut scores, mut changes) = (accumulators::<$scores>(), accumulators::<$scores>());
            unsafe { pipeline.wait(turn) };
            fence_products();
            multiply_rows(&mut scores, sk, group, sq, turn);
            multiply_rows(&mut changes, sv, group, so, turn);
            wait_for::<1>(&mut scores);
            if CAUSAL && $queries * tile < 128 * (x + 1) {
                unroll!(N in 0..$scores {
                    let (key, query) = Place.crd2idx((t as usize, N));
                    if 128 * x + 64 * group + key as u32 > $queries * tile + query as u32 {
                        scores[N] = f32::NEG_INFINITY;
                    }
                });
            }
            unroll!(J in 0..$eights_of_queries {
                let logs: [f32; 2] = unsafe { of_thread.read(((t, .., J as u32), 0, turn.stage())) };
                unroll!(I in 0..4 { scores[4 * J + I] = exp2(fma(scores[4 * J + I], LOG2_E * SCALE, -logs[I % 2])); });
            });
            let weights: [[u32; 4]; $parts] = packed(&scores);
            if EARLY {
                fence_products();
                multiply_tile(&mut to_v, &weights, so, turn);
                wait_for::<1>(&mut changes);
            } else {
                wait_for::<0>(&mut changes);
            }
            unroll!(J in 0..$eights_of_queries {
                let rows: [f32; 2] = unsafe { of_thread.read(((t, .., J as u32), 1, turn.stage())) };
                unroll!(I in 0..4 { changes[4 * J + I] = scores[4 * J + I] * (changes[4 * J + I] - rows[I % 2]); });
            });
            let factors: [[u32; 4]; $parts] = packed(&changes);
            if !EARLY {
                fence_products();
                multiply_tile(&mut to_v, &weights, so, turn);
            }
            let rows = changes_of_all.with_layout(Rows);
            unroll!(N in 0..$parts {
                unsafe { rows.store_matrices(((of_both, ..), (0, N as u32, turn.stage())), factors[N]) };
            });
            // Both groups have their rows there, and what the one added before is read.
            wait_for_stores::<0>();
            fence_stores();
            unsafe { sync_some::<256>(1) };
            let mut of_queries = accumulators::<32>();
            let (all, columns) = (changes_of_all.with_layout(TurnedChanges).stage(turn), sk.with_layout(TurnedKeys));
            let (row, column) = (64 * (group / PARTS), 64 * (group % PARTS));
            fence_products();
            unroll!(K in 0..8 {
                let (a, b) = (all.operand(row, 16 * K as u32), columns.operand::<64>(column, 16 * K as u32));
                match K {
                    0 => unsafe { of_queries.multiply(a, b) },
                    _ => unsafe { of_queries.multiply_add(a, b) },
                }
            });
            commit_products();
            multiply_tile(&mut to_k, &factors, sq, turn);
            wait_for::<1>(&mut of_queries);
            unsafe {
                sums.with_layout(SumTV).write((t, .., .., group), of_queries);
                fence_stores();
                sync_some::<128>(2 + group);
                dq.add(sums.slice((.., .., group)), (32 * (head * end + tile) + 16 * group, 0), t);
            }
            commit_stores();
            wait_for::<0>(&mut to_k);
            unsafe { pipeline.release(turn, t) };
            (turn, tile) = (turn.next(), tile + 1);
            if tile == end {
                break;
            }
        }
        wait_for::<0>(&mut to_v);
        let mut pairs = [[0; $pairs]; 2];
        unroll!(N in 0..$pairs {
            pairs[0][N] = pack_bf16(to_k[2 * N] * SCALE, to_k[2 * N + 1] * SCALE);
            pairs[1][N] = pack_bf16(to_v[2 * N], to_v[2 * N + 1]);
        });
        let at = ((t, ..), (0, 0, 2 * (head * (keys / 128) + x) + group));
        unsafe {
            Global::<_, Store>::new(dk.cast()).write(at, pairs[0]);
            Global::<_, Store>::new(dv.cast()).write(at, pairs[1]);
        }
        // What is added is read before the block ends.
        wait_for_stores::<0>();
    }
}
    };
}

backward!(columns_128, attention_backward, attention_backward_causal, 128, 64: 16, 8; 8, 4; 32, 64, 32; 0.088_388_35); // 1 / √128
backward!(columns_64, attention_64_backward, attention_64_backward_causal, 64, 128: 8, 16; 4, 8; 64, 32, 16; 0.125);
