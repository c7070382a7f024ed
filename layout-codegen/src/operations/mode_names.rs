//! Names of the modes of a result.
//!
//! Each row of the tables names one of these functions; without one, the modes of its result have
//! no names. Rows of products and copies that are tiled over threads are in `tiled`.

mod reshaped;
mod tiled;

use layout_algebra::ops::Packing;
use layout_algebra::{HTuple, Int, Layout, ModePath, Tiler, VectorLayout};

use super::annotations::Call;
use super::partition;
use crate::Allow;
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The parts of a mode that is divided.
const TILES: [&str; 2] = ["tile", "rest"];
/// The parts of a mode that is repeated.
const BLOCKS: [&str; 2] = ["block", "times"];

/// The parts of a mode that comes round.
const STAGES: [&str; 2] = ["stage", "turn"];

type Names = Vec<(ModePath, String)>;

pub(super) use reshaped::{refined, reshaped};
pub(super) use tiled::{of_values, retiled, thrfrg, tidfrg};

/// Names of a result that keeps each mode of operand 0 in its place.
pub(super) fn same(call: &Call<'_>) -> ModeNames {
    call.of[0].names.clone()
}

/// Names of a result that keeps each mode of operand 1 in its place.
pub(super) fn of_second(call: &Call<'_>) -> ModeNames {
    call.of[1].names.clone()
}

/// Names of a result with the coordinates of operand 2.
pub(super) fn of_inner(call: &Call<'_>) -> ModeNames {
    call.of[2].names.clone()
}

/// Names of the result of an operation on a closure and a shape.
pub(super) fn on_shape(call: &Call<'_>) -> ModeNames {
    call.of.get(1).map_or(ModeNames::NONE, |shape| shape.names.clone())
}

/// Names of a result with the modes of a shape, or of several layouts.
pub(super) fn made(call: &Call<'_>) -> ModeNames {
    match call.operands.value(0) {
        Value::Tuple(_) => same(call),
        _ => rearranged(call),
    }
}

/// Names of a result that has the operand's modes in another order, or some of them, chosen by
/// nothing but their extents: each mode keeps its name wherever it goes. To find the modes again,
/// the operation is applied to layouts whose extents are different numbers.
pub(super) fn rearranged(call: &Call<'_>) -> ModeNames {
    let mut values = call.operands.values.to_vec();
    let (mut sources, mut last) = (Vec::new(), 1);
    for (value, annotations) in values.iter_mut().zip(call.of) {
        let Some(shape) = value.domain_shape() else { continue };
        let numbers = shape.map(&mut |_| {
            last += 1;
            Int::new(last)
        });
        let Ok(numbered) = Layout::new(numbers.clone(), numbers.map(&mut |_| Int::ZERO.into()))
        else {
            return ModeNames::NONE;
        };
        sources.push((Nodes::of(&numbers), &annotations.names));
        *value = numbered.into();
    }
    let applied = call.operation.apply(&values, Allow::all()).ok();
    let Some(result) = applied.and_then(|applied| super::annotations::shape(&applied.value)) else {
        return ModeNames::NONE;
    };
    let result = Nodes::of(&result);
    let whole = result.source(&ModePath::root(), &sources);
    let whole = whole.filter(|(path, _)| !path.is_root());
    let whole = whole.and_then(|(path, names)| Some(format!("{}.", names.of(path.indices())?)));
    let named = result.paths().filter_map(|path| {
        let (source, names) = result.source(path, &sources)?;
        let name = names.of(source.indices())?;
        // Within a mode that is the whole now, it is called without that.
        let name = whole.as_deref().and_then(|whole| name.strip_prefix(whole)).unwrap_or(name);
        Some((path.clone(), name.to_owned()))
    });
    ModeNames::new(named)
}

/// The modes of a shape of numbers, each with the numbers in it.
struct Nodes(Vec<(ModePath, Vec<Int>)>);

impl Nodes {
    fn of(shape: &HTuple<Int>) -> Self {
        fn walk(shape: &HTuple<Int>, path: &ModePath, nodes: &mut Vec<(ModePath, Vec<Int>)>) {
            let mut numbers: Vec<Int> = shape.leaves().into_iter().cloned().collect();
            numbers.sort();
            if !numbers.is_empty() {
                nodes.push((path.clone(), numbers));
            }
            if let HTuple::Tuple(items) = shape {
                for (i, item) in items.iter().enumerate() {
                    walk(item, &path.child(i), nodes);
                }
            }
        }
        let mut nodes = Vec::new();
        walk(shape, &ModePath::root(), &mut nodes);
        Nodes(nodes)
    }

    fn paths(&self) -> impl Iterator<Item = &ModePath> {
        self.0.iter().map(|(path, _)| path)
    }

    /// The modes with these numbers, which are one in another, from the inside.
    fn with(&self, numbers: &[Int]) -> impl Iterator<Item = &ModePath> {
        let same = self.0.iter().rev().filter(move |(_, other)| other == numbers);
        same.map(|(path, _)| path)
    }

    /// The mode of a source that one of these was, and the names there.
    fn source<'a>(
        &self,
        path: &ModePath,
        sources: &'a [(Nodes, &'a ModeNames)],
    ) -> Option<(&'a ModePath, &'a ModeNames)> {
        let (_, numbers) = self.0.iter().find(|(other, _)| other == path)?;
        // A mode that stands twice is two.
        let (one, other) = (path.indices(), |other: &ModePath| other.indices().to_vec());
        let mut others = self.with(numbers).map(other);
        if !others.all(|other| other.starts_with(one) || one.starts_with(&other)) {
            return None;
        }
        let place = self.with(numbers).position(|other| other == path)?;
        sources.iter().find_map(|(nodes, names)| {
            let mut same = nodes.0.iter().rev().filter(|(_, other)| other == numbers);
            Some((&same.nth(place)?.0, *names))
        })
    }
}

/// Names of a result in which leaves are merged or ordered: a leaf that is left as it is keeps its name.
pub(super) fn unmerged(call: &Call<'_>) -> ModeNames {
    let of = |value: &Value| match super::annotations::domain(value) {
        Some(layout) => Some(VectorLayout::from(layout)),
        None => value.as_vector_layout()?.ok(),
    };
    let (Some(of), Some(result)) = (of(call.operands.value(0)), of(call.result)) else {
        return ModeNames::NONE;
    };
    let names = &call.of[0].names;
    let leaves = |of: &VectorLayout| -> Vec<_> {
        let strides = of.stride().leaves().into_iter().cloned().collect::<Vec<_>>();
        let extents = of.shape().leaf_paths().into_iter();
        extents.map(|(path, extent)| (path, extent.clone())).zip(strides).collect()
    };
    let before = leaves(&of);
    let named = leaves(&result).into_iter().filter_map(|((path, extent), stride)| {
        let is_same = |leaf: &&((ModePath, Int), _)| leaf.0.1 == extent && leaf.1 == stride;
        let mut same = before.iter().filter(is_same);
        let (((source, _), _), None) = (same.next()?, same.next()) else { return None };
        Some((path, names.of(source.indices())?.to_owned()))
    });
    ModeNames::new(named.collect::<Vec<_>>())
}

/// Names of the result of `coalesce`, which keeps the modes of a profile.
pub(super) fn coalesced(call: &Call<'_>) -> ModeNames {
    match call.operands.len() {
        1 => unmerged(call),
        _ => match call.operands.profile(1) {
            Ok(profile) => call.of[0].names.clone().within(&profile),
            Err(_) => ModeNames::NONE,
        },
    }
}

/// Where a part of a mode goes, or a mode that has no parts.
enum Place {
    /// A mode that both parts are in.
    Around(ModePath),
    /// A part of a mode.
    Part(ModePath, usize),
    /// A mode that stays as it is.
    Whole(ModePath),
}

/// The names of modes in two parts by a tiler.
fn split(names: &ModeNames, tiler: &Tiler, words: [&str; 2]) -> Vec<(Place, String)> {
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
fn side_by_side(places: Vec<(Place, String)>) -> Names {
    let path = |place| match place {
        Place::Around(path) | Place::Whole(path) => path,
        Place::Part(path, part) => path.child(part),
    };
    places.into_iter().map(|(place, name)| (path(place), name)).collect()
}

/// The paths of parts that are packed, first parts first.
fn packed(places: Vec<(Place, String)>, packing: Packing, tiler: &Tiler, rank: usize) -> Names {
    let zipped = places.into_iter().filter_map(|(place, name)| {
        let path = match place {
            Place::Around(_) => return None,
            Place::Part(path, part) => path.under(part),
            Place::Whole(path) => path.under(1),
        };
        Some((path, name))
    });
    let tiles = match (packing, tiler) {
        (Packing::Zipped, _) => return zipped.collect(),
        (_, Tiler::Modes(tilers)) => tilers.len(),
        // A part that is opened is no mode any more.
        _ => {
            let stays = |path: &ModePath| match path.indices() {
                [0] => packing == Packing::Tiled || rank == 2,
                _ => rank == 2,
            };
            return zipped.filter(|(path, _)| stays(path)).collect();
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

pub(super) fn logical_divide(call: &Call<'_>) -> ModeNames {
    let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
    ModeNames::new(side_by_side(split(&call.of[0].names, &tiler, TILES)))
}

pub(super) fn packed_divide(call: &Call<'_>, packing: Packing) -> ModeNames {
    let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
    let rank = super::annotations::shape(call.result).map_or(0, |result| result.rank());
    ModeNames::new(packed(split(&call.of[0].names, &tiler, TILES), packing, &tiler, rank))
}

pub(super) fn logical_product(call: &Call<'_>) -> ModeNames {
    let tiler = match call.operands.value(1) {
        Value::Composed(_) => None,
        _ => call.operands.tiler(1).ok(),
    };
    match tiler {
        Some(tiler @ Tiler::Modes(_)) => {
            ModeNames::new(side_by_side(split(&call.of[0].names, &tiler, BLOCKS)))
        }
        _ => whole_product(call),
    }
}

pub(super) fn packed_product(call: &Call<'_>, packing: Packing) -> ModeNames {
    let rank = super::annotations::shape(call.result).map_or(0, |result| result.rank());
    match call.operands.tiler(1) {
        Ok(tiler @ Tiler::Modes(_)) => {
            let places = split(&call.of[0].names, &tiler, BLOCKS);
            ModeNames::new(packed(places, packing, &tiler, rank))
        }
        _ if packing == Packing::Zipped => whole_product(call),
        _ => ModeNames::NONE,
    }
}

/// Names of a block and its repetitions, both of which keep their names within.
fn whole_product(call: &Call<'_>) -> ModeNames {
    let parts = BLOCKS.into_iter().enumerate().zip(call.of);
    let named = parts.flat_map(|((part, word), annotations)| {
        let whole = annotations.names.of(&[]).map_or_else(String::new, |whole| format!("{whole}."));
        let inside = annotations.names.iter().filter(|(path, _)| !path.is_empty());
        let inside = inside.map(move |(path, name)| {
            let (path, name) = (path.iter().copied(), name.strip_prefix(&whole).unwrap_or(name));
            (path.collect::<ModePath>().under(part), format!("{word}.{name}"))
        });
        inside.chain([(ModePath::root().child(part), word.to_owned())]).collect::<Vec<_>>()
    });
    ModeNames::new(named)
}

/// Names of a ring, whose modes keep their names, and of the turns around it.
pub(super) fn circular(call: &Call<'_>) -> ModeNames {
    let names = &call.of[0].names;
    let whole = names.of(&[]);
    let part = |word: &str| whole.map_or_else(|| word.to_owned(), |own| format!("{own}.{word}"));
    let around = whole.map_or_else(String::new, |whole| format!("{whole}."));
    let inside = names.iter().filter(|(path, _)| !path.is_empty()).map(|(path, name)| {
        let name = name.strip_prefix(&around).unwrap_or(name);
        let path = path.iter().copied().collect::<ModePath>().under(0);
        (path, format!("{}.{name}", part(STAGES[0])))
    });
    let parts = STAGES.into_iter().enumerate();
    let parts = parts.map(|(k, word)| (ModePath::root().child(k), part(word)));
    let own = whole.map(|own| (ModePath::root(), own.to_owned()));
    ModeNames::new(inside.chain(parts).chain(own).collect::<Vec<_>>())
}

/// Names of a product that keeps the rank: mode i has both parts of mode i.
pub(super) fn paired_product(call: &Call<'_>, words: [&str; 2]) -> ModeNames {
    let mut named = Names::new();
    let rank = super::annotations::shape(call.result).map_or(0, |result| result.rank());
    for mode in 0..rank {
        let mut own = call.of.iter().filter_map(|annotations| annotations.names.of(&[mode]));
        let Some(own) = own.next() else { continue };
        let path = ModePath::root().child(mode);
        let parts = words.into_iter().enumerate();
        named.extend(parts.map(|(part, word)| (path.child(part), format!("{own}.{word}"))));
        named.push((path, own.to_owned()));
    }
    ModeNames::new(named)
}

pub(super) fn blocked_product(call: &Call<'_>) -> ModeNames {
    paired_product(call, BLOCKS)
}

pub(super) fn raked_product(call: &Call<'_>) -> ModeNames {
    paired_product(call, [BLOCKS[1], BLOCKS[0]])
}

/// The coordinates of a composition are those of what is applied first; by a tiler for each mode,
/// those of the modes.
pub(super) fn composition(call: &Call<'_>) -> ModeNames {
    match call.operands.value(1) {
        Value::Tiler(_) | Value::Tuple(_) => {
            let Ok(tiler) = call.operands.tiler(1) else { return ModeNames::NONE };
            let mut places = split(&call.of[0].names, &tiler, TILES);
            places.retain(|(place, _)| !matches!(place, Place::Part(..)));
            ModeNames::new(side_by_side(places))
        }
        _ => call.of[1].names.clone(),
    }
}

/// Names of one position in every tile, whose modes are the rests of each mode.
pub(super) fn rests(call: &Call<'_>) -> ModeNames {
    let tiler = match (call.operation.name(), call.operands.value(1)) {
        ("local_partition", Value::Layout(threads)) => {
            // A projection leaves some modes of the threads.
            let kept = partition::thread(&call.operands);
            let kept = kept.map(|kept| kept.map_or(threads.rank(), |(kept, _)| tiles(&kept)));
            kept.unwrap_or(0)
        }
        _ => call.operands.tiler(1).map_or(0, |tiler| tiles(&tiler)),
    };
    let (names, rank) =
        (&call.of[0].names, super::annotations::shape(call.result).map_or(0, |of| of.rank()));
    let named = (0..rank).filter(|_| tiler > 0).filter_map(|mode| {
        let own = names.of(&[mode])?;
        let name = if mode < tiler { format!("{own}.{}", TILES[1]) } else { own.to_owned() };
        Some((ModePath::root().child(mode), name))
    });
    ModeNames::new(named)
}

/// How many modes a tiler divides; none where it takes them together.
fn tiles(tiler: &Tiler) -> usize {
    match tiler {
        Tiler::Modes(tilers) => tilers.len(),
        _ => 0,
    }
}

/// Names of a tile and the rests that are not chosen.
pub(super) fn local_tile(call: &Call<'_>) -> ModeNames {
    let Ok((Tiler::Modes(tilers), HTuple::Tuple(at))) = partition::tile(&call.operands) else {
        return ModeNames::NONE;
    };
    let names = &call.of[0].names;
    let part = |mode: usize, word: &str| Some(format!("{}.{word}", names.of(&[mode])?));
    let tiles = (0..tilers.len()).map(|mode| part(mode, TILES[0]));
    let open = at.iter().enumerate().filter(|(_, at)| at.leaves() == [&layout_algebra::Crd::All]);
    let rests = open.map(|(mode, _)| match mode < tilers.len() {
        true => part(mode, TILES[1]),
        false => names.of(&[mode]).map(str::to_owned),
    });
    let named = tiles.chain(rests).enumerate();
    ModeNames::new(named.filter_map(|(place, name)| Some((ModePath::root().child(place), name?))))
}
