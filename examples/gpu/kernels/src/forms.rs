//! Each canonical form of an operand of `wgmma`, as a product of 64x64x64 of bf16, and each kind of elements, as a product of 64x64 of 128 bytes
//! in depth by `wgmma` and by `mma.sync`: `run.py` compares what the descriptors and the tensor maps of `layout-gpu` make of them with the
//! product.

use layout_gpu::{
    Accumulators, Barrier, Bf16, E4m3, E5m2, Element, Global, Shared, TensorMap, Tf32,
    accumulators, arena, commit_products, fence_products, fence_stores, kernel, mma,
    publish_barriers, sync, thread, unroll, wait_for,
};
use layout_runtime::bounds::Unpadded;
use layout_runtime::{Coordinate, StaticLayout, layout};

layout! {
    // A product takes eight rows, or columns, of 16 bytes at once.
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(1,(8,64))))]
    struct K128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,4)):(1,(8,64))))]
    struct K64 = Sw<2,4,3> o smem_ptr[16b](unset) o (_8,_32):(_32,_1);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,2)):(1,(8,64))))]
    struct K32 = Sw<1,4,3> o smem_ptr[16b](unset) o (_8,_16):(_16,_1);
    struct KNone = (_8,_8):(_8,_1);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,8)):(64,(1,8))))]
    struct Mn128 = Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_8):(_1,_64);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,4)):(32,(1,8))))]
    struct Mn64 = Sw<2,4,3> o smem_ptr[16b](unset) o (_32,_8):(_1,_32);
    #[banks(conflicts = 0, bits = 16, bytes = 16, by((8,(8,2)):(16,(1,8))))]
    struct Mn32 = Sw<1,4,3> o smem_ptr[16b](unset) o (_16,_8):(_1,_16);
    struct MnNone = (_8,_8):(_1,_8);
    pub struct TileK128 = tile_to_shape(K128, (64,64));
    pub struct TileK64 = tile_to_shape(K64, (64,64));
    pub struct TileK32 = tile_to_shape(K32, (64,64));
    pub struct TileKNone = tile_to_shape(KNone, (64,64));
    pub struct TileMn128 = tile_to_shape(Mn128, (64,64));
    pub struct TileMn64 = tile_to_shape(Mn64, (64,64), (2,1));
    pub struct TileMn32 = tile_to_shape(Mn32, (64,64), (2,1));
    pub struct TileMnNone = tile_to_shape(MnNone, (64,64));
    /// The other order of atoms.
    pub struct TileMnNoneByRows = tile_to_shape(MnNone, (64,64), (2,1));
    struct Rows = (64,64):(64,1);
    /// The row and the half of it that a thread copies.
    struct Halves = make_identity_layout((64,2));
    #[covers((64,64))]
    struct ResultTV = ((4,8,4),(2,2,8)):((128,1,16),(64,8,512));
    struct Store = composition(Rows, ResultTV);
    // Elements of 8 and of 32 bits.
    struct K128Of8 = Sw<3,4,3> o smem_ptr[8b](unset) o (_8,_128):(_128,_1);
    #[banks(conflicts = 0, bits = 8, bytes = 16, by(((8,2,2),16):((1,1024,8),64)))]
    pub struct TileOf8 = tile_to_shape(K128Of8, (64,128));
    struct K128Of32 = Sw<3,4,3> o smem_ptr[32b](unset) o (_8,_32):(_32,_1);
    #[banks(conflicts = 0, bits = 32, bytes = 16, by(((8,2,2),4):((1,256,8),64)))]
    pub struct TileOf32 = tile_to_shape(K128Of32, (64,32));
    /// `ldmatrix`: the row of 16 bytes that a lane gives, of 16 rows of 32 bytes.
    #[covers((16,32))]
    struct RowOf8TV = ((8,2,2),16):((1,8,256),16);
    #[covers((16,8))]
    struct RowOf32TV = ((8,2,2),4):((1,8,64),16);
    struct RowsOf8 = composition(zipped_divide(TileOf8, (16,32)), <RowOf8TV, _>);
    struct RowsOf32 = composition(zipped_divide(TileOf32, (16,8)), <RowOf32TV, _>);
}

/// The product of two tiles, by their descriptors.
#[inline(always)]
unsafe fn multiply<L: StaticLayout>(a: Shared<Bf16, L>, b: Shared<Bf16, L>, c: *mut f32, t: u32)
where
    (u32, u32): Coordinate<L::Geometry, u32>,
{
    let mut acc = accumulators::<32>();
    fence_products();
    unroll!(K in 0..4 {
        unsafe { acc.multiply_add(a.operand(0, 16 * K as u32), b.operand(0, 16 * K as u32)) };
    });
    commit_products();
    wait_for::<0>(&mut acc);
    unsafe { Global::<_, Store>::new(c).write((t, ..), acc) };
}

/// Tiles that threads write, element by element.
#[inline(always)]
unsafe fn by_threads<L: StaticLayout<Bounds: Unpadded>>(a: *const Bf16, b: *const Bf16, c: *mut f32)
where
    (u32, u32): Coordinate<L::Geometry, u32>,
{
    let t = unsafe { thread::<128>() };
    let (a, b) = unsafe { (Global::<_, Rows>::new(a), Global::<_, Rows>::new(b)) };
    let (sa, sb) = unsafe { arena::<(Shared<Bf16, L>, Shared<Bf16, L>)>() };
    let (row, half) = Halves.crd2idx(t as usize);
    for i in 0..32 {
        let at = (row as u32, 32 * half as u32 + i);
        unsafe {
            sa.set(at, a.get(at));
            sb.set(at, b.get(at));
        }
    }
    fence_stores();
    sync();
    unsafe { multiply(sa, sb, c, t) };
}

/// Tiles that TMA writes.
#[inline(always)]
unsafe fn by_tma<L: StaticLayout<Bounds: Unpadded>>(
    a: &TensorMap<Bf16, L>,
    b: &TensorMap<Bf16, L>,
    c: *mut f32,
) where
    (u32, u32): Coordinate<L::Geometry, u32>,
{
    let t = unsafe { thread::<128>() };
    unsafe {
        let (sa, sb) = loaded(a, b, t);
        multiply(sa, sb, c, t);
    }
}

/// The tiles, when TMA has written them.
#[inline(always)]
unsafe fn loaded<T: Element, L: StaticLayout<Bounds: Unpadded>>(
    a: &TensorMap<T, L>,
    b: &TensorMap<T, L>,
    t: u32,
) -> (Shared<T, L>, Shared<T, L>)
where
    (u32, u32): Coordinate<L::Geometry, u32>,
{
    let (sa, sb, full) = unsafe { arena::<(Shared<T, L>, Shared<T, L>, Barrier)>() };
    if t == 0 {
        unsafe { full.make(1) };
        publish_barriers();
    }
    sync();
    if t == 96 {
        unsafe {
            full.expect(sa.bytes() + sb.bytes());
            a.load(sa, (0, 0), full);
            b.load(sb, (0, 0), full);
        }
    }
    sync();
    unsafe { full.wait(0) };
    (sa, sb)
}

/// A kernel for each form, by threads, and one by TMA.
macro_rules! forms {
    ($($threads:ident $($tma:ident)?: $tile:ident;)*) => { kernel! { $(
        /// # Safety
        ///
        /// A block of 128 threads and 16384 bytes of shared memory, and matrices of 64x64 by rows.
        pub unsafe fn $threads(a: *const Bf16, b: *const Bf16, c: *mut f32) {
            unsafe { by_threads::<$tile>(a, b, c) }
        }

        $(
            /// # Safety
            ///
            /// A block of 128 threads and 16392 bytes of shared memory, and tensor maps of 64x64.
            pub unsafe fn $tma(a: &TensorMap<Bf16, $tile>, b: &TensorMap<Bf16, $tile>, c: *mut f32) {
                unsafe { by_tma(a, b, c) }
            }
        )?
    )* } };
}

forms! {
    form_k128 form_k128_tma: TileK128;
    form_k64 form_k64_tma: TileK64;
    form_k32 form_k32_tma: TileK32;
    form_k_none: TileKNone;
    form_mn128 form_mn128_tma: TileMn128;
    form_mn64 form_mn64_tma: TileMn64;
    form_mn32 form_mn32_tma: TileMn32;
    form_mn_none: TileMnNone;
    form_mn_none_by_rows: TileMnNoneByRows;
}

/// A kernel for each kind of elements: the product by `wgmma`, and by `mma.sync`.
macro_rules! kinds {
    ($($name:ident: $type:ty, $sum:ty, $zero:literal, $tile:ident by $rows:ident;)*) => { kernel! { $(
        /// # Safety
        ///
        /// A block of 128 threads and 16392 bytes of shared memory, tensor maps of 64 rows of 128 bytes, and results of 64x64, aligned to 16.
        pub unsafe fn $name(a: &TensorMap<$type, $tile>, b: &TensorMap<$type, $tile>, c: *mut $sum, d: *mut $sum) {
            let t = unsafe { thread::<128>() };
            let (sa, sb) = unsafe { loaded(a, b, t) };
            const DEPTH: u32 = 32 / size_of::<$type>() as u32;
            let mut acc = [$zero; 32];
            fence_products();
            unroll!(K in 0..4 {
                let (a, b) = (sa.operand(0, DEPTH * K as u32), sb.operand(0, DEPTH * K as u32));
                unsafe { if K == 0 { acc.multiply(a, b) } else { acc.multiply_add(a, b) } };
            });
            commit_products();
            wait_for::<0>(&mut acc);
            unsafe { Global::<_, Store>::new(c).write((t, ..), acc) };
            // A warp has 16 rows of `A`, and 16 rows of `B` at once.
            let (lane, warp) = (t % 32, t / 32);
            let (left, right) = (sa.with_layout($rows), sb.with_layout($rows));
            let mut sums = [[$zero; 4]; 8];
            unroll!(K in 0..4 {
                let a: [u32; 4] = unsafe { left.load_matrices(((lane, ..), (warp, K as u32))) };
                unroll!(N in 0..4 {
                    let b: [u32; 4] = unsafe { right.load_matrices(((lane, ..), (N as u32, K as u32))) };
                    unsafe {
                        mma::<$type>(&mut sums[2 * N], a, [b[0], b[2]]);
                        mma::<$type>(&mut sums[2 * N + 1], a, [b[1], b[3]]);
                    }
                });
            });
            let mut values = [$zero; 32];
            unroll!(I in 0..32 { values[I] = sums[I / 4][I % 4] });
            unsafe { Global::<_, Store>::new(d).write((t, ..), values) };
        }
    )* } };
}

kinds! {
    kind_e4m3: E4m3, f32, 0.0, TileOf8 by RowsOf8;
    kind_e5m2: E5m2, f32, 0.0, TileOf8 by RowsOf8;
    kind_s8: i8, i32, 0, TileOf8 by RowsOf8;
    kind_u8: u8, i32, 0, TileOf8 by RowsOf8;
    kind_tf32: Tf32, f32, 0.0, TileOf32 by RowsOf32;
}
