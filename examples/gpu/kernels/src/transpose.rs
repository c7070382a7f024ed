//! Transposes through a swizzled tile of 32x32 floats in shared memory.

use layout_runtime::{View, ViewMut, layout};

use crate::machine::{F4, block, load, shared, store, store4, sync, thread};

layout! {
    struct Matrix = (16384,16384):(16384,1);

    /// 256 threads on a tile: eight to a row, with four values in it each.
    struct ThreadValue = with_shape(
        right_inverse(raked_product((32,8):(8,1), (1,4):(4,1))), (256,4));
    /// The tile in shared memory: a swizzle of groups of four keeps rows and columns apart.
    struct Tile = Sw<3,2,5> o 0 o (32,32):(32,1);

    /// `((thread, value), (row, column) of the tile)`
    struct Global = composition(zipped_divide(Matrix, (32,32)), <ThreadValue, _>);
    struct Write = composition(Tile, ThreadValue);
    /// Of the same tile, transposed.
    struct Read = composition(select(Tile, 1, 0), ThreadValue);
}

/// The sizes are constants; a thread moves four floats at once in global memory.
///
/// # Safety
///
/// Blocks of 256 threads and 4096 bytes of shared memory, a grid of 512x512, and matrices of 16384x16384, aligned to 16.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose(source: *const f32, target: *mut f32) {
    let (t, (i, j), tile) = (unsafe { thread::<256>() }, block(), shared());
    unsafe {
        let from = source.add(Global.crd2idx_u32(((t, 0), (j, i))) as usize);
        store4(tile + 4 * Write.at_u32(t, 0), (*from.cast::<F4>()).0);
        sync();
        let values = core::array::from_fn(|v| load(tile + 4 * Read.at_u32(t, v as u32)));
        let to = target.add(Global.crd2idx_u32(((t, 0), (i, j))) as usize);
        *to.cast::<F4>() = F4(values);
    }
}

layout! {
    /// 256 threads on a tile: a row of 32 to a warp, four rows each, eight apart.
    struct ByRows = ((32,8),4):((32,1),8);
    struct TileByRows = Sw<5,0,5> o 0 o (32,32):(32,1);
    struct WriteByRows = composition(TileByRows, ByRows);
    struct ReadByRows = composition(select(TileByRows, 1, 0), ByRows);

    struct Rows<m, n> = (m, n):(n, 1);
    /// Tiles past an edge are padded.
    #[allow(padding)]
    struct Tiles<m, n> = composition(zipped_divide(Rows, (32,32)), <ByRows, _>);
}

/// Any sizes: the layouts are made in the kernel, and what is padding is neither read nor written.
///
/// # Safety
///
/// Blocks of 256 threads and 4096 bytes of shared memory, a block for each tile, columns first, and matrices of m x n.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose_any(
    m: u32,
    n: u32,
    source: *const f32,
    target: *mut f32,
) {
    let (t, (i, j), tile) = (unsafe { thread::<256>() }, block(), shared());
    let Ok(from) = Tiles::new(m as usize, n as usize) else { return };
    let Ok(to) = Tiles::new(n as usize, m as usize) else { return };
    let (Ok(from32), Ok(to32)) = (from.narrow(), to.narrow()) else { return };
    let (thread, i64, j64) = (t as usize, i as usize, j as usize);
    unsafe {
        for v in 0..4 {
            if from.in_bounds(((thread, v as usize), (j64, i64))) {
                let x = *source.add(from32.crd2idx_u32(((t, v), (j, i))) as usize);
                store(tile + 4 * WriteByRows.at_u32(t, v), x);
            }
        }
        sync();
        for v in 0..4 {
            if to.in_bounds(((thread, v as usize), (i64, j64))) {
                let x = load(tile + 4 * ReadByRows.at_u32(t, v));
                *target.add(to32.crd2idx_u32(((t, v), (i, j))) as usize) = x;
            }
        }
    }
}

layout! {
    /// In elements of four floats.
    struct Matrix4 = (16384,4096):(4096,1);
    struct Blocks4 = zipped_divide(Matrix4, (32,8));
}

/// By views of global memory, checked as on the host.
///
/// # Safety
///
/// As of [`transpose`].
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn transpose_views(source: *const F4, target: *mut F4) {
    let (t, (i, j), tile) = (unsafe { thread::<256>() }, block(), shared());
    let at = (t as usize / 8, t as usize % 8);
    unsafe {
        let source = View::from_ptr(source, Matrix4);
        let from = source.local_tile(Blocks4, (j as usize, i as usize));
        store4(tile + 4 * Write.at_u32(t, 0), from[at].0);
        sync();
        let values = core::array::from_fn(|v| load(tile + 4 * Read.at_u32(t, v as u32)));
        let mut target = ViewMut::from_ptr(target, Matrix4).into_layout(Blocks4);
        target.tile_mut((i as usize, j as usize))[at] = F4(values);
    }
}
