//! The laws of the arithmetic and the orders of tuples.

use layout_algebra::{ErrorKind, HTuple, Int, IntTuple, Layout, Tiler, ops};

use super::numbers::{EXHAUSTIVE, size_of, value};
use super::{Law, ensure, text};
use crate::check::{Answer, Check, Over, always, check, exactly, some_points, together, verdict};
use crate::operands::{count_of, leaf};

/// Each leaf of `R` is the multiple of that of `b` in `[a, a + b)`, of 1 past `b`.
pub fn round_up(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(a), "{result} is not nested as {a}");
    for (path, rounded) in result.leaf_paths() {
        let (rounded, from) = (value(rounded)?, number_at(a, path.indices())?);
        let step = match b.get(path.indices()) {
            Some(HTuple::Leaf(step)) => value(step)?,
            _ => 1,
        };
        let next = rounded % step == 0 && (from..from + step).contains(&rounded);
        ensure!(next, "{rounded} is not the next multiple of {step} from {from}");
    }
    Ok(())
}

/// The answer is yes exactly if there is no mode too many, and for each tile
/// `size(mode) = size(tile)·size(ceil_div(mode, tile))`. A divide of
/// `make_layout(shape)` by the tiler then keeps its size, unless the tiles leave
/// positions out, which the divide says, or a layout tiles a nested mode.
pub fn evenly_divides(shape: &IntTuple, tiler: &Tiler, answer: bool) -> Law {
    ensure!(answer == counts(shape, tiler)?, "evenly_divides({shape},{tiler}) is {answer}");
    if !answer || tiles_nested(shape, tiler) {
        return Ok(());
    }
    let layout = ops::col_major(shape).map_err(text)?;
    let objection = match ops::logical_divide(&layout, tiler) {
        Ok(divided) => {
            let same = size_of(divided.layout.shape())? == size_of(shape)?;
            ensure!(same, "{layout} by {tiler} is {}", divided.layout);
            divided.objection
        }
        Err(error) => Some(error),
    };
    let gaps = objection.is_none_or(|error| matches!(error.kind(), ErrorKind::Uncovered { .. }));
    ensure!(gaps, "{layout} by {tiler} does not divide");
    Ok(())
}

/// True if a layout of the tiler stands against a mode that is a tuple.
fn tiles_nested(shape: &IntTuple, tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Layout(_) => shape.is_tuple(),
        Tiler::Modes(tilers) => {
            shape.modes().iter().zip(tilers).any(|(mode, tiler)| tiles_nested(mode, tiler))
        }
        Tiler::Size(_) | Tiler::All => false,
    }
}

fn counts(shape: &IntTuple, tiler: &Tiler) -> Result<bool, String> {
    let rests = |tile: Layout| -> Result<bool, String> {
        let rest = match tiler {
            Tiler::Size(size) => ops::ceil_div(shape, &size.clone().into()),
            _ => ops::ceil_div_by_layout(shape, &tile),
        };
        let covered = size_of(tile.shape())? * size_of(&rest.map_err(text)?)?;
        Ok(covered == size_of(shape)?)
    };
    match (tiler, tiler.as_layout()) {
        (_, Some(tile)) => rests(tile.map_err(text)?),
        (Tiler::Modes(tilers), None) => {
            let mut pairs = shape.modes().iter().zip(tilers);
            let fits = tilers.len() <= shape.rank();
            Ok(fits
                && pairs
                    .try_fold(true, |so_far, (s, t)| Ok::<_, String>(so_far & counts(s, t)?))?)
        }
        _ => Ok(true),
    }
}

/// `Σ aᵢ·bᵢ` over the leaves.
pub fn inner_product(a: &IntTuple, b: &IntTuple, result: &Int) -> Law {
    let mut sum = 0;
    for (path, x) in a.leaf_paths() {
        sum += value(x)? * number_at(b, path.indices())?;
    }
    ensure!(value(result)? == sum, "{a} times {b} is {sum}, not {result}");
    Ok(())
}

/// `R` is congruent to `a`, and its leaf at `p` is that of `a` times the size of `b`
/// at `p`.
pub fn elem_scale(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(a), "{result} is not nested as {a}");
    for (path, scaled) in result.leaf_paths() {
        // An integer stands against all below it.
        let above = (0..=path.indices().len()).map(|depth| b.get(&path.indices()[..depth]));
        let factor = above.flatten().last().ok_or_else(|| text(&path))?;
        let expected = number_at(a, path.indices())? * size_of(factor)?;
        ensure!(value(scaled)? == expected, "{a} scaled by {b} is {result}");
    }
    Ok(())
}

/// `R` is flat, of the rank of `T`, and each mode the size of that of `T`.
pub fn product_each(tuple: &IntTuple, result: &IntTuple) -> Law {
    let holds = result.is_tuple() && result.rank() == tuple.rank();
    ensure!(holds, "the products of {tuple} are {result}");
    for (i, mode) in tuple.modes().iter().enumerate() {
        let same = number_at(result, &[i])? == size_of(mode)?;
        ensure!(same, "the products of {tuple} are {result}");
    }
    Ok(())
}

/// `R` is congruent to the guide, and each leaf the size of what is there in `T`.
pub fn product_like(tuple: &IntTuple, guide: &IntTuple, result: &IntTuple) -> Law {
    ensure!(result.congruent(guide), "{result} is not nested as {guide}");
    for (path, product) in result.leaf_paths() {
        let mode = tuple.get(path.indices()).ok_or_else(|| text(&path))?;
        ensure!(value(product)? == size_of(mode)?, "{tuple} by {guide} is {result}");
    }
    Ok(())
}

/// The sum less all leaves is 0.
pub fn sum(tuple: &IntTuple, result: &Int) -> Law {
    let mut rest = value(result)?;
    for leaf in tuple.leaves() {
        rest -= value(leaf)?;
    }
    ensure!(rest == 0, "the sum of {tuple} is {result}");
    Ok(())
}

/// A leaf, and none is larger.
pub fn max(tuple: &IntTuple, result: &Int) -> Law {
    let leaves = tuple.leaves();
    let holds = leaves.contains(&result) && leaves.iter().all(|leaf| *leaf <= result);
    ensure!(holds, "the maximum of {tuple} is {result}");
    Ok(())
}

/// A leaf, and none is smaller.
pub fn min(tuple: &IntTuple, result: &Int) -> Law {
    let leaves = tuple.leaves();
    let holds = leaves.contains(&result) && leaves.iter().all(|leaf| *leaf >= result);
    ensure!(holds, "the minimum of {tuple} is {result}");
    Ok(())
}

/// A divisor of all leaves, and what it leaves of them has no divisor in common, up to
/// [`EXHAUSTIVE`]: a larger divisor of all would be one. 0 if they are all 0.
pub fn gcd(tuple: &IntTuple, result: &Int) -> Law {
    let leaves: Vec<i128> = tuple.leaves().into_iter().map(value).collect::<Result<_, _>>()?;
    let result = value(result)?;
    let all_zero = leaves.iter().all(|leaf| *leaf == 0);
    let holds = if all_zero || result <= 0 {
        all_zero && result == 0
    } else {
        let divides = |d: i128| leaves.iter().all(|leaf| leaf % d == 0);
        let parts = leaves.iter().filter(|leaf| **leaf != 0).map(|leaf| (leaf / result).abs());
        let most = parts.min().unwrap_or(0).min(EXHAUSTIVE);
        divides(result) && !(2..=most).any(|d| divides(result * d))
    };
    ensure!(holds, "the greatest common divisor of {tuple} is {result}");
    Ok(())
}

/// A multiple of all leaves, and no divisor of it is one, but for itself: up to divisors of
/// [`EXHAUSTIVE`]. 0 if one of them is 0.
pub fn lcm(tuple: &IntTuple, result: &Int) -> Law {
    let leaves: Vec<i128> = tuple.leaves().into_iter().map(value).collect::<Result<_, _>>()?;
    let result = value(result)?;
    let is_multiple = |n: i128| leaves.iter().all(|leaf| n % leaf == 0);
    let holds = if leaves.contains(&0) || result <= 0 {
        leaves.contains(&0) && result == 0
    } else {
        let divisors = (2..=EXHAUSTIVE.min(result)).filter(|d| result % d == 0);
        is_multiple(result) && !divisors.map(|d| result / d).any(is_multiple)
    };
    ensure!(holds, "the least common multiple of {tuple} is {result}");
    Ok(())
}

/// The definition for natural coordinates of a shape: the answer is whether the row-major layout of
/// the shape has the smaller offset at `a`.
pub fn lex_less(shape: &IntTuple, a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let layout = ops::row_major(shape).map_err(text)?;
    compared("lex_less", &layout, a, b, answer)
}

/// The definition for natural coordinates of a shape: the answer is whether the column-major layout
/// of the shape has the smaller offset at `a`.
pub fn colex_less(shape: &IntTuple, a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let layout = ops::col_major(shape).map_err(text)?;
    compared("colex_less", &layout, a, b, answer)
}

/// The answer is whether `b` has every leaf of `a`, and no leaf of `a` reaches it.
pub fn elem_less(a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let mut less = true;
    for (path, x) in a.leaf_paths() {
        less &= match b.get(path.indices()) {
            Some(_) => value(x)? < number_at(b, path.indices())?,
            None => false,
        };
    }
    ensure!(answer == less, "elem_less({a},{b}) is {answer}");
    Ok(())
}

/// A relation is a strict order of the tuples, and total if told: never both `a < b`
/// and `b < a`; `a < b` and `b < c` give `a < c`; of two different ones, one is less.
pub fn strict_order(
    tuples: &[IntTuple],
    less: impl Fn(&IntTuple, &IntTuple) -> bool,
    total: bool,
) -> Law {
    for a in tuples {
        for b in tuples {
            ensure!(!(less(a, b) && less(b, a)), "{a} and {b} are both less");
            ensure!(!total || a == b || less(a, b) || less(b, a), "neither of {a} and {b} is less");
            for c in tuples.iter().filter(|_| less(a, b)) {
                ensure!(!less(b, c) || less(a, c), "{a} < {b} < {c}, but not {a} < {c}");
            }
        }
    }
    Ok(())
}

fn compared(op: &str, layout: &Layout, a: &IntTuple, b: &IntTuple, answer: bool) -> Law {
    let root = layout_algebra::ModePath::root();
    let at = |crd| super::numbers::value_at(crd, layout, &root);
    ensure!(answer == (at(a)? < at(b)?), "{op}({a},{b}) is {answer}");
    Ok(())
}

/// The leaf at a path.
fn number_at(tuple: &IntTuple, path: &[usize]) -> Result<i128, String> {
    match tuple.get(path) {
        Some(HTuple::Leaf(leaf)) => value(leaf),
        _ => Err(format!("{tuple} has no leaf {path:?}")),
    }
}

/// `R` ascends, and has each number as often as the leaves.
pub fn sorted(tuple: &IntTuple, result: &IntTuple) -> Law {
    if !tuple.is_tuple() {
        ensure!(result == tuple, "{tuple} became {result}");
        return Ok(());
    }
    let numbers = |tuple: &IntTuple| -> Result<Vec<i128>, String> {
        tuple.leaves().into_iter().map(value).collect()
    };
    let (before, after) = (numbers(tuple)?, numbers(result)?);
    ensure!(result.rank() == after.len() && result.is_tuple(), "{result} is nested");
    ensure!(after.windows(2).all(|pair| pair[0] <= pair[1]), "{result} does not ascend");
    let count = |of: &[i128], number: i128| of.iter().filter(|&&other| other == number).count();
    let same = |number: &&i128| count(&before, **number) == count(&after, **number);
    let all = before.len() == after.len() && before.iter().filter(same).count() == before.len();
    ensure!(all, "{tuple} became {result}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Shape, &["sorted"], |x| {
        let shape = x.layout.shape();
        let shifted = shape.map(&mut |leaf| Int::new(3 - leaf.known().unwrap_or(0)));
        always(ops::sorted(shape), |r| sorted(shape, r))?;
        always(ops::sorted(&shifted), |r| sorted(&shifted, r))
    }),
    check(Over::Shape, &["sum", "max", "min", "gcd", "lcm"], |x| {
        let shape = x.layout.shape();
        for tuple in [shape, &shifted(shape)] {
            let exists = tuple.leaf_count() > 0;
            always(ops::sum(tuple), |r| sum(tuple, r))?;
            exactly(exists, ops::max(tuple), |r| max(tuple, r))?;
            exactly(exists, ops::min(tuple), |r| min(tuple, r))?;
            if exists {
                always(ops::gcd(tuple), |r| gcd(tuple, r))?;
                always(ops::lcm(tuple), |r| lcm(tuple, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["inner_product", "elem_scale", "product_like"], |x| {
        let a = x.layout.shape();
        for b in [x.other.shape(), &shifted(a)] {
            // Each has an integer, or as many modes, wherever the other has modes.
            let scales = alike(a, b);
            together([
                exactly(a.congruent(b), ops::inner_product(a, b), |r| inner_product(a, b, r)),
                exactly(scales, ops::elem_scale(a, b), |r| elem_scale(a, b, r)),
                exactly(ops::weakly_congruent(b, a), ops::product_like(a, b), |r| {
                    product_like(a, b, r)
                }),
            ])?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Shapes, &["lex_less", "colex_less", "elem_less"], |x| {
        let (shape, by) = (x.layout.shape(), x.other.shape());
        if shape.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        // Against one coordinate, which the other shape chooses.
        let pivot = ops::idx2crd(&leaf(count_of(by) % count_of(shape)), shape).map_err(text)?;
        for i in some_points(count_of(shape), 0) {
            let crd: IntTuple = ops::idx2crd(&leaf(i), shape).map_err(text)?;
            for (a, b) in [(&crd, &pivot), (&pivot, &crd)] {
                always(ops::lex_less(a, b), |r| lex_less(shape, a, b, *r))?;
                always(ops::colex_less(a, b), |r| colex_less(shape, a, b, *r))?;
                always(ops::elem_less(a, b), |r| elem_less(a, b, *r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Tiler, &["evenly_divides"], |x| {
        let shape = x.layout.shape();
        let answer = ops::evenly_divides(shape, x.tiler);
        verdict(answer, |r| evenly_divides(shape, x.tiler, *r), |_| Ok(()))
    }),
];

/// The tuple of other numbers, of which some are 0 or negative.
pub(crate) fn shifted(tuple: &IntTuple) -> IntTuple {
    tuple.map(&mut |leaf| Int::new(6 * (leaf.known().unwrap_or(0) - 3)))
}

/// True where two shapes have as many modes wherever both have modes.
fn alike(a: &IntTuple, b: &IntTuple) -> bool {
    let (HTuple::Tuple(a), HTuple::Tuple(b)) = (a, b) else { return true };
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b))
}
