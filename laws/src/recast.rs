//! The laws of `upcast`, `downcast` and `recast`.

use layout_algebra::{Error, ErrorKind, Int, Layout, ops};

use super::inverses::integers;
use super::numbers::{EXHAUSTIVE, digits, points_of, value};
use super::{Law, ensure};
use crate::check::{Answer, Check, Operands, Over, check, require, verdict};
use crate::convert::AsFunction;
use crate::text;

/// `R(⌊c/f⌋) = ⌊L(c)/N⌋`, where along each leaf of stride `d` of `L` `f = ⌈N/|d|⌉`, or 1
/// for `d = 0`; with `⌈ ⌉` on the right if the leaves with `0 < |d| < N` have negative
/// strides. `R` is nested as `L` and has the extents `⌈s/f⌉`.
pub fn upcast(layout: &impl AsFunction, factor: &Int, result: &impl AsFunction) -> Law {
    let n = value(factor)?;
    let (before, after) = leaves_alike(layout, result)?;
    let steps = steps(&before, n);
    for (((s, _), (t, _)), f) in before.iter().zip(&after).zip(&steps) {
        ensure!(*t == (s + f - 1) / f, "{layout} by {n} has extent {t} for {s}");
    }
    let down = inside(&before, n).any(|d| d < 0);
    each(&before, |c, offset| {
        let sum: i128 = c.iter().zip(&steps).zip(&after).map(|((c, f), (_, d))| c / f * d).sum();
        let element = if down { -(-offset).div_euclid(n) } else { offset.div_euclid(n) };
        require(sum == element, || {
            format!("{layout} at {c:?} is in {element} of {n}, {result} has {sum}")
        })
    })
}

type Leaves = Vec<(i128, i128)>;

/// The leaves of two layouts that are nested alike.
fn leaves_alike(
    layout: &impl AsFunction,
    result: &impl AsFunction,
) -> Result<(Leaves, Leaves), String> {
    let (before, after) = (layout.function()?.domain(), result.function()?.domain());
    let alike = before.map(&mut |_| ()) == after.map(&mut |_| ());
    ensure!(alike, "{result} is not nested as {layout}");
    Ok((before.leaves(), after.leaves()))
}

/// The digits and the offset of each coordinate that a law visits.
fn each(leaves: &[(i128, i128)], law: impl Fn(&[i128], i128) -> Law) -> Law {
    let extents: Vec<i128> = leaves.iter().map(|(extent, _)| *extent).collect();
    points_of(&extents).into_iter().try_for_each(|i| {
        let c = digits(i, &extents);
        law(&c, c.iter().zip(leaves).map(|(c, (_, d))| c * d).sum())
    })
}

/// The steps in an element of `n` along each leaf.
fn steps(leaves: &[(i128, i128)], n: i128) -> Vec<i128> {
    let along = |d: i128| if d == 0 { 1 } else { (n + d.abs() - 1) / d.abs() };
    leaves.iter().map(|(_, d)| along(*d)).collect()
}

/// The strides of the leaves that step inside of an element of `n`.
fn inside(leaves: &[(i128, i128)], n: i128) -> impl Iterator<Item = i128> {
    leaves.iter().filter(move |(s, d)| *s > 1 && *d != 0 && d.abs() < n).map(|(_, d)| *d)
}

/// The error is right: the stride that it names and `N` do not divide each other, or
/// the coordinate is one of `L` at which the equation of [`upcast`] fails.
pub fn no_upcast(layout: &Layout, factor: &Int, error: &Error) -> Law {
    let n = value(factor)?;
    let leaves = integers(layout)?.leaves;
    match error.kind() {
        ErrorKind::Indivisible { dividend, divisor } => {
            let (d, by) = (value(dividend)?, value(divisor)?);
            let right = by == n && d % n != 0 && n % d != 0;
            ensure!(right && leaves.iter().any(|leaf| leaf.1 == d), "{layout}: {error:?}");
        }
        ErrorKind::Straddle { coordinate, offset, element, sum, .. } => {
            let words = coordinate.split(['(', ',', ')']).filter(|word| !word.is_empty());
            let c: Vec<i128> = words
                .map(|word| word.parse().map_err(|e| super::text(&e)))
                .collect::<Result<_, String>>()?;
            ensure!(c.len() == leaves.len(), "no coordinate of {layout}: {error:?}");
            let within = c.iter().zip(&leaves).all(|(c, (s, _))| (0..*s).contains(c));
            ensure!(within, "outside of {layout}: {error:?}");
            let there: i128 = c.iter().zip(&leaves).map(|(c, (_, d))| c * d).sum();
            ensure!(value(offset)? == there, "{layout} is {there} there: {error:?}");
            let (up, down) = (inside(&leaves, n).any(|d| d > 0), inside(&leaves, n).any(|d| d < 0));
            let (floor, ceil) = (there.div_euclid(n), -(-there).div_euclid(n));
            let expected = if up { floor } else { ceil };
            ensure!((up || down) && value(element)? == expected, "{layout}: {error:?}");
            let inner = c.iter().zip(steps(&leaves, n)).all(|(c, f)| *c < f);
            ensure!(inner && value(sum)? == 0, "not in element 0: {error:?}");
            ensure!(sum != element, "no contradiction: {error:?}");
        }
        _ => return Err(format!("{layout} by {n}: {error:?}").to_string()),
    }
    Ok(())
}

/// `R(c') = N·L(c) + j`, where `c'` is `c` with `N·cᵤ + j` along the leaf `u` of stride 1,
/// for `0 ≤ j < N`. `R` is nested as `L`, with `N` times the extent along `u`.
pub fn downcast(layout: &impl AsFunction, factor: &Int, result: &impl AsFunction) -> Law {
    let n = value(factor)?;
    let (before, after) = leaves_alike(layout, result)?;
    if n == 1 {
        return require(before == after, || format!("{layout} has become {result}"));
    }
    let along = before.iter().position(|(s, d)| *s > 1 && *d == 1);
    let along = along.or_else(|| before.iter().position(|(_, d)| *d == 1));
    let along = along.ok_or_else(|| format!("{layout} has no stride 1"))?;
    for (k, ((s, _), (t, _))) in before.iter().zip(&after).enumerate() {
        let times = if k == along { n } else { 1 };
        ensure!(*t == s * times, "{layout} by {n} has extent {t} for {s}");
    }
    each(&before, |c, offset| {
        [0, 1, n / 2, n - 1].into_iter().try_for_each(|j| {
            let inner = |k: usize, c: i128| if k == along { n * c + j } else { c };
            let steps = c.iter().zip(&after).enumerate();
            let found: i128 = steps.map(|(k, (c, (_, d)))| inner(k, *c) * d).sum();
            require(found == n * offset + j, || format!("{result} at part {j} of {c:?} is {found}"))
        })
    })
}

/// The definition for `to/from = n/d` in lowest terms: the offsets of `R` are all `d·w + j` with
/// `0 ≤ j < d` and `w = ⌊o/n⌋` for an offset `o` of `L`: the same bits, rounded up to
/// whole blocks of `n` elements of `L`. Up to [`EXHAUSTIVE`] points, and for layouts of
/// strides that are not negative.
pub fn recast(layout: &impl AsFunction, from: &Int, to: &Int, result: &impl AsFunction) -> Law {
    let (from, to) = (value(from)?, value(to)?);
    let common = (1..=from.min(to)).rev().find(|c| from % c == 0 && to % c == 0).unwrap_or(1);
    let (n, d) = (to / common, from / common);
    let (before, after) = (layout.function()?, result.function()?);
    let negative = before.layout().is_some_and(|of| of.leaves().iter().any(|leaf| leaf.1 < 0));
    let (Some(offsets), Some(found), false) = (before.image(), after.image(), negative) else {
        return Ok(());
    };
    let parts = offsets.iter().flat_map(|o| (0..d).map(move |j| d * o.div_euclid(n) + j));
    let mut expected: Vec<i128> = parts.collect();
    expected.sort_unstable();
    expected.dedup();
    require(found == expected, || format!("{layout} from {from} to {to} bits is {result}"))
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Number, &["upcast"], |x| {
        let factor = factor(x);
        verdict(
            ops::upcast(x.layout, &factor),
            |r| {
                upcast(x.layout, &factor, &r.layout)?;
                let n = factor.known().unwrap_or(1);
                let Some(ends) = ends_inside(x.layout, n) else { return Ok(()) };
                require(r.objection.is_some() == ends, || format!("{:?}", r.objection))
            },
            |error| no_upcast(x.layout, &factor, error),
        )
    }),
    check(Over::Number, &["downcast"], |x| {
        let factor = factor(x);
        let law = |r: &Layout| {
            downcast(x.layout, &factor, r)?;
            // The way back has the same values.
            let back = ops::upcast(r, &factor).and_then(|r| ops::coalesce(&r.strict()?));
            let back = back.map_err(text)?;
            let same = ops::coalesce(x.layout).map_err(text)?;
            require(back == same, || format!("{} by {factor} and back is {back}", x.layout))
        };
        let refused = |error: &Error| {
            // One leaf alone steps by 1, and no other by 1 or -1.
            let leaves = x.layout.leaves();
            let unit = leaves.iter().filter(|(extent, stride)| {
                **extent != Int::ONE && stride.known().is_some_and(|stride| stride.abs() == 1)
            });
            let strides: Vec<_> = unit.map(|(_, stride)| stride.known()).collect();
            require(strides != [Some(1)], || format!("no answer: {error}"))
        };
        verdict(ops::downcast(x.layout, &factor), law, refused)
    }),
    check(Over::Number, &["recast"], |x| {
        for (from, to) in [(8, 32), (32, 8), (6, 8), (8, 6), (4, 4), (16, 24), (1, 1)] {
            let (from, to) = (Int::new(from), Int::new(to * (x.number + 1)));
            let recast = ops::recast(x.layout, &from, &to);
            verdict(recast, |r| self::recast(x.layout, &from, &to, &r.layout), |_| Ok(()))?;
        }
        Ok(Answer::Found)
    }),
];

fn factor(x: &Operands) -> Int {
    Int::new(x.number + 1)
}

/// True if the steps inside of elements of `n` fill some of those that they meet in part only;
/// `None` for too many steps to take all, for steps that meet, and where the shortest does not divide all: as many places as it
/// has in an element need not be its places then.
fn ends_inside(layout: &Layout, n: i128) -> Option<bool> {
    let (mut values, mut width) = (vec![0i128], n);
    for (extent, stride) in layout.leaves() {
        let (extent, step) = (extent.known()?, stride.known()?.abs());
        if extent == 1 || step == 0 || step >= n {
            continue;
        }
        width = width.min(step);
        if extent.checked_mul(values.len() as i128)? > EXHAUSTIVE {
            return None;
        }
        values = (0..extent).flat_map(|c| values.iter().map(move |v| v + c * step)).collect();
    }
    if values.iter().any(|value| value % width != 0) {
        return None;
    }
    values.sort_unstable();
    // Leaves that overlap may fill an element that each of them ends in.
    if values.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    let met = |element: i128| values.iter().filter(|value| **value / n == element).count() as i128;
    let mut elements: Vec<i128> = values.iter().map(|value| value / n).collect();
    elements.dedup();
    // As many steps of the shortest as there are in one.
    Some(elements.into_iter().any(|element| met(element) != (n + width - 1) / width))
}
