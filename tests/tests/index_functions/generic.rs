//! The questions that generic code asks of a layout: one instance a layout.

use layout_view::bounds::Bounds;
use layout_view::{Dynamic, Geometry, Identity, Layout, Map, StaticLayout};

use crate::check::{Expected, Natural, Order};

/// The questions that generic code asks of a layout.
pub(crate) fn generic<L: StaticLayout>(e: &Expected, l: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Natural,
{
    e.told(L::NOTATION, l.size(), L::SHAPE, L::STRIDE);
    e.range(L::MIN_OFFSET, L::MAX_OFFSET, l.cosize());
    e.index("Layout::offset", &|i| Layout::offset(l, i));
    e.index("Layout::crd2offset", &|i| Layout::crd2offset(l, i));
    e.natural(&|i| Layout::idx2crd(l, i));
}

/// The same of a layout without negative offsets.
pub(crate) fn generic_unsigned<L: StaticLayout>(e: &Expected, l: L) {
    e.index("Layout::index", &|i| Layout::index(l, i) as isize);
    e.index("Layout::crd2idx", &|i| Layout::crd2idx(l, i) as isize);
}

/// The same of one whose size and offsets fit 32 bits.
pub(crate) fn generic_narrow<L: StaticLayout>(e: &Expected, l: L) {
    e.index("StaticLayout::index_u32", &|i| StaticLayout::index_u32(l, i as u32) as isize);
    e.index("StaticLayout::crd2idx_u32", &|i| StaticLayout::crd2idx_u32(l, i as u32) as isize);
}

/// A sweep in one of the orders: each is types of its own, of which a batch compiles some for
/// each layout.
pub(crate) fn sweep_signed<L: StaticLayout + 'static>(e: &Expected, l: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Natural,
{
    if e.is_swept() {
        e.offsets(Order::Index, &|| Box::new(l.offsets()));
        e.coordinates(Order::Index, &|| Box::new(l.coordinates()));
    }
}

pub(crate) fn sweep_stored_signed<L: StaticLayout + 'static>(e: &Expected, l: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Natural,
{
    if e.is_swept() {
        e.offsets(Order::Stored, &|| Box::new(l.in_storage_order().offsets()));
        e.coordinates(Order::Stored, &|| Box::new(l.in_storage_order().coordinates()));
    }
}

pub(crate) fn sweep_unsigned<L: StaticLayout + 'static>(e: &Expected, l: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Natural,
{
    if e.is_swept() {
        e.offsets(Order::Index, &|| Box::new(l.indices()));
        e.entries(Order::Index, &|| Box::new(l.entries()));
    }
}

pub(crate) fn sweep_stored_unsigned<L: StaticLayout + 'static>(e: &Expected, l: L)
where
    <L::Geometry as Geometry>::Natural<usize>: Natural,
{
    if e.is_swept() {
        e.offsets(Order::Stored, &|| Box::new(l.in_storage_order().indices()));
        e.entries(Order::Stored, &|| Box::new(l.in_storage_order().entries()));
    }
}

/// Loops in both orders.
pub(crate) fn sweep_loops<L: StaticLayout + 'static>(e: &Expected, l: L) {
    if e.is_swept() {
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        l.offsets().for_each(|offset| forwards.push(offset));
        l.offsets().rev().for_each(|offset| backwards.push(offset));
        e.loops(Order::Index, &forwards, &backwards);
        let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
        l.in_storage_order().offsets().for_each(|offset| forwards.push(offset));
        l.in_storage_order().offsets().rev().for_each(|offset| backwards.push(offset));
        e.loops(Order::Stored, &forwards, &backwards);
    }
}

/// The answers of any layout with run-time numbers.
pub(crate) fn dynamic<M: Geometry, const LEAVES: usize, Linear: Geometry, O: Map, B: Bounds<M>>(
    e: &Expected,
    l: &Dynamic<M, LEAVES, Linear, O, B>,
) where
    M::Natural<usize>: Natural,
{
    e.told(&l.to_string(), l.size(), &l.shape(), &l.stride());
    e.range(l.min_offset(), l.max_offset(), l.cosize());
    e.index("offset", &|i| l.offset(i));
    e.index("crd2offset", &|i| l.crd2offset(i));
    e.natural(&|i| l.idx2crd(i));
    if l.min_offset() >= 0 {
        e.index("index", &|i| l.index(i) as isize);
        e.index("crd2idx", &|i| l.crd2idx(i) as isize);
    }
    if let Ok(narrow) = l.narrow() {
        e.index("index_u32", &|i| narrow.index_u32(i as u32) as isize);
        e.index("crd2idx_u32", &|i| narrow.crd2idx_u32(i as u32) as isize);
    }
}

/// The sweeps of one without swizzles.
pub(crate) fn dynamic_sweeps<
    M: Geometry + 'static,
    const LEAVES: usize,
    Linear: Geometry + 'static,
    B: Bounds<M>,
>(
    e: &Expected,
    l: &Dynamic<M, LEAVES, Linear, Identity, B>,
) where
    M::Natural<usize>: Natural,
{
    if !e.is_swept() {
        return;
    }
    e.offsets(Order::Index, &|| Box::new(l.offsets()));
    e.coordinates(Order::Index, &|| Box::new(l.coordinates()));
    if l.min_offset() >= 0 {
        e.entries(Order::Index, &|| Box::new(l.entries()));
    }
    let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
    l.offsets().for_each(|offset| forwards.push(offset));
    l.offsets().rev().for_each(|offset| backwards.push(offset));
    e.loops(Order::Index, &forwards, &backwards);
    // Storage order goes forwards alone.
    let (mut stored, mut backwards) = (Vec::new(), Vec::new());
    l.in_storage_order().offsets().for_each(|offset| stored.push(offset));
    stored.iter().rev().for_each(|&offset| backwards.push(offset));
    e.loops(Order::Stored, &stored, &backwards);
}
