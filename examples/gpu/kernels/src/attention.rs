//! `O = softmax(Q * Kᵀ / √d) * V` of bf16, head by head of `d` = 128 or 64 columns, without a matrix of scores in memory: TMA and
//! `wgmma`, by tiles of 128 queries and 128 keys, of which two are in shared memory.
//!
//! All are (head * query or key, `d`), by rows. The logarithm of the sum of each query's weights is of base 2, for the gradients
//! (`attention_backward`). One thread begins the loads; two groups of four warps have 64 queries each.
//! The scores of the next keys are multiplied while the weights of these are computed and applied.

use layout_gpu::{
    Accumulators, Barrier, Bf16, Global, Pipeline, Shared, TensorMap, Turn, accumulators, arena,
    block, commit_products, fence_products, give_registers, kernel, pack_bf16, publish_barriers,
    sync, take_registers, thread, unroll, wait_for,
};
use layout_runtime::layout;

use crate::weights::{LOG2_E, Rows, packed};

layout! {
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    /// The accumulators of `wgmma.m64n128`: CuTe's `CLayout_64x128`.
    #[covers((64,128))]
    struct ScoreTV = ((4,8,4),(2,2,16)):((128,1,16),(64,8,512));
    /// Where a score of a thread is among 64 queries and 128 keys.
    struct Place = composition(make_identity_layout((64,128)), ScoreTV);

    pub struct Tile = tile_to_shape(Atom, (128,128));
    /// Two tiles of keys, or of values: the same bytes, of which a product takes the rows as columns.
    struct Keys = tile_to_shape(Atom, (128,128,2));
    struct Values = select(Keys, 1, 0, 2);
    /// The result in pairs of numbers, as many tiles of 64 queries as 32 bits can count.
    struct Out = (64,64,262144):(64,1,4096);
    #[covers((64,64))]
    struct PairTV = ((4,8,4),(2,16)):((64,1,16),(8,256));
    struct Store = composition(zipped_divide(Out, (64,64)), <PairTV, _>);
    /// The logarithms of the sums of weights of a thread's two rows of 64, which four lanes share.
    #[allow(non_injective)]
    struct RowTV = ((4,8,4),2):((0,1,16),8);
    #[allow(non_injective)]
    struct Logs = composition((64,262144):(1,64), <RowTV, _>);

    // The same of heads of 64 columns.
    pub struct Tile64 = tile_to_shape(Atom, (128,64));
    struct Keys64 = tile_to_shape(Atom, (128,64,2));
    struct Values64 = select(Keys64, 1, 0, 2);
    struct Out64 = (64,32,262144):(32,1,2048);
    #[covers((64,32))]
    struct PairTV64 = ((4,8,4),(2,8)):((64,1,16),(8,256));
    struct Store64 = composition(zipped_divide(Out64, (64,32)), <PairTV64, _>);
}

type Map<T> = TensorMap<Bf16, T>;
type Memory<T, K> =
    (Shared<Bf16, T>, Shared<Bf16, K>, Shared<Bf16, K>, Pipeline<2>, Pipeline<2>, Barrier);

/// The thread that loads. Were it the one that makes the barriers, rustc could write out all between for it and for the
/// others, and what warps do together they may not do apart.
const LOADER: u32 = 96;

kernel! {
    /// Heads of 128 columns.
    ///
    /// # Safety
    ///
    /// Blocks of 384 threads and 163920 bytes of shared memory, one for each tile of 128 queries along x and each head along y,
    /// tensor maps with boxes of 64x128 and `SWIZZLE_128B` in global memory, and `keys` keys and queries a head, a multiple of
    /// 128.
    pub unsafe fn attention(q: &Map<Tile>, k: &Map<Tile>, v: &Map<Tile>, out: *mut Bf16, logs: *mut f32, keys: u32) {
        unsafe { attend::<false>(q, k, v, (out, logs), keys) }
    }
}

kernel! {
    /// Each query has the keys up to its own.
    ///
    /// # Safety
    ///
    /// As of [`attention`].
    pub unsafe fn attention_causal(
        q: &Map<Tile>,
        k: &Map<Tile>,
        v: &Map<Tile>,
        out: *mut Bf16,
        logs: *mut f32,
        keys: u32,
    ) {
        unsafe { attend::<true>(q, k, v, (out, logs), keys) }
    }
}

kernel! {
    /// Heads of 64 columns.
    ///
    /// # Safety
    ///
    /// As of [`attention`], with 82000 bytes of shared memory.
    pub unsafe fn attention_64(
        q: &Map<Tile64>,
        k: &Map<Tile64>,
        v: &Map<Tile64>,
        out: *mut Bf16,
        logs: *mut f32,
        keys: u32,
    ) {
        unsafe { attend_64::<false>(q, k, v, (out, logs), keys) }
    }
}

kernel! {
    /// Each query has the keys up to its own.
    ///
    /// # Safety
    ///
    /// As of [`attention_64`].
    pub unsafe fn attention_64_causal(
        q: &Map<Tile64>,
        k: &Map<Tile64>,
        v: &Map<Tile64>,
        out: *mut Bf16,
        logs: *mut f32,
        keys: u32,
    ) {
        unsafe { attend_64::<true>(q, k, v, (out, logs), keys) }
    }
}

/// Defines the function of heads of so many columns: with the layouts of a tile, of its keys and values and of the result, and the numbers of
/// products over the columns, of registers of the result and of pairs of them.
macro_rules! attend {
    ($name:ident, $columns:tt: $Tile:ty, $Keys:ty, $Values:expr, $Store:ty; $steps:tt, $registers:tt, $pairs:tt; $scale:expr) => {
    #[inline(always)]
    unsafe fn $name<const CAUSAL: bool>(
        q: &Map<$Tile>, k: &Map<$Tile>, v: &Map<$Tile>, (out, logs): (*mut Bf16, *mut f32), keys: u32,
    ) {
        let (t, (x, head)) = (unsafe { thread::<384>() }, block());
        // The longest rows first: at the end, no block is left alone with one of them.
        let x = if CAUSAL { keys / 128 - 1 - x } else { x };
        let tiles = if CAUSAL { x + 1 } else { keys / 128 };
        let (sq, sk, sv, pipe_k, pipe_v, full_q) = unsafe { arena::<Memory<$Tile, $Keys>>() };
        if t == 0 {
            unsafe {
                full_q.make(1);
                pipe_k.make(2);
                pipe_v.make(2);
            }
            publish_barriers();
        }
        sync();
        if t < 128 {
            unsafe { give_registers::<24>() };
            if t == LOADER {
                unsafe {
                    full_q.expect(sq.bytes());
                    q.load(sq, (head * keys + 128 * x, 0), full_q);
                }
                let mut turn = Turn::FIRST;
                for tile in 0..tiles {
                    let (to_k, to_v) = (sk.stage(turn), sv.stage(turn));
                    let row = head * keys + 128 * tile;
                    unsafe {
                        let full_k = pipe_k.fill(turn, to_k.bytes());
                        k.load(to_k, (row, 0), full_k);
                        let full_v = pipe_v.fill(turn, to_v.bytes());
                        v.load(to_v, (row, 0), full_v);
                    }
                    turn = turn.next();
                }
            }
            return;
        }

        unsafe { take_registers::<240>() };
        let (t, group) = (t % 128, t / 128 - 1);
        let multiply_keys = |scores: &mut [f32; 64], turn: Turn<2>| unsafe {
            let keys = sk.stage(turn);
            unroll!(K in 0..$steps {
                let (a, b) = (sq.operand(64 * group, 16 * K as u32), keys.operand::<128>(0, 16 * K as u32));
                match K {
                    0 => scores.multiply(a, b),
                    _ => scores.multiply_add(a, b),
                }
            });
            commit_products();
        };
        let multiply_values = |result: &mut [f32; $registers], weights: &[[u32; 4]; 8], turn: Turn<2>| unsafe {
            let values = sv.with_layout($Values).stage(turn);
            unroll!(K in 0..8 {
                result.multiply_add_registers(weights[K], values.operand::<$columns>(0, 16 * K as u32));
            });
            commit_products();
        };
        let mut rows = Rows { most: [f32::NEG_INFINITY; 2], sum: [0.0; 2] };
        let mut result = accumulators::<$registers>();
        let mut scores = accumulators::<64>();
        let mut turn = Turn::FIRST;
        unsafe {
            full_q.wait(0);
            pipe_k.wait(turn);
        }
        fence_products();
        multiply_keys(&mut scores, turn);
        wait_for::<0>(&mut scores);
        for tile in 1..tiles {
            let next = turn.next();
            unsafe { pipe_k.release(turn, t) };
            let less = rows.weigh(&mut scores, $scale);
            wait_for::<0>(&mut result);
            if tile > 1 {
                unsafe { pipe_v.release(next, t) };
            }
            let weights: [[u32; 4]; 8] = packed(&scores);
            unroll!(N in 0..$registers { result[N] *= less[N / 2 % 2]; });
            unsafe { pipe_k.wait(next) };
            fence_products();
            multiply_keys(&mut scores, next);
            unsafe { pipe_v.wait(turn) };
            multiply_values(&mut result, &weights, turn);
            wait_for::<1>(&mut scores);
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
        let less = rows.weigh(&mut scores, $scale);
        wait_for::<0>(&mut result);
        let weights: [[u32; 4]; 8] = packed(&scores);
        unroll!(N in 0..$registers { result[N] *= less[N / 2 % 2]; });
        unsafe { pipe_v.wait(turn) };
        fence_products();
        multiply_values(&mut result, &weights, turn);
        wait_for::<0>(&mut result);
        let (shares, of_rows) = rows.shares($scale);
        let mut pairs = [0; $registers / 2];
        unroll!(N in 0..$pairs {
            let share = shares[N % 2];
            pairs[N] = pack_bf16(result[2 * N] * share, result[2 * N + 1] * share);
        });
        let out = unsafe { Global::<u32, $Store>::new(out.cast()) };
        let tile = 2 * (head * (keys / 128) + x) + group;
        unsafe {
            out.write(((t, ..), (0, 0, tile)), pairs);
            if t.is_multiple_of(4) {
                Global::<f32, Logs>::new(logs).write(((t, ..), tile), of_rows);
            }
        }
    }
    };
}

attend!(attend, 128: Tile, Keys, Values, Store; 8, 64, 32; LOG2_E * 0.088_388_35); // 1 / √128
attend!(attend_64, 64: Tile64, Keys64, Values64, Store64; 4, 32, 16; LOG2_E * 0.125);
