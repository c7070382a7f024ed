//! What views rest on, as constants that public functions name.
//!
//! rustc evaluates the constants that a function names where the function is called, and shows that call if one fails. So
//! a public function names what it rests on, besides the function inside that needs it: both name one constant, and it is
//! one error. Of run-time numbers these say nothing: they are checked when they are there.

use core::marker::PhantomData;

use super::checks::assert_contains;
use super::image::apart;
use super::injective::assert_injective;
use super::place::assert_modes;
use super::side::Side;
use super::{assert_array, between, tiles};
use crate::geometry::Geometry;
use crate::phase::Phase;
use crate::{Layout, Map};

/// No two coordinates of `G` share an offset.
pub(super) struct Injective<G>(PhantomData<G>);

impl<G: Geometry> Injective<G> {
    pub(super) const SHOWN: () = if G::Phase::IS_CONSTANT {
        assert_injective::<G>();
    };
}

/// Each offset of the layout `H` with the map `N` is one of `G` with `O`.
pub(super) struct Contains<G, O, H, N>(PhantomData<(G, O, H, N)>);

/// Each offset of the layout `M` is one of `L`.
pub(super) type Within<L, M> = Contains<
    <L as Layout>::Geometry,
    <L as Layout>::Map,
    <M as Layout>::Geometry,
    <M as Layout>::Map,
>;

impl<G: Geometry, O: Map, H: Geometry, N: Map> Contains<G, O, H, N> {
    pub(super) const SHOWN: () = if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_contains::<G, O, H, N>();
    } else {
        assert!(apart::<O, N>().is_some(), "the new layout has other swizzles than the view's");
    };
}

/// A layout has a first mode and others.
pub(super) struct Modes<G>(PhantomData<G>);

impl<G: Geometry> Modes<G> {
    pub(super) const TILES: () = assert_modes::<G>("a layout of tiles", "(tile, rest)");
    pub(super) const PARTS: () = assert_modes::<G>("a partition", "(thread, values)");
    pub(super) const FOLDED: () = assert_modes::<G>("what is folded", "(first, rest)");
}

/// What a source and a target are together.
pub(super) struct Pairs<S, D>(PhantomData<(S, D)>);

impl<S: Side, D: Side> Pairs<S, D> {
    /// They have one size.
    pub(super) const SAME: () = between::assert_sizes(S::KNOWN, D::KNOWN);
    /// Besides, no two coordinates of the target share an element.
    pub(super) const COPIED: () = {
        let () = D::INJECTIVE;
        between::assert_sizes(S::KNOWN, D::KNOWN);
    };
    /// The target has the size of the modes after the source's first, and no two coordinates of it share an element.
    pub(super) const FOLDED: () = {
        let () = S::FOLDED;
        let () = D::INJECTIVE;
        between::assert_fold(S::KNOWN, D::KNOWN);
    };
}

/// An array of so many elements has those of a layout.
pub(super) struct Fits<L, const N: usize>(PhantomData<L>);

impl<L: Layout, const N: usize> Fits<L, N> {
    pub(super) const SHOWN: () = assert_array::<L>(N);
}

/// A layout `(tile, rest)` has so many tiles.
pub(super) struct Count<G, const N: usize>(PhantomData<G>);

impl<G: Geometry, const N: usize> Count<G, N> {
    pub(super) const SHOWN: () = tiles::assert_count::<G>(N);
}
