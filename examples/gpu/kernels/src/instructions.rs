//! Small kernels of what the others do not use: functions of one number, conversions between formats, atomic operations, copies that
//! end at an edge, and shared memory of other blocks. `run.py` compares what they write with PyTorch.

use layout_gpu::{
    Bf16, F16, Global, Shared, arena, block, cluster, commit_copies, copy_some_async, exp2, kernel,
    log2, pack_bf16, pack_f16, reciprocal, rsqrt, sqrt, sum, sync, sync_cluster, tanh, thread,
    unpack_bf16, unpack_f16, unroll, wait_for_copies,
};
use layout_runtime::layout;

layout! {
    /// 64 blocks of 256 threads with four numbers each.
    struct Numbers = ((256,4),64):((4,1),1024);
    /// The number of results of each number.
    struct Results = ((256,4),64,6):((4,1),1024,65536);
    /// Two numbers of 16 bits in one of 32, by two formats.
    struct Pairs = ((256,2),64,2):((2,1),512,32768);
    /// One for each thread.
    pub struct Bins = 256:1;
    /// One for each warp.
    struct Warps = 512:1;
    /// The elements that a block copies.
    pub struct Tile = (256,4):(4,1);
    /// A count, a sum, and the greatest and the least number.
    struct One = 1:0;
}

kernel! {
    /// `1 / x`, `2^x`, `log2(x)`, `√x`, `1 / √x` and `tanh(x)` of 65536 numbers.
    ///
    /// # Safety
    ///
    /// 64 blocks of 256 threads, 65536 numbers and six times as many results, aligned to 16.
    pub unsafe fn functions(numbers: *const f32, results: *mut f32) {
        let (t, (block, _)) = (unsafe { thread::<256>() }, block());
        let (numbers, results) = unsafe { (Global::<_, Numbers>::new(numbers), Global::<_, Results>::new(results)) };
        unsafe {
            let x: [f32; 4] = numbers.read(((t, ..), block));
            results.write(((t, ..), block, 0), x.map(reciprocal));
            results.write(((t, ..), block, 1), x.map(exp2));
            results.write(((t, ..), block, 2), x.map(log2));
            results.write(((t, ..), block, 3), x.map(sqrt));
            results.write(((t, ..), block, 4), x.map(rsqrt));
            results.write(((t, ..), block, 5), x.map(tanh));
        }
    }

    /// 65536 numbers in pairs of [`Bf16`] and of [`F16`]; and back from each, in pairs and one by one.
    ///
    /// # Safety
    ///
    /// 64 blocks of 256 threads, 65536 numbers, as many of the pairs' words, and four times as many results, aligned to 16.
    pub unsafe fn conversions(numbers: *const f32, pairs: *mut u32, results: *mut f32) {
        let (t, (block, _)) = (unsafe { thread::<256>() }, block());
        unsafe {
            let (numbers, results) = (Global::<_, Numbers>::new(numbers), Global::<_, Results>::new(results));
            let pairs = Global::<u32, Pairs>::new(pairs);
            let x: [f32; 4] = numbers.read(((t, ..), block));
            let bf16 = [pack_bf16(x[0], x[1]), pack_bf16(x[2], x[3])];
            let f16 = [pack_f16(x[0], x[1]), pack_f16(x[2], x[3])];
            pairs.write(((t, ..), block, 0), bf16);
            pairs.write(((t, ..), block, 1), f16);
            let back = |[[a, b], [c, d]]: [[f32; 2]; 2]| [a, b, c, d];
            results.write(((t, ..), block, 0), back(bf16.map(unpack_bf16)));
            results.write(((t, ..), block, 1), back(f16.map(unpack_f16)));
            results.write(((t, ..), block, 2), x.map(|x| Bf16::from_f32(x).to_f32()));
            results.write(((t, ..), block, 3), x.map(|x| F16::from_f32(x).to_f32()));
        }
    }

    /// The counts of each number below 256 among 65536; the number of warps, in the order in which they came, the sum of all, and the
    /// greatest and the least.
    ///
    /// # Safety
    ///
    /// 64 blocks of 256 threads and 1024 bytes of shared memory, numbers below 256, aligned to 16; bins, count and sum that are 0, the
    /// greatest and the least of numbers before; and a place for each warp.
    pub unsafe fn histogram(
        numbers: *const u32,
        bins: *mut u32,
        count: *mut u32,
        warps: *mut u32,
        total: *mut f32,
        most: *mut u32,
        least: *mut i32,
    ) {
        let (t, (block, _)) = (unsafe { thread::<256>() }, block());
        let (here,) = unsafe { arena::<(Shared<u32, Bins>,)>() };
        unsafe {
            here.set(t, 0);
            sync();
            let numbers: [u32; 4] = Global::<_, Numbers>::new(numbers).read(((t, ..), block));
            for number in numbers {
                here.add(number, 1);
                Global::<_, One>::new(most).max(0, number);
                Global::<_, One>::new(least).min(0, number as i32);
            }
            sync();
            Global::<_, Bins>::new(bins).add(t, here.get(t));
            let of_warp = sum(numbers.map(|x| x as f32).iter().sum());
            if t.is_multiple_of(32) {
                Global::<_, One>::new(total).add(0, of_warp);
                let place = Global::<_, One>::new(count).fetch_add(0, 1);
                Global::<_, Warps>::new(warps).set(place, 8 * block + t / 32);
            }
        }
    }

    /// The first `n` of 65536 numbers, and 0 after them.
    ///
    /// # Safety
    ///
    /// 64 blocks of 256 threads and 4096 bytes of shared memory, `n` numbers and 65536 results, aligned to 16.
    pub unsafe fn first_of(numbers: *const f32, n: u32, results: *mut f32) {
        let (t, (block, _)) = (unsafe { thread::<256>() }, block());
        let (tile,) = unsafe { arena::<(Shared<f32, Tile>,)>() };
        let first = Numbers.crd2idx_u32(((t, 0), block));
        unsafe {
            copy_some_async(numbers.wrapping_add(first as usize), n.saturating_sub(first).min(4), (tile, (t, ..)));
            commit_copies();
            wait_for_copies::<0>();
            sync();
            let values: [f32; 4] = tile.read((t, ..));
            Global::<_, Numbers>::new(results).write(((t, ..), block), values);
        }
    }

    /// Sums of the 1024 numbers of each block with those of the other three blocks of its cluster, which are read from their shared memory.
    ///
    /// # Safety
    ///
    /// 64 blocks of 256 threads and 4096 bytes of shared memory, and 65536 numbers and results, aligned to 16.
    pub unsafe fn sums_of_cluster(numbers: *const f32, results: *mut f32) {
        let (t, (block, _)) = (unsafe { thread::<256>() }, block());
        let rank = unsafe { cluster::<4>() };
        let (tile,) = unsafe { arena::<(Shared<f32, Tile>,)>() };
        unsafe {
            let mut sums: [f32; 4] = Global::<_, Numbers>::new(numbers).read(((t, ..), block));
            tile.write((t, ..), sums);
            sync_cluster();
            for other in 1..4 {
                let values: [f32; 4] = tile.of_block((rank + other) % 4).read((t, ..));
                unroll!(I in 0..4 { sums[I] += values[I] });
            }
            // No block ends before the others have read its numbers.
            sync_cluster();
            Global::<_, Numbers>::new(results).write(((t, ..), block), sums);
        }
    }
}
