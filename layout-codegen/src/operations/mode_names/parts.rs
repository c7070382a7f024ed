//! Names of the parts of modes: of tiles and rests, of blocks and repetitions.

use layout_algebra::ops::Packing;
use layout_algebra::{ModePath, Tiler};

use crate::mode_names::ModeNames;

/// The parts of a mode that is divided.
pub(in super::super) const TILES: [&str; 2] = ["tile", "rest"];

/// The parts of a mode that is repeated.
pub(in super::super) const BLOCKS: [&str; 2] = ["block", "times"];

pub(in super::super) type Names = Vec<(ModePath, String)>;

/// The place to which a part of a mode goes, or a mode that has no parts.
pub(in super::super) enum Place {
    /// A mode that both parts are in.
    Around(ModePath),
    /// A part of a mode.
    Part(ModePath, usize),
    /// A mode that stays as it is.
    Whole(ModePath),
}

/// The names of modes in two parts by a tiler.
pub(in super::super) fn split(
    names: &ModeNames,
    tiler: &Tiler,
    words: [&str; 2],
) -> Vec<(Place, String)> {
    fn walk(
        names: &ModeNames,
        tiler: &Tiler,
        path: &ModePath,
        words: [&str; 2],
        into: &mut Vec<(Place, String)>,
    ) {
        let own = names.of(path.indices());
        match (tiler, own) {
            (Tiler::All, Some(own)) => into.push((Place::Whole(path.clone()), own.to_owned())),
            (_, Some(own)) => into.push((Place::Around(path.clone()), own.to_owned())),
            (_, None) => {}
        }
        match tiler {
            Tiler::Modes(tilers) => {
                for (i, tiler) in tilers.iter().enumerate() {
                    walk(names, tiler, &path.child(i), words, into);
                }
                undivided(names, path, tilers.len(), into);
            }
            Tiler::All => undivided(names, path, 0, into),
            Tiler::Layout(_) | Tiler::Size(_) if own.is_some() || path.is_root() => {
                for (k, word) in words.into_iter().enumerate() {
                    into.push((Place::Part(path.clone(), k), part_name(own, word)));
                }
            }
            Tiler::Layout(_) | Tiler::Size(_) => {}
        }
    }
    let mut places = Vec::new();
    walk(names, tiler, &ModePath::root(), words, &mut places);
    places
}

/// The names within a mode, from one of its modes on, which have no parts.
fn undivided(names: &ModeNames, path: &ModePath, first: usize, into: &mut Vec<(Place, String)>) {
    for (other, name) in names.inside(path.indices()) {
        if other[path.indices().len()] >= first {
            into.push((Place::Whole(other.into()), name.to_owned()));
        }
    }
}

/// The names of the modes of a layout that became part `part` of another, after the word of that part.
pub(in super::super) fn within_part(names: &ModeNames, part: usize, word: &str) -> Names {
    let whole = part_name(names.of(&[]), "");
    let mut named = Names::new();
    for (path, name) in names.inside(&[]) {
        let name = name.strip_prefix(&whole).unwrap_or(name);
        named.push((ModePath::from(path).under(part), format!("{word}.{name}")));
    }
    named
}

/// The word of a part, after the name of the whole where that has one.
pub(in super::super) fn part_name(whole: Option<&str>, word: &str) -> String {
    match whole {
        Some(whole) => format!("{whole}.{word}"),
        None => word.to_owned(),
    }
}

/// The paths of parts side by side in their mode.
pub(in super::super) fn side_by_side(places: Vec<(Place, String)>) -> Names {
    let mut named = Names::new();
    for (place, name) in places {
        let path = match place {
            Place::Around(path) | Place::Whole(path) => path,
            Place::Part(path, part) => path.child(part),
        };
        named.push((path, name));
    }
    named
}

/// The paths of parts that are packed, first parts first.
pub(in super::super) fn packed(
    places: Vec<(Place, String)>,
    packing: Packing,
    tiler: &Tiler,
    rank: usize,
) -> Names {
    let mut zipped = Names::new();
    for (place, name) in places {
        match place {
            Place::Around(_) => {}
            Place::Part(path, part) => zipped.push((path.under(part), name)),
            Place::Whole(path) => zipped.push((path.under(1), name)),
        }
    }
    let tiles = match (packing, tiler) {
        (Packing::Zipped, _) => return zipped,
        (_, Tiler::Modes(tilers)) => tilers.len(),
        // A part that is opened is no mode any more.
        _ => {
            let is_tiled = packing == Packing::Tiled;
            zipped.retain(|(path, _)| rank == 2 || is_tiled && path.indices() == [0]);
            return zipped;
        }
    };
    // A tuple of one stays closed.
    let tiles_open = packing == Packing::Flat && tiles > 1;
    let first = if tiles_open { tiles } else { 1 };
    let rests_open = rank > first + 1;
    for (path, _) in &mut zipped {
        *path = match path.indices() {
            [0, inside @ ..] if tiles_open => inside.into(),
            [1, mode, inside @ ..] if rests_open => ModePath::from(inside).under(first + mode),
            [1, inside @ ..] => ModePath::from(inside).under(first),
            path => path.into(),
        };
    }
    zipped
}
