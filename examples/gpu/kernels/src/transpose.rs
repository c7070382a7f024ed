//! Transposes through a swizzled tile of 32x32 floats in shared memory.

use layout_gpu::{Global, Grid, Parts, Ragged, Shared, Thread, arena, block, kernel, sync, thread};
use layout_view::{NarrowOf, View, ViewMut, layout};

layout! {
    struct Matrix = (16384,16384):(16384,1);

    /// 256 threads on a tile: eight to a row, with four values in it each.
    #[covers((32,32))]
    struct ThreadValue = with_shape(
        right_inverse(raked_product((32,8):(8,1), (1,4):(4,1))), (256,4));
    /// The tile in shared memory: a swizzle of groups of four keeps rows and columns apart.
    #[banks(conflicts = 0, bits = 32, by(ThreadValue, bytes = 16), by(composition((32,32):(32,1), ThreadValue), bytes = 4))]
    struct Tile = Sw<3,2,5> o 0 o (32,32):(32,1);

    /// `((thread, value), (row, column) of the tile)`
    struct Blocks = composition(zipped_divide(Matrix, (32,32)), <ThreadValue, _>);
    struct Write = composition(Tile, ThreadValue);
    /// The same tile, transposed.
    struct Read = composition(select(Tile, 1, 0), ThreadValue);
}

kernel! {
    /// The sizes are constants; a thread moves four floats at once in global memory.
    ///
    /// # Safety
    ///
    /// Blocks of 256 threads and 4096 bytes of shared memory, a grid of 512x512, and matrices of 16384x16384, aligned to 16.
    pub unsafe fn transpose(source: *const f32, target: *mut f32) {
        let (thread, grid) = unsafe { (Thread::<256>::this(), Grid::<512, 512>::this()) };
        let (t, (i, j)) = (thread.index(), grid.index());
        // The parts of a thread are proved to be its own, in shared and in global memory.
        let (source, (tile,), mut target) = unsafe {
            (
                Global::<f32, Blocks>::new(source),
                arena::<(Shared<f32, Tile>,)>(),
                Parts::<_, _, Blocks>::of_global(target),
            )
        };
        let mut written = unsafe { Parts::of_shared(tile.with_layout(Write)) };
        written.part(thread).write::<4>(unsafe { source.read(((t, ..), (j, i))) });
        sync();
        let values: [f32; 4] = unsafe { tile.with_layout(Read).read((t, ..)) };
        target.part(thread, grid).write(values);
    }
}

layout! {
    /// 256 threads on a tile: a row of 32 to a warp, four rows each, eight apart.
    #[covers((32,32))]
    struct ByRows = ((32,8),4):((32,1),8);
    #[banks(conflicts = 0, bits = 32, bytes = 4, by(ByRows), by(composition((32,32):(32,1), ByRows)))]
    pub struct TileByRows = Sw<5,0,5> o 0 o (32,32):(32,1);
    struct WriteByRows = composition(TileByRows, ByRows);
    struct ReadByRows = composition(select(TileByRows, 1, 0), ByRows);

    struct Rows<m, n> = (m, n):(n, 1);
    /// Tiles past an edge are padded. A block has a tile: no extent is 0.
    #[allow(padding)]
    #[assume(1 <= m, 1 <= n)]
    pub struct Tiles<m, n> = composition(zipped_divide(Rows, (32,32)), <ByRows, _>);
}

pub type MemoryByRows = (Shared<f32, TileByRows>,);

kernel! {
    /// Any sizes: the layouts are made in the kernel.
    ///
    /// # Safety
    ///
    /// Blocks of 256 threads and 4096 bytes of shared memory, a block for each tile, columns first, and matrices of m x n.
    pub unsafe fn transpose_any(
        m: u32,
        n: u32,
        source: *const f32,
        target: *mut f32,
    ) {
        let Ok(Ok(from)) = Tiles::new(m as usize, n as usize).map(|from| from.narrow()) else { return };
        let Ok(Ok(to)) = Tiles::new(n as usize, m as usize).map(|to| to.narrow()) else { return };
        unsafe { transpose_tile(from, to, source, target) }
    }
}

kernel! {
    /// The same, of layouts that the host made.
    ///
    /// # Safety
    ///
    /// As of [`transpose_any`], with the tiles of m x n and of n x m.
    pub unsafe fn transpose_passed(
        from: NarrowOf<Tiles>,
        to: NarrowOf<Tiles>,
        source: *const f32,
        target: *mut f32,
    ) {
        unsafe { transpose_tile(from, to, source, target) }
    }
}

/// Transposes a tile; padding is neither read nor written.
#[inline(always)]
unsafe fn transpose_tile(
    from: NarrowOf<Tiles>,
    to: NarrowOf<Tiles>,
    source: *const f32,
    target: *mut f32,
) {
    let (t, (i, j)) = (unsafe { thread::<256>() }, block());
    let (tile,) = unsafe { arena::<MemoryByRows>() };
    let (write, read) = (tile.with_layout(WriteByRows), tile.with_layout(ReadByRows));
    unsafe {
        let (source, target) = (Ragged::new(source, from), Ragged::new(target, to));
        for v in 0..4 {
            if let Some(value) = source.get(((t, v), (j, i))) {
                write.set((t, v), value);
            }
        }
        sync();
        for v in 0..4 {
            target.set(((t, v), (i, j)), || read.get((t, v)));
        }
    }
}

layout! {
    /// In elements of four floats.
    struct Matrix4 = (16384,4096):(4096,1);
    struct Blocks4 = zipped_divide(Matrix4, (32,8));
    /// Threads on a tile of those.
    struct Place = make_identity_layout((8,32));
}

/// Four floats, which are moved at once.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Four([f32; 4]);

kernel! {
    /// By views of global memory, checked as on the host.
    ///
    /// # Safety
    ///
    /// As of [`transpose`].
    pub unsafe fn transpose_views(source: *const Four, target: *mut Four) {
        let (t, (i, j)) = (unsafe { thread::<256>() }, block());
        let (tile,) = unsafe { arena::<(Shared<f32, Tile>,)>() };
        let (column, row) = Place.crd2idx(t as usize);
        unsafe {
            let source = View::from_ptr(source, Matrix4);
            let from = source.local_tile(Blocks4, (j as usize, i as usize));
            tile.with_layout(Write).write((t, ..), from[(row, column)].0);
            sync();
            let values = Four(tile.with_layout(Read).read((t, ..)));
            let mut target = ViewMut::from_ptr(target, Matrix4).into_layout(Blocks4);
            target.tile_mut((i as usize, j as usize))[(row, column)] = values;
        }
    }
}
