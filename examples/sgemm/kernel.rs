//! What multiplies a block, compiled for each instruction set and element.
//!
//! Each cuts the panels of B its own way: its layouts are divides of `Panel`, in which `k` is a row, which is a step, `v` a vector of it,
//! `l` a lane of a vector, and `t` numbers the register tiles across.

use layout_runtime::{Fixed, layout};

use crate::element::Element;
use crate::layouts::{Packed, Panel, Part, PartMut};
use crate::pack::pack;
use crate::registers::Registers;

/// Packs a block of B, and multiplies a block of A by it: to C or, if told so, in addition to what C has.
pub(crate) type Kernel<T> = fn(Part<T>, Part<T>, &mut Vec<Packed<T>>, PartMut<T>, bool);

/// Elements that have kernels.
pub(crate) trait Kernels: Element {
    /// The kernels that this processor can run, the fastest first.
    fn available() -> Vec<(&'static str, Kernel<Self>)>;
}

/// A kernel: the rows, vectors and lanes of its register tiles, and whether one instruction multiplies and adds.
macro_rules! kernel {
    ($(#[$attribute:meta])* $name:ident, $T:ty, $rows:tt x ($vectors:tt x $lanes:tt), $fma:expr) => {
        $(#[$attribute])*
        #[inline(never)]
        pub(super) fn $name(
            a: Part<$T>,
            b: Part<$T>,
            packed: &mut Vec<Packed<$T>>,
            c: PartMut<$T>,
            add: bool,
        ) {
            layout! {
                /// `((k,(l,v)),(0,t))`
                struct Tiles = zipped_divide(Panel, <512,($lanes,$vectors):(1,$lanes)>);
            }
            pack(b, packed);
            let registers = Registers::<$rows, $vectors, $lanes, { $fma }>;
            registers.block(a, packed, Tiles, Fixed::<{ $vectors * $lanes }>, c, add);
        }
    };
}

/// The kernels of an element, of which a vector of 64, of 32 and of 16 bytes has so many.
macro_rules! kernels {
    ($module:ident, $T:ty, $by64:tt, $by32:tt, $by16:tt) => {
        mod $module {
            use super::*;

            // Sums, vectors of B and an element of A: 24 + 3 + 1 registers of 32, and 12 + 2 + 1 of 16.
            #[cfg(target_arch = "x86_64")]
            kernel!(#[target_feature(enable = "avx512f")] avx512, $T, 8 x (3 x $by64), true);
            #[cfg(target_arch = "x86_64")]
            kernel!(#[target_feature(enable = "avx2,fma")] avx2, $T, 6 x (2 x $by32), true);
            // What every processor has. Each 64-bit one of ARM multiplies and adds in one instruction.
            kernel!(portable, $T, 4 x (2 x $by16), cfg!(any(target_arch = "aarch64", target_feature = "fma")));
        }

        impl Kernels for $T {
            fn available() -> Vec<(&'static str, Kernel<$T>)> {
                let mut kernels: Vec<(&'static str, Kernel<$T>)> = Vec::new();
                #[cfg(target_arch = "x86_64")]
                {
                    if is_x86_feature_detected!("avx512f") {
                        kernels.push(("avx512f", |a, b, packed, c, add| {
                            // SAFETY: the processor has AVX-512F.
                            unsafe { $module::avx512(a, b, packed, c, add) }
                        }));
                    }
                    if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                        kernels.push(("avx2,fma", |a, b, packed, c, add| {
                            // SAFETY: the processor has AVX2 and FMA.
                            unsafe { $module::avx2(a, b, packed, c, add) }
                        }));
                    }
                }
                kernels.push(("portable", $module::portable));
                kernels
            }
        }
    };
}

kernels!(single, f32, 16, 8, 4);
kernels!(double, f64, 8, 4, 2);
