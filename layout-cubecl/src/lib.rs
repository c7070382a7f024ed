//! Layouts in kernels of [cubecl]: within `#[cube]`, the functions of a layout have the names that
//! they have everywhere else.
//!
//! ```
//! use cubecl::prelude::*;
//! use layout_cubecl::*;
//! use layout_runtime::{Layout, layout};
//!
//! layout! {
//!     pub struct Rows = (32,32):(32,1);
//!     pub struct Columns = (32,32);
//!     pub struct Tile = Sw<5,0,5> o 0 o (32,32):(32,1);
//! }
//!
//! /// A transpose, by a tile in which neither a row nor a column meets itself in a bank.
//! #[cube(launch_unchecked)]
//! fn transpose(input: &[f32], output: &mut [f32]) {
//!     let mut tile = Shared::<[f32]>::new_slice(1024usize);
//!     let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
//!     tile[Tile.at_u32(y, x) as usize] = input[Rows.at_u32(y, x) as usize];
//!     sync_cube();
//!     output[Columns.at_u32(x, y) as usize] = tile[Tile.at_u32(x, y) as usize];
//! }
//! # fn main() {}
//! ```
//!
//! cubecl turns a call `x.f(a)` in a kernel into `x.__expand_f_method(scope, a)`, which says what the call
//! computes. The traits here have these methods for every layout whose numbers are known at compile time:
//! `index_u32` of a 1-D coordinate, `at_u32` of one a mode, for up to six modes, and `crd2idx_u32` of a natural
//! coordinate. They compute what the functions of the same names compute in Rust, by the same plan, in words of 32
//! bits.
//!
//! A layout whose numbers are known only at run time is an argument of the kernel, [`Launched`].
//! `in_bounds_u32` returns whether a natural coordinate is no padding.
//!
//! A kernel over any layout of constants has it as a `#[comptime]` parameter, a [`ComptimeLayout`], or by its type alone as
//! `Launched<L>`, whose numbers are constants in the kernel. [`relayout`] copies from any layout to another, by the plan of
//! [`Copied`]. With the feature `cubecl-std`, a [`Launched`] layout is a `Layout` of cubecl-std, so that its views go
//! through it: `input.view(rows)`.
//!
//! Numbers that are known while the kernel is compiled need nothing of this: `comptime!(Tile.at_u32(1, 2))`.
//!
//! # Panics
//!
//! While a kernel is expanded, which its first launch does: of a layout with an offset that is negative, or that
//! 32 bits do not hold. In Rust, the functions of such a layout do not compile. `in_bounds_u32` panics in both
//! where 32 bits do not hold what the bounds compare.
#![forbid(unsafe_code)]

mod copies;
mod expand;
mod launched;
mod numbers;
#[cfg(feature = "cubecl-std")]
mod std;

use cubecl::prelude::{NativeExpand, Scope};
use layout_runtime::bounds::{Bounds, Known};
use layout_runtime::dynamic::{AnyExtent, AnyStride};
use layout_runtime::{Computed, Geometry, Layout, Leaf, Mode, Numbers, StaticLayout};

pub use copies::{Copied, Unindexed, relayout};
use expand::{Entry, expand};
pub use launched::{Launched, LaunchedExpand, LaunchedLayout};
use numbers::{Computer, Value};

/// The value that cubecl computes with in the place of a `u32`.
type Number = NativeExpand<u32>;

/// The modes of a layout, whose natural coordinates are nested like them: a [`Leaf`], a [`Mode`], or a tuple of at most
/// sixteen.
pub trait CubeGeometry: Geometry {
    /// The natural coordinate in a kernel.
    type Coordinate;

    /// Adds the numbers of the leaves, in their order.
    #[doc(hidden)]
    fn leaves(at: Self::Coordinate, leaves: &mut Vec<Number>);

    /// Adds, for each leaf, whether its type knows its extent and its stride.
    #[doc(hidden)]
    fn known(known: &mut Vec<(bool, bool)>);
}

/// Implements the trait for a leaf.
macro_rules! leaf {
    ([$($parameters:tt)*] $Leaf:ty: $known:expr) => {
        impl<$($parameters)*> CubeGeometry for $Leaf {
            type Coordinate = Number;

            fn leaves(at: Number, leaves: &mut Vec<Number>) {
                leaves.push(at);
            }

            fn known(known: &mut Vec<(bool, bool)>) {
                known.push($known);
            }
        }
    };
}

leaf!([const N: usize, const D: isize] Leaf<N, D>: (true, true));
leaf!([T: Numbers, const N: usize, const D: usize] Computed<T, N, D>: (true, true));
leaf!([E: AnyExtent, D: AnyStride] Mode<E, D>: (E::FIXED.is_some(), D::FIXED.is_some()));

macro_rules! tuples {
    ($($G:ident $c:ident),+) => {
        impl<$($G: CubeGeometry),+> CubeGeometry for ($($G,)+)
        where
            ($($G,)+): Geometry,
        {
            type Coordinate = ($($G::Coordinate,)+);

            fn leaves(($($c,)+): Self::Coordinate, leaves: &mut Vec<Number>) {
                $($G::leaves($c, leaves);)+
            }

            fn known(known: &mut Vec<(bool, bool)>) {
                $($G::known(known);)+
            }
        }
    };
}

tuples!(G0 c0);
tuples!(G0 c0, G1 c1);
tuples!(G0 c0, G1 c1, G2 c2);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10, G11 c11);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10, G11 c11, G12 c12);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10, G11 c11, G12 c12, G13 c13);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10, G11 c11, G12 c12, G13 c13, G14 c14);
tuples!(G0 c0, G1 c1, G2 c2, G3 c3, G4 c4, G5 c5, G6 c6, G7 c7, G8 c8, G9 c9, G10 c10, G11 c11, G12 c12, G13 c13, G14 c14, G15 c15);

/// `index_u32`, `crd2idx_u32` and `in_bounds_u32` of a layout in a kernel.
pub trait CubeLayout: StaticLayout + Sized {
    /// [`Layout::index_u32`] in a kernel.
    #[doc(hidden)]
    fn __expand_index_u32_method(self, scope: &Scope, i: Number) -> Number {
        expand(scope, Self::NOTATION, Entry::Index, vec![i])
    }

    /// [`Layout::crd2idx_u32`] in a kernel.
    #[doc(hidden)]
    fn __expand_crd2idx_u32_method(
        self,
        scope: &Scope,
        at: <Self::Geometry as CubeGeometry>::Coordinate,
    ) -> Number
    where
        Self::Geometry: CubeGeometry,
    {
        let mut leaves = Vec::new();
        Self::Geometry::leaves(at, &mut leaves);
        expand(scope, Self::NOTATION, Entry::AtFlat, leaves)
    }

    /// Returns true if a natural coordinate is no padding, in 32 bits.
    ///
    /// ```
    /// use layout_cubecl::CubeLayout;
    /// use layout_runtime::layout;
    ///
    /// layout! { #[allow(padding)] struct Blocks = logical_divide(10, 4); }
    ///
    /// assert!(Blocks.in_bounds_u32((1, 2)) && !Blocks.in_bounds_u32((2, 2)));
    /// ```
    ///
    /// # Panics
    ///
    /// A number that the bounds compare does not fit an `i32`: `Layout::in_bounds` computes in wider words.
    fn in_bounds_u32(self, at: <Self::Geometry as Geometry>::Natural<u32>) -> bool
    where
        Self::Bounds: Known,
    {
        numbers::assert_bounds_fit(&self);
        self.bounds().contain::<u32>(&self.geometry(), at)
    }

    /// [`CubeLayout::in_bounds_u32`] in a kernel.
    #[doc(hidden)]
    fn __expand_in_bounds_u32_method(
        self,
        scope: &Scope,
        at: <Self::Geometry as CubeGeometry>::Coordinate,
    ) -> NativeExpand<bool>
    where
        Self::Geometry: CubeGeometry,
        Self::Bounds: Known,
    {
        numbers::assert_bounds_fit(&self);
        let bounds: Vec<_> = numbers::bounds(&self, true)
            .into_iter()
            .map(|(strides, extent)| {
                let known = |number: numbers::Launched| Value::Known(number.number());
                (strides.into_iter().map(known).collect(), known(extent))
            })
            .collect();
        let mut leaves = Vec::new();
        Self::Geometry::leaves(at, &mut leaves);
        Computer(scope).contain(&bounds, &leaves)
    }
}

impl<L: StaticLayout> CubeLayout for L {}

/// A layout that may be a `#[comptime]` parameter of a kernel: the kernel is compiled once for each.
///
/// A named layout is one if it derives what cubecl asks of such parameters.
///
/// ```
/// use cubecl::prelude::*;
/// use layout_cubecl::*;
/// use layout_runtime::layout;
///
/// layout! {
///     #[derive(PartialEq, Eq, Hash)]
///     pub struct Rows = (8,8):(8,1);
/// }
///
/// #[cube(launch)]
/// fn gather<L: ComptimeLayout>(input: &[f32], output: &mut [f32], #[comptime] layout: L) {
///     let i = ABSOLUTE_POS as u32;
///     output[i as usize] = input[layout.index_u32(i) as usize];
/// }
/// # fn main() {}
/// ```
pub trait ComptimeLayout:
    CubeLayout + ::std::fmt::Debug + Eq + ::std::hash::Hash + Send + Sync + 'static
{
}

impl<L> ComptimeLayout for L where
    L: CubeLayout + ::std::fmt::Debug + Eq + ::std::hash::Hash + Send + Sync + 'static
{
}

macro_rules! ranks {
    ($($(#[$doc:meta])* $Rank:ident: $($M:ident $c:ident),+;)+) => { $(
        $(#[$doc])*
        pub trait $Rank: StaticLayout + Sized {
            /// `at_u32` in a kernel.
            #[doc(hidden)]
            #[allow(clippy::too_many_arguments)] // One a mode.
            fn __expand_at_u32_method(self, scope: &Scope, $($c: Number),+) -> Number {
                expand(scope, Self::NOTATION, Entry::At, vec![$($c),+])
            }
        }

        impl<$($M),+, L: StaticLayout + Layout<Geometry = ($($M,)+)>> $Rank for L
        where
            ($($M,)+): Geometry,
        {
        }
    )+ };
}

ranks! {
    /// `at_u32` of a layout with one mode.
    CubeAt1: M0 c0;
    /// `at_u32` of a layout with two modes.
    CubeAt2: M0 c0, M1 c1;
    /// `at_u32` of a layout with three modes.
    CubeAt3: M0 c0, M1 c1, M2 c2;
    /// `at_u32` of a layout with four modes.
    CubeAt4: M0 c0, M1 c1, M2 c2, M3 c3;
    /// `at_u32` of a layout with five modes.
    CubeAt5: M0 c0, M1 c1, M2 c2, M3 c3, M4 c4;
    /// `at_u32` of a layout with six modes.
    CubeAt6: M0 c0, M1 c1, M2 c2, M3 c3, M4 c4, M5 c5;
}
