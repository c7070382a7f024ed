//! The laws of what is done to tuples leaf by leaf, of scans, and of shapes that two
//! shapes have in common.

use std::collections::BTreeMap;

use layout_algebra::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, ops};

use super::numbers::{EXHAUSTIVE, extents, size_of, value};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, exactly, require, together, verdict};
use crate::operands::{count_of, leaf};

fn leaf_values(tuple: &IntTuple) -> Result<Vec<i128>, String> {
    tuple.leaves().into_iter().map(value).collect()
}

/// The leaf at a path; 0 where the tuple does not reach it.
fn leaf_or_zero(tuple: &IntTuple, path: &[usize]) -> Result<i128, String> {
    let mut at = tuple;
    for &mode in path {
        match at {
            HTuple::Leaf(leaf) => {
                ensure!(*leaf == Int::ZERO, "{leaf} stands for a tuple in {tuple}");
                return Ok(0);
            }
            HTuple::Tuple(modes) => match modes.get(mode) {
                Some(inside) => at = inside,
                None => return Ok(0),
            },
        }
    }
    match at {
        HTuple::Leaf(leaf) => value(leaf),
        HTuple::Tuple(_) => Err(format!("{tuple} has no leaf {path:?}")),
    }
}

/// Every leaf of `R` is `f` of those of `a` and `b` in its place, 0 where one has
/// none, and `R` has a place for every leaf of both.
fn by_leaf(a: &IntTuple, b: &IntTuple, result: &IntTuple, f: fn(i128, i128) -> i128) -> Law {
    for (path, leaf) in result.leaf_paths() {
        let (x, y) = (leaf_or_zero(a, path.indices())?, leaf_or_zero(b, path.indices())?);
        ensure!(value(leaf)? == f(x, y), "{a} and {b} are {result}");
    }
    for (path, leaf) in a.leaf_paths().into_iter().chain(b.leaf_paths()) {
        let there =
            *leaf == Int::ZERO || matches!(result.get(path.indices()), Some(HTuple::Leaf(_)));
        ensure!(there, "{result} has no place for the leaf {leaf} of {a} or {b}");
    }
    Ok(())
}

/// `R = a + b`, leaf by leaf.
pub fn elem_add(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    by_leaf(a, b, result, |x, y| x + y)
}

/// `R = a - b`, leaf by leaf.
pub fn elem_sub(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    by_leaf(a, b, result, |x, y| x - y)
}

/// No leaf of `R` is above that of `a` or `b`, and each is one of both.
pub fn elem_min(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    by_leaf(a, b, result, |x, y| if x < y { x } else { y })
}

/// No leaf of `R` is below that of `a` or `b`, and each is one of both.
pub fn elem_max(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    by_leaf(a, b, result, |x, y| if x > y { x } else { y })
}

/// `R` is congruent to `a`, and each leaf is not negative and that of `a`, or minus it.
pub fn abs(a: &IntTuple, result: &IntTuple) -> Law {
    by_leaf(a, a, result, |x, _| if x < 0 { -x } else { x })
}

/// `R` is congruent to `T`, begins with `first`, and each leaf is the one before it
/// times that of `T` there.
pub fn prefix_product(tuple: &IntTuple, first: &Int, result: &IntTuple) -> Law {
    scan(tuple, result, value(first)?, |before, leaf| before * leaf, false)
}

/// `R` is congruent to `T`, ends with `last`, and each leaf is the one after it times
/// that of `T` there.
pub fn suffix_product(tuple: &IntTuple, last: &Int, result: &IntTuple) -> Law {
    scan(tuple, result, value(last)?, |before, leaf| before * leaf, true)
}

/// `R` is congruent to `T`, begins with `first`, and each leaf is the one before it
/// plus that of `T` there.
pub fn prefix_sum(tuple: &IntTuple, first: &Int, result: &IntTuple) -> Law {
    scan(tuple, result, value(first)?, |before, leaf| before + leaf, false)
}

fn scan(
    tuple: &IntTuple,
    result: &IntTuple,
    first: i128,
    step: fn(i128, i128) -> i128,
    backwards: bool,
) -> Law {
    ensure!(result.congruent(tuple), "{result} is not nested as {tuple}");
    let (mut leaves, mut found) = (leaf_values(tuple)?, leaf_values(result)?);
    if backwards {
        leaves.reverse();
        found.reverse();
    }
    if let Some(&begins) = found.first() {
        ensure!(begins == first, "the scan of {tuple} begins with {begins}, not {first}");
    }
    for (pair, leaf) in found.windows(2).zip(leaves) {
        ensure!(pair[1] == step(pair[0], leaf), "the scan of {tuple} is {result}");
    }
    Ok(())
}

/// `R · shape_div(a, b) = a` leaf by leaf, and an integer `b` keeps `b` elements, or
/// all there are.
pub fn shape_mod(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(a), "{result} is not nested as {a}");
    let rest = leaf_values(&ops::shape_div(a, b).map_err(text)?)?;
    let pairs = leaf_values(result)?.into_iter().zip(rest);
    let whole: Vec<i128> = pairs.map(|(kept, rest)| kept * rest).collect();
    ensure!(whole == leaf_values(a)?, "{a} modulo {b} is {result}");
    if let HTuple::Leaf(b) = b {
        let (kept, most) = (size_of(result)?, size_of(a)?.min(value(b)?));
        ensure!(kept == most, "{a} modulo {b} is {result}, of {kept} elements");
    }
    Ok(())
}

/// `a` and `b` are compatible with `R`, and every integer of `R` is one of `a` or of
/// `b`, and every tuple a tuple: there is nothing coarser.
pub fn common_refinement(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    for shape in [a, b] {
        let finer = ops::compatible(shape, result).map_err(text)?;
        ensure!(finer, "{shape} is not compatible with {result}");
    }
    for (path, leaf) in result.leaf_paths() {
        for depth in 0..path.indices().len() {
            let inside = &path.indices()[..depth];
            let split = [a, b].iter().any(|x| x.get(inside).is_some_and(HTuple::is_tuple));
            ensure!(split, "{result} splits what neither {a} nor {b} splits");
        }
        let one = |x: &IntTuple| x.get(path.indices()) == Some(&HTuple::Leaf(leaf.clone()));
        ensure!(one(a) || one(b), "{leaf} of {result} is in neither {a} nor {b}");
    }
    Ok(())
}

/// Somewhere both have modes of different sizes, or tuples of different ranks: no shape
/// has the coordinates of both.
pub fn no_common_refinement(a: &IntTuple, b: &IntTuple) -> Law {
    ensure!(are_apart(a, b)?, "{a} and {b} have a common refinement");
    Ok(())
}

fn are_apart(a: &IntTuple, b: &IntTuple) -> Result<bool, String> {
    match (a, b) {
        _ if size_of(a)? != size_of(b)? => Ok(true),
        (HTuple::Tuple(x), HTuple::Tuple(y)) if x.len() == y.len() => {
            let mut pairs = x.iter().zip(y);
            pairs.try_fold(false, |apart, (x, y)| Ok(apart || are_apart(x, y)?))
        }
        _ => Ok(a.is_tuple() && b.is_tuple()),
    }
}

/// `R` is compatible with `a` and `b`, and where it has an integer they do not both
/// have tuples of modes of the same sizes: there is nothing finer.
pub fn common_coarsening(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    for shape in [a, b] {
        let coarser = ops::compatible(result, shape).map_err(text)?;
        ensure!(coarser, "{result} is not compatible with {shape}");
    }
    for (path, leaf) in result.leaf_paths() {
        let (Some(x), Some(y)) = (a.get(path.indices()), b.get(path.indices())) else {
            return Err(format!("{result} is finer than {a} or {b}"));
        };
        if let (HTuple::Tuple(x), HTuple::Tuple(y)) = (x, y) {
            let sizes = |modes: &[IntTuple]| -> Result<Vec<i128>, String> {
                modes.iter().map(size_of).collect()
            };
            ensure!(sizes(x)? != sizes(y)?, "{a} and {b} have more in common than {leaf}");
        }
    }
    Ok(())
}

/// Each mode of `R` is within one extent of both shapes, and begins at a multiple of where the
/// one before ends. No list of such modes has more coordinates, which is tried up to
/// [`EXHAUSTIVE`] coordinates.
pub fn greatest_common_domain(a: &IntTuple, b: &IntTuple, result: &Layout) -> Law {
    let mut reach = 1;
    for (extent, stride) in result.leaves() {
        let (extent, stride) = (value(extent)?, value(stride.scale())?);
        if *result == Layout::new([1], [0]).map_err(text)? {
            break;
        }
        ensure!(extent > 1 && stride % reach == 0, "{result} does not ascend by its extents");
        for shape in [a, b] {
            let fits = runs(shape, stride)?.any(|longest| longest % extent == 0);
            ensure!(fits, "{extent}:{stride} of {result} crosses an end in {shape}");
        }
        reach = extent * stride;
    }
    let (size, most) = (size_of(result.shape())?, size_of(a)?.min(size_of(b)?));
    if most > EXHAUSTIVE {
        return Ok(());
    }
    // With the most coordinates from each end on, the last one first.
    let mut longest = BTreeMap::from([(most, 1)]);
    for stride in (1..most).rev() {
        let mut here = 1;
        for of_a in runs(a, stride)? {
            for of_b in runs(b, stride)? {
                for extent in (2..=of_a.min(of_b)).filter(|n| of_a % n == 0 && of_b % n == 0) {
                    let end = extent * stride;
                    let after = longest.range(end..).filter(|(next, _)| *next % end == 0);
                    here = here.max(extent * after.map(|(_, count)| *count).max().unwrap_or(1));
                }
            }
        }
        if here > 1 {
            longest.insert(stride, here);
        }
    }
    let found = longest.values().copied().max().unwrap_or(1);
    ensure!(size == found, "{a} and {b} have {found} coordinates in common, {result} has {size}");
    Ok(())
}

/// The distances that a mode of this stride may go within the extents of a shape that it begins in.
fn runs(shape: &IntTuple, stride: i128) -> Result<impl Iterator<Item = i128>, String> {
    let mut begin = 1;
    let places = extents(shape)?.into_iter().map(move |extent| {
        let here = begin;
        begin *= extent;
        (here, begin)
    });
    Ok(places
        .filter(move |(begin, end)| stride % begin == 0 && end % stride == 0)
        .map(move |(_, end)| end / stride))
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Shape, &["prefix_product", "suffix_product", "prefix_sum"], |x| {
        let shape = x.layout.shape();
        for first in [1, 7, 0, -2].map(Int::new) {
            together([
                always(ops::prefix_product(shape, &first), |r| prefix_product(shape, &first, r)),
                always(ops::suffix_product(shape, &first), |r| suffix_product(shape, &first, r)),
                always(ops::prefix_sum(shape, &first), |r| prefix_sum(shape, &first, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Shape, &["abs"], |x| {
        let shifted = x.layout.shape().map(&mut |leaf| Int::new(3 - leaf.known().unwrap_or(0)));
        always(ops::abs(&shifted), |r| abs(&shifted, r))
    }),
    check(Over::Shapes, &["elem_add", "elem_sub", "elem_min", "elem_max"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let shifted = a.map(&mut |leaf| Int::new(3 - leaf.known().unwrap_or(0)));
        for b in [b, &shifted, &leaf(0), &HTuple::Tuple(vec![b.clone()])] {
            let refused = |error: &Error| {
                let mixed = matches!(error.kind(), ErrorKind::Mismatch { .. });
                require(mixed && !a.congruent(b), || format!("{a} and {b}: {error}"))
            };
            together([
                verdict(ops::elem_add(a, b), |r| elem_add(a, b, r), refused),
                verdict(ops::elem_sub(a, b), |r| elem_sub(a, b, r), refused),
                verdict(ops::elem_sub(b, a), |r| elem_sub(b, a, r), refused),
                exactly(a.congruent(b), ops::elem_min(a, b), |r| elem_min(a, b, r)),
                exactly(a.congruent(b), ops::elem_max(a, b), |r| elem_max(a, b, r)),
            ])?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["shape_mod"], |x| {
        let a = x.layout.shape();
        let all = count_of(a);
        for b in [x.other.shape(), a, &leaf(all), &leaf(count_of(x.other.shape()))] {
            let refused = |error: &Error| {
                let divides = ops::shape_div(a, b).is_ok();
                require(!divides, || format!("{a} modulo {b}: {error}"))
            };
            verdict(ops::shape_mod(a, b), |r| shape_mod(a, b, r), refused)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["greatest_common_domain"], |x| {
        let a = x.layout.shape();
        for b in [x.other.shape(), a, &leaf(count_of(a)), &turned(a)] {
            let common = ops::greatest_common_domain(a, b);
            let turned = ops::greatest_common_domain(b, a);
            require(common == turned, || format!("{a} and {b}: {common:?}, {turned:?}"))?;
            always(common, |r| greatest_common_domain(a, b, r))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["common_refinement", "common_coarsening"], |x| {
        let a = x.layout.shape();
        let size = count_of(a);
        for b in [x.other.shape(), a, &leaf(size), &turned(a)] {
            let coarser = ops::common_coarsening(a, b);
            exactly(size == count_of(b), coarser, |r| common_coarsening(a, b, r))?;
            let refused = |_: &_| no_common_refinement(a, b);
            let finer = ops::common_refinement(a, b);
            verdict(finer, |r| common_refinement(a, b, r), refused)?;
        }
        Ok(Answer::Found)
    }),
];

/// The shape with its first mode as one integer, and its last one in a tuple with 1.
fn turned(shape: &IntTuple) -> IntTuple {
    let HTuple::Tuple(modes) = shape else { return HTuple::Tuple(vec![shape.clone()]) };
    let mut modes: Vec<IntTuple> = modes.clone();
    if let Some(first) = modes.first_mut() {
        *first = leaf(count_of(first));
    }
    if let Some(last) = modes.last_mut() {
        *last = HTuple::Tuple(vec![leaf(1), last.clone()]);
    }
    HTuple::Tuple(modes)
}
