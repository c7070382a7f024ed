//! `tile_distribution_encoding` of AMD's Composable Kernel: which elements of a tile each thread holds.
//!
//! Its definition is `include/ck_tile/core/tensor/tile_distribution_encoding.hpp` of
//! <https://github.com/ROCm/composable_kernel>. The lengths of each dimension X of the tile are cut into H, the last fastest;
//! R are lengths by which parts are repeated. Each partition P (the warp and the lane, or the lane alone) and each Y, which a thread
//! holds, is some of these lengths, named by the number of its list, 0 for R, and its place there. Here P are the first modes, and the
//! last is what a thread holds.

use layout_algebra::{CollectVec, Layout, SortFew};
use proc_macro2::TokenTree;

use super::scan::{self, is_mark, word_at};
use super::strides::entries;
use crate::cursor::Cursor;
use crate::report::{At, Diagnostic};
use crate::token::is_ident;

const NAME: &str = "tile_distribution_encoding";

pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    let at = if is_ident(cursor.ahead(0), "ck_tile") { 3 } else { 0 };
    is_ident(cursor.ahead(at), NAME) && is_mark(cursor, at + 1, '<')
}

/// A sequence of numbers, or a tuple of sequences.
enum List {
    Numbers(Vec<i128>),
    Lists(Vec<List>),
}

/// A length, and the axis and the step of it, which repeats have not.
type Length = (i128, Option<(usize, i128)>);

/// A length that a partition or a thread takes: its list and its place there.
type Place = (usize, usize);

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    skip_path(cursor);
    cursor.next();
    scan::marks(cursor, "<")?;
    let mut lists = Vec::new();
    while !cursor.eat_punct('>') {
        lists.push(list(cursor)?);
        comma(cursor)?;
    }
    if cursor.at_empty(proc_macro2::Delimiter::Brace) {
        cursor.next();
    }
    layout(lists).at(cursor.since(start))
}

/// Takes the comma behind an entry, unless `>` ends the list.
fn comma(cursor: &mut Cursor) -> Result<(), Diagnostic> {
    match cursor.eat_punct(',') || cursor.at_punct('>') {
        true => Ok(()),
        false => Err(cursor.refused("`,` or `>`")),
    }
}

fn skip_path(cursor: &mut Cursor) {
    while word_at(cursor, 0).is_some() && is_mark(cursor, 1, ':') && is_mark(cursor, 2, ':') {
        cursor.skip(3);
    }
}

/// `sequence<1, 2>` or `tuple<sequence<1>, sequence<2>>`.
fn list(cursor: &mut Cursor) -> Result<List, Diagnostic> {
    skip_path(cursor);
    let word = cursor.ident("`sequence<…>` or `tuple<…>`")?;
    let is_tuple = match word.to_string().as_str() {
        "tuple" | "Tuple" => true,
        "sequence" | "Sequence" => false,
        other => {
            return Err(scan::unknown(
                other,
                word.span(),
                "the lists of an encoding",
                &["sequence", "tuple"],
            ));
        }
    };
    scan::marks(cursor, "<")?;
    let (mut lists, mut numbers) = (Vec::new(), Vec::new());
    while !cursor.eat_punct('>') {
        if is_tuple {
            lists.push(list(cursor)?);
        } else if let Some(TokenTree::Ident(name)) = cursor.peek() {
            let message = format!("`{name}` is a constant of the program");
            return Err(Diagnostic::new(name.span(), message).help("write its number"));
        } else {
            numbers.push(scan::integer(cursor)?);
        }
        comma(cursor)?;
    }
    Ok(if is_tuple { List::Lists(lists) } else { List::Numbers(numbers) })
}

fn numbers(list: List) -> Result<Vec<i128>, String> {
    match list {
        List::Numbers(numbers) => Ok(numbers),
        List::Lists(_) => {
            Err("a `tuple` stands where a `sequence` does in the definition".to_owned())
        }
    }
}

fn lists(list: List) -> Result<Vec<Vec<i128>>, String> {
    match list {
        List::Lists(lists) => lists.into_iter().map(numbers).try_collect_vec(),
        List::Numbers(_) => {
            Err("a `sequence` stands where a `tuple` does in the definition".to_owned())
        }
    }
}

fn layout(all: Vec<List>) -> Result<String, String> {
    let found = all.len();
    let Ok([repeats, lengths, p_major, p_minor, y_major, y_minor]) = <[List; 6]>::try_from(all)
    else {
        return Err(format!(
            "an encoding has 6 lists: repeats, lengths, and the lists and places of P and Y; here are {found}"
        ));
    };
    // Of each length: the axis and the step, none for repeats.
    let mut steps: Vec<Vec<Length>> =
        vec![numbers(repeats)?.into_iter().map(|length| (length, None)).collect_vec()];
    for (axis, lengths) in lists(lengths)?.into_iter().enumerate() {
        let strides = super::strides::row_major(&lengths);
        let of = lengths.into_iter().zip(strides);
        steps.push(of.map(|(length, step)| (length, Some((axis, step)))).collect_vec());
    }
    let mut modes: Vec<Vec<Place>> = Vec::new();
    let (p_major, p_minor) = (lists(p_major)?, lists(p_minor)?);
    if p_major.len() != p_minor.len() {
        return Err(format!(
            "{} partitions by lists, beside {} by places",
            p_major.len(),
            p_minor.len()
        ));
    }
    for (major, minor) in p_major.into_iter().zip(p_minor) {
        modes.push(places(major, minor)?);
    }
    modes.push(places(numbers(y_major)?, numbers(y_minor)?)?);
    let mut taken = modes.iter().flatten().copied().collect_vec();
    taken.sort_few();
    let mut all = Vec::new();
    for (major, of) in steps.iter().enumerate() {
        all.extend((0..of.len()).map(|minor| (major, minor)));
    }
    if taken != all {
        let (major, minor) = not_taken_once(&taken, &all);
        return Err(format!("the length {minor} of list {major} is not taken once by P or Y"));
    }
    let axes = steps.len() - 1;
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for mode in &modes {
        // The last is fastest.
        let (mut shape, mut steps_of) = (Vec::new(), Vec::new());
        for (major, minor) in mode.iter().rev() {
            let (length, step) = steps[*major][*minor];
            shape.push(length.to_string());
            steps_of.push(stride(step, axes));
        }
        extents.push(entries(&shape, "1"));
        strides.push(entries(&steps_of, "0"));
    }
    Ok(format!("({}):({})", extents.join(","), strides.join(",")))
}

/// A place that is lacking among those taken, or else one that is taken twice or is not there. Both lists are sorted.
fn not_taken_once(taken: &[Place], all: &[Place]) -> Place {
    for place in all {
        if !taken.contains(place) {
            return *place;
        }
    }
    for (i, place) in taken.iter().enumerate() {
        if !all.contains(place) || taken.get(i + 1) == Some(place) {
            return *place;
        }
    }
    Place::default()
}

/// The stride of a length: a step along an axis, which alone is not named; 0 of a repeat.
fn stride(step: Option<(usize, i128)>, axes: usize) -> String {
    match step {
        None => "0".to_owned(),
        Some((_, step)) if axes == 1 => step.to_string(),
        Some((axis, step)) => format!("{step}@{axis}"),
    }
}

/// The places of the lengths that a list of lists and a list of places in these name.
fn places(major: Vec<i128>, minor: Vec<i128>) -> Result<Vec<Place>, String> {
    if major.len() != minor.len() {
        return Err(format!("{} lists, beside {} places in them", major.len(), minor.len()));
    }
    let mut places = Vec::new();
    for (major, minor) in major.into_iter().zip(minor) {
        let (Ok(major), Ok(minor)) = (major.try_into(), minor.try_into()) else {
            return Err("a place is below 0".to_owned());
        };
        places.push((major, minor));
    }
    Ok(places)
}

/// A leaf of a layout: its mode, its extent, its axis and its step.
struct Leaf {
    mode: usize,
    extent: i128,
    axis: usize,
    step: i128,
}

pub(super) fn write(layout: &Layout) -> Result<String, String> {
    let rank = layout.rank();
    if !(2..=3).contains(&rank) || !layout.shape().is_tuple() {
        return Err(format!(
            "{rank} modes: there are the lane, or the warp and the lane, and what a thread holds"
        ));
    }
    let mut leaves = Vec::new();
    for (mode, of) in layout.modes().iter().enumerate() {
        for (extent, stride) in of.leaves() {
            let (Some(extent), Some(step)) = (extent.known(), stride.scale().known()) else {
                return Err(
                    "it has sizes that are known at run time: all are numbers there".to_owned()
                );
            };
            let axis = match *stride.mode().indices() {
                [] => 0,
                [axis] => axis,
                _ => {
                    return Err(format!(
                        "the stride {stride} steps along a part of an axis: those of a tile are not nested"
                    ));
                }
            };
            leaves.push(Leaf { mode, extent, axis, step });
        }
    }
    let axes = leaves.iter().map(|leaf| leaf.axis + 1).max().unwrap_or(1);
    let mut places: Vec<Place> = vec![(0, 0); leaves.len()];
    let (mut repeats, mut lengths) = (Vec::new(), vec![Vec::new(); axes]);
    for (leaf, place) in leaves.iter().zip(&mut places) {
        if leaf.step == 0 {
            *place = (0, repeats.len());
            repeats.push(leaf.extent);
        }
    }
    for (axis, lengths) in lengths.iter_mut().enumerate() {
        let is_on = |at: &usize| leaves[*at].axis == axis && leaves[*at].step != 0;
        let mut on = (0..leaves.len()).filter(is_on).collect_vec();
        on.sort_few_by_key(|at| std::cmp::Reverse((leaves[*at].step, leaves[*at].extent)));
        let mut next = 1;
        for at in on.iter().rev() {
            let Leaf { extent, step, .. } = leaves[*at];
            if step != next {
                return Err(format!(
                    "along axis {axis} it steps by {step} where {next} comes next: a tile has each element there"
                ));
            }
            next *= extent;
        }
        for (minor, at) in on.into_iter().enumerate() {
            places[at] = (axis + 1, minor);
            lengths.push(leaves[at].extent);
        }
    }
    // Of each mode the lists and the places in them, the fastest last.
    let (mut majors, mut minors) = (vec![Vec::new(); rank], vec![Vec::new(); rank]);
    for (leaf, (major, minor)) in leaves.iter().zip(&places).rev() {
        majors[leaf.mode].push(*major as i128);
        minors[leaf.mode].push(*minor as i128);
    }
    let (y_major, y_minor) = (majors.split_off(rank - 1), minors.split_off(rank - 1));
    Ok(format!(
        "{NAME}<{}, {}, {}, {}, {}, {}>",
        sequence(&repeats),
        sequences(&lengths),
        sequences(&majors),
        sequences(&minors),
        sequence(&y_major[0]),
        sequence(&y_minor[0]),
    ))
}

fn sequence(numbers: &[i128]) -> String {
    format!("sequence<{}>", super::strides::list(numbers, ", "))
}

fn sequences(lists: &[Vec<i128>]) -> String {
    format!("tuple<{}>", lists.iter().map(|list| sequence(list)).collect_vec().join(", "))
}
