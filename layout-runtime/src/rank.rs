//! The ranks that a layout can have: up to 8, or up to 16 with the feature `rank-16`. The further ones would take half of this
//! crate's time to compile.

/// Calls a macro with the modes of a tuple of every rank: for each its type, its name,
/// the type and name of its coordinate, and the name of its flow; after the bar those of
/// the last mode.
macro_rules! for_each_rank {
    ($macro:ident) => {
        #[cfg(not(feature = "rank-16"))]
        for_each_rank!($macro []
            P0 p0 C0 c0 f0, P1 p1 C1 c1 f1, P2 p2 C2 c2 f2, P3 p3 C3 c3 f3,
            P4 p4 C4 c4 f4, P5 p5 C5 c5 f5, P6 p6 C6 c6 f6, P7 p7 C7 c7 f7,);
        #[cfg(feature = "rank-16")]
        for_each_rank!($macro []
            P0 p0 C0 c0 f0, P1 p1 C1 c1 f1, P2 p2 C2 c2 f2, P3 p3 C3 c3 f3,
            P4 p4 C4 c4 f4, P5 p5 C5 c5 f5, P6 p6 C6 c6 f6, P7 p7 C7 c7 f7,
            P8 p8 C8 c8 f8, P9 p9 C9 c9 f9, P10 p10 C10 c10 f10, P11 p11 C11 c11 f11,
            P12 p12 C12 c12 f12, P13 p13 C13 c13 f13, P14 p14 C14 c14 f14, P15 p15 C15 c15 f15,);
    };
    ($macro:ident [$($done:tt)*]) => {};
    ($macro:ident [$($done:tt)*] $P:ident $p:ident $C:ident $c:ident $f:ident, $($rest:tt)*) => {
        $macro!($($done)* | $P $p $C $c $f);
        for_each_rank!($macro [$($done)* $P $p $C $c $f,] $($rest)*);
    };
}

pub(crate) use for_each_rank;

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_every_rank_that_the_macros_make() {
        let mut ranks = 0;
        macro_rules! count {
            ($($names:tt)*) => {
                ranks += 1;
            };
        }
        for_each_rank!(count);
        assert_eq!(ranks, layout_core::MAX_RANK);
    }
}
