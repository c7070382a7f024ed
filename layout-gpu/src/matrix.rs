//! Tensor cores by registers: matrices of 16-bit elements from shared memory and to it, and products of a warp.

use layout_runtime::internals::{Kept, Message};
use layout_runtime::{Slicer, StaticLayout};

use crate::constants::Matrices;
use crate::element::{Bf16, E4m3, E5m2, Element, F16, Tf32};
use crate::memory::Shared;
use crate::ptx::ptx;

impl<T: Element, L: StaticLayout> Shared<T, L> {
    /// Refuses a slice that is no row: in the functions that are called, which rustc names.
    const fn assert_row<K>()
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        let (row, together) = (Self::slice_len::<K>(), Self::vector_len::<K>());
        if row * size_of::<T>() != 16 || together != row {
            Message::new("a lane has a row of 16 bytes, which are next to each other and aligned, and this slice has ")
                .integer((row * size_of::<T>()) as isize)
                .text(" bytes, ")
                .integer((together * size_of::<T>()) as isize)
                .text(" together")
                .panic();
        }
    }

    /// The address of the row of a lane.
    #[inline(always)]
    fn row<K>(self, slicer: &K) -> u32
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        self.places(slicer)(0).address()
    }

    /// Loads `N` matrices of 8 rows of 16 bytes (`ldmatrix`): the slicer keeps a row, that of lane `8 * matrix + row`. A lane gets of each
    /// matrix what it has of a fragment: row `lane / 4`, bytes `4 * (lane % 4)..`.
    ///
    /// ```ignore
    /// layout! {
    ///     /// Lanes to rows of 16x16 elements, and the eight elements of a row.
    ///     struct Rows = composition(zipped_divide(Tile, (16,16)), <((16,2),8):((1,128),16), _>);
    /// }
    /// let fragment: [u32; 4] = unsafe { tile.load_matrices(((lane, ..), (i, k))) };
    /// ```
    ///
    /// # Safety
    ///
    /// All lanes of the warp call it. The integers of the slicer are below their extents, and no other thread writes the rows without a
    /// barrier between.
    #[inline(always)]
    pub unsafe fn load_matrices<K, const N: usize>(self, slicer: K) -> [u32; N]
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
        (): Matrices<N>,
    {
        const { Self::assert_row::<K>() };
        let address = self.row(&slicer);
        let mut fragment = [0; N];
        let (a, b, c, d): (u32, u32, u32, u32);
        // SAFETY: by the caller. It may be moved across what writes no memory: products.
        unsafe {
            match N {
                1 => {
                    ptx!("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{{}}}, [{}];", out(reg32) a,
                        in(reg32) address, options(pure, readonly, nostack));
                    fragment[0] = a;
                }
                2 => {
                    ptx!("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {{{}, {}}}, [{}];", out(reg32) a,
                        out(reg32) b, in(reg32) address, options(pure, readonly, nostack));
                    (fragment[0], fragment[1 % N]) = (a, b);
                }
                _ => {
                    ptx!("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {{{}, {}, {}, {}}}, [{}];",
                        out(reg32) a, out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address,
                        options(pure, readonly, nostack));
                    (fragment[0], fragment[1 % N]) = (a, b);
                    (fragment[2 % N], fragment[3 % N]) = (c, d);
                }
            }
        }
        fragment
    }

    /// [`load_matrices`](Shared::load_matrices) of four matrices, each transposed.
    ///
    /// # Safety
    ///
    /// As there.
    #[inline(always)]
    pub unsafe fn load_transposed<K>(self, slicer: K) -> [u32; 4]
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        const { Self::assert_row::<K>() };
        let address = self.row(&slicer);
        let (a, b, c, d): (u32, u32, u32, u32);
        // SAFETY: by the caller.
        unsafe {
            ptx!("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {{{}, {}, {}, {}}}, [{}];", out(reg32) a,
                out(reg32) b, out(reg32) c, out(reg32) d, in(reg32) address,
                options(pure, readonly, nostack));
        }
        [a, b, c, d]
    }

    /// Stores four matrices (`stmatrix`), as [`load_matrices`](Shared::load_matrices) loads them.
    ///
    /// # Safety
    ///
    /// As there, and no other thread reads the rows either.
    #[inline(always)]
    pub unsafe fn store_matrices<K>(self, slicer: K, [a, b, c, d]: [u32; 4])
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        const { Self::assert_row::<K>() };
        let address = self.row(&slicer);
        // SAFETY: by the caller.
        unsafe {
            ptx!("stmatrix.sync.aligned.m8n8.x4.shared.b16 [{}], {{{}, {}, {}, {}}};", in(reg32) address,
                in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d, options(nostack));
        }
    }

    /// Stores four matrices transposed (`stmatrix.trans`), as [`load_transposed`](Shared::load_transposed) loads them.
    ///
    /// # Safety
    ///
    /// As there, and no other thread reads the rows either.
    #[inline(always)]
    pub unsafe fn store_transposed<K>(self, slicer: K, [a, b, c, d]: [u32; 4])
    where
        K: Slicer<L::Geometry, u32, Before<()>: Kept>,
    {
        const { Self::assert_row::<K>() };
        let address = self.row(&slicer);
        // SAFETY: by the caller.
        unsafe {
            ptx!("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [{}], {{{}, {}, {}, {}}};", in(reg32) address,
                in(reg32) a, in(reg32) b, in(reg32) c, in(reg32) d, options(nostack));
        }
    }
}

/// Elements that `mma` multiplies: of 16 rows by 32 bytes and 32 bytes by 8 columns.
#[diagnostic::on_unimplemented(
    message = "`mma` does not multiply elements of type `{Self}`",
    note = "factors are `Bf16`, `F16`, `Tf32`, `E4m3`, `E5m2`, `i8` or `u8`"
)]
pub trait Multiplied: Element {
    /// The type in which products are added up: `f32`, of integers `i32`.
    type Sum: Element;

    #[doc(hidden)]
    unsafe fn product(c: &mut [Self::Sum; 4], a: [u32; 4], b: [u32; 2]);
}

macro_rules! multiplied {
    ($($type:ty: $sum:ty, $instruction:literal;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Multiplied for $type {
            type Sum = $sum;

            #[inline(always)]
            unsafe fn product(c: &mut [$sum; 4], a: [u32; 4], b: [u32; 2]) {
                // SAFETY: by the caller.
                unsafe {
                    ptx!(concat!("mma.sync.aligned.", $instruction,
                            " {{{}, {}, {}, {}}}, {{{}, {}, {}, {}}}, {{{}, {}}}, {{{}, {}, {}, {}}};"),
                        out(reg32) c[0], out(reg32) c[1], out(reg32) c[2], out(reg32) c[3],
                        in(reg32) a[0], in(reg32) a[1], in(reg32) a[2], in(reg32) a[3],
                        in(reg32) b[0], in(reg32) b[1],
                        in(reg32) c[0], in(reg32) c[1], in(reg32) c[2], in(reg32) c[3],
                        options(pure, nomem, nostack));
                }
            }
        }
    )* };
}

multiplied! {
    Bf16: f32, "m16n8k16.row.col.f32.bf16.bf16.f32";
    F16: f32, "m16n8k16.row.col.f32.f16.f16.f32";
    Tf32: f32, "m16n8k8.row.col.f32.tf32.tf32.f32";
    E4m3: f32, "m16n8k32.row.col.f32.e4m3.e4m3.f32";
    E5m2: f32, "m16n8k32.row.col.f32.e5m2.e5m2.f32";
    i8: i32, "m16n8k32.row.col.s32.s8.s8.s32";
    u8: i32, "m16n8k32.row.col.s32.u8.u8.s32";
}

/// `c += a * b`, a product of a warp, of fragments as `load_matrices` loads them (`mma.sync`, 16x8).
///
/// # Safety
///
/// All lanes of the warp call it.
#[inline(always)]
pub unsafe fn mma<T: Multiplied>(c: &mut [T::Sum; 4], a: [u32; 4], b: [u32; 2]) {
    // SAFETY: by the caller.
    unsafe { T::product(c, a, b) }
}
