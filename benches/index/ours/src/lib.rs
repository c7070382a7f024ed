//! The index functions that the macros emit, one symbol `layout_entry` for each; 32-bit ones end in `_u32`.
//!
//! They may unwind, or unoptimised each would have code around its call that aborts where it does.
//!
//! Entries: `index` takes the 1-D coordinate, `at` one coordinate a mode, `flat` one a leaf; `sweep_…` folds all
//! offsets in coordinate order, so that none can be left out or reordered.

use layout_runtime::layout;

#[inline(always)]
fn fold(sum: usize, offset: usize) -> usize {
    sum.rotate_left(5) ^ offset
}

/// Loops over the given extents, the first innermost.
macro_rules! nest {
    ([] $body:block) => { $body };
    ([$c:ident: $n:literal $($rest:tt)*] $body:block) => { nest!([$($rest)*] { for $c in 0..$n $body }) };
}

/// The functions of one layout: `name [modes] [leaves] { layout }`, where the leaves are given if they are not the modes.
macro_rules! functions {
    ($name:ident [$($m:ident: $M:literal)+] [$($f:ident)*] { $($l:tt)+ }) => {
        mod $name {
            use super::*;

            layout! { struct Named = $($l)+; }

            #[unsafe(export_name = concat!(stringify!($name), "_index"))]
            extern "C-unwind" fn index(i: usize) -> usize { Named.index(i) }

            #[unsafe(export_name = concat!(stringify!($name), "_index_u32"))]
            extern "C-unwind" fn index_u32(i: u32) -> u32 { Named.index_u32(i) }

            #[unsafe(export_name = concat!(stringify!($name), "_at"))]
            extern "C-unwind" fn at($($m: usize),+) -> usize { Named.at($($m),+) }

            #[unsafe(export_name = concat!(stringify!($name), "_at_u32"))]
            extern "C-unwind" fn at_u32($($m: u32),+) -> u32 { Named.at_u32($($m),+) }
            functions!(@flat $name [$($f)*] { $($l)+ });

            #[unsafe(export_name = concat!(stringify!($name), "_sweep_index"))]
            extern "C-unwind" fn sweep_index(mut sum: usize) -> usize {
                let l = layout!($($l)+);
                for i in 0..l.size() { sum = fold(sum, l.index(i)); }
                sum
            }

            #[unsafe(export_name = concat!(stringify!($name), "_sweep_at"))]
            extern "C-unwind" fn sweep_at(mut sum: usize) -> usize {
                let l = layout!($($l)+);
                nest!([$($m: $M)+] { sum = fold(sum, l.at($($m),+)); });
                sum
            }

            #[unsafe(export_name = concat!(stringify!($name), "_sweep_for_each"))]
            extern "C-unwind" fn sweep_for_each(mut sum: usize) -> usize {
                layout!($($l)+).for_each(|offset| sum = fold(sum, offset as usize));
                sum
            }
        }
    };
    (@flat $name:ident [] { $($l:tt)+ }) => {};
    (@flat $name:ident [$($f:ident)+] { $($l:tt)+ }) => {
        #[unsafe(export_name = concat!(stringify!($name), "_flat"))]
        extern "C-unwind" fn flat($($f: usize),+) -> usize { Named.at_flat([$($f),+]) }

        #[unsafe(export_name = concat!(stringify!($name), "_flat_u32"))]
        extern "C-unwind" fn flat_u32($($f: u32),+) -> u32 { Named.at_flat_u32([$($f),+]) }
    };
}

functions!(seed [a: 2 b: 4] [a b c] { (2,(2,2)):(4,(2,1)) });
functions!(column [a: 128 b: 64] [] { (128,64):(1,128) });
functions!(row [a: 128 b: 64] [] { (128,64):(64,1) });
functions!(padded [a: 32 b: 32] [] { (32,32):(33,1) });
functions!(blocked [a: 128 b: 128] [a b c d] { ((4,32),(4,32)):((1,16),(4,512)) });
functions!(fragment [a: 32 b: 8] [a b c d e] { ((4,8),(2,2,2)):((32,1),(16,8,128)) });
functions!(raked [a: 128 b: 8] [a b c] { ((4,32),8):((256,1),32) });
functions!(morton8 [a: 8 b: 8] [a b c d e f] { ((2,2,2),(2,2,2)):((1,4,16),(2,8,32)) });
functions!(morton64 [a: 64 b: 64] [a b c d e f g h i j k l] {
    ((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,4,16,64,256,1024),(2,8,32,128,512,2048))
});
functions!(odd [a: 12 b: 35] [a b c d] { ((3,4),(5,7)):((1,15),(3,60)) });
functions!(odd_row [a: 37 b: 53] [] { (37,53):(53,1) });
functions!(odd_cube [a: 7 b: 11 c: 13] [] { (7,11,13):(143,13,1) });
functions!(nchw16c [a: 2 b: 64 c: 14 d: 14] [a b c d e] { (2,(16,4),14,14):(12544,(1,3136),224,16) });
functions!(divided [a: 8192 b: 16] [a b c d] { zipped_divide((256,512):(1,256), (128,64)) });
functions!(divided_row [a: 8192 b: 16] [a b c d] { zipped_divide((256,512):(512,1), (128,64)) });
functions!(swizzled [a: 8 b: 64] [] { Sw<3,4,3> o 0 o (8,64):(64,1) });
functions!(swizzled_tile [a: 128 b: 64] [a b c d] { tile_to_shape(Sw<3,4,3> o 0 o (8,64):(64,1), (128,64)) });

mod mirror {
    use super::*;

    layout! { struct Named = (64,64):(-64,1); }

    #[unsafe(export_name = "mirror_index")]
    extern "C-unwind" fn index(i: usize) -> isize {
        Named.offset(i)
    }

    #[unsafe(export_name = "mirror_at")]
    extern "C-unwind" fn at(a: usize, b: usize) -> isize {
        Named.offset_at(a, b)
    }

    #[unsafe(export_name = "mirror_sweep_index")]
    extern "C-unwind" fn sweep_index(mut sum: usize) -> usize {
        for i in 0..4096 {
            sum = fold(sum, layout!((64,64):(-64,1)).offset(i) as usize);
        }
        sum
    }

    #[unsafe(export_name = "mirror_sweep_at")]
    extern "C-unwind" fn sweep_at(mut sum: usize) -> usize {
        for b in 0..64 {
            for a in 0..64 {
                sum = fold(sum, layout!((64,64):(-64,1)).offset_at(a, b) as usize);
            }
        }
        sum
    }

    #[unsafe(export_name = "mirror_sweep_for_each")]
    extern "C-unwind" fn sweep_for_each(mut sum: usize) -> usize {
        layout!((64,64):(-64,1)).offsets().for_each(|offset| sum = fold(sum, offset as usize));
        sum
    }
}

mod basis {
    use super::*;

    layout! { struct Named = (4,8):(1@1,1@0); }

    // A tuple of two numbers is returned in two registers, as the driver checks.
    #[allow(improper_ctypes_definitions, reason = "nothing else in the frame of a call")]
    #[unsafe(export_name = "basis_index")]
    extern "C-unwind" fn index(i: usize) -> (usize, usize) {
        Named.index(i)
    }

    #[allow(improper_ctypes_definitions, reason = "nothing else in the frame of a call")]
    #[unsafe(export_name = "basis_at")]
    extern "C-unwind" fn at(a: usize, b: usize) -> (usize, usize) {
        Named.at(a, b)
    }
}
