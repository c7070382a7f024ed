//! `P * A = L * U` of many matrices of 32x32 floats, with the greatest pivot of each column: a warp has a matrix, and each lane a row
//! of it in registers. Rows are not exchanged: a lane keeps in mind where its own goes.

use layout_gpu::{
    Global, Shared, arena, block, first_lane, greatest, kernel, of_lane, reciprocal, sync, thread,
    unroll,
};
use layout_runtime::layout;

layout! {
    /// As many matrices of 1024 as 32 bits can count, four to a block.
    struct Matrices = (1024,4,524288):(1,1024,4096);
    /// A lane has four values of a row, and that eight times: what it moves.
    #[covers(1024)]
    struct LaneValue = (32,(4,8)):(4,(1,128));
    struct Moved = composition(Matrices, <LaneValue, _, _>);
    /// By rows, of which each 16 bytes are swizzled: a lane reads and writes a row without conflicts.
    #[banks(conflicts = 0, bits = 32, bytes = 16, by(composition((32,32):(32,1), LaneValue)), by((32,32):(1,32)))]
    struct Tiles = Sw<3,2,3> o 0 o (32,32,4):(32,1,1024);
    /// The same bytes in the order of rows.
    struct InOrder = coalesce(composition(Tiles, ((32,32),4):((32,1),1024)), (1,1));
    struct MovedShared = composition(InOrder, <LaneValue, _>);
    /// The number of each row of a result before the exchanges.
    struct Order = (32,4,524288):(1,32,128);
    struct Lanes = make_identity_layout((32,4));
}

kernel! {
    /// Writes the factors over each other, `L` without its diagonal of 1, and of each of their rows which one of the matrix it was.
    ///
    /// # Safety
    ///
    /// Blocks of 128 threads and 16384 bytes of shared memory, one for each four matrices, which are aligned to 16.
    pub unsafe fn lu(matrices: *const f32, factors: *mut f32, order: *mut u32) {
        let (t, (four, _)) = (unsafe { thread::<128>() }, block());
        let (lane, warp) = Lanes.crd2idx(t as usize);
        let (lane, warp) = (lane as u32, warp as u32);
        let (from, to) =
            unsafe { (Global::<_, Moved>::new(matrices), Global::<_, Moved>::new(factors)) };
        let order = unsafe { Global::<_, Order>::new(order) };
        let (tiles,) = unsafe { arena::<(Shared<f32, Tiles>,)>() };
        let moved = tiles.with_layout(MovedShared);
        let values: [f32; 32] = unsafe { from.read(((lane, ..), warp, four)) };
        unsafe { moved.write(((lane, ..), warp), values) };
        sync();
        let mut row: [f32; 32] = unsafe { tiles.read((lane, .., warp)) };
        let mut place = 32;
        unroll!(K in 0..32 {
            // Of the rows that have no place yet, the one with the greatest number in this column.
            let size = if place == 32 { row[K].abs() } else { -1.0 };
            let pivot = unsafe { first_lane(size == greatest(size)) } % 32;
            if lane == pivot {
                place = K as u32;
            }
            let factor = row[K] * reciprocal(unsafe { of_lane(row[K], pivot) });
            let goes_on = place == 32;
            row[K] = if goes_on { factor } else { row[K] };
            unroll!(J in 0..32 {
                if J > K {
                    let x = unsafe { of_lane(row[J], pivot) };
                    row[J] = if goes_on { row[J] - factor * x } else { row[J] };
                }
            });
        });
        sync();
        unsafe {
            tiles.write((place, .., warp), row);
            order.set((place, warp, four), lane);
        }
        sync();
        let values: [f32; 32] = unsafe { moved.read(((lane, ..), warp)) };
        unsafe { to.write(((lane, ..), warp, four), values) };
    }
}
