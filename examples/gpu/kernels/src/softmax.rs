//! The softmax of each row of a matrix of floats: a block for each row, which stays in registers.

use layout_gpu::{
    Global, Shared, arena, block, exp2, greatest, kernel, reciprocal, sum, sync, thread,
};
use layout_runtime::layout;

layout! {
    /// As many rows of 4096 as 32 bits can count.
    struct Matrix = (524288,4096):(4096,1);
    /// 256 threads on a row, with four values four times.
    #[covers(4096)]
    struct RowTV = (256,(4,4)):(4,(1,1024));
    struct Rows = composition(zipped_divide(Matrix, (1,4096)), <RowTV, _>);
    /// A number of each warp, twice.
    struct Warps = (8,2):(1,8);
    /// The lane and the warp of a thread.
    struct Lanes = make_identity_layout((32,8));
}

kernel! {
    /// # Safety
    ///
    /// Blocks of 256 threads and 64 bytes of shared memory, one for each row, and matrices of rows of 4096, aligned to 16.
    pub unsafe fn softmax(source: *const f32, target: *mut f32) {
        let (t, (row, _)) = (unsafe { thread::<256>() }, block());
        let (lane, warp) = Lanes.crd2idx(t as usize);
        let (source, target) =
            unsafe { (Global::<_, Rows>::new(source), Global::<_, Rows>::new(target)) };
        let (warps,) = unsafe { arena::<(Shared<f32, Warps>,)>() };
        let mut values: [f32; 16] = unsafe { source.read(((t, ..), (row, 0))) };
        // Of all warps, what each of them found.
        let all = |found: f32, turn: u32| -> [f32; 8] {
            if lane == 0 {
                unsafe { warps.set((warp as u32, turn), found) };
            }
            sync();
            unsafe { warps.read((.., turn)) }
        };
        let most = values.iter().fold(f32::NEG_INFINITY, |most, x| most.max(*x));
        let most =
            all(unsafe { greatest(most) }, 0).iter().fold(f32::NEG_INFINITY, |most, x| most.max(*x));
        let mut total = 0.0;
        for x in &mut values {
            *x = exp2((*x - most) * core::f32::consts::LOG2_E);
            total += *x;
        }
        let share = reciprocal(all(unsafe { sum(total) }, 1).iter().sum());
        unsafe { target.write(((t, ..), (row, 0)), values.map(|x| x * share)) };
    }
}
