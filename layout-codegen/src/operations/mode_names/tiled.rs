//! Names of a tensor that a tiled product or copy hands out to threads.
//!
//! The parts of a mode `m` that is tiled have names: the threads along it are `m.thread` and the tiles `m.rest`; `thread` and
//! `value` are those of one instruction. A mode of the tensor that the tile does not have keeps its name.

use layout_algebra::ModePath;

use super::{Names, TILES};
use crate::mode_names::ModeNames;
use crate::operations::annotations::Call;
use crate::value::Tiled;

/// The threads and the values of one instruction; with the name of a mode, the threads along it.
const THREAD: &str = "thread";
const VALUE: &str = "value";

/// Names of `((ThrV,(ThrM,ThrN)),(FrgV,(RestM,RestN,…)))`.
pub(in super::super) fn thrfrg(call: &Call<'_>) -> ModeNames {
    let mut named = vec![(path(&[0, 0]), THREAD.to_owned()), (path(&[1, 0]), VALUE.to_owned())];
    named.extend(along(call, &[0, 1], THREAD, false));
    named.extend(along(call, &[1, 1], TILES[1], true));
    ModeNames::new(named)
}

/// Names of `(Thr,(FrgV,FrgX),(RestM,RestN,…))`.
pub(in super::super) fn tidfrg(call: &Call<'_>) -> ModeNames {
    let mut named = vec![(path(&[0]), THREAD.to_owned()), (path(&[1]), VALUE.to_owned())];
    named.extend(along(call, &[2], TILES[1], true));
    ModeNames::new(named)
}

/// Names of the values of one thread, `(FrgV,RestM,RestN,…)`.
pub(in super::super) fn of_values(call: &Call<'_>) -> ModeNames {
    let rests = along(call, &[], TILES[1], true).into_iter();
    let rests = rests.filter_map(|(path, name)| match path.indices() {
        [mode] => Some((ModePath::root().child(mode + 1), name)),
        _ => None,
    });
    ModeNames::new(rests.chain([(path(&[0]), VALUE.to_owned())]))
}

/// Names of registers `(V,M,N,…)`, whose modes another copy splits otherwise: the modes keep their names.
pub(in super::super) fn retiled(call: &Call<'_>) -> ModeNames {
    let modes = call.of[1].names.iter().filter(|(path, _)| path.len() == 1);
    ModeNames::new(modes.map(|(path, name)| (path.iter().copied().collect(), name.to_owned())))
}

/// The modes of the tensor, within a mode of the result: those that are tiled with a word, and if `all` the others as they are.
fn along(call: &Call<'_>, around: &[usize], word: &str, all: bool) -> Names {
    let tiled = match call.operands.tiled(0) {
        Some(Tiled::Copying(copy)) if !copy.tile().is_tuple() => 0,
        Some(Tiled::Copying(copy)) => copy.tile().rank(),
        _ => 2,
    };
    let modes = call.of[1].names.iter().filter_map(|(path, name)| match path {
        [mode] if *mode < tiled => Some((*mode, format!("{name}.{word}"))),
        [mode] if all && tiled > 0 => Some((*mode, name.to_owned())),
        _ => None,
    });
    modes.map(|(mode, name)| (path(around).child(mode), name)).collect()
}

fn path(indices: &[usize]) -> ModePath {
    indices.iter().copied().collect()
}
