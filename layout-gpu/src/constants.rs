//! Bounds of the constants that instructions have in their encoding: rustc compares a constant with them while it checks types, at the constant.
//!
//! ```
//! use layout_gpu::Lanes;
//!
//! fn is_lanes<const LANES: u32>() where (): Lanes<LANES> {}
//! is_lanes::<16>();
//! ```
//!
//! ```compile_fail
//! # use layout_gpu::Lanes;
//! # fn is_lanes<const LANES: u32>() where (): Lanes<LANES> {}
//! is_lanes::<32>(); // a warp has 32 lanes: from 1 to 31
//! ```

/// The other lanes of a warp, by the bits in which their numbers differ: `LANES` from 1 to 31, of [`exchange`](crate::exchange).
#[diagnostic::on_unimplemented(
    message = "no lane of a warp has a number that differs in the bits of {LANES}",
    label = "a warp has 32 lanes: from 1 to 31"
)]
pub trait Lanes<const LANES: u32> {}

/// The blocks of a [`cluster`](crate::cluster()): from 1 to 8.
#[diagnostic::on_unimplemented(
    message = "a cluster has from 1 to 8 blocks, and not {BLOCKS}",
    label = "from 1 to 8"
)]
pub trait Blocks<const BLOCKS: u32> {}

/// The matrices that [`load_matrices`](crate::Shared::load_matrices) loads at once: 1, 2 or 4.
#[diagnostic::on_unimplemented(
    message = "`ldmatrix` loads 1, 2 or 4 matrices, and not {MATRICES}",
    label = "1, 2 or 4"
)]
pub trait Matrices<const MATRICES: usize> {}

/// The threads of whole warps, of which a block has up to 32.
#[diagnostic::on_unimplemented(
    message = "{THREADS} threads are no whole warps of a block",
    label = "a multiple of 32 from 32 to 1024"
)]
pub trait Warps<const THREADS: usize> {}

/// The registers that a thread may have (`setmaxnreg`).
#[diagnostic::on_unimplemented(
    message = "no thread has {REGISTERS} registers",
    label = "a multiple of 8 from 24 to 256"
)]
pub trait Registers<const REGISTERS: u32> {}

/// Implements a trait of a constant for some. Rustc does not list them: the label does.
macro_rules! constants {
    ($($Trait:ident: $($number:literal)*;)*) => { $($(
        #[diagnostic::do_not_recommend]
        impl $Trait<$number> for () {}
    )*)* };
}

constants! {
    Lanes: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31;
    Blocks: 1 2 3 4 5 6 7 8;
    Matrices: 1 2 4;
    Warps: 32 64 96 128 160 192 224 256 288 320 352 384 416 448 480 512 544 576 608 640 672 704 736 768 800 832 864 896 928 960 992 1024;
    Registers: 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200 208 216 224 232 240 248 256;
}
