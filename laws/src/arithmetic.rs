//! The laws of `size`, `shape_div` and `ceil_div`.

use layout_algebra::{ErrorKind, HTuple, Int, IntTuple, Tiler, ops};

use super::numbers::{digits, extents, points, size_of, value};
use super::{Law, ensure};
use crate::check::{Answer, Check, Over, always, check, require, some_points, together, verdict};
use crate::operands::{count_of, leaf};
use crate::text;

/// The size is the number of natural coordinates.
pub fn size(shape: &IntTuple, result: &Int) -> Law {
    let expected = size_of(shape)?;
    ensure!(value(result)? == expected, "{shape} has size {expected}, not {result}");
    Ok(())
}

/// The definition, by mode for two tuples. For an integer `b`, `R` is the shape of every `b`-th
/// point of `a`: congruent to `a`, every extent `rₖ` divides `aₖ`, and the point
/// `b·i` of `a` has the digits `(aₖ/rₖ)·iₖ` for `i` in `R`. Either `size(R)·b =
/// size(a)`, or `size(a)` divides `b` and `R` is all ones.
pub fn shape_div(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    if let (HTuple::Tuple(a), HTuple::Tuple(b), HTuple::Tuple(result)) = (a, b, result) {
        let alike = a.len() == b.len() && a.len() == result.len();
        ensure!(alike, "{a:?} by {b:?} is {result:?}");
        return a.iter().zip(b).zip(result).try_for_each(|((a, b), r)| shape_div(a, b, r));
    }
    ensure!(result.congruent(a), "{result} is not nested as {a}");
    let (whole, divisor, size) = (size_of(a)?, size_of(b)?, size_of(result)?);
    let divides = size * divisor == whole || size == 1 && divisor % whole == 0;
    ensure!(divides, "{a} by {b} is {result}");
    let (extents, quotients) = (extents(a)?, extents(result)?);
    let exact = extents.iter().zip(&quotients).all(|(a, r)| a % r == 0);
    ensure!(exact, "{result} does not divide {a}");
    for i in points(result)? {
        let there = digits(divisor * i, &extents);
        let here = digits(i, &quotients).into_iter().zip(extents.iter().zip(&quotients));
        let scaled = here.map(|(digit, (a, r))| digit * (a / r));
        // At a single point only 0 is looked at: b is a multiple of the size.
        ensure!(scaled.eq(there), "point {i} of {result} is not point {divisor}·{i} of {a}");
    }
    Ok(())
}

/// The definition, by mode for two tuples, where a mode without divisor stays. For an integer `b`
/// the least `r` with `r·b ≥ a`; a tuple is divided from left to right, each mode
/// by the least number that with the modes before makes up `b`.
pub fn ceil_div(a: &IntTuple, b: &IntTuple, result: &IntTuple) -> Law {
    match (a, b, result) {
        (HTuple::Tuple(modes), HTuple::Tuple(divisors), HTuple::Tuple(results)) => {
            ensure!(modes.len() == results.len(), "{a} by {b} is {result}");
            for (i, (mode, result)) in modes.iter().zip(results).enumerate() {
                match divisors.get(i) {
                    Some(divisor) => ceil_div(mode, divisor, result)?,
                    None => ensure!(mode == result, "mode {i} of {a} became {result}"),
                }
            }
            Ok(())
        }
        (HTuple::Tuple(modes), HTuple::Leaf(divisor), HTuple::Tuple(results)) => {
            ensure!(modes.len() == results.len(), "{a} by {b} is {result}");
            let mut rest = value(divisor)?;
            for (mode, result) in modes.iter().zip(results) {
                ceil_div(mode, &HTuple::Leaf(Int::new(rest)), result)?;
                let size = size_of(mode)?;
                rest = rest / size + i128::from(rest % size != 0);
            }
            Ok(())
        }
        (HTuple::Leaf(a), _, HTuple::Leaf(result)) => {
            let (a, b, r) = (value(a)?, size_of(b)?, value(result)?);
            ensure!(r * b >= a && (r - 1) * b < a, "{a} by {b} is {r}");
            Ok(())
        }
        _ => Err(format!("{result} is not nested as {a}")),
    }
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["size", "evaluate", "crd2idx"], |x| {
        let shape = x.layout.shape();
        always(ops::size(x.layout), |r| size(shape, r))?;
        let sizes = HTuple::Tuple(shape.modes().iter().map(|mode| leaf(count_of(mode))).collect());
        for i in some_points(count_of(shape), 3) {
            let mut coordinates = vec![leaf(i)];
            if i == 0 || i > 0 && shape.leaf_count() > 0 {
                coordinates.extend(ops::idx2crd(&leaf(i), shape));
                coordinates
                    .extend(ops::idx2crd(&leaf(i), &sizes).ok().filter(|_| shape.is_tuple()));
            }
            for crd in coordinates {
                let value = ops::evaluate(&crd, x.layout);
                let apart = ops::crd2idx(&crd, shape, x.layout.stride());
                require(apart == value, || format!("{crd} in {}: {apart:?}", x.layout))?;
                always(value, |r| crate::evaluate(&crd, x.layout, r))?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Shape, &["product", "product_each"], |x| {
        let shape = x.layout.shape();
        together([
            always(ops::product(shape), |r| size(shape, r)),
            always(ops::product_each(shape), |r| crate::product_each(shape, r)),
        ])
    }),
    check(Over::Shapes, &["shape_div"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let (size, by) = (count_of(a), count_of(b));
        verdict(
            ops::shape_div(a, b),
            |r| shape_div(a, b, r),
            |error| {
                let leaves = !a.is_tuple() && !b.is_tuple();
                let divides = leaves && (size % by == 0 || by % size == 0);
                require(!divides, || format!("{a} by {b}: {error}"))
            },
        )
    }),
    check(Over::Shapes, &["ceil_div", "ceil_div_int", "ceil_div_by_layout", "round_up"], |x| {
        let (a, b) = (x.layout.shape(), x.other.shape());
        let by = Int::new(count_of(b));
        always(ops::ceil_div_int(a, &by), |(r, _)| ceil_div(a, &HTuple::Leaf(by.clone()), r))?;
        if let Ok(rest) = ops::ceil_div_by_layout(a, x.other) {
            let complement = ops::complement(x.other, a).map_err(text)?;
            let same = rest == *complement.layout.shape();
            require(same, || format!("{a} by {} is {rest}", x.other))?;
        }
        let shifted = crate::tuples::shifted(a);
        together([
            verdict(ops::ceil_div(a, b), |r| ceil_div(a, b, r), |_| Ok(())),
            verdict(ops::round_up(a, b), |r| crate::round_up(a, b, r), |_| Ok(())),
            verdict(ops::round_up(a, &shifted), |r| crate::round_up(a, &shifted, r), |_| Ok(())),
        ])
    }),
    check(Over::Tiler, &["ceil_div_by_tiler"], |x| {
        let shape = x.layout.shape();
        let quotients = ops::ceil_div_by_tiler(shape, x.tiler);
        verdict(
            quotients,
            |r| rests(shape, x.tiler, r),
            |error| match error.kind() {
                ErrorKind::Underscore | ErrorKind::TooManyModes { .. } => Ok(()),
                _ => no_rests(shape, x.tiler),
            },
        )
    }),
];

/// Checks by mode what the tile of the mode leaves, as for one tile.
fn rests(shape: &IntTuple, tiler: &Tiler, result: &IntTuple) -> Law {
    match tiler {
        Tiler::All => Err("`_` has no tile".to_owned()),
        Tiler::Size(size) => ceil_div(shape, &HTuple::Leaf(size.clone()), result),
        Tiler::Layout(tile) => {
            let rest = ops::complement(tile, shape).map_err(text)?;
            require(rest.layout.shape() == result, || format!("{shape} by {tile} is {result}"))
        }
        Tiler::Modes(tilers) if !shape.is_tuple() => rests(shape, &tilers[0], result),
        Tiler::Modes(tilers) => shape.modes().iter().zip(result.modes()).enumerate().try_for_each(
            |(i, (mode, result))| match tilers.get(i) {
                Some(tiler) => rests(mode, tiler, result),
                None => require(mode == result, || format!("mode {i} of {shape} is {result}")),
            },
        ),
    }
}

/// A tile of the tiler has no complement in its mode.
fn no_rests(shape: &IntTuple, tiler: &Tiler) -> Law {
    let refused = match tiler {
        Tiler::Layout(tile) => ops::complement(tile, shape).is_err(),
        Tiler::Modes(tilers) => {
            let modes = if shape.is_tuple() { shape.modes() } else { std::slice::from_ref(shape) };
            modes.iter().zip(tilers).any(|(mode, tiler)| no_rests(mode, tiler).is_ok())
        }
        Tiler::Size(_) | Tiler::All => false,
    };
    require(refused, || format!("{shape} by {tiler} has quotients"))
}
