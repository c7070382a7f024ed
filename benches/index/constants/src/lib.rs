//! Layouts of literals beside the same ones whose numbers are all Rust constants: `literal_layout_entry` and
//! `constant_layout_entry`, for values without a name. Entries are those of `index/ours`.

use layout_runtime::layout;

/// The functions of one layout: `name [modes] [leaves]`, the names and values of its constants, the layout of
/// literals, and that of constants. Leaves are given if they are not the modes.
macro_rules! functions {
    ($name:ident [$($m:ident)+] [$($f:ident)*] $constants:tt { $($l:tt)+ } { $($c:tt)+ }) => {
        mod $name {
            use super::*;

            functions!(@constants $constants);
            functions!(@of literal "literal_" $name [$($m)+] [$($f)*] { $($l)+ });
            functions!(@of constant "constant_" $name [$($m)+] [$($f)*] { $($c)+ });
        }
    };
    (@constants [$($constant:ident $value:literal)*]) => { $(const $constant: usize = $value;)* };
    (@of $of:ident $prefix:literal $name:ident [$($m:ident)+] [$($f:ident)*] { $($l:tt)+ }) => {
        mod $of {
            use super::*;

            #[unsafe(export_name = concat!($prefix, stringify!($name), "_index"))]
            extern "C" fn index(i: usize) -> usize { layout!($($l)+).index(i) }

            #[unsafe(export_name = concat!($prefix, stringify!($name), "_index_u32"))]
            extern "C" fn index_u32(i: u32) -> u32 { layout!($($l)+).index_u32(i) }

            #[unsafe(export_name = concat!($prefix, stringify!($name), "_at"))]
            extern "C" fn at($($m: usize),+) -> usize { layout!($($l)+).at($($m),+) }

            #[unsafe(export_name = concat!($prefix, stringify!($name), "_at_u32"))]
            extern "C" fn at_u32($($m: u32),+) -> u32 { layout!($($l)+).at_u32($($m),+) }
            functions!(@flat $prefix $name [$($f)*] { $($l)+ });
        }
    };
    (@flat $prefix:literal $name:ident [] { $($l:tt)+ }) => {};
    (@flat $prefix:literal $name:ident [$($f:ident)+] { $($l:tt)+ }) => {
        #[unsafe(export_name = concat!($prefix, stringify!($name), "_flat"))]
        extern "C" fn flat($($f: usize),+) -> usize { layout!($($l)+).at_flat([$($f),+]) }

        #[unsafe(export_name = concat!($prefix, stringify!($name), "_flat_u32"))]
        extern "C" fn flat_u32($($f: u32),+) -> u32 { layout!($($l)+).at_flat_u32([$($f),+]) }
    };
}

functions!(seed [a b] [a b c] [TWO 2 FOUR 4] { (2,(2,2)):(4,(2,1)) } { (TWO,(TWO,TWO)):(FOUR,(TWO,1)) });
functions!(column [a b] [] [M 128 N 64] { (128,64):(1,128) } { (M,N):(1,M) });
functions!(row [a b] [] [M 128 N 64] { (128,64):(64,1) } { (M,N):(N,1) });
functions!(padded [a b] [] [M 32 N 32 PAD 1] { (32,32):(33,1) } { (M,N):(N+PAD,1) });
functions!(blocked [a b] [a b c d] [V 4 T 32 R 512]
    { ((4,32),(4,32)):((1,16),(4,512)) } { ((V,T),(V,T)):((1,V*V),(V,R)) });
functions!(fragment [a b] [a b c d e] [G 4 T 8 V 2]
    { ((4,8),(2,2,2)):((32,1),(16,8,128)) } { ((G,T),(V,V,V)):((G*T,1),(V*T,T,G*G*T)) });
functions!(raked [a b] [a b c] [V 4 T 32 R 8] { ((4,32),8):((256,1),32) } { ((V,T),R):((T*R,1),T) });
functions!(morton8 [a b] [a b c d e f] [S 2 X 4 Y 16]
    { ((2,2,2),(2,2,2)):((1,4,16),(2,8,32)) } { ((S,S,S),(S,S,S)):((1,X,Y),(2,2*X,2*Y)) });
functions!(morton64 [a b] [a b c d e f g h i j k l] [S 2 A 4 B 16 C 64 D 256 E 1024]
    { ((2,2,2,2,2,2),(2,2,2,2,2,2)):((1,4,16,64,256,1024),(2,8,32,128,512,2048)) }
    { ((S,S,S,S,S,S),(S,S,S,S,S,S)):((1,A,B,C,D,E),(2,2*A,2*B,2*C,2*D,2*E)) });
functions!(odd [a b] [a b c d] [A 3 B 4 C 5 D 7]
    { ((3,4),(5,7)):((1,15),(3,60)) } { ((A,B),(C,D)):((1,A*C),(A,A*B*C)) });
functions!(odd_row [a b] [] [M 37 N 53] { (37,53):(53,1) } { (M,N):(N,1) });
functions!(odd_cube [a b c] [] [M 7 N 11 K 13] { (7,11,13):(143,13,1) } { (M,N,K):(N*K,K,1) });
functions!(nchw16c [a b c d] [a b c d e] [N 2 C 4 H 14 W 14]
    { (2,(16,4),14,14):(12544,(1,3136),224,16) } { (N,(16,C),H,W):(16*C*H*W,(1,16*H*W),16*W,16) });
functions!(divided [a b] [a b c d] [M 256 N 512 BM 128 BN 64]
    { zipped_divide((256,512):(1,256), (128,64)) } { zipped_divide((M,N):(1,M), (BM,BN)) });
functions!(divided_row [a b] [a b c d] [M 256 N 512 BM 128 BN 64]
    { zipped_divide((256,512):(512,1), (128,64)) } { zipped_divide((M,N):(N,1), (BM,BN)) });
