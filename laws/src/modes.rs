//! The laws of what rearranges modes, of tuples and of layouts alike.

use layout_algebra::{HTuple, Int, Layout, Nested, ops};

use super::function::{components, digits, extents, points, same_function, value_at};
use super::{Law, ensure};
use crate::check::{Answer, Check, Over, always, check, exactly, together, verdict};
use crate::operands::place;
use crate::text;
use core::fmt::Display;

/// `R` is the first leaf of `T` from the left.
pub fn front<M: Nested>(of: &M, result: &M) -> Law {
    ensure!(leaves(of).first() == Some(result), "{result} is not the first leaf of {of}");
    Ok(())
}

/// `R` is the last leaf of `T`.
pub fn back<M: Nested>(of: &M, result: &M) -> Law {
    ensure!(leaves(of).last() == Some(result), "{result} is not the last leaf of {of}");
    Ok(())
}

/// `R` is a tuple of rank `end − begin` with `get(R, i) = get(T, begin + i)`.
pub fn take<M: Nested>(of: &M, begin: usize, end: usize, result: &M) -> Law {
    let sources: Vec<usize> = (begin..end).collect();
    select(of, &sources, result)
}

/// `R` is a tuple of as many modes, with `get(R, i) = get(T, modes[i])`.
pub fn select<M: Nested>(of: &M, modes: &[usize], result: &M) -> Law {
    ensure!(result.is_tuple() && rank(result) == modes.len(), "{result} is not {modes:?} of {of}");
    for (i, &mode) in modes.iter().enumerate() {
        same_mode(result, &[i], of, &[mode])?;
    }
    Ok(())
}

/// `get(R, at) = x`, and the other modes are those of `T`.
pub fn insert<M: Nested>(of: &M, at: usize, x: &M, result: &M) -> Law {
    ensure!(
        result.is_tuple() && rank(result) == rank(of) + 1,
        "{result} is not one more than {of}"
    );
    ensure!(mode(result, &[at])? == *x, "mode {at} of {result} is not {x}");
    (0..rank(of)).try_for_each(|i| same_mode(result, &[i + usize::from(i >= at)], of, &[i]))
}

/// The modes of `R` are those of `T` but for `at`.
pub fn remove<M: Nested>(of: &M, at: usize, result: &M) -> Law {
    let kept: Vec<usize> = (0..rank(of)).filter(|&i| i != at).collect();
    select(of, &kept, result)
}

/// `get(R, at) = x`, and the other modes are those of `T`; for a leaf, `R = x`.
pub fn replace<M: Nested>(of: &M, at: usize, x: &M, result: &M) -> Law {
    if !of.is_tuple() {
        ensure!(result == x, "{of} became {result}, not {x}");
        return Ok(());
    }
    ensure!(rank(result) == rank(of), "{result} has another rank than {of}");
    ensure!(mode(result, &[at])? == *x, "mode {at} of {result} is not {x}");
    (0..rank(of)).filter(|&i| i != at).try_for_each(|i| same_mode(result, &[i], of, &[i]))
}

/// The modes of `R` are those of `T` and then `x`.
pub fn append<M: Nested>(of: &M, x: &M, result: &M) -> Law {
    insert(of, rank(of), x, result)
}

/// The modes of `R` are `x` and then those of `T`.
pub fn prepend<M: Nested>(of: &M, x: &M, result: &M) -> Law {
    insert(of, 0, x, result)
}

/// `R` has rank `rank`: the modes of `T`, and after them (`before`: before them) only
/// `x`. What has the rank already is `R`.
pub fn padded<M: Nested>(of: &M, x: &M, to: usize, before: bool, result: &M) -> Law {
    ensure!(rank(result) == to, "{result} does not have rank {to}");
    if rank(of) == to {
        ensure!(result == of, "{of} became {result}");
    }
    let shift = if before { to - rank(of) } else { 0 };
    for i in 0..to {
        match i.checked_sub(shift).filter(|i| *i < rank(of)) {
            Some(j) => same_mode(result, &[i], of, &[j])?,
            None => ensure!(mode(result, &[i])? == *x, "mode {i} of {result} is not {x}"),
        }
    }
    Ok(())
}

/// Every mode of `R` is `x`, and there are `count`; or `R` is `x` for `count = 1`.
pub fn repeat<M: Nested>(x: &M, count: usize, result: &M) -> Law {
    if count == 1 && result == x {
        return Ok(());
    }
    ensure!(count != 1, "{x} once is {result}");
    tuple_repeat(x, count, result)
}

/// `R` is a tuple of `count` modes, each of them `x`.
pub fn tuple_repeat<M: Nested>(x: &M, count: usize, result: &M) -> Law {
    let all = result.to_modes().iter().all(|mode| mode == x);
    let holds = result.is_tuple() && rank(result) == count && all;
    ensure!(holds, "{x} {count} times is {result}");
    Ok(())
}

/// `R` has `x` in the place of every leaf of the profile, and a tuple of the same
/// rank in that of every tuple.
pub fn repeat_like<T, M: Nested>(profile: &HTuple<T>, x: &M, result: &M) -> Law {
    let HTuple::Tuple(profiles) = profile else {
        ensure!(result == x, "{result} stands in the place of a leaf, not {x}");
        return Ok(());
    };
    let holds = result.is_tuple() && rank(result) == profiles.len();
    ensure!(holds, "{result} has not {} modes", profiles.len());
    profiles
        .iter()
        .zip(result.to_modes())
        .try_for_each(|(profile, result)| repeat_like(profile, x, &result))
}

/// Mode `begin` of `R` is the tuple of the modes of `T` from `begin` up to `end`,
/// the others are those of `T`.
pub fn group<M: Nested>(of: &M, begin: usize, end: usize, result: &M) -> Law {
    let (count, grouped) = (end - begin, usize::from(begin < end));
    let holds = result.is_tuple() && rank(result) == rank(of) - count + grouped;
    ensure!(holds, "{of} from {begin} to {end} is {result}");
    for i in 0..rank(of) {
        let place = match i {
            i if i < begin => vec![i],
            i if i < end => vec![begin, i - begin],
            i => vec![i - count + grouped],
        };
        same_mode(result, &place, of, &[i])?;
    }
    ensure!(begin == end || rank(&mode(result, &[begin])?) == count, "{result} has more than {of}");
    Ok(())
}

/// `get(R, i, j) = get(T, j, i)`; `R` is `T` in a tuple of one if its first mode is
/// a leaf, and `T` if it is one.
pub fn zip<M: Nested>(of: &M, result: &M) -> Law {
    let modes = of.to_modes();
    let first = modes.first().filter(|_| of.is_tuple());
    let Some(first) = first.filter(|first| first.is_tuple()) else {
        let expected = if of.is_tuple() { mode(result, &[0])? } else { result.clone() };
        let holds = expected == *of && rank(result) == if of.is_tuple() { 1 } else { rank(of) };
        ensure!(holds, "{of} became {result}");
        return Ok(());
    };
    ensure!(rank(result) == rank(first), "{of} became {result}");
    for i in 0..rank(first) {
        ensure!(rank(&mode(result, &[i])?) == modes.len(), "{of} became {result}");
        for j in 0..modes.len() {
            same_mode(result, &[i, j], of, &[j, i])?;
        }
    }
    Ok(())
}

/// Against each leaf of the guide at `p`, `get(R, 0, p) = get(T, p, 0)` and
/// `get(R, 1, p) = get(T, p, 1)`; the modes of `T` past the guide follow in
/// `get(R, 1)`, at every level.
pub fn zip2_by<T, M: Nested>(of: &M, guide: &HTuple<T>, result: &M) -> Law {
    ensure!(rank(result) == 2, "{result} is no pair");
    let halves = [mode(result, &[0])?, mode(result, &[1])?];
    let HTuple::Tuple(guides) = guide else {
        ensure!(result == of, "{of} became {result}");
        return Ok(());
    };
    let counts = (rank(&halves[0]), rank(&halves[1]));
    ensure!(counts == (guides.len(), rank(of)), "{of} became {result}");
    for (i, guide) in guides.iter().enumerate() {
        let pair = M::of_modes(vec![mode(&halves[0], &[i])?, mode(&halves[1], &[i])?]);
        zip2_by(&mode(of, &[i])?, guide, &pair.map_err(super::text)?)?;
    }
    (guides.len()..rank(of)).try_for_each(|i| same_mode(&halves[1], &[i], of, &[i]))
}

/// `get(R, i) = get(T, rank(T) − 1 − i)`; a leaf stays.
pub fn reverse<M: Nested>(of: &M, result: &M) -> Law {
    ensure!(of.is_tuple() || result == of, "{of} became {result}");
    ensure!(rank(result) == rank(of), "{of} became {result}");
    (0..rank(of)).try_for_each(|i| same_mode(result, &[i], of, &[rank(of) - 1 - i]))
}

/// `get(R, i) = deep_reverse(get(T, rank(T) − 1 − i))`; a leaf stays.
pub fn deep_reverse<M: Nested>(of: &M, result: &M) -> Law {
    let (before, after) = (of.to_modes(), result.to_modes());
    if !of.is_tuple() {
        ensure!(result == of, "{of} became {result}");
        return Ok(());
    }
    ensure!(result.is_tuple() && after.len() == before.len(), "{of} became {result}");
    before.iter().rev().zip(&after).try_for_each(|(before, after)| deep_reverse(before, after))
}

/// `R(cₙ,…,c₀) = L(c₀,…,cₙ)`.
pub fn transpose(layout: &Layout, result: &Layout) -> Law {
    if !layout.shape().is_tuple() {
        ensure!(layout == result, "{layout} became {result}");
        return Ok(());
    }
    let sizes: Vec<i128> = layout
        .modes()
        .iter()
        .map(|mode| super::function::size_of(mode.shape()))
        .collect::<Result<_, _>>()?;
    for component in components(&[layout, result]) {
        for i in points(layout.shape())? {
            let mut crd: Vec<_> =
                digits(i, &sizes).into_iter().map(|c| HTuple::Leaf(Int::new(c))).collect();
            let expected = value_at(&HTuple::Tuple(crd.clone()), layout, &component)?;
            crd.reverse();
            let found = value_at(&HTuple::Tuple(crd), result, &component)?;
            ensure!(found == expected, "{result} at {i} is {found}, {layout} is {expected}");
        }
    }
    Ok(())
}

/// `R` is congruent to the profile, and its leaves are those of the flat `T`.
pub fn unflatten<T, M: Nested>(flat: &M, profile: &HTuple<T>, result: &M) -> Law {
    fn congruent<T, M: Nested>(profile: &HTuple<T>, of: &M) -> bool {
        match profile {
            HTuple::Leaf(_) => !of.is_tuple(),
            HTuple::Tuple(profiles) => {
                of.is_tuple()
                    && rank(of) == profiles.len()
                    && profiles.iter().zip(of.to_modes()).all(|(p, mode)| congruent(p, &mode))
            }
        }
    }
    ensure!(congruent(profile, result), "{result} is not nested as the profile");
    ensure!(leaves(result) == leaves(flat), "{result} has other leaves than {flat}");
    Ok(())
}

/// `R` is `T` if that is a tuple, else the tuple of it.
pub fn wrap<M: Nested>(of: &M, result: &M) -> Law {
    let inner = if of.is_tuple() { result.clone() } else { mode(result, &[0])? };
    let holds = result.is_tuple() && inner == *of && (of.is_tuple() || rank(result) == 1);
    ensure!(holds, "{of} became {result}");
    Ok(())
}

/// `R` is no tuple of one, and `T` is `R` in any number of them.
pub fn unwrap<M: Nested>(of: &M, result: &M) -> Law {
    ensure!(!result.is_tuple() || rank(result) != 1, "{result} is a tuple of one");
    let mut inner = of.clone();
    while inner != *result {
        ensure!(inner.is_tuple() && rank(&inner) == 1, "{of} became {result}");
        inner = mode(&inner, &[0])?;
    }
    Ok(())
}

/// `R(i) = L(i)` on `[0, size)`, and the sizes agree: only the nesting changed.
pub fn same_layout(layout: &Layout, result: &Layout) -> Law {
    let same = extents(layout.shape())? == extents(result.shape())?;
    ensure!(same, "{result} has other extents than {layout}");
    same_function(layout, result, layout.shape())
}

fn rank<M: Nested>(of: &M) -> usize {
    of.to_modes().len()
}

/// The mode at a path.
fn mode<M: Nested>(of: &M, path: &[usize]) -> Result<M, String> {
    let mut mode = of.clone();
    for &index in path {
        let none = || format!("{of} has no mode {path:?}");
        mode = mode.to_modes().get(index).cloned().ok_or_else(none)?;
    }
    Ok(mode)
}

fn same_mode<M: Nested>(result: &M, place: &[usize], of: &M, source: &[usize]) -> Law {
    let (found, expected) = (mode(result, place)?, mode(of, source)?);
    let same = found == expected && found.is_tuple() == expected.is_tuple();
    ensure!(same, "mode {place:?} of {result} is {found}, not {expected}");
    Ok(())
}

fn leaves<M: Nested + Display>(of: &M) -> Vec<M> {
    match of.is_tuple() {
        true => of.to_modes().iter().flat_map(leaves).collect(),
        false => vec![of.clone()],
    }
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["transpose"], |x| {
        always(ops::transpose(x.layout), |r| transpose(x.layout, r))
    }),
    check(Over::Layout, &["front", "back", "reverse", "deep_reverse", "wrap", "unwrap"], |x| {
        let layout = x.layout;
        let has_ends = !layout.to_string().contains("()");
        let wrapped = ops::wrap(layout).and_then(|it| ops::tuple_repeat(&it, 1)).map_err(text)?;
        unwrap(layout, &ops::unwrap(layout))?;
        unwrap(&wrapped, &ops::unwrap(&wrapped))?;
        together([
            exactly(has_ends, ops::front(layout), |r| front(layout, r)),
            exactly(has_ends, ops::back(layout), |r| back(layout, r)),
            always(ops::reverse(layout), |r| reverse(layout, r)),
            always(ops::deep_reverse(layout), |r| deep_reverse(layout, r)),
            always(ops::wrap(layout), |r| wrap(layout, r)),
        ])
    }),
    check(Over::Pair, &["replace_front", "replace_back"], |x| {
        let (of, with, rank) = (x.layout, x.other, x.layout.rank());
        let last = rank.saturating_sub(1);
        together([
            exactly(rank > 0, ops::replace_front(of, with), |r| replace(of, 0, with, r)),
            exactly(rank > 0, ops::replace_back(of, with), |r| replace(of, last, with, r)),
        ])
    }),
    check(Over::Number, &["take", "group", "select"], |x| {
        let (layout, rank) = (x.layout, x.layout.rank());
        let begin = place(x, rank + 2);
        for end in 0..=rank + 1 {
            let taken = ops::take(layout, begin, end);
            exactly(begin < end && end <= rank, taken, |r| take(layout, begin, end, r))?;
            let grouped = ops::group(layout, begin, end);
            exactly(begin <= end && end <= rank, grouped, |r| {
                group(layout, begin, end, r)?;
                same_layout(layout, r)
            })?;
            let modes = [end, begin];
            let selected = ops::select(layout, &modes);
            exactly(begin.max(end) < rank, selected, |r| select(layout, &modes, r))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Number, &["remove"], |x| {
        let at = place(x, x.layout.rank() + 2);
        let removed = ops::remove(x.layout, at);
        exactly(at < x.layout.rank(), removed, |r| remove(x.layout, at, r))
    }),
    check(Over::Number, &["repeat", "tuple_repeat", "repeat_like"], |x| {
        let (layout, count) = (x.layout, place(x, 4));
        let profile = HTuple::Tuple(vec![layout.shape().clone(); count]);
        together([
            always(ops::repeat(layout, count), |r| repeat(layout, count, r)),
            always(ops::tuple_repeat(layout, count), |r| tuple_repeat(layout, count, r)),
            always(ops::repeat_like(&profile, layout), |r| repeat_like(&profile, layout, r)),
        ])
    }),
    check(Over::Pair, &["append", "prepend", "append_to_rank", "prepend_to_rank"], |x| {
        let (of, with) = (x.layout, x.other);
        let to = place(x, of.rank() + 3);
        let fits = to >= of.rank();
        let after = ops::append_to_rank(of, with, to);
        let before = ops::prepend_to_rank(of, with, to);
        together([
            always(ops::append(of, with), |r| append(of, with, r)),
            always(ops::prepend(of, with), |r| prepend(of, with, r)),
            exactly(fits, after, |r| padded(of, with, to, false, r)),
            exactly(fits, before, |r| padded(of, with, to, true, r)),
        ])
    }),
    check(Over::Pair, &["insert", "replace"], |x| {
        let (of, with, rank) = (x.layout, x.other, x.layout.rank());
        let at = place(x, rank + 2);
        together([
            exactly(at <= rank, ops::insert(of, at, with), |r| insert(of, at, with, r)),
            exactly(at < rank, ops::replace(of, at, with), |r| replace(of, at, with, r)),
        ])
    }),
    check(Over::Pair, &["zip"], |x| {
        let both = Layout::from_modes(&[x.layout.clone(), x.other.clone()]);
        // Too large for a layout.
        let Ok(both) = both else { return Ok(Answer::Undecided) };
        verdict(ops::zip(&both), |r| zip(&both, r), |_| Ok(()))
    }),
    check(Over::Pair, &["zip2_by"], |x| {
        let guide = x.other.shape();
        let Ok(pairs) = pairs(x.other, x.layout) else { return Ok(Answer::Undecided) };
        always(ops::zip2_by(&pairs, guide), |r| zip2_by(&pairs, guide, r))
    }),
];

/// A pair in the place of every leaf of a guide, and `more` after every tuple.
fn pairs(guide: &Layout, more: &Layout) -> Result<Layout, layout_algebra::Error> {
    if !guide.shape().is_tuple() {
        return Layout::from_modes(&[guide.clone(), more.clone()]);
    }
    let modes = guide.modes();
    let mut modes = modes.iter().map(|mode| pairs(mode, more)).collect::<Result<Vec<_>, _>>()?;
    modes.push(more.clone());
    Layout::from_modes(&modes)
}
