//! Proofs, as constants that public functions name.
//!
//! rustc evaluates the constants that a function names where the function is called, and shows that call if one fails. So
//! a public function names what it rests on, besides the function inside that needs it: both name one constant, and it is
//! one error. Of run-time numbers these say nothing: they are checked when they are there.

use core::marker::PhantomData;

use super::contains::{Answer, contains};
use super::image::{apart, first_offset};
use super::injective::assert_injective;
use super::message::Message;
use super::steps::Evaluated;
use crate::geometry::Geometry;
use crate::layout::Layout;
use crate::map::OffsetMap;
use crate::phase::Phase;

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

impl<G: Geometry, O: OffsetMap, H: Geometry, N: OffsetMap> Contains<G, O, H, N> {
    /// Does not compile where an offset of constants is none of `G`.
    pub const SHOWN: () = if <G::Phase as Phase>::And::<H::Phase>::IS_CONSTANT {
        assert_contains::<G, O, H, N>();
    } else {
        assert!(apart::<O, N>().is_some(), "the new layout has other swizzles than the view's");
    };
}

/// Each element of the layout `Q` with the map `N` is one of `P` with `O`.
#[track_caller]
const fn assert_contains<P: Geometry, O: OffsetMap, Q: Geometry, N: OffsetMap>() {
    if Q::SIZE == 0 {
        return;
    }
    if P::SIZE == 0 {
        let message = Message::new("")
            .layout::<Q, N>()
            .text(" has offsets, and ")
            .layout::<P, O>()
            .text(", the view's layout, has none");
        message.panic();
    }
    let Some(apart) = apart::<O, N>() else {
        let message = Message::new("")
            .layout::<Q, N>()
            .text(" has other swizzles than ")
            .layout::<P, O>()
            .text(", the view's layout");
        message.panic();
    };
    let message = match contains(&P::STEPS, &Q::STEPS.moved(apart)) {
        Answer::Yes => return,
        Answer::No(offset) => Message::new("")
            .layout::<Q, N>()
            .text(" has offset ")
            .integer(offset.wrapping_add(first_offset::<O>()))
            .text(if O::IDENTITY { "" } else { " before the swizzle" })
            .text(", and ")
            .layout::<P, O>()
            .text(", the view's layout, has not"),
        Answer::Unknown => Message::new("it could not be shown that ")
            .layout::<P, O>()
            .text(", the view's layout, has every offset of ")
            .layout::<Q, N>(),
    };
    message.panic();
}
