//! Proofs, as constants that public functions name.
//!
//! rustc evaluates the constants that a function names where the function is called, and shows that call if one fails. So
//! a public function names what it rests on, besides the function inside that needs it: both name one constant, and it is
//! one error. Of run-time numbers these say nothing: they are checked when they are there.

use core::marker::PhantomData;

use super::checks::assert_contains;
use super::image::apart;
use super::injective::assert_injective;
use crate::geometry::Geometry;
use crate::geometry::phase::Phase;
use crate::layout::Layout;
use crate::map::Map;

/// No two coordinates of `G` share an offset.
pub struct Injective<G>(PhantomData<G>);

impl<G: Geometry> Injective<G> {
    /// Does not compile where two coordinates of constants share an offset.
    pub const SHOWN: () = if G::Phase::IS_CONSTANT {
        assert_injective::<G>();
    };
}

/// Each offset of the layout `H` with the map `N` is one of `G` with `O`.
pub struct Contains<G, O, H, N>(PhantomData<(G, O, H, N)>);

/// Each offset of the layout `M` is one of `L`.
pub type Within<L, M> = Contains<
    <L as Layout>::Geometry,
    <L as Layout>::Map,
    <M as Layout>::Geometry,
    <M as Layout>::Map,
>;

impl<G: Geometry, O: Map, H: Geometry, N: Map> Contains<G, O, H, N> {
    /// Does not compile where an offset of constants is none of `G`.
    pub const SHOWN: () = if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_contains::<G, O, H, N>();
    } else {
        assert!(apart::<O, N>().is_some(), "the new layout has other swizzles than the view's");
    };
}
