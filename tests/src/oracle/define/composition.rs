//! `composition` and `with_shape`: one function after another.

use crate::oracle::case::{Case, Operand, Question, at_all};
use crate::oracle::draw::Tiler;
use crate::oracle::function::Function;
use crate::oracle::tree::{Layout, Tree, at, refines, shape, size};
use crate::oracle::{Law, ensure};

/// `R(c) = A(B(c))` for every coordinate `c` of `B`, in a shape that refines that of `B`;
/// by mode for a tiler of modes.
pub(super) fn composition(case: &Case) -> Law {
    let a = &case.of.layout;
    match &case.of.others[0] {
        Operand::Function(b, within) => {
            // A swizzle has no coordinates of its own.
            let b = match &b.domain {
                Some(_) => b.clone(),
                None => b.on(Tree::Leaf((a.size(), 1))),
            };
            let r = case.function()?;
            let coarse = if b.steps.is_empty() { b.shape() } else { Tree::Leaf(b.size()) };
            ensure(refines(&r.shape(), &coarse), || format!("the shape does not refine {coarse}"))?;
            at_all(b.size(), |c| a.at(b.at(c)), |c| r.at(c))?;
            for c in 0..b.size() {
                let there = (0..a.size()).contains(&b.at(c));
                ensure(there || case.of.padding, || format!("position {} is outside", b.at(c)))?;
                let inside = if there { case.of.within.has(b.at(c)) } else { Some(false) };
                let expected = within.has(c).zip(inside).map(|(b, a)| a && b);
                let found = case.answer.within.has(c);
                ensure(expected.is_none() || found.is_none() || expected == found, || {
                    format!("at {c} it is in bounds: {found:?}, not {expected:?}")
                })?;
            }
            Ok(true)
        }
        Operand::Tiler(tiler) => {
            let Some((a, r)) = case.domains()? else { return Ok(false) };
            by_tiler(case, a, tiler, r)
        }
        _ => Ok(false),
    }
}

fn by_tiler(case: &Case, a: &Layout, tiler: &Tiler, r: &Layout) -> Law {
    if let Some(b) = tiler.layout() {
        let coarse = shape(&b);
        ensure(refines(&shape(r), &coarse), || format!("the shape does not refine {coarse}"))?;
        return at_all(size(&coarse), |c| at(a, at(&b, c)), |c| at(r, c));
    }
    let Tiler::Modes(tilers) = tiler else {
        return case.of.keeps(a, r);
    };
    let modes = r.modes();
    ensure(modes.len() == tilers.len(), || format!("it has rank {}", modes.len()))?;
    for ((a, tiler), r) in a.modes().iter().zip(tilers).zip(&modes) {
        by_tiler(case, a, tiler, r)?;
    }
    Ok(true)
}

/// `R(i) = L(i)` in a shape that refines the given one.
pub(super) fn with_shape(case: &Case) -> Law {
    let Operand::Tuple(target) = &case.of.others[0] else { return Ok(false) };
    let (l, r) = (&case.of.layout, case.function()?);
    ensure(refines(&r.shape(), target), || format!("the shape does not refine {target}"))?;
    let larger = size(target) > l.size();
    ensure(case.of.padding || !larger, || "it is larger than the layout".to_owned())?;
    at_all(size(target), |c| l.at(c), |c| r.at(c))
}

/// That a refused composition is none: for a shape of leaves `s`, `A(B(c))` is a layout
/// only if it is a sum of what each digit adds, and each of these is a layout of one mode.
pub(super) fn no_composition(question: &Question) -> Law {
    let b = match &question.others[0] {
        Operand::Function(b, _) if b.domain.is_some() && b.steps.is_empty() => b.clone(),
        Operand::Tiler(tiler) => match tiler.layout() {
            Some(layout) => Function::from(layout),
            None => return Ok(false),
        },
        Operand::Tuple(shape) => {
            let mut next = 1;
            Function::from(shape.map(&mut |&extent| {
                next *= extent;
                (extent, next / extent)
            }))
        }
        _ => return Ok(false),
    };
    let Some(a) = question.layout.layout() else { return Ok(false) };
    let table: Vec<i128> = (0..b.size()).map(|c| at(a, b.at(c))).collect();
    let mut step = 1;
    let mut digits: Vec<(usize, Vec<i128>)> = Vec::new();
    for extent in b.shape().leaves() {
        let extent = extent as usize;
        digits.push((step, (0..extent).map(|c| table[c * step]).collect()));
        step *= extent;
    }
    let sum = |c: usize| -> i128 {
        digits.iter().map(|(step, values)| values[c / step % values.len()]).sum()
    };
    let additive = (0..table.len()).all(|c| sum(c) == table[c]);
    let exists = additive && digits.iter().all(|(_, values)| is_layout(values));
    ensure(!exists, || format!("there is a layout: {table:?}"))?;
    Ok(true)
}

/// Whether the values are those of a layout of one mode: runs of equal steps, whose starts
/// are such a layout again.
fn is_layout(values: &[i128]) -> bool {
    let [first, second, ..] = values else { return values.iter().all(|&value| value == 0) };
    let step = second - first;
    let is_run = |run: &[i128]| run.windows(2).all(|pair| pair[1] - pair[0] == step);
    *first == 0
        && (2..=values.len()).filter(|run| values.len().is_multiple_of(*run)).any(|run| {
            let mut runs = values.chunks(run);
            let starts: Vec<i128> = values.iter().step_by(run).copied().collect();
            runs.all(is_run) && is_layout(&starts)
        })
}
