//! Names of the parts of modes: of tiles and rests, of blocks and repetitions.

use layout_algebra::ops::Packing;
use layout_algebra::{CollectVec, ModePath, Tiler};

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
        into.extend(own.map(|own| (Place::Around(path.clone()), own.to_owned())));
        let inside = names.iter().filter_map(|(other, name)| {
            Some((other.strip_prefix(path.indices())?.first().copied()?, other, name))
        });
        let whole = |(_, other, name): (usize, &[usize], &str)| {
            (Place::Whole(other.iter().copied().collect()), name.to_owned())
        };
        match tiler {
            Tiler::Modes(tilers) => {
                for (i, tiler) in tilers.iter().enumerate() {
                    walk(names, tiler, &path.child(i), words, into);
                }
                into.extend(inside.filter(|(mode, ..)| *mode >= tilers.len()).map(whole));
            }
            Tiler::All => {
                if let Some((place, _)) = into.last_mut().filter(|_| own.is_some()) {
                    *place = Place::Whole(path.clone());
                }
                into.extend(inside.map(whole));
            }
            Tiler::Layout(_) | Tiler::Size(_) if own.is_some() || path.is_root() => {
                let part = |(k, word): (usize, &str)| {
                    let name = own.map_or_else(|| word.to_owned(), |own| format!("{own}.{word}"));
                    (Place::Part(path.clone(), k), name)
                };
                into.extend(words.into_iter().enumerate().map(part));
            }
            Tiler::Layout(_) | Tiler::Size(_) => {}
        }
    }
    let mut places = Vec::new();
    walk(names, tiler, &ModePath::root(), words, &mut places);
    places
}

/// The paths of parts side by side in their mode.
pub(in super::super) fn side_by_side(places: Vec<(Place, String)>) -> Names {
    let path = |place| match place {
        Place::Around(path) | Place::Whole(path) => path,
        Place::Part(path, part) => path.child(part),
    };
    places.into_iter().map(|(place, name)| (path(place), name)).collect_vec()
}

/// The paths of parts that are packed, first parts first.
pub(in super::super) fn packed(
    places: Vec<(Place, String)>,
    packing: Packing,
    tiler: &Tiler,
    rank: usize,
) -> Names {
    let zipped = places.into_iter().filter_map(|(place, name)| {
        let path = match place {
            Place::Around(_) => return None,
            Place::Part(path, part) => path.under(part),
            Place::Whole(path) => path.under(1),
        };
        Some((path, name))
    });
    let tiles = match (packing, tiler) {
        (Packing::Zipped, _) => return zipped.collect_vec(),
        (_, Tiler::Modes(tilers)) => tilers.len(),
        // A part that is opened is no mode any more.
        _ => {
            let stays = |path: &ModePath| match path.indices() {
                [0] => packing == Packing::Tiled || rank == 2,
                _ => rank == 2,
            };
            return zipped.filter(|(path, _)| stays(path)).collect_vec();
        }
    };
    // A tuple of one stays closed.
    let tiles_open = packing == Packing::Flat && tiles > 1;
    let first = if tiles_open { tiles } else { 1 };
    let rests_open = rank > first + 1;
    let opened = zipped.map(|(path, name)| {
        let moved = match path.indices() {
            [0, inside @ ..] if tiles_open => inside.to_vec(),
            [1, mode, inside @ ..] if rests_open => [&[first + mode], inside].concat(),
            [1, inside @ ..] => [&[first], inside].concat(),
            path => path.to_vec(),
        };
        (moved.into_iter().collect(), name)
    });
    opened.collect()
}
