//! The laws of `size`, `shape_div` and `ceil_div`.

use layout_algebra::{HTuple, Int, IntTuple};

use super::function::{digits, extents, points, size_of, value};
use super::{Law, ensure};

/// The size is the number of natural coordinates.
pub fn size(shape: &IntTuple, result: &Int) -> Law {
    let expected = size_of(shape)?;
    ensure!(value(result)? == expected, "{shape} has size {expected}, not {result}");
    Ok(())
}

/// By mode for two tuples. For an integer `b`, `R` is the shape of every `b`-th
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

/// By mode for two tuples, where a mode without divisor stays. For an integer `b`
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
