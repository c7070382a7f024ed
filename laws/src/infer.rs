//! The laws of `infer_layout` and of its refusals, by trial of all extents and swizzles.

use layout_algebra::{Error, ErrorKind, Function, Int, IntTuple, Layout, Swizzle, ops};

use super::inverses::integers;
use super::numbers::{size_of, value};
use super::swizzle::{swizzle_at, value_of};
use super::{Law, ensure};
use crate::EXHAUSTIVE;
use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::operands::{count_of, offsets};
use crate::text;

/// `R(i)` is value `i`, and there are no others; `R` is coalesced.
pub fn infer_layout(values: &[Int], result: &Layout) -> Law {
    super::coalesce(result, result)?;
    let function = integers(result)?;
    let size = size_of(result.shape())?;
    ensure!(size == values.len() as i128, "{result} has size {size} of {}", values.len());
    for (i, expected) in values.iter().enumerate() {
        let found = function.at(i as i128);
        ensure!(found == value(expected)?, "{result} at {i} is {found}, not {expected}");
    }
    Ok(())
}

/// No layout with as many elements as there are values agrees with those up to the
/// index of the error, by trial of all extents.
pub fn no_infer_layout(values: &[Int], error: &Error) -> Law {
    let index = index_of(error)?;
    ensure!(index < values.len(), "there is no value {index}");
    let table: Vec<i128> = values[..=index].iter().map(value).collect::<Result<_, _>>()?;
    ensure!(!begins_layout(&table, values.len()), "a layout agrees up to {index}: {values:?}");
    let before = &table[..index];
    ensure!(begins_layout(before, values.len()), "none agrees before {index}: {values:?}");
    Ok(())
}

/// The index of the value that no layout has.
fn index_of(error: &Error) -> Result<usize, String> {
    match (error.kind(), error.path().indices()) {
        (ErrorKind::NoLayout { .. }, &[index]) => Ok(index),
        _ => Err(format!("{error:?}")),
    }
}

/// True if some layout of `size` elements begins with a table.
fn begins_layout(table: &[i128], size: usize) -> bool {
    match table {
        [] => return true,
        [first, ..] if *first != 0 => return false,
        [_] => return true,
        _ => {}
    }
    (2..=size).filter(|extent| size.is_multiple_of(*extent)).any(|extent| {
        let inside = table.iter().take(extent).zip(0..);
        let steps = inside.into_iter().all(|(value, c)| *value == c * table[1]);
        let splits =
            || (extent..table.len()).all(|c| table[c] == table[c % extent] + table[c - c % extent]);
        steps && splits() && {
            let outer: Vec<i128> = table.iter().step_by(extent).copied().collect();
            begins_layout(&outer, size / extent)
        }
    })
}

/// `R(c) = values[i]` for the coordinates `c` of a shape and their 1-D coordinates `i`;
/// the shape of `R` refines it in as few modes as there can be, and no layout has the
/// values of a swizzled one.
pub fn infer_function(values: &[Int], shape: &IntTuple, result: &Function) -> Law {
    let table: Vec<i128> = values.iter().map(value).collect::<Result<_, _>>()?;
    for (i, expected) in table.iter().enumerate() {
        let found = value_of(result, i as i128)?;
        ensure!(found == *expected, "{result} at {i} is {found}, not {expected}");
    }
    let domain = match result {
        Function::Layout(layout) => layout,
        Function::Composed(composed) => {
            if composed.as_swizzled().is_none() {
                let one = begins_swizzled(&table, &extents(shape)?)?;
                ensure!(one.is_none(), "{one:?} alone does for {result}");
            }
            composed.domain().map_err(text)?
        }
        Function::Swizzle(_) => return Err(format!("{result} has no shape")),
    };
    for (path, extent) in shape.leaf_paths() {
        let Some(mode) = domain.get(path.indices()) else {
            return Err(format!("{result} has no mode at {path}"));
        };
        ensure!(Int::new(size_of(mode.shape())?) == *extent, "{result} at {path} is not {extent}");
        super::coalesce(&mode, &mode)?;
    }
    ensure!(domain.shape().rank() >= shape.rank(), "{result} has fewer modes than {shape}");
    if matches!(result, Function::Composed(_)) {
        let layout = begins_in_shape(&table, &extents(shape)?);
        ensure!(!layout, "a layout without a swizzle is {values:?}");
    }
    Ok(())
}

/// Neither a layout of the shape nor a swizzled one, whatever the swizzle and the
/// offset, nor a map of bits, agrees with the values up to the index of the error, and some does before.
/// Swizzles are tried with parameters somewhat above the bits of the values.
pub fn no_infer_function(values: &[Int], shape: &IntTuple, error: &Error) -> Law {
    let index = index_of(error)?;
    ensure!(index < values.len(), "there is no value {index}");
    let table: Vec<i128> = values.iter().map(value).collect::<Result<_, _>>()?;
    let extents = extents(shape)?;
    let found = begins_swizzled(&table[..=index], &extents)?;
    ensure!(found.is_none(), "{found:?} agrees up to {index}: {values:?}");
    ensure!(!begins_bits(&table[..=index], &extents), "bits agree up to {index}: {values:?}");
    let before = &table[..index];
    let found = begins_bits(before, &extents) || begins_swizzled(before, &extents)?.is_some();
    ensure!(found, "none agrees before {index}: {values:?}");
    Ok(())
}

/// A map of bits begins with a table: the exclusive or of a constant and, for each bit of a 1-D coordinate, of an image. Images
/// are 0, or no exclusive or of some others, as those of swizzles after a layout without carries are.
fn begins_bits(table: &[i128], extents: &[usize]) -> bool {
    if !extents.iter().all(|extent| extent.is_power_of_two()) || table.iter().any(|v| *v < 0) {
        return false;
    }
    let first = table.first().copied().unwrap_or(0);
    let bits = (0..usize::BITS).map(|bit| 1 << bit).take_while(|bit| *bit < table.len());
    let images: Vec<i128> = bits.map(|bit: usize| table[bit] ^ first).collect();
    let image = |i: usize| {
        let of_bits = images.iter().enumerate().filter(|(bit, _)| i >> bit & 1 == 1);
        of_bits.fold(0, |all, (_, image)| all ^ image)
    };
    let moving: Vec<i128> = images.iter().copied().filter(|image| *image != 0).collect();
    let sums = |subset: u32| {
        let of = moving.iter().enumerate().filter(|(k, _)| subset >> k & 1 == 1);
        of.fold(0, |all, (_, image)| all ^ image)
    };
    table.iter().enumerate().all(|(i, value)| *value == first ^ image(i))
        && (1..1u32 << moving.len()).all(|subset| sums(subset) != 0)
}

/// The first swizzle, by `B`, `M`, `|S|` and then positive `S`, after some layout of the
/// shape and an offset, that begins with a table; `Sw<0,0,0>` for none.
///
/// # Errors
///
/// Values that are too large.
pub fn begins_swizzled(table: &[i128], extents: &[usize]) -> Result<Option<Swizzle>, String> {
    let bits = table.iter().fold(0, |all, v| all | if *v < 0 { !v } else { *v });
    let more = if table.iter().any(|v| *v < 0) { 4 } else { 2 };
    let most = i128::from(i128::BITS - bits.leading_zeros()) + more;
    for b in 0..=most {
        for m in 0..=most {
            for s in (b..=most).flat_map(|s| [s, -s]) {
                let swizzle = Swizzle::new(b, m, s).map_err(super::text)?;
                let undone: Vec<i128> = table.iter().map(|v| swizzle_at(&swizzle, *v)).collect();
                let offset = undone.first().copied().unwrap_or(0);
                let undone: Vec<i128> = undone.iter().map(|v| v - offset).collect();
                if begins_in_shape(&undone, extents) {
                    return Ok(Some(swizzle));
                }
            }
        }
    }
    Ok(None)
}

fn extents(shape: &IntTuple) -> Result<Vec<usize>, String> {
    let extent = |extent: &&Int| usize::try_from(value(extent)?).map_err(super::text);
    shape.leaves().iter().map(extent).collect()
}

/// True if some layout of a shape of the given extents begins with a table.
fn begins_in_shape(table: &[i128], extents: &[usize]) -> bool {
    let mut place = 1;
    let begins = begins_layout(&table[..table.len().min(1)], 1);
    begins
        && extents.iter().all(|&extent| {
            let axis: Vec<i128> = table.iter().step_by(place).take(extent).copied().collect();
            let mut rest = place..table.len().min(place * extent);
            let adds_up = |x: usize| table[x] == table[x % place] + table[x - x % place];
            let holds = begins_layout(&axis, extent) && rest.all(adds_up);
            place *= extent;
            holds
        })
}

pub(crate) const CHECKS: &[Check] = &[check(Over::Layout, &["infer_layout"], |x| {
    if count_of(x.layout.shape()) > EXHAUSTIVE {
        return Ok(Answer::Undecided);
    }
    let mut values = offsets(x.layout)?;
    let whole = always(ops::infer_layout(&values), |r| {
        infer_layout(&values, r)?;
        let expected = ops::coalesce(x.layout).map_err(text)?;
        require(*r == expected, || format!("{r} is not {expected}"))
    });
    whole?;
    // One value that is off by one.
    let at = values.len() * 2 / 3;
    values[at] = values[at].add(&Int::ONE).map_err(|_| "an overflow".to_owned())?;
    verdict(
        ops::infer_layout(&values),
        |r| infer_layout(&values, r),
        |error| no_infer_layout(&values, error),
    )
})];
