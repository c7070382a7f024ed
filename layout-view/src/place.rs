//! `Place`: a pointer that a layout may be added to. All arithmetic on pointers is
//! here.

#![allow(unsafe_code)]

use core::fmt;
use core::ptr::NonNull;

use super::checked::{Answer, Checked, Spanned};
use super::ragged_tile::Ragged;
use crate::dynamic::ShapeError;
use crate::proofs::Modes;
use crate::{Coordinate, Geometry, Identity, Layout, Map, OffsetMap, Slicer, Tiler};
use layout_runtime::internals::{
    Checks, Evaluate, Kept, KeptOf, ModePath, Origin, OutOfRange, Prepared, Refused, Written,
    fixed_offset, mapped,
};

/// Address of an element, and so of those beside it.
pub trait Address: Copy {
    /// The address of the element `by` elements further.
    ///
    /// # Safety
    ///
    /// Both elements are in one allocation.
    #[must_use]
    unsafe fn moved(self, by: isize) -> Self;
}

impl<T> Address for NonNull<T> {
    #[inline(always)]
    unsafe fn moved(self, by: isize) -> Self {
        // SAFETY: by the caller.
        unsafe { self.offset(by) }
    }
}

/// The address of offset 0, and the offset from which a geometry with the map `O` counts: the
/// element at an offset `x` of the geometry is at `O(origin + x)`. Where nothing is applied, the
/// address takes up the origin.
pub struct At<A, O: Map> {
    zero: A,
    origin: O::Origin,
}

impl<A: Copy, O: Map> Clone for At<A, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Copy, O: Map> Copy for At<A, O> {}

impl<A: Address, O: Map> At<A, O> {
    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// `offset` is that of a coordinate of the layout.
    #[inline(always)]
    pub(super) unsafe fn at(self, offset: isize) -> A {
        // SAFETY: by the caller.
        unsafe {
            if const { O::IDENTITY } {
                self.zero.moved(offset)
            } else {
                self.zero.moved(mapped::<O>(self.origin.plus(offset).value()))
            }
        }
    }
}

/// The elements at the offsets of a layout before its map.
pub trait Elements<T>: Copy {
    /// The map that is applied to the offsets.
    type Map: Map;

    /// The address of offset 0 after the map.
    fn zero(self) -> NonNull<T>;

    /// The offset that is added before the map.
    fn origin(self) -> isize;

    /// The element at an offset.
    ///
    /// # Safety
    ///
    /// `offset` is that of a coordinate of the layout.
    unsafe fn element(self, offset: isize) -> NonNull<T>;
}

/// Returns true if swizzles follow one of two layouts.
pub(super) const fn is_swizzled<T, U, A: Elements<T>, B: Elements<U>>() -> bool {
    !<A::Map as OffsetMap>::IDENTITY || !<B::Map as OffsetMap>::IDENTITY
}

/// The address of offset 0 of a layout without a map.
impl<T> Elements<T> for NonNull<T> {
    type Map = Identity;

    #[inline(always)]
    fn zero(self) -> NonNull<T> {
        self
    }

    #[inline(always)]
    fn origin(self) -> isize {
        0
    }

    #[inline(always)]
    unsafe fn element(self, offset: isize) -> NonNull<T> {
        // SAFETY: by the caller.
        unsafe { self.offset(offset) }
    }
}

impl<T, O: Map> Elements<T> for At<NonNull<T>, O> {
    type Map = O;

    #[inline(always)]
    fn zero(self) -> NonNull<T> {
        self.zero
    }

    #[inline(always)]
    fn origin(self) -> isize {
        self.origin.value()
    }

    #[inline(always)]
    unsafe fn element(self, offset: isize) -> NonNull<T> {
        // SAFETY: by the caller.
        unsafe { self.at(offset) }
    }
}

/// Elements and the geometry by whose offsets they are found.
///
/// Invariant: at that of each coordinate of `G` is an element, all in one
/// allocation. The owner of a place says what may be done with the elements, and for
/// how long.
pub(super) struct Place<A, G: Geometry, O: Map> {
    at: At<A, O>,
    layout: Prepared<G>,
}

impl<A: Copy, G: Geometry, O: Map> Clone for Place<A, G, O> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: Copy, G: Geometry, O: Map> Copy for Place<A, G, O> {}

/// The elements `T` of a layout.
pub(super) type PlaceOf<T, L> = Place<NonNull<T>, <L as Layout>::Geometry, <L as Layout>::Map>;

/// A tile: full, or at an edge.
pub(super) type RaggedPlace<A, G, S, O> =
    Ragged<Place<A, <S as Tiler<G>>::Full, O>, Place<A, <S as Tiler<G>>::Edge, O>>;

impl<T, G: Geometry, O: Map> Place<NonNull<T>, G, O> {
    #[inline(always)]
    pub(super) fn zero(&self) -> NonNull<T> {
        self.at.zero
    }

    /// The element at the smallest offset, of a layout without a map.
    #[cfg(feature = "ndarray")]
    pub(super) fn first(&self) -> NonNull<T> {
        let first = G::Phase::span::<G, Identity>(self.geometry()).map_or(0, |span| span.first);
        // SAFETY: the smallest offset is that of a coordinate, or 0 where there is none.
        unsafe { self.at.element(first) }
    }
}

impl<A: Address, G: Geometry, O: Map> Place<A, G, O> {
    /// The memory of `count` elements by a layout; the smallest offset is at the first of them, or offset 0
    /// where that is smaller.
    ///
    /// # Safety
    ///
    /// From `first` on, `count` elements are in one allocation.
    #[inline(always)]
    pub(super) unsafe fn among<L: Layout<Geometry = G, Map = O>>(
        first: A,
        count: usize,
        layout: Answer<L>,
    ) -> Result<Self, ShapeError> {
        let Spanned { geometry, span } = layout.spanned()?;
        if count < span.length {
            let rule = "a buffer must have the elements that its layout spans";
            let numbers = [count as i128, span.length as i128];
            let names = &["length", "cosize"];
            return Err(ShapeError::broken(G::Phase::notation::<G, O>(), rule, names, &numbers));
        }
        // SAFETY: the span has offset 0, or is empty.
        Ok(unsafe { Place::at_zero(first.moved(span.first.wrapping_neg()), geometry) })
    }

    /// The memory of `count` elements by a layout, whose offset 0 is at the element `start` of them.
    ///
    /// # Safety
    ///
    /// From `first` on, `count` elements are in one allocation.
    pub(super) unsafe fn around<L: Layout<Geometry = G, Map = O>>(
        first: A,
        count: usize,
        start: usize,
        layout: Answer<L>,
    ) -> Result<Self, ShapeError> {
        let Spanned { geometry, span } = layout.spanned()?;
        if span.length == 0 {
            // SAFETY: there are no coordinates.
            return Ok(unsafe { Place::at_zero(first, geometry) });
        }
        // The span has offset 0: some of its elements are before it, and the others from it on.
        let before = span.first.unsigned_abs();
        let after = span.length - before;
        if start < before || start > count || count - start < after {
            let rule = "a buffer must have the elements that its layout spans, on both sides of the \
                        start";
            let numbers = [count as i128, start as i128, span.first as i128, after as i128 - 1];
            let names = &["length", "start", "min_offset", "max_offset"];
            return Err(ShapeError::broken(G::Phase::notation::<G, O>(), rule, names, &numbers));
        }
        // SAFETY: `start < count`, as `after` is at least 1; the span is within the elements.
        Ok(unsafe { Place::at_zero(first.moved(start as isize), geometry) })
    }

    /// [`Place::among`] where the elements are known to be enough.
    ///
    /// # Safety
    ///
    /// At `first` begin as many elements, in one allocation, as the layout spans.
    #[inline(always)]
    pub(super) unsafe fn at_first<L: Layout<Geometry = G, Map = O>>(
        first: A,
        layout: Answer<L>,
    ) -> Self {
        let Spanned { geometry, span } = match layout.spanned() {
            Ok(spanned) => spanned,
            Err(error) => error.panic(),
        };
        // SAFETY: the span has offset 0, or is empty.
        unsafe { Place::at_zero(first.moved(span.first.wrapping_neg()), geometry) }
    }

    /// # Safety
    ///
    /// At the offset of each coordinate of the layout from `zero` is an element, all in one
    /// allocation.
    #[inline(always)]
    pub(super) unsafe fn at_zero(zero: A, geometry: Checked<G>) -> Self {
        let layout = Prepared::new(geometry.into_geometry());
        Place { at: At { zero, origin: O::Origin::ZERO }, layout }
    }

    /// A part of the layout, from an offset of the geometry on.
    ///
    /// # Safety
    ///
    /// This and each offset of `H` together are the offset of a coordinate of `G`.
    #[inline(always)]
    unsafe fn moved<H: Geometry>(&self, offset: isize, geometry: H) -> Place<A, H, O> {
        // What is empty has no element to point to.
        let offset = if H::Phase::is_empty(&geometry) { 0 } else { offset };
        let at = if const { O::IDENTITY } {
            // SAFETY: 0 is an offset of `H`, so that this is the address of an element.
            At { zero: unsafe { self.at.zero.moved(offset) }, ..self.at }
        } else {
            At { origin: self.at.origin.plus(offset), ..self.at }
        };
        Place { at, layout: Prepared::new(geometry) }
    }

    /// The address of offset 0.
    #[inline(always)]
    pub(super) fn address(&self) -> A {
        self.at.zero
    }

    #[inline(always)]
    pub(super) fn elements(&self) -> At<A, O> {
        self.at
    }

    #[inline(always)]
    pub(super) fn operand(&self) -> Prepared<G> {
        self.layout
    }

    #[inline(always)]
    pub(super) fn geometry(&self) -> &G {
        &self.layout.modes
    }

    #[inline(always)]
    pub(super) fn size(&self) -> usize {
        match const { G::KNOWN_SIZE } {
            Some(size) => size,
            None => self.geometry().product(),
        }
    }

    /// The element at a coordinate, if that is within the extents.
    #[inline(always)]
    pub(super) fn get<C: Coordinate<G>>(&self, coordinate: C) -> Option<A> {
        if G::Phase::is_within(self.geometry(), coordinate) {
            // SAFETY: the coordinate is within the extents.
            Some(unsafe { self.get_unchecked(coordinate) })
        } else {
            None
        }
    }

    /// [`Place::get`], or a panic. Of an `Option`, LLVM would compare the address of each element
    /// with null.
    #[inline(always)]
    #[track_caller]
    pub(super) fn at<C: Coordinate<G>>(&self, coordinate: C) -> A {
        refuse::<G, O>(coordinate.outside(self.geometry(), ModePath::ALL));
        // SAFETY: the coordinate is within the extents.
        unsafe { self.get_unchecked(coordinate) }
    }

    /// The element at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    pub(super) unsafe fn get_unchecked<C: Coordinate<G>>(&self, coordinate: C) -> A {
        // SAFETY: by the caller. `Coordinate` is sealed: the offset is that of `G`.
        unsafe { self.at.at(self.layout.offset(coordinate) as isize) }
    }

    /// The first mode, with the others at a coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    unsafe fn head_unchecked<C>(&self, rest: G::Tail, tail: C) -> Place<A, G::Head, O>
    where
        C: Coordinate<G::Tail>,
    {
        let offset = Prepared::new(rest).offset(tail) as isize;
        // SAFETY: by the caller.
        unsafe { self.head_from(offset) }
    }

    /// The first mode, with the others at the coordinate that has an offset in them.
    ///
    /// # Safety
    ///
    /// `offset` is that of a coordinate of these modes.
    #[inline(always)]
    pub(super) unsafe fn head_from(&self, offset: isize) -> Place<A, G::Head, O> {
        let () = Modes::<G>::TILES;
        // SAFETY: the offset of `(h, t)` in `G` is that of `h` in its first mode plus that
        // of `t` in the others: each coordinate of `G::Head` is one of `G` with `t`.
        unsafe { self.moved(offset, self.geometry().head()) }
    }

    /// The first mode, with the others at a 1-D coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is below the size of the modes after the first.
    #[inline(always)]
    pub(super) unsafe fn head_at(&self, tail: usize) -> Place<A, G::Head, O> {
        // SAFETY: by the caller.
        unsafe { self.head_unchecked(self.geometry().tail(), tail) }
    }

    /// The first mode, with the others at a coordinate, or a panic where that is not within the extents.
    #[inline(always)]
    #[track_caller]
    pub(super) fn tile<C: Coordinate<G::Tail>>(&self, tail: C) -> Place<A, G::Head, O> {
        let rest = self.geometry().tail();
        let at = const { ModePath::ALL.mode(1) };
        let outside = tail.outside(&rest, at);
        // Of several modes after the first, the numbers are others in the whole layout.
        let mode = |outside: OutOfRange| if G::RANK == 2 { outside.mode } else { ModePath::ALL };
        refuse::<G, O>(outside.map(|outside| OutOfRange { mode: mode(outside), ..outside }));
        // SAFETY: the coordinate is within the extents.
        unsafe { self.head_unchecked(rest, tail) }
    }

    /// The modes after the first, with the first at a coordinate, or a panic where that is not
    /// within the extents.
    #[inline(always)]
    #[track_caller]
    pub(super) fn part<C: Coordinate<G::Head>>(&self, head: C) -> Place<A, G::Tail, O> {
        let () = Modes::<G>::PARTS;
        let first = self.geometry().head();
        let at = const { ModePath::ALL.mode(0) };
        refuse::<G, O>(head.outside(&first, at));
        // SAFETY: the coordinate is within the extents.
        unsafe { self.part_unchecked(head) }
    }

    /// [`Place::part`] without the check.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents.
    #[inline(always)]
    pub(super) unsafe fn part_unchecked<C>(&self, head: C) -> Place<A, G::Tail, O>
    where
        C: Coordinate<G::Head>,
    {
        let () = Modes::<G>::PARTS;
        let offset = Prepared::new(self.geometry().head()).offset(head) as isize;
        // SAFETY: as in `head_unchecked`, with the parts exchanged.
        unsafe { self.moved(offset, self.geometry().tail()) }
    }

    /// The modes that a slicer keeps, where its integers and ranges are within the extents.
    #[inline(always)]
    pub(super) fn slice<S: Slicer<G>>(
        &self,
        slicer: S,
    ) -> Result<Place<A, KeptOf<S, G>, O>, Refused>
    where
        S::Before<()>: Kept,
    {
        if let Some(refused) = slicer.refused(self.geometry(), ModePath::ALL) {
            return Err(refused);
        }
        let offset = fixed_offset(self.geometry(), &self.layout.flow, &slicer) as isize;
        let kept = slicer.keep(self.geometry(), ()).geometry();
        // SAFETY: the offset of a coordinate is the sum over its modes, at any depth. With
        // what is fixed, each coordinate of the modes that are kept is one of `G`.
        Ok(unsafe { self.moved(offset, kept) })
    }

    /// The same modes in another order.
    ///
    /// The caller shows by type that the modes of `H` are those of `G`, each once
    /// ([`HasModes`](super::HasModes)). An offset is the sum over all modes, so that each coordinate of `H` has the
    /// offset of one of `G`.
    #[inline(always)]
    pub(super) fn permuted<H: Geometry>(&self, geometry: H) -> Place<A, H, O> {
        Place { at: self.at, layout: Prepared::new(geometry) }
    }

    /// The same elements, or some of them, by another layout from the same offset 0.
    #[inline(always)]
    pub(super) fn with_layout<M: Layout>(
        &self,
        layout: Answer<M>,
    ) -> Result<Place<A, M::Geometry, M::Map>, ShapeError> {
        let geometry = layout.within::<G, O>(self.geometry())?;
        // Each offset of `M` is one of `G`, but for what its map moves it further before the same
        // swizzles. So the invariant holds with the same origin.
        let origin = <M::Map as OffsetMap>::Origin::ZERO.plus(self.at.origin.value());
        let layout = Prepared::new(geometry.into_geometry());
        Ok(Place { at: At { zero: self.at.zero, origin }, layout })
    }

    /// The tile of a tiler at a coordinate of the grid, and its first coordinate.
    ///
    /// # Safety
    ///
    /// The coordinate is within the extents of the grid.
    #[inline(always)]
    pub(super) unsafe fn ragged<S: Tiler<G>>(
        &self,
        cuts: &S::Cuts,
        tile: <S::Grid as Geometry>::Natural<usize>,
    ) -> (S::First, RaggedPlace<A, G, S, O>) {
        let first = S::first(cuts, tile);
        let offset = self.layout.offset(first) as isize;
        // SAFETY: the tiles of a grid cut the coordinates of these modes into boxes. A tile has the
        // strides of the whole, and the digits of the whole without those of the first coordinate:
        // with them, each of its coordinates is one of the whole.
        let ragged = unsafe {
            if S::is_full(cuts, tile) {
                Ragged::Full(self.moved(offset, S::full(cuts)))
            } else {
                Ragged::Edge(self.moved(offset, S::edge(cuts, tile)))
            }
        };
        (first, ragged)
    }

    /// The notation of the layout, from where it counts.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_layout::<G, O>(f, self.geometry(), self.at.origin.value())
    }
}

/// The notation of a layout, from where it counts.
pub(super) fn write_layout<G: Geometry, O: Map>(
    f: &mut fmt::Formatter<'_>,
    geometry: &G,
    origin: isize,
) -> fmt::Result {
    write_map::<O>(f, origin)?;
    geometry.write(f, Written::Shape)?;
    f.write_str(":")?;
    geometry.write(f, Written::Stride)
}

/// Panics if an integer of a coordinate is outside, in a view of `G` and the map `O`.
#[inline(always)]
#[track_caller]
fn refuse<G: Geometry, O: Map>(outside: Option<OutOfRange>) {
    if let Some(outside) = outside {
        outside.refuse(G::Phase::name::<G, O>());
    }
}

/// The swizzles, the last first, from an origin.
fn write_map<O: OffsetMap>(f: &mut fmt::Formatter<'_>, origin: isize) -> fmt::Result {
    if const { O::IDENTITY } {
        return Ok(());
    }
    let moved = if <O::Before as OffsetMap>::IDENTITY { origin } else { 0 };
    write!(f, "{} o {} o ", O::SWIZZLE, O::OFFSET.wrapping_add(moved))?;
    write_map::<O::Before>(f, origin)
}
