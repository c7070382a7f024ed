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
/// The loop counts to any number up to 64.
#[macro_export]
macro_rules! unroll {
    ($k:ident in [$($n:literal)*] $body:block) => { $({ const $k: usize = $n; $body })* };
    ($k:ident in 0..1 $body:block) => { $crate::unroll!($k in [0] $body) };
    ($k:ident in 0..2 $body:block) => { $crate::unroll!($k in [0 1] $body) };
    ($k:ident in 0..3 $body:block) => { $crate::unroll!($k in [0 1 2] $body) };
    ($k:ident in 0..4 $body:block) => { $crate::unroll!($k in [0 1 2 3] $body) };
    ($k:ident in 0..5 $body:block) => { $crate::unroll!($k in [0 1 2 3 4] $body) };
    ($k:ident in 0..6 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5] $body) };
    ($k:ident in 0..7 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6] $body) };
    ($k:ident in 0..8 $body:block) => { $crate::unroll!($k in [0 1 2 3 4 5 6 7] $body) };
    ($k:ident in 0..9 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8] $body) };
    ($k:ident in 0..10 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9] $body) };
    ($k:ident in 0..11 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10] $body) };
    ($k:ident in 0..12 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10 11] $body) };
    ($k:ident in 0..13 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10 11 12] $body) };
    ($k:ident in 0..14 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10 11 12 13] $body) };
    ($k:ident in 0..15 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10 11 12 13 14] $body) };
    ($k:ident in 0..16 $body:block) => { $crate::unroll!($k in 0..8 $body); $crate::unroll!($k in [8 9 10 11 12 13 14 15] $body) };
    ($k:ident in 0..17 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16] $body) };
    ($k:ident in 0..18 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17] $body) };
    ($k:ident in 0..19 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18] $body) };
    ($k:ident in 0..20 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18 19] $body) };
    ($k:ident in 0..21 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18 19 20] $body) };
    ($k:ident in 0..22 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18 19 20 21] $body) };
    ($k:ident in 0..23 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18 19 20 21 22] $body) };
    ($k:ident in 0..24 $body:block) => { $crate::unroll!($k in 0..16 $body); $crate::unroll!($k in [16 17 18 19 20 21 22 23] $body) };
    ($k:ident in 0..25 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24] $body) };
    ($k:ident in 0..26 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25] $body) };
    ($k:ident in 0..27 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26] $body) };
    ($k:ident in 0..28 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26 27] $body) };
    ($k:ident in 0..29 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26 27 28] $body) };
    ($k:ident in 0..30 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26 27 28 29] $body) };
    ($k:ident in 0..31 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26 27 28 29 30] $body) };
    ($k:ident in 0..32 $body:block) => { $crate::unroll!($k in 0..24 $body); $crate::unroll!($k in [24 25 26 27 28 29 30 31] $body) };
    ($k:ident in 0..33 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32] $body) };
    ($k:ident in 0..34 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33] $body) };
    ($k:ident in 0..35 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34] $body) };
    ($k:ident in 0..36 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34 35] $body) };
    ($k:ident in 0..37 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34 35 36] $body) };
    ($k:ident in 0..38 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34 35 36 37] $body) };
    ($k:ident in 0..39 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34 35 36 37 38] $body) };
    ($k:ident in 0..40 $body:block) => { $crate::unroll!($k in 0..32 $body); $crate::unroll!($k in [32 33 34 35 36 37 38 39] $body) };
    ($k:ident in 0..41 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40] $body) };
    ($k:ident in 0..42 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41] $body) };
    ($k:ident in 0..43 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42] $body) };
    ($k:ident in 0..44 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42 43] $body) };
    ($k:ident in 0..45 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42 43 44] $body) };
    ($k:ident in 0..46 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42 43 44 45] $body) };
    ($k:ident in 0..47 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42 43 44 45 46] $body) };
    ($k:ident in 0..48 $body:block) => { $crate::unroll!($k in 0..40 $body); $crate::unroll!($k in [40 41 42 43 44 45 46 47] $body) };
    ($k:ident in 0..49 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48] $body) };
    ($k:ident in 0..50 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49] $body) };
    ($k:ident in 0..51 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50] $body) };
    ($k:ident in 0..52 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50 51] $body) };
    ($k:ident in 0..53 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50 51 52] $body) };
    ($k:ident in 0..54 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50 51 52 53] $body) };
    ($k:ident in 0..55 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50 51 52 53 54] $body) };
    ($k:ident in 0..56 $body:block) => { $crate::unroll!($k in 0..48 $body); $crate::unroll!($k in [48 49 50 51 52 53 54 55] $body) };
    ($k:ident in 0..57 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56] $body) };
    ($k:ident in 0..58 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57] $body) };
    ($k:ident in 0..59 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58] $body) };
    ($k:ident in 0..60 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58 59] $body) };
    ($k:ident in 0..61 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58 59 60] $body) };
    ($k:ident in 0..62 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58 59 60 61] $body) };
    ($k:ident in 0..63 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58 59 60 61 62] $body) };
    ($k:ident in 0..64 $body:block) => { $crate::unroll!($k in 0..56 $body); $crate::unroll!($k in [56 57 58 59 60 61 62 63] $body) };
}

/// Visits the vectors of a slice. LLVM unrolls few of them by itself; of more, values would go through memory.
macro_rules! each_vector {
    ($count:expr => |$i:ident| $body:block) => {
        if const { $count <= 8 } {
            for $i in 0..const { $count } $body
        } else {
            const { $crate::refused::require($count <= 128, "more than 128 accesses: a slice of so many values is no array of registers") };
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

#[cfg(test)]
mod tests {
    macro_rules! count_to {
        ($($n:tt)*) => { [$({
            let mut places = [0; $n];
            $crate::unroll!(K in 0..$n { places[K] += K + 1; });
            places.iter().enumerate().all(|(i, &place)| place == i + 1)
        }),*] };
    }

    #[test]
    fn it_counts_to_any_number_up_to_64() {
        let right = count_to!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64);
        assert_eq!(right, [true; 64]);
    }
}
