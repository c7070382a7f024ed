//! `complement`: copies of a layout that do not meet.

use std::collections::HashSet;

use crate::oracle::case::{Case, Operand, Question};
use crate::oracle::tree::{Layout, Tree, size};
use crate::oracle::{Law, ensure};

/// `(stride, extent)` of the leaves that move, by their strides.
fn moving(layout: &Layout) -> Vec<(i128, i128)> {
    let leaves = layout.leaves().into_iter().filter(|&(s, d)| d != 0 && s > 1);
    let mut leaves: Vec<_> = leaves.map(|(s, d)| (d, s)).collect();
    leaves.sort_unstable();
    leaves
}

fn offsets(leaves: &[(i128, i128)]) -> Vec<i128> {
    leaves.iter().fold(vec![0], |offsets, &(d, s)| {
        (0..s).flat_map(|c| offsets.iter().map(move |offset| offset + c * d)).collect()
    })
}

/// The offsets that are to be taken, and the last one that may be.
fn target(leaves: &[(i128, i128)], question: &Question) -> (i128, i128) {
    let cotarget = match question.others.as_slice() {
        [Operand::Tuple(cotarget)] => cotarget.clone(),
        _ => {
            let values = question.layout.values().into_iter().chain([0]);
            let (least, most) = values.fold((0, 0), |(a, b), v| (v.min(a), v.max(b)));
            Tree::Leaf(most - least + 1)
        }
    };
    let mut period = leaves.iter().map(|(d, s)| d * s).max().unwrap_or(1);
    let mut end = period;
    for extent in cotarget.leaves() {
        end *= (extent + period - 1) / period;
        period = (period + extent - 1) / extent;
    }
    (size(&cotarget), end)
}

/// With the leaves of stride 0 left out of `L`: the sums `L(c) + R(r)` all differ, the
/// strides of `R` are positive and ascend, each offset below the cotarget is a sum unless
/// the answer is padded, and none is past the last copy of `L` that the cotarget needs.
pub(super) fn complement(case: &Case) -> Law {
    let Some(domain) = &case.of.layout.domain else { return Ok(false) };
    let r = case.function()?;
    let Some(r) = r.layout() else { return Ok(false) };
    let leaves = moving(domain);
    let strides: Vec<i128> =
        r.leaves().iter().filter(|leaf| leaf.0 > 1).map(|leaf| leaf.1).collect();
    let ascend = strides.windows(2).all(|pair| pair[0] < pair[1]) && strides.iter().all(|&d| d > 0);
    ensure(ascend, || "its strides do not ascend".to_owned())?;
    let mut sums = HashSet::new();
    let (taken, free) = (offsets(&leaves), offsets(&moving(r)));
    for offset in &free {
        for start in &taken {
            ensure(sums.insert(start + offset), || format!("{} is taken twice", start + offset))?;
        }
    }
    let (target, end) = target(&leaves, &case.of);
    let hole = (0..target).find(|offset| !sums.contains(offset));
    let padded = !case.answer.within.is_everywhere();
    match hole {
        Some(hole) => ensure(padded, || format!("{hole} is in no copy"))?,
        None => {
            let is_past = sums.iter().any(|sum| *sum >= target);
            let may = case.of.is_symbolic() || !case.of.within.is_everywhere() || is_past;
            ensure(!padded || may, || "it leaves no hole".to_owned())?;
        }
    }
    // A leaf of which only the value says that it takes no step has a place of its own.
    let last = sums.into_iter().max().unwrap_or(0);
    let is_near = last < end.max(1) || case.of.is_symbolic();
    ensure(is_near, || format!("it reaches {last}, past {end}"))?;
    Ok(true)
}

/// Where each leaf begins after the end of the one before it, there is a complement.
pub(super) fn no_complement(question: &Question) -> Law {
    let Some(domain) = question.layout.layout() else { return Ok(false) };
    let leaves = moving(domain);
    let apart = leaves.windows(2).all(|pair| pair[0].0 * pair[0].1 <= pair[1].0);
    let positive = leaves.first().is_none_or(|leaf| leaf.0 > 0);
    ensure(!(apart && positive && question.padding), || "its leaves are apart".to_owned())?;
    Ok(true)
}
