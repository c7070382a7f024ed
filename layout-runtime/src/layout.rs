//! `Layout`: the trait of all layouts, for generic code; `StaticLayout`: what is a constant where all
//! numbers are known at compile time.

pub(crate) mod part;

use core::marker::PhantomData;

use crate::bounds::{Bounds, Everywhere, Known};
use crate::geometry::range::Range;
use crate::geometry::{Coordinate, Geometry, Profile};
use crate::iterate::iterators::{Coordinates, Entries, Indices, Offsets};
use crate::iterate::order::InStorageOrder;
use crate::map::values::{cosize, fits_u32, located, mapped_sum, range};
use crate::map::{Identity, OffsetMap, blocks, mapped, mapped_u32};
use crate::notation::notation;
use crate::number::word::Word;
use crate::phase::Phase;
use crate::plan::Plan;
use crate::prepared::Prepared;
use crate::queries::image::Image;
use crate::queries::slicer::{Kept, KeptOf, Slicer};

/// The offset of a 1-D coordinate, in the place of a call: each one is spilled by
/// an unoptimised build.
macro_rules! indexed {
    ($offset_of:ident, $value_of:ident, $mapped:ident: $P:ty, $Index:ty, $M:ty; $i:expr) => {{
        const { $crate::plan::verify::assert_plan::<$P, $Index, $M>() };
        if const { <$Index as $crate::plan::Plan>::FOLDED || <$M as $crate::map::OffsetMap>::IDENTITY } {
            $crate::plan::planned!($offset_of, $value_of: $P, $Index; $i)
        } else {
            $mapped::<$M>($crate::plan::planned!($offset_of, $value_of: $P, $Index; $i))
        }
    }};
}

pub(crate) use indexed;

/// A layout: a function from coordinates to offsets, whether its numbers are known at compile time
/// or at run time.
///
/// Named layouts, those of `layout!`, [`Static`](crate::Static), [`Dynamic`](crate::Dynamic) and the
/// layouts of views are layouts. [`StaticLayout`] has besides what is a constant where all numbers
/// are known at compile time.
///
/// ```
/// use layout_runtime::{Layout, layout};
///
/// layout! { struct Rows<m, n> = (m, n):(n, 1); }
///
/// fn sum<L: Layout>(layout: L, buffer: &[u32]) -> u32 {
///     (0..layout.size()).map(|i| buffer[layout.index(i)]).sum()
/// }
///
/// assert_eq!(sum(layout!((4,2):(2,1)), &[1; 8]), 8);
/// assert_eq!(sum(Rows::new(4, 2)?, &[1; 8]), 8);
/// # Ok::<(), layout_runtime::ShapeError>(())
/// ```
///
/// One of constants can be written by hand, too:
///
/// ```
/// use layout_runtime::bounds::Everywhere;
/// use layout_runtime::{Identity, Layout, Leaf, StaticLayout};
///
/// #[derive(Clone, Copy)]
/// struct Column;
///
/// impl Layout for Column {
///     type Geometry = (Leaf<4, 1>, Leaf<2, 4>);
///     type Linear = Leaf<8, 1>;
///     type Index = Self::Linear;
///     type Map = Identity;
///     type Bounds = Everywhere;
/// }
///
/// assert_eq!(Column::SHAPE, [4, 2]);
/// assert_eq!(Column.crd2idx((3, 1)), 7);
/// assert_eq!(Column::NOTATION, "(4,2):(1,4)");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    note = "layouts are made by the macros, as in `layout!((4,8):(8,1))`; `tiles` takes the layout `(tile, rest)` of a divide, \
            `ragged_tiles` extents"
)]
pub trait Layout: Copy {
    /// The extents and strides, nested like the shape.
    type Geometry: Geometry;
    /// The coalesced geometry: the same function of 1-D coordinates below the size.
    type Linear: Geometry;
    /// The plan by which the offset of a 1-D coordinate is computed where all numbers are known at compile time:
    /// [`Layout::Linear`] is a plan.
    type Index: Plan;
    /// The map after the geometry: the identity, or swizzles.
    type Map: Map;
    /// The bounds of padding: coordinates that are not within these are padding.
    type Bounds: Bounds<Self::Geometry>;

    /// True for a part of a view, whose map has the range of the whole.
    #[doc(hidden)]
    const IS_PART: bool = false;

    /// The extents and strides; where all are known at compile time, there is one value.
    #[inline(always)]
    #[must_use]
    fn geometry(&self) -> Self::Geometry {
        const { <Self::Geometry as Geometry>::VALUE }
    }

    /// The geometry, prepared for coordinates of any kind.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn prepared(&self) -> Prepared<Self::Geometry> {
        Prepared::new(self.geometry())
    }

    /// The coalesced geometry, prepared for 1-D coordinates.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn linear(&self) -> Prepared<Self::Linear> {
        Prepared::new(const { <Self::Linear as Geometry>::VALUE })
    }

    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    fn bounds(&self) -> Self::Bounds {
        const { <Self::Bounds as Bounds<Self::Geometry>>::VALUE }
    }

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    fn offset(self, i: usize) -> isize {
        PhaseOf::<Self>::choose(
            || indexed!(offset_of, value_of, mapped: Self::Geometry, Self::Index, Self::Map; i),
            || mapped::<Self::Map>(self.linear().at(i) as isize),
        )
    }

    /// The index of the 1-D coordinate `i`. Where offsets are negative, see [`Layout::offset`]: this
    /// does not compile, or panics in a debug build where they are known at run time.
    #[inline(always)]
    #[must_use]
    fn index(self, i: usize) -> usize {
        let () = NotNegative::<Self::Geometry, Self::Map>::SHOWN;
        assert_no_negative(&self);
        self.offset(i) as usize
    }

    /// The index of any coordinate: an integer, or a tuple nested like the shape. Where offsets are
    /// negative, see [`Layout::crd2offset`] and [`Layout::index`].
    ///
    /// In generic code, `crd2idx((i, j))` is what `at(i, j)` is of a layout whose modes are known.
    ///
    /// ```
    /// use layout_runtime::{Coordinate, Layout, layout};
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// fn trace<L>(layout: L, n: usize, buffer: &[u32]) -> u32
    /// where
    ///     L: Layout,
    ///     (usize, usize): Coordinate<L::Geometry>,
    /// {
    ///     (0..n).map(|i| buffer[layout.crd2idx((i, i))]).sum()
    /// }
    ///
    /// let buffer = [1, 2, 3, 4];
    /// let rows = Rows::new(2, 2)?;
    /// assert_eq!(trace(layout!((2,2):(1,2)), 2, &buffer), 5);
    /// assert_eq!(trace(rows, 2, &buffer), buffer[rows.at(0, 0)] + buffer[rows.at(1, 1)]);
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    fn crd2idx<C: Coordinate<Self::Geometry>>(self, coordinate: C) -> usize {
        let () = NotNegative::<Self::Geometry, Self::Map>::SHOWN;
        assert_no_negative(&self);
        self.crd2offset(coordinate) as usize
    }

    /// The offset of any coordinate.
    #[inline(always)]
    #[must_use]
    fn crd2offset<C: Coordinate<Self::Geometry>>(self, coordinate: C) -> isize {
        mapped::<Self::Map>(self.prepared().offset(coordinate) as isize)
    }

    /// The natural coordinate of the 1-D coordinate `i`, nested like the shape.
    #[inline(always)]
    #[must_use]
    fn idx2crd(self, i: usize) -> <Self::Geometry as Geometry>::Natural<usize> {
        self.geometry().digits_last(i)
    }

    /// Returns true if a coordinate is no padding. A layout without padding answers `true`;
    /// [`crate::bounds`] has more. Generic code that asks takes layouts whose bounds are known.
    ///
    /// ```
    /// use layout_runtime::bounds::Known;
    /// use layout_runtime::{Layout, layout};
    ///
    /// /// The indices of a layout, without padding.
    /// fn indices<L: Layout<Bounds: Known>>(layout: L) -> Vec<usize> {
    ///     (0..layout.size()).filter(|&i| layout.in_bounds(i)).map(|i| layout.index(i)).collect()
    /// }
    ///
    /// let tiles = layout!(#[allow(padding)] logical_divide(10:2, 4));
    /// assert_eq!(indices(tiles), indices(layout!(10:2)));
    /// ```
    #[inline(always)]
    #[must_use]
    fn in_bounds<C: Coordinate<Self::Geometry>>(self, coordinate: C) -> bool
    where
        Self::Bounds: Known,
    {
        let geometry = self.geometry();
        self.bounds().contain::<usize>(&geometry, coordinate.natural(&geometry))
    }

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    fn size(self) -> usize {
        match const { <Self::Geometry as Geometry>::KNOWN_SIZE } {
            Some(size) => size,
            None => self.geometry().product(),
        }
    }

    /// The number of offsets from the smallest to the largest, and 0: the elements that a view needs.
    #[inline(always)]
    #[must_use]
    fn cosize(self) -> usize {
        PhaseOf::<Self>::choose(|| const { cosize_of::<Self>() }, || cosize_at_run_time(&self))
    }

    /// Calls `f` with every index, in the order of 1-D coordinates: nested loops
    /// and additions. Where offsets are negative, see [`Layout::offsets`] and [`Layout::index`].
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let (tile, source) = (layout!((4,3):(8,1)), [1; 32]);
    /// let mut sum = 0;
    /// tile.for_each(|i| sum += source[i]);
    /// assert_eq!(sum, 12);
    /// ```
    #[inline(always)]
    fn for_each<F: FnMut(usize)>(self, f: F) {
        let () = NotNegative::<Self::Geometry, Self::Map>::SHOWN;
        self.indices().for_each(f);
    }

    /// Every index, in the order of 1-D coordinates: `index(0)`, `index(1)` and so
    /// on. Where offsets are negative, see [`Layout::offsets`] and [`Layout::index`].
    ///
    /// A step is an addition and a counter of the innermost loop, whose carry goes
    /// to the next; nothing is divided but in `nth`. What consumes the iterator as
    /// a whole, such as `for_each`, `sum` or `fold`, runs nested loops.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// layout! { struct Rows<m, n> = (m, n):(n, 1); }
    ///
    /// let tile = layout!((2,3):(3,1));
    /// assert!(tile.indices().eq([0, 3, 1, 4, 2, 5]));
    /// assert!(tile.indices().rev().step_by(2).eq([5, 4, 3]));
    /// assert!(Rows::new(2, 3)?.indices().eq(tile.indices()));
    /// # Ok::<(), layout_runtime::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_runtime::layout;
    /// layout!(4:-1).indices(); // this layout has negative offsets
    /// ```
    #[inline(always)]
    fn indices(self) -> Indices<Self> {
        let () = NotNegative::<Self::Geometry, Self::Map>::SHOWN;
        Indices::new(&self)
    }

    /// Every offset, in the order of 1-D coordinates.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// assert!(layout!((2,3):(-1,2)).offsets().eq([0, -1, 2, 1, 4, 3]));
    /// ```
    #[inline(always)]
    fn offsets(self) -> Offsets<Self> {
        Offsets::new(&self)
    }

    /// Every natural coordinate, in the order of 1-D coordinates: the first leaf
    /// runs fastest.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let tile = layout!((2,(1,2)):(2,(0,1)));
    /// assert!(tile.coordinates().eq([(0, (0, 0)), (1, (0, 0)), (0, (0, 1)), (1, (0, 1))]));
    /// ```
    #[inline(always)]
    fn coordinates(self) -> Coordinates<Self> {
        Coordinates::new(&self)
    }

    /// Every natural coordinate with its index, in the order of 1-D coordinates.
    /// Where offsets are negative, see [`Layout::index`]: there, `coordinates().zip(offsets())`.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let mut identity = [0.0; 9];
    /// for ((row, column), i) in layout!((3,3):(3,1)).entries() {
    ///     identity[i] = if row == column { 1.0 } else { 0.0 };
    /// }
    /// assert_eq!(identity, [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
    /// ```
    #[inline(always)]
    fn entries(self) -> Entries<Self> {
        let () = NotNegative::<Self::Geometry, Self::Map>::SHOWN;
        Entries::new(&self)
    }

    /// The sweeps of this layout as it lies in memory, by increasing offset;
    /// [`InStorageOrder`] says what that is. Of run-time numbers, each sorts the leaves where it begins.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let transposed = layout!((2,3):(3,1)).in_storage_order();
    /// assert!(transposed.indices().eq(0..6));
    /// let coordinates = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)];
    /// assert!(transposed.coordinates().eq(coordinates));
    /// ```
    #[inline(always)]
    #[must_use]
    fn in_storage_order(self) -> InStorageOrder<Self> {
        InStorageOrder(self)
    }
}

/// Implements [`Layout`] for a geometry, which is the plain layout of its numbers. An implementation for each [`Geometry`] would be shorter, but
/// then rustc reports that what is no layout is no geometry.
macro_rules! plain_layout {
    ([$($parameters:tt)*] $type:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> $crate::Layout for $type {
            type Geometry = Self;
            type Linear = Self;
            type Index = Self;
            type Map = $crate::Identity;
            type Bounds = $crate::bounds::Everywhere;

            #[inline(always)]
            fn geometry(&self) -> Self {
                *self
            }

            #[inline(always)]
            fn linear(&self) -> $crate::internals::Prepared<Self> {
                $crate::internals::Prepared::new(*self)
            }
        }
    };
}
pub(crate) use plain_layout;

/// The layout of the part of a layout of `L` that has the geometry `G`: a slice, a tile, other modes.
pub type Part<L, G> = <<L as Layout>::Map as Map>::Layout<G>;

/// A map of the offsets of a profile: the identity, or swizzles.
pub trait Map: OffsetMap {
    /// The layout of a part: the geometry itself where nothing follows it.
    type Layout<G: Geometry>: Layout<Geometry = G, Map = Self, Bounds = Everywhere>;

    /// The layout of a part of this geometry.
    fn layout<G: Geometry>(geometry: G) -> Self::Layout<G>;
}

/// The phase in which the numbers of a layout are known.
pub(crate) type PhaseOf<L> = <<L as Layout>::Geometry as Geometry>::Phase;

/// The nesting of a layout with run-time numbers.
pub type AtRunTime<L> = <<L as Layout>::Geometry as Geometry>::AtRunTime;

/// A [`Layout`] whose numbers are all known at compile time, with its constants.
///
/// Its values are zero-sized; the methods take `self` all the same, so that generic code need not
/// know that everything is a constant.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout whose numbers are known at compile time",
    label = "no layout of constants",
    note = "layouts without symbols are, as `layout!((4,8):(8,1))`, and those whose symbols are `const` parameters; \
            `Layout` is the trait of all"
)]
pub trait StaticLayout: Layout<Geometry: Profile> {
    /// The layout in CuTe's notation.
    const NOTATION: &'static str = notation::<Self::Geometry, Self::Map>();
    /// The number of modes; a layout of a single integer extent has one.
    const RANK: usize = <Self::Geometry as Geometry>::RANK;
    /// The levels of nesting.
    const DEPTH: usize = <Self::Geometry as Geometry>::DEPTH;
    /// The number of coordinates.
    const SIZE: usize = <Self::Geometry as Geometry>::SIZE;
    /// The number of offsets from the smallest to the largest, and 0.
    const COSIZE: usize = cosize_of::<Self>();
    /// The smallest and the largest offset.
    #[doc(hidden)]
    const RANGE: (isize, isize) = match Self::IS_PART {
        true => Image::<Self::Geometry, Self::Map>::RANGE,
        false => range::<Self::Geometry, Self::Map>(),
    };
    /// The smallest offset.
    const MIN_OFFSET: isize = Self::RANGE.0;
    /// The largest offset.
    const MAX_OFFSET: isize = Self::RANGE.1;
    /// The extents of the leaves of the profile.
    const SHAPE: &'static [usize] = <Self::Geometry as Geometry>::TABLE.shape();
    /// The strides of the leaves of the profile, which a swizzle follows.
    const STRIDE: &'static [isize] = <Self::Geometry as Geometry>::TABLE.stride();

    /// [`Layout::index`] in 32 bits; does not compile where the size or an
    /// offset needs more.
    #[inline(always)]
    #[must_use]
    fn index_u32(self, i: u32) -> u32 {
        const { assert_u32::<Self::Geometry, Self::Map>() };
        indexed!(offset_of_u32, value_of_u32, mapped_u32: Self::Geometry, Self::Index, Self::Map; i)
    }

    /// [`Layout::crd2idx`] in 32 bits; does not compile where the size or an offset needs
    /// more.
    #[inline(always)]
    #[must_use]
    fn crd2idx_u32<C: Coordinate<Self::Geometry, u32>>(self, coordinate: C) -> u32 {
        const { assert_u32::<Self::Geometry, Self::Map>() };
        located::<Self::Map, Self::Geometry, _, _>(coordinate)
    }

    /// The parts that a slicer fixes and keeps, as CuTe's partitions are: the index at which the slice
    /// begins, in 32 bits, and the layout of the modes that are kept, whose numbers are constants.
    ///
    /// With `s` and `rest` of the slicer, `crd2idx_u32(c) = s + rest.crd2idx_u32(k)`, where `k` is what
    /// `c` has in the modes that are kept. In a kernel the first is computed once, and the second is folded
    /// into the loads and stores.
    ///
    /// ```
    /// use layout_runtime::{StaticLayout, layout};
    ///
    /// layout! {
    ///     struct ThreadValue = ((4,8),(2,2)):((32,1),(16,8));
    ///     struct Tiles = composition(zipped_divide((64,32):(32,1), (16,8)), <ThreadValue, _>);
    /// }
    ///
    /// let (thread, tile) = (13, (2, 3));
    /// let (first, values) = Tiles.slice_u32(((thread, ..), tile));
    /// for v in 0..4 {
    ///     assert_eq!(first + values.index_u32(v), Tiles.crd2idx_u32(((thread, v), tile)));
    /// }
    /// assert_eq!(format!("{values:?}"), "((2:1, 2:256),)");
    /// ```
    ///
    /// A swizzled layout is no such sum; [`StaticLayout::slice_index_u32`] answers its indices one by one.
    #[inline(always)]
    #[must_use]
    fn slice_u32<S>(self, slicer: S) -> (u32, KeptOf<S, Self::Geometry, u32>)
    where
        Self: Layout<Map = Identity>,
        S: Slicer<Self::Geometry, u32, Before<()>: Kept>,
    {
        const { assert_u32::<Self::Geometry, Identity>() };
        let kept = slicer.keep(&self.geometry(), ());
        let (_, first) = slicer.fixed_onto::<Identity>((0, 0), 1);
        (first, kept.geometry())
    }

    /// The index of the 1-D coordinate `i` of what a slicer keeps, in 32 bits, also where swizzles follow.
    ///
    /// ```
    /// use layout_runtime::{StaticLayout, layout};
    ///
    /// let tile = layout!(Sw<2,0,3> o 0 o (8,(4,2)):(8,(1,4)));
    /// assert_eq!(tile.slice_index_u32(&(3, (.., 1)), 2), tile.crd2idx_u32((3, (2, 1))));
    /// ```
    #[inline(always)]
    #[must_use]
    fn slice_index_u32<S>(self, slicer: &S, i: u32) -> u32
    where
        S: Slicer<Self::Geometry, u32, Before<()>: Kept>,
    {
        const { assert_u32::<Self::Geometry, Self::Map>() };
        let natural = <KeptOf<S, Self::Geometry, u32> as Geometry>::VALUE.digits_last(i);
        let (within, beyond) = slicer.fixed_onto::<Self::Map>((0, 0), 1);
        let kept = Coordinate::<KeptOf<S, Self::Geometry, u32>, u32>::known_apart(
            natural,
            const { <Self::Map as OffsetMap>::REACH },
        );
        mapped_sum::<Self::Geometry, Self::Map>(within, kept.0).plus(beyond).plus(kept.1)
    }
}

// Rustc would name the geometry, and the phase of its numbers.
#[diagnostic::do_not_recommend]
impl<L: Layout<Geometry: Profile>> StaticLayout for L {}

/// The elements that hold every offset of a layout and offset 0, where all numbers are known.
const fn cosize_of<L: Layout>() -> usize {
    match L::IS_PART {
        true => Image::<L::Geometry, L::Map>::SPAN,
        false => cosize::<L::Geometry, L::Map>(),
    }
}

/// [`cosize_of`] a layout with run-time numbers.
#[inline]
fn cosize_at_run_time<L: Layout>(layout: &L) -> usize {
    let range = Range::of(&layout.geometry()).filter(|range| range.size > 0);
    let range = range.and_then(|range| blocks::<L::Map>(range.min, range.max));
    range.map_or(0, |(min, max)| max.max(0).abs_diff(min.min(0)) + 1)
}

/// Checks that no offset is negative: that a layout has indices. Of run-time numbers this is checked in a build with
/// debug assertions alone.
#[inline(always)]
pub(crate) fn assert_no_negative<L: Layout>(layout: &L) {
    PhaseOf::<L>::choose(
        || {
            let () = NotNegative::<L::Geometry, L::Map>::SHOWN;
        },
        || {
            let least = || Range::of(&layout.geometry()).map(|range| range.min);
            debug_assert!(least() >= Some(0), "this layout has negative offsets: use `offset`");
        },
    );
}

/// The proof that a layout of constants has no negative offset, as a constant that public functions name: rustc shows their
/// caller. An index exists where no offset is negative.
pub(crate) struct NotNegative<P, O>(PhantomData<(P, O)>);

impl<P: Geometry, O: OffsetMap> NotNegative<P, O> {
    pub(crate) const SHOWN: () = if P::Phase::IS_CONSTANT {
        assert_index::<P, O>();
    };
}

/// Fails at its caller, so that rustc reports the constant alone.
#[track_caller]
const fn assert_index<P: Geometry, O: OffsetMap>() {
    assert!(range::<P, O>().0 >= 0, "this layout has negative offsets: use `offset`");
}

/// The functions in 32 bits exist where every extent and offset fits, before
/// swizzles and after them.
pub(crate) const fn assert_u32<P: Geometry, O: OffsetMap>() {
    let () = NotNegative::<P, O>::SHOWN;
    let max = range::<P, O>().1 as u64;
    assert!(
        P::SIZE as u64 <= u32::MAX as u64 && max <= u32::MAX as u64 && fits_u32::<P, O>(),
        "the size or an offset of this layout does not fit 32 bits"
    );
}
