//! Conditions of views, as constants that public functions name.
use core::marker::PhantomData;

use layout_runtime::internals::Message;
pub(crate) use layout_runtime::internals::{Injective, Within};

use super::assert_array;
use crate::{Geometry, Layout};

/// A layout has a first mode and others.
pub(super) struct Modes<G>(PhantomData<G>);

impl<G: Geometry> Modes<G> {
    pub(super) const TILES: () = assert_modes::<G>("a layout of tiles", "(tile, rest)");
    pub(super) const PARTS: () = assert_modes::<G>("a partition", "(thread, values)");
    pub(super) const FOLDED: () = assert_modes::<G>("what is folded", "(first, rest)");
}

/// An array of `N` elements has those of a layout.
pub(super) struct Fits<L, const N: usize>(PhantomData<L>);

impl<L: Layout, const N: usize> Fits<L, N> {
    pub(super) const SHOWN: () = assert_array::<L>(N);
}

/// A layout `(tile, rest)` has `N` tiles.
pub(super) struct Count<G, const N: usize>(PhantomData<G>);

impl<G: Geometry, const N: usize> Count<G, N> {
    pub(super) const SHOWN: () = assert_count::<G>(N);
}

/// Asserts that there is a first mode and there are others.
#[track_caller]
const fn assert_modes<P: Geometry>(what: &str, modes: &str) {
    if P::RANK == 1 {
        let message = Message::new(what).text(" has two modes or more, `").text(modes).text("`");
        let message = match P::KNOWN_SIZE {
            Some(_) => message.text("; ").notation::<P>().text(" has one"),
            None => message,
        };
        message.panic();
    }
}

/// Asserts that there are `length` tiles.
#[track_caller]
const fn assert_count<P: Geometry>(length: usize) {
    if P::Tail::SIZE != length {
        let message = Message::new("")
            .notation::<P>()
            .text(" has ")
            .integer(P::Tail::SIZE as isize)
            .text(" tiles, the array ")
            .integer(length as isize);
        message.panic();
    }
}
