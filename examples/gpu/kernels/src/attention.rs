//! `O = softmax(Q * Kᵀ / √128) * V` of bf16, head by head, without a matrix of scores in memory: TMA and `wgmma`, by tiles of
//! 128 queries and 128 keys, of which two are in shared memory.
//!
//! All are (head * query or key, 128), by rows. One thread begins the loads; two groups of four warps have 64 queries each.
//! The scores of the next keys are multiplied while the weights of these are computed and applied.

use layout_runtime::layout;

use crate::machine::{
    Turn, arrive_for_all, block, commit_products, descriptor, exp2, expect_bytes, fence_products,
    fma, give_registers, load_box, make_barrier, of_lane, pack_bf16, publish_barriers, shared,
    sync, take_registers, thread, unroll, wait, wait_for_64, wgmma_64x128x16,
    wgmma_64x128x16_first, wgmma_64x128x16_of_registers,
};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    struct Queries = tile_to_shape(Atom, (128,128));
    /// Two tiles of keys, or of values: the same bytes, of which a product takes the rows as columns.
    struct Keys = tile_to_shape(Atom, (128,128,2));
    /// The accumulators of `wgmma.m64n128`: CuTe's `CLayout_64x128`.
    struct Accumulators = ((4,8,4),(2,2,16)):((128,1,16),(64,8,512));
    /// Where a score of a thread is among 64 queries and 128 keys.
    struct Place = composition(make_identity_layout((64,128)), Accumulators);
    struct Out = (64,128):(128,1);
    struct Store = composition(Out, Accumulators);
    /// What a thread stores, from its first value on.
    struct StoreValues = get(Store, 1);
}

const STAGES: u32 = 2;
/// The thread that loads. Were it the one that makes the barriers, rustc could write out all between for it and for the
/// others, and what warps do together they may not do apart.
const LOADER: u32 = 96;
/// Of a tile.
const BYTES: u32 = 2 * 128 * 128;
/// From eight rows to the next, and from 64 columns to the next, in bytes.
const ROWS: u32 = 2 * layout!(crd2idx((8, 0, 0), Keys)) as u32;
const COLUMNS: u32 = 2 * layout!(crd2idx((0, 64, 0), Keys)) as u32;
/// Scores are powers of two: `log2(e) / √128`.
const SCALE: f32 = 1.442_695_f32 * 0.088_388_35_f32;

/// # Safety
///
/// Blocks of 384 threads and 163920 bytes of shared memory, one for each tile of 128 queries along x and each head along y,
/// tensor maps with boxes of 64x128 and `SWIZZLE_128B` in global memory, and `keys` keys and queries a head, a multiple of
/// 128.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn attention(
    q: *const u8,
    k: *const u8,
    v: *const u8,
    out: *mut u16,
    keys: u32,
) {
    unsafe { attend::<false>(q, k, v, out, keys) }
}

/// Each query has the keys up to its own.
///
/// # Safety
///
/// As of [`attention`].
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn attention_causal(
    q: *const u8,
    k: *const u8,
    v: *const u8,
    out: *mut u16,
    keys: u32,
) {
    unsafe { attend::<true>(q, k, v, out, keys) }
}

#[inline(always)]
unsafe fn attend<const CAUSAL: bool>(
    q: *const u8,
    k: *const u8,
    v: *const u8,
    out: *mut u16,
    keys: u32,
) {
    let (t, (x, head)) = (unsafe { thread::<384>() }, block());
    // The longest rows first: at the end, no block is left alone with one of them.
    let x = if CAUSAL { keys / 128 - 1 - x } else { x };
    let tiles = if CAUSAL { x + 1 } else { keys / 128 };
    let sq = shared();
    let sk = sq + 2 * Queries::COSIZE as u32;
    let sv = sk + 2 * Keys::COSIZE as u32;
    let barriers = sv + 2 * Keys::COSIZE as u32;
    let barrier = |kind: u32, stage: u32| barriers + 8 * (2 * kind + stage);
    let full_q = barrier(4, 0);
    let (full_k, full_v) = (|stage| barrier(0, stage), |stage| barrier(1, stage));
    let (free_k, free_v) = (|stage| barrier(2, stage), |stage| barrier(3, stage));
    if t == 0 {
        unsafe {
            make_barrier(full_q, 1);
            for stage in 0..STAGES {
                make_barrier(full_k(stage), 1);
                make_barrier(full_v(stage), 1);
                make_barrier(free_k(stage), 2);
                make_barrier(free_v(stage), 2);
            }
        }
        publish_barriers();
    }
    sync();
    if t < 128 {
        unsafe { give_registers::<24>() };
        if t == LOADER {
            let load = |map, to: [u32; 2], full, row| unsafe {
                expect_bytes(full, BYTES);
                load_box(map, to[0], full, 0, row);
                load_box(map, to[1], full, 64, row);
            };
            let at_q = |column| sq + 2 * Queries.crd2idx_u32((0, column));
            load(q, [at_q(0), at_q(64)], full_q, head * keys + 128 * x);
            let mut turn = Turn::FIRST;
            for tile in 0..tiles {
                let Turn { stage, parity } = turn;
                let at = |first, column| first + 2 * Keys.crd2idx_u32((0, column, stage));
                let row = head * keys + 128 * tile;
                // The first time around, there is nobody to wait for.
                unsafe { wait(free_k(stage), parity ^ 1) };
                load(k, [at(sk, 0), at(sk, 64)], full_k(stage), row);
                unsafe { wait(free_v(stage), parity ^ 1) };
                load(v, [at(sv, 0), at(sv, 64)], full_v(stage), row);
                turn = turn.next::<STAGES>();
            }
        }
        return;
    }

    unsafe { take_registers::<240>() };
    let (t, group) = (t % 128, t / 128 - 1);
    let multiply_keys = |scores: &mut [f32; 64], stage: u32| unsafe {
        unroll!(K in 0..8 {
            let k = 16 * K as u32;
            let a = descriptor(sq + 2 * Queries.crd2idx_u32((64 * group, k)), ROWS, 0);
            let b = descriptor(sk + 2 * Keys.crd2idx_u32((0, k, stage)), ROWS, 0);
            match K {
                0 => wgmma_64x128x16_first(scores, a, b),
                _ => wgmma_64x128x16(scores, a, b),
            }
        });
        commit_products();
    };
    let multiply_values = |result: &mut [f32; 64], weights: &[[u32; 4]; 8], stage: u32| unsafe {
        unroll!(K in 0..8 {
            let b = descriptor(sv + 2 * Keys.crd2idx_u32((16 * K as u32, 0, stage)), ROWS, COLUMNS);
            wgmma_64x128x16_of_registers(result, weights[K], b);
        });
        commit_products();
    };
    let mut rows = Rows { most: [f32::NEG_INFINITY; 2], sum: [0.0; 2] };
    let mut result = [0.0f32; 64];
    let mut scores = [0.0f32; 64];
    let mut turn = Turn::FIRST;
    unsafe {
        wait(full_q, 0);
        wait(full_k(0), 0);
    }
    fence_products();
    multiply_keys(&mut scores, 0);
    wait_for_64::<0>(&mut scores);
    for tile in 1..tiles {
        let (Turn { stage, parity }, next) = (turn, turn.next::<STAGES>());
        unsafe { arrive_for_all(free_k(stage), t) };
        let less = rows.weigh(&mut scores);
        wait_for_64::<0>(&mut result);
        if tile > 1 {
            unsafe { arrive_for_all(free_v(next.stage), t) };
        }
        let weights = packed(&scores);
        unroll!(N in 0..64 { result[N] *= less[N / 2 % 2]; });
        unsafe { wait(full_k(next.stage), next.parity) };
        fence_products();
        multiply_keys(&mut scores, next.stage);
        unsafe { wait(full_v(stage), parity) };
        multiply_values(&mut result, &weights, stage);
        wait_for_64::<1>(&mut scores);
        turn = next;
    }
    if CAUSAL {
        unroll!(N in 0..64 {
            let (row, column) = Place.crd2idx((t as usize, N));
            if column > row + 64 * group as usize {
                scores[N] = f32::NEG_INFINITY;
            }
        });
    }
    let less = rows.weigh(&mut scores);
    wait_for_64::<0>(&mut result);
    let weights = packed(&scores);
    unroll!(N in 0..64 { result[N] *= less[N / 2 % 2]; });
    unsafe { wait(full_v(turn.stage), turn.parity) };
    fence_products();
    multiply_values(&mut result, &weights, turn.stage);
    wait_for_64::<0>(&mut result);
    let shares = rows.shares();
    let first = 128 * (head * keys + 128 * x + 64 * group) + Store.crd2idx_u32((t, 0));
    let to = unsafe { out.add(first as usize) };
    unroll!(N in 0..32 {
        let (low, high) = (result[2 * N] * shares[N % 2], result[2 * N + 1] * shares[N % 2]);
        unsafe { *to.add(StoreValues.index(2 * N)).cast::<u32>() = pack_bf16(low, high) };
    });
}

/// What is known so far of the two rows of a thread, which its four lanes have together: of each four scores in turn, two
/// are of the first row, two of the second.
struct Rows {
    most: [f32; 2],
    /// Of the weights of this thread.
    sum: [f32; 2],
}

impl Rows {
    /// Makes weights of scores, and says by what the weights before become less.
    #[inline(always)]
    fn weigh(&mut self, scores: &mut [f32; 64]) -> [f32; 2] {
        let mut less = [0.0; 2];
        unroll!(ROW in 0..2 {
            let mut most = self.most[ROW];
            unroll!(N in 0..32 { most = most.max(scores[4 * (N / 2) + 2 * ROW + N % 2]); });
            unsafe {
                most = most.max(of_lane::<1>(most));
                most = most.max(of_lane::<2>(most));
            }
            less[ROW] = exp2((self.most[ROW] - most) * SCALE);
            self.most[ROW] = most;
            let mut sum = self.sum[ROW] * less[ROW];
            unroll!(N in 0..32 {
                const AT: usize = 4 * (N / 2) + 2 * ROW + N % 2;
                scores[AT] = exp2(fma(scores[AT], SCALE, -most * SCALE));
                sum += scores[AT];
            });
            self.sum[ROW] = sum;
        });
        less
    }

    /// What a weight is multiplied by.
    #[inline(always)]
    fn shares(self) -> [f32; 2] {
        self.sum.map(|sum| unsafe {
            let sum = sum + of_lane::<1>(sum);
            1.0 / (sum + of_lane::<2>(sum))
        })
    }
}

/// The accumulators of 64x16 weights are the left factor of a product, as they are.
#[inline(always)]
fn packed(weights: &[f32; 64]) -> [[u32; 4]; 8] {
    let mut factors = [[0; 4]; 8];
    unroll!(N in 0..32 { factors[N / 4][N % 4] = pack_bf16(weights[2 * N], weights[2 * N + 1]); });
    factors
}
