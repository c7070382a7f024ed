//! `upcast` and `downcast`: elements of another size.

use crate::oracle::case::{Case, Operand};
use crate::oracle::function::Function;
use crate::oracle::tree::{Tree, shape};
use crate::oracle::{Law, ensure};

fn factor(case: &Case) -> Option<i128> {
    match case.of.others.first() {
        Some(Operand::Tuple(Tree::Leaf(factor))) => Some(*factor),
        _ => None,
    }
}

fn image(of: impl IntoIterator<Item = i128>) -> Vec<i128> {
    let mut image: Vec<i128> = of.into_iter().collect();
    image.sort_unstable();
    image.dedup();
    image
}

/// `R(⌊c/f⌋) = ⌊L(c)/N⌋`, where `f = ⌈N/|d|⌉` along a leaf of stride `d`, and 1 for `d = 0`;
/// rounded up on the right, where strides below `N` are negative. After swizzles, the
/// elements that are reached are the same.
pub(super) fn upcast(case: &Case) -> Law {
    let (Some(n), r) = (factor(case), case.function()?) else { return Ok(false) };
    let (Some(l), Some(wide)) = (case.of.layout.layout(), r.layout()) else {
        let expected = image(case.of.layout.values().iter().map(|value| value.div_euclid(n)));
        let found = image(r.values());
        ensure(found == expected, || format!("its elements are {found:?}, not {expected:?}"))?;
        return Ok(true);
    };
    let (before, after) = (l.leaves(), wide.leaves());
    ensure(shape(l).map(&mut |_| ()) == shape(wide).map(&mut |_| ()), || {
        "nested otherwise".into()
    })?;
    let steps: Vec<i128> =
        before.iter().map(|&(_, d)| if d == 0 { 1 } else { (n + d.abs() - 1) / d.abs() }).collect();
    for ((s, t), f) in before.iter().zip(&after).zip(&steps) {
        ensure(t.0 == (s.0 + f - 1) / f, || format!("extent {} for {}", t.0, s.0))?;
    }
    let down = before.iter().any(|&(s, d)| s > 1 && d < 0 && -d < n);
    let extents: Vec<i128> = before.iter().map(|leaf| leaf.0).collect();
    for i in 0..case.of.layout.size() {
        let c = crate::oracle::tree::digits(i, &extents);
        let offset: i128 = c.iter().zip(&before).map(|(c, leaf)| c * leaf.1).sum();
        let element = if down { -(-offset).div_euclid(n) } else { offset.div_euclid(n) };
        let found: i128 = c.iter().zip(&steps).zip(&after).map(|((c, f), t)| c / f * t.1).sum();
        ensure(found == element, || format!("{c:?} is in element {element}, not {found}"))?;
    }
    Ok(true)
}

/// The offsets of `R` are all `N·L(c) + j` for `0 ≤ j < N`, each as often as `L(c)`.
pub(super) fn downcast(case: &Case) -> Law {
    let (Some(n), r) = (factor(case), case.function()?) else { return Ok(false) };
    let parts = |value: &i128| (0..n).map(|j| n * value + j).collect::<Vec<_>>();
    let mut expected: Vec<i128> = case.of.layout.values().iter().flat_map(parts).collect();
    let mut found = r.values();
    expected.sort_unstable();
    found.sort_unstable();
    ensure(found == expected, || format!("its offsets are {found:?}, not {expected:?}"))?;
    Ok(true)
}

/// The same bits, rounded up to whole elements of both widths.
pub(super) fn recast(case: &Case) -> Law {
    let [Operand::Tuple(Tree::Leaf(from)), Operand::Tuple(Tree::Leaf(to))] =
        case.of.others.as_slice()
    else {
        return Ok(false);
    };
    let common = (1..=*from).rev().find(|c| from % c == 0 && to % c == 0).unwrap_or(1);
    let (n, d) = (to / common, from / common);
    let l: &Function = &case.of.layout;
    if l.values().iter().any(|&value| value < 0) {
        return Ok(false);
    }
    let blocks = l.values().into_iter().flat_map(|o| (0..d).map(move |j| d * (o / n) + j));
    let (expected, found) = (image(blocks), image(case.function()?.values()));
    ensure(found == expected, || format!("its elements are {found:?}, not {expected:?}"))?;
    Ok(true)
}
