//! Products of groups of rows, each with a matrix of its own, as the experts of a mixture have them: row `i` of `C` is that of `A` times
//! `B[group of i]`, of bf16. Groups begin at multiples of 128 rows. Sizes are known at run time. Tiles are of 128x256 and steps of 64, of
//! which three are in shared memory; what is past an edge TMA reads as 0, and does not write.
//!
//! `A` is (m,k) and `B` is (groups,n,k), both by rows; `C` is (m,n), by rows.

use core::num::NonZeroU32;

use layout_gpu::{
    Arena, Bf16, Factors, Global, GroupedOrder, Pipeline, Shared, TensorMap, Turn, accumulators,
    arena, commit_stores, fence_stores, kernel, pack_bf16, publish_barriers, sync, sync_some,
    thread, tiles_of_block, unroll, wait_for_stores,
};
use layout_runtime::layout;

layout! {
    /// The group of each 128 rows, of at most 8388608 rows.
    struct Groups = 65536:1;
    /// Rows of 128 bytes, as TMA writes them with `SWIZZLE_128B`: CuTe's `GMMA::Layout_K_SW128_Atom`.
    /// A product takes eight rows of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct Atom = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    pub struct TileA = tile_to_shape(Atom, (128,64));
    pub struct TileB = tile_to_shape(Atom, (256,64));
    struct TilesA = tile_to_shape(Atom, (128,64,3));
    struct TilesB = tile_to_shape(Atom, (256,64,3));
    /// `stmatrix`: the row of eight elements that a lane gives, of 64x16 for four warps.
    #[covers((64,16))]
    struct RowTV = ((8,2,2,4),8):((1,8,512,16),64);
    /// The tile that a group of four warps writes, of 64 rows.
    pub struct TileC = tile_to_shape(Atom, (64,256));
    #[banks(conflicts = 0, bits = 16, bytes = 16, by(RowTV))]
    struct TilesC = tile_to_shape(Atom, (64,256,2));
    struct Rows = composition(zipped_divide(TilesC, (64,16)), <RowTV, _>);
}

type Memory = (Shared<Bf16, TilesA>, Shared<Bf16, TilesB>, Shared<Bf16, TilesC>, Pipeline<3>);
/// The bytes of shared memory of a block.
pub const BYTES: u32 = <Memory as Arena>::BYTES;
/// The thread that loads; `attention` says why it is not the first one.
const LOADER: u32 = 96;

kernel! {
    /// The sizes are those of the tensor maps: `rows` and `columns` of tiles, and `steps` of 64 in depth. The map of `B` has the rows of all
    /// groups, `n` each.
    ///
    /// # Safety
    ///
    /// Blocks of 384 threads and 213040 bytes of shared memory, any number of them along x, tensor maps of `A` with boxes of 64x128, of `B`
    /// with boxes of 64x256 and of `C` with boxes of 64x64, all with `SWIZZLE_128B`, in global memory, and a group for each of `rows`,
    /// aligned to 16.
    pub unsafe fn gemm_grouped(
        a: &TensorMap<Bf16, TileA>,
        b: &TensorMap<Bf16, TileB>,
        c: &TensorMap<Bf16, TileC>,
        groups: *const u32,
        n: u32,
        rows: u32,
        columns: u32,
        steps: u32,
    ) {
        let Some(steps) = NonZeroU32::new(steps) else { return };
        let t = unsafe { thread::<384>() };
        let (sa, sb, sc, pipeline) = unsafe { arena::<Memory>() };
        if t == 0 {
            unsafe { pipeline.make(2) };
            publish_barriers();
        }
        sync();
        let order = GroupedOrder::<16>::new(rows, columns);
        let mut turn = Turn::FIRST;
        let factors = Factors::new((a, sa), (b, sb), pipeline);
        if t < 128 {
            if t == LOADER {
                let groups = unsafe { Global::<_, Groups>::new(groups) };
                for at in tiles_of_block(order.size()) {
                    let (bm, bn) = order.at(at);
                    // Columns past those of a group are of the next one, and are not written.
                    let first = n * unsafe { groups.get(bm) } + 256 * bn;
                    turn = unsafe { factors.load((turn, 0..steps.get()), (128 * bm, first)) };
                }
            }
            return;
        }
        let (t, group) = (t % 128, t / 128 - 1);
        let (of_lane, tile_c) = (sc.with_layout(Rows), sc.slice((.., .., group)));
        for at in tiles_of_block(order.size()) {
            let (bm, bn) = order.at(at);
            let mut acc = accumulators::<128>();
            turn = unsafe { factors.accumulate(&mut acc, (turn, steps), (t, 64 * group)) };
            // The tile before is copied: it may be written again.
            wait_for_stores::<0>();
            unsafe { sync_some::<128>(1 + group) };
            unroll!(N in 0..16 {
                let pair = |i: usize| pack_bf16(acc[8 * N + 2 * i], acc[8 * N + 2 * i + 1]);
                unsafe { of_lane.store_matrices(((t, ..), (0, N as u32, group)), [pair(0), pair(1), pair(2), pair(3)]) };
            });
            fence_stores();
            unsafe {
                sync_some::<128>(1 + group);
                c.store(tile_c, (128 * bm + 64 * group, 256 * bn), t);
            }
            commit_stores();
        }
        // What is copied is read before the block ends.
        wait_for_stores::<0>();
    }
}
