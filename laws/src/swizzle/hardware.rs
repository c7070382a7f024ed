//! The laws of what memory does: every lane, byte by byte.

use std::collections::{BTreeMap, BTreeSet};

use layout_algebra::ops::swizzled::{self, Uncovered};
use layout_algebra::{Function, HTuple, Int, IntTuple, Swizzle};

use super::values::{shape_of, swizzle_at, values_of};
use crate::check::{Answer, Check, Over, always, check, exactly, require};
use crate::numbers::{EXHAUSTIVE, size_of, value};
use crate::operands::composed_of;
use crate::{Law, ensure, text};

/// The addresses of the bytes that each lane of an access moves, for all accesses; none where no instruction does.
pub(super) type Moved = Option<Vec<BTreeMap<i128, Vec<i128>>>>;

/// Instructions of `bytes` bytes a lane: the first mode is the threads, the others are their values.
pub(super) fn moved(offsets: &[i128], threads: i128, bits: i128, bytes: i128) -> Moved {
    let values = offsets.len() as i128 / threads;
    let step = 8 * bytes / bits;
    if !matches!(bytes, 1 | 2 | 4 | 8 | 16) || step * bits != 8 * bytes || values % step.max(1) != 0
    {
        return None;
    }
    let mut all = Vec::new();
    for warp in 0..(threads + 31) / 32 {
        for first in (0..values).step_by(step as usize) {
            let mut lanes = BTreeMap::new();
            for lane in (0..32).filter(|lane| 32 * warp + lane < threads) {
                let thread = 32 * warp + lane;
                let at = |value: i128| offsets[(thread + threads * value) as usize];
                let whole = (0..step).all(|k| at(first + k) == at(first) + k);
                if !whole || at(first) * bits % (8 * bytes) != 0 {
                    return None;
                }
                let begin = at(first) * bits / 8;
                lanes.insert(lane, (begin..begin + bytes).collect());
            }
            all.push(lanes);
        }
    }
    Some(all)
}

/// A group of lanes moves 128 bytes at most, and waits for the bank of which it asks for most words.
pub fn bank_conflicts(moved: &[BTreeMap<i128, Vec<i128>>], bytes: i128, result: &Int) -> Law {
    let conflicts = conflicts_of(moved, bytes);
    ensure!(*result == Int::new(conflicts), "{result} conflicts, and not {conflicts}");
    Ok(())
}

fn conflicts_of(moved: &[BTreeMap<i128, Vec<i128>>], bytes: i128) -> i128 {
    let lanes_of_group = 128 / bytes.max(4);
    let mut conflicts = 0;
    for lanes in moved {
        let mut words: BTreeMap<(i128, i128), BTreeSet<i128>> = BTreeMap::new();
        for (lane, addresses) in lanes {
            for address in addresses {
                let word = address.div_euclid(4);
                words.entry((lane / lanes_of_group, word.rem_euclid(32))).or_default().insert(word);
            }
        }
        for group in 0..32 {
            let banks = words.iter().filter(|((of, _), _)| *of == group);
            conflicts += banks.map(|(_, words)| words.len() - 1).max().unwrap_or(0);
        }
    }
    conflicts as i128
}

/// The blocks of 32 bytes that have a byte of the access.
pub fn sectors(moved: &[BTreeMap<i128, Vec<i128>>], result: &Int) -> Law {
    let blocks = |lanes: &BTreeMap<i128, Vec<i128>>| {
        lanes
            .values()
            .flatten()
            .map(|address| address.div_euclid(32))
            .collect::<BTreeSet<_>>()
            .len()
    };
    let count: usize = moved.iter().map(blocks).sum();
    ensure!(*result == Int::new(count as i128), "{result} sectors, and not {count}");
    Ok(())
}

/// Bit by bit: the lines that have a bit of several threads.
pub fn shared_lines(
    offsets: &[i128],
    threads: i128,
    (bits, line_bytes): (i128, i128),
    result: &Int,
) -> Law {
    let mut lines: BTreeMap<i128, BTreeSet<i128>> = BTreeMap::new();
    for (place, offset) in (0..).zip(offsets) {
        for bit in offset * bits..(offset + 1) * bits {
            lines.entry(bit.div_euclid(8 * line_bytes)).or_default().insert(place % threads);
        }
    }
    let count = lines.values().filter(|threads| threads.len() > 1).count();
    ensure!(*result == Int::new(count as i128), "{result} shared lines, and not {count}");
    Ok(())
}

/// No swizzle has fewer conflicts, and none that comes before has as few: of all whose bits are above those within
/// `vector` elements, and below `end`.
pub fn find_swizzle(
    offsets: &[i128],
    conflicts: impl Fn(&[i128]) -> Option<i128>,
    result: &Swizzle,
    vector: i128,
    end: u32,
) -> Law {
    let with = |swizzle: &Swizzle| {
        let moved: Vec<i128> = offsets.iter().map(|x| swizzle_at(swizzle, *x)).collect();
        conflicts(&moved).ok_or_else(|| format!("{swizzle} tears vectors of {vector}"))
    };
    let (found, end) = (with(result)?, i128::from(end));
    let key = |swizzle: &Swizzle| {
        (swizzle.bits(), swizzle.base(), swizzle.shift().abs(), swizzle.shift() < 0)
    };
    let all = (0..=end).flat_map(|bits| {
        (0..=end).flat_map(move |base| (-end..=end).map(move |shift| (bits, base, shift)))
    });
    for (bits, base, shift) in all {
        let Ok(swizzle) = Swizzle::new(bits, base, shift) else { continue };
        let inside = bits == 0 || 1 << base >= vector && bits + base + shift.abs() <= end;
        if !inside || bits == 0 && (base, shift) != (0, 0) {
            continue;
        }
        let other = with(&swizzle)?;
        let better = other < found || other == found && key(&swizzle) < key(result);
        ensure!(!better, "{swizzle} has {other} conflicts, {result} has {found}");
    }
    Ok(())
}

/// The sorted offsets are `0, 1, …, elements − 1`.
pub fn covers(offsets: &[i128], elements: i128, answer: bool) -> Law {
    let mut sorted = offsets.to_vec();
    sorted.sort_unstable();
    let holds = sorted.into_iter().eq(0..elements);
    ensure!(answer == holds, "covers {elements}: {answer}");
    Ok(())
}

/// The answer names an element that is not there once, and where it is; there is none exactly if each is there once.
pub fn find_uncovered(
    shape: &IntTuple,
    offsets: &[i128],
    elements: i128,
    result: Option<&Uncovered>,
) -> Law {
    let at = |coordinate: &IntTuple| -> Result<i128, String> {
        let (mut index, mut place) = (0, 1);
        for (extent, digit) in shape.leaves().into_iter().zip(coordinate.leaves()) {
            let (extent, digit) = (value(extent)?, value(digit)?);
            ensure!((0..extent).contains(&digit), "{coordinate} is none of {shape}");
            index += digit * place;
            place *= extent;
        }
        Ok(offsets[index as usize])
    };
    match result {
        None => covers(offsets, elements, true),
        Some(Uncovered::Twice(found)) => {
            let offset = HTuple::Leaf(Int::new(at(&found.first)?));
            let same = at(&found.first)? == at(&found.second)? && found.offset == offset;
            ensure!(same && found.first != found.second, "{found:?}");
            Ok(())
        }
        Some(Uncovered::Outside { coordinate, offset }) => {
            let found = at(coordinate)?;
            let is_outside = !(0..elements).contains(&found) && *offset == Int::new(found);
            ensure!(is_outside, "{coordinate} has {found}, and not {offset}");
            Ok(())
        }
        Some(Uncovered::Missing { element }) => {
            let element = value(element)?;
            let first = (0..elements).find(|element| !offsets.contains(element));
            ensure!(first == Some(element), "{element} is missing, and not {first:?}");
            Ok(())
        }
    }
}

/// Each coordinate is there once, by so many threads; where no step is within what shorter ones reach, what they have ascends with the
/// thread.
pub fn find_layout(offsets: &[i128], is_apart: bool, threads: i128, result: &[i128]) -> Law {
    covers(result, offsets.len() as i128, true)?;
    for value in result.chunks(threads as usize) {
        let places = value.iter().map(|coordinate| offsets[*coordinate as usize]);
        let is_sorted = !is_apart || places.is_sorted();
        ensure!(is_sorted, "{value:?} is not in the order of memory");
    }
    Ok(())
}

const LAYOUT: Check = check(Over::Swizzle, &["swizzled::find_layout"], |x| {
    let size = size_of(x.layout.shape())?;
    let f = Function::from(x.layout.clone());
    if size > EXHAUSTIVE || f.numbers().is_err() {
        return Ok(Answer::Undecided);
    }
    let offsets = values_of(&f, size)?;
    let mut steps = Vec::new();
    for (extent, stride) in x.layout.leaves() {
        steps.push((stride.known().unwrap_or(0), value(extent)?));
    }
    steps.retain(|(_, extent)| *extent > 1);
    steps.sort_unstable();
    let mut reach = 0;
    let is_apart = steps.into_iter().all(|(stride, extent)| {
        let is_beyond = stride > reach;
        reach += stride * (extent - 1);
        is_beyond
    });
    let mut answer = Answer::Refused;
    for (threads, bits) in (1..=size).flat_map(|threads| [8, 32, 6].map(|bits| (threads, bits))) {
        match swizzled::find_layout(&f, &Int::new(bits), &Int::new(threads)) {
            Ok(found) => {
                let found = Function::from(found);
                let shape = shape_of(&found).ok_or("a layout has a shape")?;
                let sizes = shape.modes().iter().map(size_of).collect::<Result<Vec<_>, _>>()?;
                ensure!(sizes == [threads, size / threads], "{threads} threads have {found}");
                let places = values_of(&found, size)?;
                find_layout(&offsets, is_apart, threads, &places)?;
                answer = Answer::Found;
            }
            // Of positive strides one thread has all, by single elements, where these are bytes.
            Err(error) => {
                let is_plain = x.layout.leaves().iter().all(|(extent, stride)| {
                    **extent == Int::ONE || stride.known().is_some_and(|stride| stride > 0)
                });
                let must = is_plain && threads == 1 && bits % 8 == 0;
                ensure!(!must, "{f}: {error}");
            }
        }
    }
    Ok(answer)
});

pub(crate) const CHECKS: &[Check] = &[
    LAYOUT,
    SWIZZLE,
    COVERS,
    check(
        Over::Swizzle,
        &[
            "swizzled::bank_conflicts",
            "swizzled::sectors",
            "swizzled::shared_lines",
            "swizzled::vector_bytes",
        ],
        |x| {
            let threads = size_of(x.layout.modes().first().unwrap_or(x.layout).shape())?;
            let size = size_of(x.layout.shape())?;
            if size > EXHAUSTIVE {
                return Ok(Answer::Undecided);
            }
            let mut answer = Answer::Refused;
            for f in [Function::from(x.layout.clone()), composed_of(x)?.into()] {
                if f.numbers().is_err() {
                    return Ok(Answer::Undecided);
                }
                let offsets = values_of(&f, size)?;
                for bits in [4, 16, 32, 6] {
                    let mut widest = 0;
                    for bytes in [1, 2, 4, 8, 16, 3] {
                        let moved = moved(&offsets, threads, bits, bytes);
                        let (bits, bytes) = (Int::new(bits), Int::new(bytes));
                        let all = moved.as_deref().unwrap_or_default();
                        let number = bytes.known().unwrap_or(0);
                        if moved.is_some() {
                            (widest, answer) = (widest.max(number), Answer::Found);
                        }
                        let found = swizzled::bank_conflicts(&f, &bits, &bytes);
                        exactly(moved.is_some(), found, |r| bank_conflicts(all, number, r))?;
                        let found = swizzled::sectors(&f, &bits, &bytes);
                        exactly(moved.is_some(), found, |r| sectors(all, r))?;
                    }
                    for line in [1, 24, 64] {
                        let found = swizzled::shared_lines(&f, &Int::new(bits), &Int::new(line));
                        always(found, |r| shared_lines(&offsets, threads, (bits, line), r))?;
                    }
                    let found = swizzled::vector_bytes(&f, &Int::new(bits)).map_err(text)?;
                    require(found == Int::new(widest), || {
                        format!("{f}: {found}, and not {widest}")
                    })?;
                }
            }
            Ok(answer)
        },
    ),
];

const COVERS: Check =
    check(Over::Swizzle, &["swizzled::covers", "swizzled::find_uncovered"], |x| {
        let size = size_of(x.layout.shape())?;
        if size > EXHAUSTIVE
            || x.layout.leaves().iter().any(|(_, stride)| stride.as_int().is_none())
        {
            return Ok(Answer::Undecided);
        }
        for f in [Function::from(x.layout.clone()), composed_of(x)?.into()] {
            let shape = shape_of(&f).ok_or("a layout has a shape")?;
            let offsets = values_of(&f, size)?;
            let end = offsets.iter().max().map_or(1, |most| (most + 1).max(1));
            let sizes = [size, size + 1, (size - 1).max(1), end];
            let tiles = sizes.map(|elements| IntTuple::Leaf(Int::new(elements)));
            for tile in tiles.iter().chain([x.layout.shape()]) {
                let elements = size_of(tile)?;
                always(swizzled::covers(&f, tile), |r| covers(&offsets, elements, *r))?;
                always(swizzled::find_uncovered(&f, tile), |r| {
                    find_uncovered(shape, &offsets, elements, r.as_ref())
                })?;
            }
        }
        Ok(Answer::Found)
    });

const SWIZZLE: Check =
    check(Over::Number, &["swizzled::find_swizzle", "swizzled::find_xor_layout"], |x| {
        let (size, bits) = (size_of(x.layout.shape())?, 32);
        let threads = size_of(x.layout.modes().first().unwrap_or(x.layout).shape())?;
        let f = Function::from(x.layout.clone());
        if size > 32 || x.number != 1 || f.numbers().is_err() {
            return Ok(Answer::Undecided);
        }
        let offsets = values_of(&f, size)?;
        let end = offsets.iter().max().map_or(1, |most| (most + 1).max(1)).unsigned_abs();
        let end = end.next_power_of_two().trailing_zeros();
        if offsets.iter().any(|x| *x < 0) || end > 6 {
            return Ok(Answer::Undecided);
        }
        let bytes =
            [16, 8, 4].into_iter().find(|&bytes| moved(&offsets, threads, bits, bytes).is_some());
        let bytes = bytes.ok_or_else(|| format!("{f} of single words"))?;
        let conflicts =
            |offsets: &[i128]| Some(conflicts_of(&moved(offsets, threads, bits, bytes)?, bytes));
        let linear = swizzled::find_xor_layout(&Int::new(bits), std::slice::from_ref(&f));
        let found = swizzled::find_swizzle(&Int::new(bits), &[f]);
        always(linear, |r| find_xor_layout(&offsets, conflicts, r))?;
        always(found, |r| find_swizzle(&offsets, conflicts, r, bytes / 4, end))
    });

/// The definition: it takes each of a power of two of offsets once, and has no conflicts, or moves nothing: then no swizzle has none.
pub fn find_xor_layout(
    offsets: &[i128],
    conflicts: impl Fn(&[i128]) -> Option<i128>,
    result: &Function,
) -> Law {
    let size = size_of(shape_of(result).ok_or("a layout has a shape")?)?;
    let map = values_of(result, size)?;
    covers(&map, size, true)?;
    let found = |map: &dyn Fn(i128) -> i128| {
        let mapped: Vec<i128> = offsets.iter().map(|x| map(*x)).collect();
        conflicts(&mapped)
    };
    if found(&|x| map[x as usize]) == Some(0) {
        return Ok(());
    }
    ensure!(map.into_iter().eq(0..size), "{result} has conflicts");
    for (bits, base, shift) in (1..4).flat_map(|b| (0..6).flat_map(move |m| [(b, m, b), (b, m, 3)]))
    {
        let Ok(swizzle) = Swizzle::new(bits, base, shift) else { continue };
        ensure!(found(&|x| swizzle.apply(x)) != Some(0), "{swizzle} has no conflicts");
    }
    Ok(())
}
