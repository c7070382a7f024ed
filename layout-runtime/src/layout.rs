//! `Layout`: the trait of all layouts, for generic code.

use crate::bounds::{Bounds, contain};
use crate::map::{cosize, fits_u32, mapped, mapped_u32, range};
use crate::notation::notation;
use crate::{
    Coordinate, CoordinateU32, Coordinates, Entries, InStorageOrder, Indices, Map, Offsets, Plan,
    Profile,
};

/// The offset of a 1-D coordinate, in the place of a call: each one is spilled by
/// an unoptimised build.
macro_rules! indexed {
    ($offset_of:ident, $value_of:ident, $mapped:ident: $P:ty, $Index:ty, $M:ty; $i:expr) => {{
        const { $crate::plan::verify::assert_plan::<$P, $Index, $M>() };
        if const { <$Index as $crate::Plan>::FOLDED || <$M as $crate::Map>::IDENTITY } {
            $crate::plan::planned!($offset_of, $value_of: $P, $Index; $i)
        } else {
            $mapped::<$M>($crate::plan::planned!($offset_of, $value_of: $P, $Index; $i))
        }
    }};
}

pub(crate) use indexed;

/// A layout: a function from coordinates to offsets.
///
/// The values are zero-sized; the methods take `self` all the same, so that
/// generic code need not know that everything is a constant.
///
/// ```
/// use layout_runtime::bounds::Everywhere;
/// use layout_runtime::{Identity, Layout, Leaf};
///
/// #[derive(Clone, Copy)]
/// struct Column;
///
/// impl Layout for Column {
///     type Profile = (Leaf<4, 1>, Leaf<2, 4>);
///     type Linear = Leaf<8, 1>;
///     type Index = Self::Linear;
///     type Map = Identity;
///     type Bounds = Everywhere;
/// }
///
/// fn sum<L: Layout>(layout: L, buffer: &[u32]) -> u32 {
///     (0..layout.size()).map(|i| buffer[layout.index(i)]).sum()
/// }
///
/// assert_eq!(sum(Column, &[1; 8]), 8);
/// assert_eq!(Column::SHAPE, [4, 2]);
/// assert_eq!(Column.crd2idx((3, 1)), 7);
/// assert_eq!(Column::NOTATION, "(4,2):(1,4)");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout whose numbers the compiler knows",
    note = "layouts are made by the macros, as in `layout!((4,8):(8,1))`",
    note = "one with numbers of the run is no `Layout` but a `Dynamic`, whose views are \
            `DynamicView::new(buffer, layout)`"
)]
pub trait Layout: Copy {
    /// The extents and strides, nested like the shape.
    type Profile: Profile;
    /// The coalesced profile: the same function of 1-D coordinates below `SIZE`.
    type Linear: Profile;
    /// How the offset of a 1-D coordinate is computed: [`Layout::Linear`] is a plan.
    type Index: Plan;
    /// What follows the layout of the profile: nothing, or swizzles.
    type Map: Map;
    /// Which coordinates are padding: those that are not within these.
    type Bounds: Bounds<Self::Profile>;

    /// The layout in CuTe's notation.
    const NOTATION: &'static str = notation::<Self::Profile, Self::Map>();
    /// The number of modes; a layout of a single integer extent has one.
    const RANK: usize = <Self::Profile as Profile>::RANK;
    /// The levels of nesting.
    const DEPTH: usize = <Self::Profile as Profile>::DEPTH;
    /// The number of coordinates.
    const SIZE: usize = <Self::Profile as Profile>::SIZE;
    /// The number of offsets from the smallest to the largest, and 0.
    const COSIZE: usize = cosize::<Self::Profile, Self::Map>();
    /// The smallest offset.
    const MIN_OFFSET: isize = range::<Self::Profile, Self::Map>().0;
    /// The largest offset.
    const MAX_OFFSET: isize = range::<Self::Profile, Self::Map>().1;
    /// The extents of the leaves of the profile.
    const SHAPE: &'static [usize] = <Self::Profile as Profile>::TABLE.shape();
    /// The strides of the leaves of the profile, which a swizzle follows.
    const STRIDE: &'static [isize] = <Self::Profile as Profile>::TABLE.stride();

    /// The offset of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    fn offset(self, i: usize) -> isize {
        indexed!(offset_of, value_of, mapped: Self::Profile, Self::Index, Self::Map; i)
    }

    /// The index of the 1-D coordinate `i`; does not compile for a layout with
    /// negative offsets, see [`Layout::offset`].
    #[inline(always)]
    #[must_use]
    fn index(self, i: usize) -> usize {
        const { assert_index::<Self::Profile, Self::Map>() };
        self.offset(i) as usize
    }

    /// [`Layout::index`] in 32 bits; does not compile where the size or an
    /// offset needs more.
    #[inline(always)]
    #[must_use]
    fn index_u32(self, i: u32) -> u32 {
        const { assert_u32::<Self::Profile, Self::Map>() };
        indexed!(offset_of_u32, value_of_u32, mapped_u32: Self::Profile, Self::Index, Self::Map; i)
    }

    /// The index of any coordinate; does not compile for a layout with negative
    /// offsets, see [`Layout::crd2offset`].
    #[inline(always)]
    #[must_use]
    fn crd2idx<C: Coordinate<Self::Profile>>(self, coordinate: C) -> usize {
        const { assert_index::<Self::Profile, Self::Map>() };
        mapped::<Self::Map>(coordinate.offset()) as usize
    }

    /// [`Layout::crd2idx`] in 32 bits; does not compile where the size or an offset needs
    /// more.
    #[inline(always)]
    #[must_use]
    fn crd2idx_u32<C: CoordinateU32<Self::Profile>>(self, coordinate: C) -> u32 {
        const { assert_u32::<Self::Profile, Self::Map>() };
        mapped_u32::<Self::Map>(coordinate.offset_u32())
    }

    /// The offset of any coordinate.
    #[inline(always)]
    #[must_use]
    fn crd2offset<C: Coordinate<Self::Profile>>(self, coordinate: C) -> isize {
        mapped::<Self::Map>(coordinate.offset())
    }

    /// The natural coordinate of the 1-D coordinate `i`.
    #[inline(always)]
    #[must_use]
    fn idx2crd(self, i: usize) -> <Self::Profile as Profile>::Natural {
        Self::Profile::idx2crd(i)
    }

    /// Whether a coordinate is no padding. A layout without padding answers `true`;
    /// [`crate::bounds`] has more.
    ///
    /// ```
    /// use layout_runtime::{Layout, layout};
    ///
    /// /// The indices of a layout, without padding.
    /// fn indices<L: Layout>(layout: L) -> Vec<usize> {
    ///     (0..layout.size()).filter(|&i| layout.in_bounds(i)).map(|i| layout.index(i)).collect()
    /// }
    ///
    /// let tiles = layout!(#[allow(padding)] logical_divide(10:2, 4));
    /// assert_eq!(indices(tiles), indices(layout!(10:2)));
    /// ```
    #[inline(always)]
    #[must_use]
    fn in_bounds<C: Coordinate<Self::Profile>>(self, coordinate: C) -> bool {
        contain::<Self::Profile, Self::Bounds, C>(coordinate)
    }

    /// Calls `f` with every index, in the order of 1-D coordinates: nested loops
    /// and additions. Does not compile for a layout with negative offsets, see
    /// [`Layout::offsets`].
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
        self.indices().for_each(f);
    }

    /// Every index, in the order of 1-D coordinates: `index(0)`, `index(1)` and so
    /// on. Does not compile for a layout with negative offsets, see
    /// [`Layout::offsets`].
    ///
    /// A step is an addition and a counter of the innermost loop, whose carry goes
    /// to the next; nothing is divided but in `nth`. What consumes the iterator as
    /// a whole, such as `for_each`, `sum` or `fold`, runs nested loops.
    ///
    /// ```
    /// use layout_runtime::layout;
    ///
    /// let tile = layout!((2,3):(3,1));
    /// assert!(tile.indices().eq([0, 3, 1, 4, 2, 5]));
    /// assert!(tile.indices().rev().step_by(2).eq([5, 4, 3]));
    /// ```
    ///
    /// ```compile_fail
    /// # use layout_runtime::layout;
    /// layout!(4:-1).indices(); // this layout has negative offsets
    /// ```
    #[inline(always)]
    fn indices(self) -> Indices<Self> {
        Indices::new()
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
        Offsets::new()
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
        Coordinates::new()
    }

    /// Every natural coordinate with its index, in the order of 1-D coordinates.
    /// Does not compile for a layout with negative offsets: there,
    /// `coordinates().zip(offsets())`.
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
        Entries::new()
    }

    /// The sweeps of this layout as it lies in memory, by increasing offset;
    /// [`InStorageOrder`] says what that is.
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

    /// The number of coordinates.
    #[inline(always)]
    #[must_use]
    fn size(self) -> usize {
        Self::SIZE
    }

    /// The number of offsets from the smallest to the largest.
    #[inline(always)]
    #[must_use]
    fn cosize(self) -> usize {
        Self::COSIZE
    }
}

/// An index exists where no offset is negative.
pub(crate) const fn assert_index<P: Profile, O: Map>() {
    assert!(range::<P, O>().0 >= 0, "this layout has negative offsets: use `offset`");
}

/// The functions in 32 bits exist where every extent and offset fits, before
/// swizzles and after them.
pub(crate) const fn assert_u32<P: Profile, O: Map>() {
    assert_index::<P, O>();
    let max = range::<P, O>().1 as u64;
    assert!(
        P::SIZE as u64 <= u32::MAX as u64 && max <= u32::MAX as u64 && fits_u32::<P, O>(),
        "the size or an offset of this layout does not fit 32 bits"
    );
}
