//! The laws of layouts that agree, by every coordinate of up to [`EXHAUSTIVE`].

use layout_algebra::ops::swizzled::{self, Disagreement, Halo};
use layout_algebra::{self as algebra, Function, HTuple, Int, IntTuple, Layout, Terms, ops};

use super::values::{shape_of, value_of};
use crate::check::{Answer, Check, Over, always, check, require, verdict};
use crate::convert::AsFunction;
use crate::function::Function as Values;
use crate::numbers::{EXHAUSTIVE, digits, size_of};
use crate::operands::{composed_of, leaf, tuple};
use crate::vectors::with_terms;
use crate::{Law, ensure, text, tree};

/// The coordinates of each mode.
fn modes(f: &Function) -> Result<Vec<i128>, String> {
    let shape = shape_of(f).ok_or("a swizzle has no coordinates")?;
    shape.modes().iter().map(size_of).collect()
}

/// The 1-D coordinate of one integer for each mode.
fn linear(at: &[i128], extents: &[i128]) -> i128 {
    at.iter().zip(extents).rev().fold(0, |sum, (at, extent)| sum * extent + at)
}

/// The answer is the first coordinate, mode 0 first, at which `read` is not what `written` is, as far as `before` from where it
/// begins; or the first mode that has not as many coordinates more as the halo has.
pub fn find_disagreement(
    written: &Function,
    read: &Function,
    halo: &[(i128, i128)],
    answer: Option<&Disagreement>,
) -> Law {
    let wrong =
        |what: &str| Err(format!("{written} and {read}: {what}, and the answer is {answer:?}"));
    let (a, b) = (modes(written)?, modes(read)?);
    if a.len() != b.len() {
        return match answer {
            Some(Disagreement::Rank { written, read })
                if (*written, *read) == (a.len(), b.len()) =>
            {
                Ok(())
            }
            _ => wrong("their ranks differ"),
        };
    }
    let of = |mode: usize| halo.get(mode).copied().unwrap_or((0, 0));
    let other = (0..a.len()).find(|&m| of(m).0 + a[m] + of(m).1 != b[m]);
    if let Some(m) = other {
        return match answer {
            Some(Disagreement::Extent { mode, .. }) if *mode == m => Ok(()),
            _ => wrong(&format!("mode {m} has other coordinates")),
        };
    }
    let none = halo.iter().all(|halo| *halo == (0, 0));
    let origin: Vec<i128> = (0..a.len()).map(|mode| of(mode).0).collect();
    let base = if none { 0 } else { value_of(read, linear(&origin, &b))? };
    let pair = |at: &[i128]| -> Result<(i128, i128), String> {
        let there: Vec<i128> = at.iter().zip(&origin).map(|(at, before)| at + before).collect();
        let read = value_of(read, linear(&there, &b))?;
        Ok((value_of(written, linear(at, &a))?, read.wrapping_sub(base)))
    };
    let size: i128 = a.iter().product();
    if size > EXHAUSTIVE {
        let Some(Disagreement::Offset { coordinate, .. }) = answer else { return Ok(()) };
        let at: Vec<i128> = coordinate.leaves().iter().filter_map(|at| at.known()).collect();
        let (x, y) = pair(&at)?;
        return require(x != y, || format!("{written} and {read} agree at {coordinate}"));
    }
    for i in 0..size {
        let at = digits(i, &a);
        let (x, y) = pair(&at)?;
        if x == y {
            continue;
        }
        let expected =
            if shape_of(written).is_some_and(HTuple::is_tuple) { tuple(&at) } else { leaf(i) };
        return match answer {
            Some(Disagreement::Offset { coordinate, written, read })
                if *coordinate == expected && *written == leaf(x) && *read == leaf(y) =>
            {
                Ok(())
            }
            _ => wrong(&format!("{expected} is at {x} and at {y}")),
        };
    }
    if answer.is_none() { Ok(()) } else { wrong("they agree") }
}

/// Agreement is an equivalence: of any three, each agrees with itself, both ways, and through another.
fn equivalence(all: &[Function]) -> Law {
    let agrees = |a: &Function, b: &Function| {
        swizzled::agrees(a, b, &Halo::NONE).map_err(|error| error.to_string())
    };
    let mut table = Vec::new();
    for a in all {
        table.push(all.iter().map(|b| agrees(a, b)).collect::<Vec<_>>());
    }
    let holds = |i: usize, j: usize| table[i][j] == Ok(true);
    let fails = |i: usize, j: usize| table[i][j] == Ok(false);
    for i in 0..all.len() {
        ensure!(!fails(i, i), "{} does not agree with itself", all[i]);
        for j in 0..all.len() {
            ensure!(!(holds(i, j) && fails(j, i)), "{} and {}: one way alone", all[i], all[j]);
            for k in 0..all.len() {
                let through = holds(i, j) && holds(j, k) && fails(i, k);
                ensure!(!through, "{} and {} agree with {}", all[i], all[k], all[j]);
            }
        }
    }
    Ok(())
}

fn is_of_integers(layout: &Layout) -> bool {
    layout.leaves().iter().all(|(_, stride)| stride.as_int().is_some())
}

/// The first with each, both ways, with and without a halo.
fn pairs(all: &[Function]) -> Law {
    let [first, ..] = all else { return Ok(()) };
    for (written, read) in all.iter().flat_map(|other| [(first, other), (other, first)]) {
        let rank = modes(written)?.len();
        let none: Vec<(i128, i128)> = vec![(0, 0); rank];
        let some = (0..rank).map(|mode| (mode as i128 % 2, 1)).collect();
        for halo in [none, some] {
            let pair = |(before, after): &(i128, i128)| -> IntTuple { tuple(&[*before, *after]) };
            let of = Halo::new(&HTuple::Tuple(halo.iter().map(pair).collect())).map_err(text)?;
            let found = swizzled::find_disagreement(written, read, &of);
            let refused = |error: &layout_algebra::Error| Err(error.to_string());
            verdict(
                found.clone(),
                |r| find_disagreement(written, read, &halo, r.as_ref()),
                refused,
            )?;
            let agrees = swizzled::agrees(written, read, &of);
            always(agrees, |r| {
                require(found == Ok(None) || !*r, || format!("{written} and {read}"))
            })?;
        }
    }
    Ok(())
}

/// A layout with one coordinate more in each mode that is a leaf, before it where the mode is odd, and one after it.
fn larger(layout: &Layout) -> Result<Layout, String> {
    let more = layout.modes().into_iter().enumerate().map(|(mode, of)| {
        let of = ops::coalesce(&of).map_err(text)?;
        let (extent, stride) = match (of.shape(), of.stride()) {
            (HTuple::Leaf(extent), HTuple::Leaf(stride)) => (extent, stride),
            _ => return Ok(of),
        };
        let extent = extent.add(&Int::new(1 + mode as i128 % 2)).map_err(text)?;
        Layout::leaf(extent, stride.clone()).map_err(text)
    });
    let more = more.collect::<Result<Vec<_>, String>>()?;
    if !layout.shape().is_tuple() {
        return more.into_iter().next().ok_or_else(|| "a leaf is a mode".to_owned());
    }
    Layout::from_modes(&more).map_err(text)
}

/// True just where each coordinate of `W`, moved by what is before it in the halo, has in `R` the value
/// that it has in `W`, from where `W` begins; no coordinate of `W` is moved outside of `R`.
fn layouts_agree<D: Terms>(
    written: &algebra::Layout<D>,
    read: &algebra::Layout<D>,
    halo: &[(i128, i128)],
    answer: bool,
) -> Law {
    let why = || format!("{written} and {read} with {halo:?}: they agree is {answer}");
    let (written, read) = (written.function()?, read.function()?);
    let sizes = |f: &Values| f.domain().modes().iter().map(tree::size_of).collect::<Vec<_>>();
    let (a, b) = (sizes(&written), sizes(&read));
    let of = |mode: usize| halo.get(mode).copied().unwrap_or((0, 0));
    let fits = a.len() == b.len() && (0..a.len()).all(|m| of(m).0 + a[m] + of(m).1 == b[m]);
    if !fits || written.size() > EXHAUSTIVE {
        return require(fits || !answer, why);
    }
    let origin: Vec<i128> = (0..a.len()).map(|mode| of(mode).0).collect();
    let none = halo.iter().all(|halo| *halo == (0, 0));
    let base = if none { 0 } else { read.at(linear(&origin, &b)) };
    let agrees = |i: i128| {
        let at =
            digits(i, &a).iter().zip(&origin).map(|(at, before)| at + before).collect::<Vec<_>>();
        written.at(i) == read.at(linear(&at, &b)).wrapping_sub(base)
    };
    require(answer == (0..written.size()).all(agrees), why)
}

/// A layout with each of some, both ways, with and without a halo.
fn agreements<D: Terms>(
    first: &algebra::Layout<D>,
    others: &[algebra::Layout<D>],
) -> Result<Answer, String> {
    let pairs = others.iter().flat_map(|other| [(first, other), (other, first)]);
    for (written, read) in pairs {
        let rank = written.rank();
        for halo in [vec![(0, 0); rank], (0..rank).map(|mode| (mode as i128 % 2, 1)).collect()] {
            let pair = |(before, after): &(i128, i128)| -> IntTuple { tuple(&[*before, *after]) };
            let of = Halo::new(&HTuple::Tuple(halo.iter().map(pair).collect())).map_err(text)?;
            always(swizzled::layouts_agree(written, read, &of), |r| {
                layouts_agree(written, read, &halo, *r)
            })?;
        }
    }
    Ok(Answer::Found)
}

/// The function of 1-D coordinates.
fn in_one_mode(of: &Function) -> Result<Function, String> {
    let one = |domain: &Layout| Layout::from_modes(std::slice::from_ref(domain)).map_err(text);
    match of {
        Function::Layout(layout) => Ok(one(layout)?.into()),
        Function::Composed(composed) => {
            let domain = one(composed.domain().map_err(text)?)?;
            Ok(composed.with_domain(domain).map_err(text)?.into())
        }
        Function::Swizzle(swizzle) => Err(format!("{swizzle} has no coordinates")),
    }
}

/// The first 1-D coordinate at which two functions differ.
fn differences(all: &[Function]) -> Law {
    let [first, ..] = all else { return Ok(()) };
    for (a, b) in all.iter().flat_map(|other| [(first, other), (other, first)]) {
        always(swizzled::find_difference(a, b), |r| {
            find_disagreement(&in_one_mode(a)?, &in_one_mode(b)?, &[], r.as_ref())
        })?;
    }
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Pair, &["swizzled::layouts_agree"], |x| {
        let Ok(more) = larger(x.layout) else { return Ok(Answer::Undecided) };
        let rows = ops::row_major(x.layout.shape()).map_err(text)?;
        let all = [x.layout.clone(), x.other.clone(), rows, more];
        let terms: Result<Vec<_>, _> = all.iter().map(|of| with_terms(of, 0)).collect();
        let terms = terms?;
        agreements(x.layout, &all)?;
        agreements(&terms[0], &terms)
    }),
    check(
        Over::Pair,
        &["swizzled::agrees", "swizzled::find_disagreement", "swizzled::find_difference"],
        |x| {
            if !is_of_integers(x.layout) || !is_of_integers(x.other) {
                return Ok(Answer::Undecided);
            }
            let joined = match x.layout.shape() {
                HTuple::Leaf(_) => ops::coalesce(x.layout),
                HTuple::Tuple(modes) => {
                    let profile: IntTuple = HTuple::Tuple(modes.iter().map(|_| leaf(1)).collect());
                    ops::coalesce_by_mode(x.layout, &profile)
                }
            };
            let joined = joined.map_err(text)?;
            let rows = ops::row_major(x.layout.shape()).map_err(text)?;
            let Ok(more) = larger(x.layout) else { return Ok(Answer::Undecided) };
            let all = [x.layout.clone(), x.other.clone(), joined, rows, more].map(Function::from);
            pairs(&all)?;
            differences(&all)?;
            equivalence(&all)?;
            Ok(Answer::Found)
        },
    ),
    check(
        Over::Swizzle,
        &["swizzled::agrees", "swizzled::find_disagreement", "swizzled::find_difference"],
        |x| {
            if !is_of_integers(x.layout) {
                return Ok(Answer::Undecided);
            }
            let composed = composed_of(x)?;
            let rows = composed.with_domain(ops::row_major(x.layout.shape()).map_err(text)?);
            let all = [composed.into(), rows.map_err(text)?.into(), x.layout.clone().into()];
            pairs(&all)?;
            differences(&all)?;
            equivalence(&all)?;
            Ok(Answer::Found)
        },
    ),
];
