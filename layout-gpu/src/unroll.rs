//! `unroll!`: a loop over registers, which have no index.

/// Repeats a block, with a constant that counts: an array stays in registers where all of its indices are constants.
///
/// ```
/// use layout_gpu::unroll;
///
/// let mut sums = [0; 4];
/// unroll!(K in 0..4 {
///     const SQUARE: usize = K * K;
///     sums[K] += SQUARE;
/// });
/// assert_eq!(sums, [0, 1, 4, 9]);
/// ```
///
/// It counts to 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32 or 64.
#[macro_export]
macro_rules! unroll {
    ($k:ident in [$($n:literal)*] $body:block) => { $({ const $k: usize = $n; $body })* };
    ($k:ident in 0..2 $body:block) => { $crate::unroll!($k in [0 1] $body) };
    ($k:ident in 0..3 $body:block) => { $crate::unroll!($k in [0 1 2] $body) };
    ($k:ident in 0..4 $body:block) => { $crate::unroll!($k in [0 1 2 3] $body) };
    ($k:ident in 0..5 $body:block) => { $crate::unroll!($k in [0 1 2 3 4] $body) };
    ($k:ident in 0..6 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5] $body) };
    ($k:ident in 0..7 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6] $body) };
    ($k:ident in 0..8 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6 7] $body) };
    ($k:ident in 0..10 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9] $body) };
    ($k:ident in 0..12 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11] $body) };
    ($k:ident in 0..16 $body:block) => {
        $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15] $body)
    };
    ($k:ident in 0..24 $body:block) => {
        $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23] $body)
    };
    ($k:ident in 0..32 $body:block) => {
        $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
            28 29 30 31] $body)
    };
    ($k:ident in 0..64 $body:block) => {
        $crate::unroll!($k in [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27
            28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59
            60 61 62 63] $body)
    };
}

/// Visits the vectors of a slice. LLVM unrolls few of them by itself; of more, values would go through memory.
macro_rules! each_vector {
    ($count:expr => |$i:ident| $body:block) => {
        if const { $count <= 8 } {
            for $i in 0..const { $count } $body
        } else {
            const { assert!($count <= 128, "more than 128 accesses: a slice of so many values is no array of registers") };
            $crate::unroll!(HIGH in 0..2 {
                if const { 64 * HIGH < $count } {
                    $crate::unroll!(LOW in 0..64 {
                        if const { 64 * HIGH + LOW < $count } {
                            let $i = const { 64 * HIGH + LOW };
                            $body
                        }
                    });
                }
            });
        }
    };
}

pub(crate) use each_vector;
