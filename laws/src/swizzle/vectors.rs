//! The law of the vectors that two functions have in common, by every point.

use layout_algebra::{Function, HTuple, Int, Layout, ops};

use crate::EXHAUSTIVE;
use crate::check::{Answer, Check, Over, check, require, verdict};
use crate::convert::AsFunction;
use crate::inverses::{common_run, max_common_layout as of_layouts};
use crate::operands::{after, composed_of, count_of, layout, leaf};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

/// `R` cuts what the domains have in common into equal vectors, none of which is torn; and
/// no larger layout does, where the domain of `B` is injective. A function that equals a
/// layout or another swizzled layout may count as that.
pub fn max_common_layout(a: &Function, b: &Function, result: &Layout) -> Law {
    if let (Function::Layout(a), Function::Layout(b)) = (a, b) {
        return of_layouts(a, b, result);
    }
    let result = result.function()?;
    let along: Vec<i128> = result.points().into_iter().map(|i| result.at(i)).collect();
    let (mut whole, mut forms) = (false, 0);
    for form in [Side::of as fn(&Function) -> _, Side::of_simplest] {
        let (Some(a), Some(b)) = (form(a)?, form(b)?) else { continue };
        forms += 1;
        let steps = |side: &Side| Side::from(&side.steps, 0, &along);
        let straight: Vec<i128> = (0..along.len() as i128).collect();
        whole |= steps(&a) == straight && steps(&b) == straight && !torn(&a, &b, &along);
        let Some(run) = common_run(&a.domain, &b.domain)? else { continue };
        for n in (along.len() + 1..=run.len()).filter(|n| run.len() % n == 0) {
            let (vector, starts) = (&run[..n], run.iter().step_by(n));
            let is_cut = starts.zip(run.chunks(n)).all(|(start, chunk)| {
                chunk.iter().zip(vector).all(|(c, first)| c - start == *first)
            });
            let larger = is_cut && !torn(&a, &b, vector);
            ensure!(!larger, "{} and {} have {vector:?} in common, not {result}", a.whole, b.whole);
        }
    }
    ensure!(whole || forms == 0, "{result} tears vectors of {a} and {b}");
    Ok(())
}

struct Side {
    whole: Function,
    domain: Layout,
    values: Vec<i128>,
    steps: Vec<i128>,
}

impl Side {
    fn of_simplest(function: &Function) -> Result<Option<Side>, String> {
        let Function::Composed(_) = function else { return Side::of(function) };
        let Some(side) = Side::of(function)? else { return Ok(None) };
        let size = HTuple::Leaf(Int::new(side.values.len() as i128));
        let values: Vec<Int> = side.values.into_iter().map(Int::new).collect();
        Side::of(&ops::swizzled::infer_layout(&values, &size).unwrap_or_else(|_| function.clone()))
    }

    fn of(function: &Function) -> Result<Option<Side>, String> {
        let (whole, f) = (function.clone(), function.function()?);
        let domain = match &whole {
            Function::Composed(composed) => composed.domain().map_err(text)?.clone(),
            Function::Layout(layout) => layout.clone(),
            Function::Swizzle(_) => return Ok(None),
        };
        if f.size() > EXHAUSTIVE {
            return Ok(None);
        }
        let steps = domain.function()?.values();
        Ok(Some(Side { whole, domain, values: f.values(), steps }))
    }

    /// The values, or those of the domain, from a coordinate on.
    fn from(values: &[i128], begin: i128, along: &[i128]) -> Vec<i128> {
        let at = |c: i128| values[c as usize] - values[begin as usize];
        along.iter().map(|c| at(begin + c)).collect()
    }
}

/// True if a vector of both domains is no vector of both functions.
fn torn(a: &Side, b: &Side, along: &[i128]) -> bool {
    let size = a.values.len().min(b.values.len()) as i128;
    let straight: Vec<i128> = (0..along.len() as i128).collect();
    let last = along.iter().copied().max().unwrap_or(0);
    let with_layout = [a, b].iter().any(|side| matches!(side.whole, Function::Layout(_)));
    (0..size - last).filter(|c| begins(*c, along)).any(|c| {
        let is_vector = [a, b].iter().all(|side| Side::from(&side.steps, c, along) == straight);
        let (x, y) = (Side::from(&a.values, c, along), Side::from(&b.values, c, along));
        let mut sorted = x.clone();
        sorted.sort_unstable();
        let adjacent = sorted.windows(2).all(|pair| pair[1] - pair[0] == 1);
        is_vector && (x != y || !adjacent || with_layout && x != straight)
    })
}

/// True if the digits of a coordinate along a vector are 0: none of its own coordinates
/// leads from a smaller one to it, digit by digit.
fn begins(c: i128, along: &[i128]) -> bool {
    // The places of a layout that begins with 0: its runs of equal steps.
    let (mut rest, mut clear) = (along.to_vec(), true);
    while let [first, second, ..] = *rest {
        let place = second - first;
        let run = 1 + rest.windows(2).take_while(|pair| pair[1] - pair[0] == place).count();
        clear &= c / place % run as i128 == 0;
        rest = rest.iter().copied().step_by(run).collect();
    }
    clear
}

pub(crate) const CHECKS: &[Check] =
    &[check(Over::Swizzle, &["swizzled::max_common_layout", "swizzled::max_common_vector"], |x| {
        let composed = composed_of(x)?;
        let f = Function::from(composed.clone());
        let size = count_of(x.layout.shape());
        let run = layout(&leaf(size), &[1]);
        let plain = Function::from(ops::row_major(x.layout.shape()).map_err(text)?);
        let same = Function::from(composed.with_domain(run.clone()).map_err(text)?);
        let run = Function::from(run);
        // A layout after the swizzled one as well.
        let after = after(x.layout, &composed)?.map(Function::from);
        let after = after.iter().flat_map(|after| [(after, &plain), (&plain, after)]);
        let pairs = [(&f, &plain), (&plain, &f), (&f, &same), (&f, &run), (&same, &run), (&f, &f)];
        for (a, b) in pairs.into_iter().chain(after) {
            verdict(
                swizzled::max_common_layout(a, b),
                |r| {
                    max_common_layout(a, b, r)?;
                    let vector = swizzled::max_common_vector(a, b).map_err(text)?;
                    require(ops::size(r) == Ok(vector.clone()), || format!("{r} for {vector}"))
                },
                |error| Err(format!("{a} and {b}: {error}")),
            )?;
        }
        Ok(Answer::Found)
    })];
