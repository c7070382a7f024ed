//! The laws of layouts without gaps: bijections onto `[0, size)`.

use layout_algebra::ops::Outcome;
use layout_algebra::{HTuple, Int, IntTuple, Layout, ModePath, StrideTuple, ops};

use super::numbers::{
    EXHAUSTIVE, Steps, all_different, digits, extents, points, size_of, sorted_offsets, value,
};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, require, together};
use crate::operands::leaf;

/// `L(i) = i` on `[0, size)`.
pub fn col_major(shape: &IntTuple, layout: &Layout) -> Law {
    compact(shape, layout, |digits, extents| horner(digits.iter().zip(extents).rev()))
}

/// `L(c)` is the number of coordinates before `c` in lexicographic order, the
/// last leaf the fastest.
pub fn row_major(shape: &IntTuple, layout: &Layout) -> Law {
    compact(shape, layout, |digits, extents| horner(digits.iter().zip(extents)))
}

/// `shape:(stride/first)` is column-major, and the end is `first·size`.
pub fn compact_col_major(shape: &IntTuple, first: &Int, (stride, end): &(StrideTuple, Int)) -> Law {
    col_major(shape, &scaled_down(shape, stride, first)?)?;
    check_end(shape, first, end)
}

/// `shape:(stride/last)` is row-major, and the end is `last·size`.
pub fn compact_row_major(shape: &IntTuple, last: &Int, (stride, end): &(StrideTuple, Int)) -> Law {
    row_major(shape, &scaled_down(shape, stride, last)?)?;
    check_end(shape, last, end)
}

/// The definition by mode: where an integer stands against a mode, its strides over that integer are column-major,
/// or row-major.
pub fn compact_by_mode(
    shape: &IntTuple,
    first: &IntTuple,
    stride: &StrideTuple,
    is_row_major: bool,
) -> Law {
    match (shape, first, stride) {
        (HTuple::Tuple(modes), HTuple::Tuple(firsts), HTuple::Tuple(strides)) => {
            let alike = [firsts.len(), strides.len()] == [modes.len(); 2];
            ensure!(alike, "{shape} from {first} has the strides {stride}");
            let mut triples = modes.iter().zip(firsts).zip(strides);
            triples.try_for_each(|((s, f), d)| compact_by_mode(s, f, d, is_row_major))
        }
        (_, HTuple::Leaf(first), _) => {
            let layout = scaled_down(shape, stride, first)?;
            if is_row_major { row_major(shape, &layout) } else { col_major(shape, &layout) }
        }
        _ => Err(format!("{shape} from {first} has the strides {stride}")),
    }
}

/// `L(c)` is the column-major index of the coordinates of `c`, sorted by their
/// order, within a mode from left to right. The outcome objects exactly if two
/// modes of extent above 1 have the same order, which then share their offsets.
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple, outcome: &Outcome) -> Law {
    let (mut ranks, mut wide): (Vec<(i128, usize)>, Vec<i128>) = (Vec::new(), Vec::new());
    for (path, rank) in order.leaf_paths() {
        let mode = shape.get(path.indices()).ok_or_else(|| text(&path))?;
        let rank = value(rank)?;
        for _ in mode.leaves() {
            ranks.push((rank, ranks.len()));
        }
        if size_of(mode)? > 1 {
            wide.push(rank);
        }
    }
    ranks.sort_unstable();
    let shared = !all_different(wide);
    ensure!(shared == outcome.objection.is_some(), "{shape} in order {order}: {outcome:?}");
    if shared {
        ensure!(outcome.layout.shape() == shape, "{shape} in order {order}: {outcome:?}");
        return Ok(());
    }
    compact(shape, &outcome.layout, |digits, extents| {
        horner(ranks.iter().rev().map(|&(_, leaf)| (&digits[leaf], &extents[leaf])))
    })
}

/// `L` has the shape, takes each value of `[0, size)` once, and the value `index`
/// of the digits of each point.
fn compact(shape: &IntTuple, layout: &Layout, index: impl Fn(&[i128], &[i128]) -> i128) -> Law {
    ensure!(layout.shape() == shape, "{layout} does not have the shape {shape}");
    let extents = extents(shape)?;
    let function = Steps::of(layout, &ModePath::root())?;
    for i in points(shape)? {
        let (expected, found) = (index(&digits(i, &extents), &extents), function.at(i));
        ensure!(found == expected, "{layout} at {i} is {found}, not {expected}");
    }
    let size = size_of(shape)?;
    if size <= EXHAUSTIVE {
        let bijective = sorted_offsets(layout)?.into_iter().eq(0..size);
        ensure!(bijective, "{layout} is no bijection onto [0,{size})");
    }
    Ok(())
}

/// The index of digits, the slowest first.
fn horner<'a>(digits: impl Iterator<Item = (&'a i128, &'a i128)>) -> i128 {
    digits.fold(0, |index, (digit, extent)| index * extent + digit)
}

fn scaled_down(shape: &IntTuple, stride: &StrideTuple, factor: &Int) -> Result<Layout, String> {
    let stride = stride.try_flat_map(&mut |stride| {
        let scale = stride.scale();
        let divides = factor.divides(scale).is_true();
        ensure!(divides, "stride {stride} is no multiple of {factor}");
        Ok(scale.div_floor(factor).map_err(text)?.into())
    })?;
    Layout::new(shape.clone(), stride).map_err(text)
}

fn check_end(shape: &IntTuple, first: &Int, end: &Int) -> Law {
    let expected = size_of(shape)? * value(first)?;
    ensure!(value(end)? == expected, "{shape} from {first} ends at {end}, not {expected}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(
        Over::Shape,
        &["col_major", "row_major", "compact_col_major", "compact_row_major"],
        |x| {
            let shape = x.layout.shape();
            for first in [1, 2, 3, 8, -1].map(Int::new) {
                let strides = ops::compact_col_major(shape, &first);
                always(strides, |r| compact_col_major(shape, &first, r))?;
                let strides = ops::compact_row_major(shape, &first);
                always(strides, |r| compact_row_major(shape, &first, r))?;
            }
            together([
                always(ops::col_major(shape), |r| col_major(shape, r)),
                always(ops::row_major(shape), |r| row_major(shape, r)),
            ])
        },
    ),
    check(Over::Shape, &["compact_by_mode"], |x| {
        let shape = x.layout.shape();
        // An integer of its own for each leaf, for each mode, and for all.
        let mut next = 2;
        let mut number = || {
            next += 3;
            leaf(next)
        };
        let leaves = shape.try_flat_map(&mut |_| Ok::<_, String>(number()))?;
        let modes = HTuple::Tuple(shape.modes().iter().map(|_| number()).collect());
        let modes = if shape.is_tuple() { modes } else { leaf(7) };
        for first in [&leaves, &modes, &leaf(3)] {
            let col = ops::compact_by_mode(shape, first, ops::compact_col_major);
            always(col, |r| compact_by_mode(shape, first, r, false))?;
            let row = ops::compact_by_mode(shape, first, ops::compact_row_major);
            always(row, |r| compact_by_mode(shape, first, r, true))?;
        }
        let more = HTuple::Tuple(vec![leaf(1); shape.rank() + 1]);
        let refused = ops::compact_by_mode(shape, &more, ops::compact_col_major).is_err();
        require(refused, || format!("{shape} from {more} has strides"))?;
        Ok(Answer::Found)
    }),
    check(Over::Shape, &["make_ordered_layout"], |x| {
        let shape = x.layout.shape();
        for profile in [shape.clone(), HTuple::Tuple(vec![leaf(0); shape.rank()]), leaf(0)] {
            if !ops::weakly_congruent(&profile, shape) {
                continue;
            }
            // Orders of up to four modes, also with equal and with negative ones.
            for orders in 0..4usize.pow(profile.leaf_count().min(4) as u32) {
                let mut rest = orders;
                let order = profile.map(&mut |_| {
                    let order = [2, 0, 7, -1][rest % 4];
                    rest /= 4;
                    Int::new(order)
                });
                let outcome = ops::make_ordered_layout(shape, &order);
                always(outcome, |r| make_ordered_layout(shape, &order, r))?;
            }
        }
        Ok(Answer::Found)
    }),
];
