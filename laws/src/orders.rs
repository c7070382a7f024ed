//! The laws of the orders of shapes and of profiles.

use layout_algebra::{HTuple, Int, IntTuple, ops};

use super::numbers::{EXHAUSTIVE, size_of, value};
use super::{Law, ensure};
use crate::check::{Answer, Check, Over, always, check, together};
use crate::operands::count_of;
use core::fmt::Debug;

/// The answer is whether one nesting of parentheses is the other.
pub fn congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>, answer: bool) -> Law {
    let (a, b) = (profile(a), profile(b));
    ensure!(answer == (a == b), "congruent({a},{b}) is {answer}");
    Ok(())
}

/// The answer is whether the profile of `b` is that of `a` with tuples in the
/// place of some leaves.
pub fn weakly_congruent<T, U>(a: &HTuple<T>, b: &HTuple<U>, answer: bool) -> Law {
    let (a, b) = (profile(a), profile(b));
    let paths = a.leaf_paths();
    let refines = paths.iter().all(|(path, _)| b.get(path.indices()).is_some());
    // Cut off below the leaves of a, b has the same profile.
    let same = refines && cut(&b, &a).congruent(&a);
    ensure!(answer == same, "weakly_congruent({a},{b}) is {answer}");
    Ok(())
}

/// The answer is whether `size(a) = size(b)` and every coordinate of `a` is one of
/// `b`, of shapes of up to [`EXHAUSTIVE`] points.
pub fn compatible(a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let sizes = (size_of(a)?, size_of(b)?);
    ensure!(sizes.0 <= EXHAUSTIVE, "{a} has too many coordinates to list");
    let holds = sizes.0 == sizes.1 && includes(b, &coordinates(a)?)?;
    ensure!(answer == holds, "compatible({a},{b}) is {answer}");
    Ok(())
}

/// The answer is whether there is a shape `c` congruent to `a`, such that `a·c`
/// (by leaf) is compatible with `b`.
pub fn weakly_compatible(a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let (small, large) = (size_of(a)?, size_of(b)?);
    ensure!(large <= EXHAUSTIVE, "{b} has too many coordinates to list");
    let mut holds = false;
    if large % small == 0 {
        for factors in factorizations(large / small, a.leaf_count()) {
            let mut factors = factors.into_iter();
            let scaled = a.try_flat_map(&mut |leaf| {
                let factor = Int::new(factors.next().unwrap_or(1));
                leaf.mul(&factor).map(HTuple::Leaf).map_err(super::text)
            })?;
            holds |= includes(b, &coordinates(&scaled)?)?;
        }
    }
    ensure!(answer == holds, "weakly_compatible({a},{b}) is {answer}");
    Ok(())
}

/// A relation is an order: `a ≤ a`; `a ≤ b` and `b ≤ a` only for equal ones; and
/// `a ≤ b`, `b ≤ c` give `a ≤ c`.
pub fn partial_order<T: Debug>(
    items: &[T],
    below: impl Fn(&T, &T) -> bool,
    equal: impl Fn(&T, &T) -> bool,
) -> Law {
    let table: Vec<Vec<bool>> =
        items.iter().map(|a| items.iter().map(|b| below(a, b)).collect()).collect();
    for (i, a) in items.iter().enumerate() {
        ensure!(table[i][i], "{a:?} is not below itself");
        for (j, b) in items.iter().enumerate().filter(|&(j, _)| table[i][j]) {
            ensure!(!table[j][i] || equal(a, b), "{a:?} and {b:?} are below each other");
            for (k, c) in items.iter().enumerate().filter(|&(k, _)| table[j][k]) {
                ensure!(table[i][k], "{a:?} is below {b:?}, that below {c:?}, but {a:?} not");
            }
        }
    }
    Ok(())
}

fn profile<T>(tuple: &HTuple<T>) -> HTuple<char> {
    tuple.map(&mut |_| '*')
}

/// `tuple`, with a leaf wherever `profile` has one.
fn cut(tuple: &HTuple<char>, profile: &HTuple<char>) -> HTuple<char> {
    match (tuple, profile) {
        (HTuple::Tuple(items), HTuple::Tuple(profiles)) => {
            let star = HTuple::Leaf('*');
            let profiles = profiles.iter().chain(core::iter::repeat(&star));
            HTuple::Tuple(items.iter().zip(profiles).map(|(t, p)| cut(t, p)).collect())
        }
        (_, HTuple::Leaf(_)) => HTuple::Leaf('*'),
        _ => tuple.clone(),
    }
}

/// All coordinates of a shape: its 1-D coordinates, and the tuples of
/// coordinates of its modes.
fn coordinates(shape: &IntTuple) -> Result<Vec<IntTuple>, String> {
    let mut all: Vec<IntTuple> = (0..size_of(shape)?).map(|i| HTuple::Leaf(Int::new(i))).collect();
    if let HTuple::Tuple(modes) = shape {
        let mut tuples = vec![Vec::new()];
        for mode in modes {
            let inner = coordinates(mode)?;
            tuples = tuples
                .iter()
                .flat_map(|tuple: &Vec<IntTuple>| {
                    inner.iter().map(move |c| {
                        let mut longer = tuple.clone();
                        longer.push(c.clone());
                        longer
                    })
                })
                .collect();
        }
        all.extend(tuples.into_iter().map(HTuple::Tuple));
    }
    Ok(all)
}

/// True if all are coordinates of a shape.
fn includes(shape: &IntTuple, coordinates: &[IntTuple]) -> Result<bool, String> {
    for coordinate in coordinates {
        if !is_coordinate(coordinate, shape)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_coordinate(coordinate: &IntTuple, shape: &IntTuple) -> Result<bool, String> {
    match (coordinate, shape) {
        (HTuple::Leaf(index), _) => Ok((0..size_of(shape)?).contains(&value(index)?)),
        (HTuple::Tuple(cs), HTuple::Tuple(modes)) if cs.len() == modes.len() => {
            for (c, mode) in cs.iter().zip(modes) {
                if !is_coordinate(c, mode)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// All lists of `count` positive factors of a number.
fn factorizations(number: i128, count: usize) -> Vec<Vec<i128>> {
    if count == 0 {
        return if number == 1 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for factor in (1..=number).filter(|factor| number % factor == 0) {
        for mut rest in factorizations(number / factor, count - 1) {
            rest.insert(0, factor);
            all.push(rest);
        }
    }
    all
}

pub(crate) const CHECKS: &[Check] = &[check(
    Over::Shapes,
    &["congruent", "weakly_congruent", "compatible", "weakly_compatible"],
    |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        congruent(a, b, ops::congruent(a, b))?;
        weakly_congruent(a, b, ops::weakly_congruent(a, b))?;
        // The law of what is compatible compares all coordinates with one another.
        if count_of(a).max(count_of(b)) > 256 {
            return Ok(Answer::Undecided);
        }
        together([
            always(ops::compatible(a, b), |r| compatible(a, b, *r)),
            always(ops::weakly_compatible(a, b), |r| weakly_compatible(a, b, *r)),
        ])
    },
)];
