//! What joins, splits and rearranges modes.

use crate::oracle::case::{Case, Operand, same};
use crate::oracle::function::Function;
use crate::oracle::tree::{Layout, Tree, shape};
use crate::oracle::{Law, ensure};

/// The integers among the operands after the layout.
fn numbers(case: &Case) -> Vec<usize> {
    let number = |operand: &Operand| match operand {
        Operand::Tuple(Tree::Leaf(number)) => usize::try_from(*number).ok(),
        _ => None,
    };
    case.of.others.iter().filter_map(number).collect()
}

/// The layout among the operands after the first.
fn other(case: &Case) -> Option<Layout> {
    case.of.others.iter().find_map(|operand| match operand {
        Operand::Function(function, _) => function.layout().cloned(),
        _ => None,
    })
}

fn domain(case: &Case) -> Layout {
    case.of.layout.domain.clone().unwrap_or(Tree::Leaf((1, 0)))
}

/// Answers of the same 1-D coordinates have the same padding.
fn same_bounds(case: &Case) -> Law {
    for c in 0..case.of.layout.size() {
        let (before, after) = (case.of.within.has(c), case.answer.within.has(c));
        let agree = before.is_none() || after.is_none() || before == after;
        ensure(agree, || format!("at {c} it is in bounds: {after:?}, not {before:?}"))?;
    }
    Ok(true)
}

/// The leaves that are left when extents of 1 vanish and leaves that continue are joined.
fn joined(layout: &Layout) -> Layout {
    let mut leaves: Vec<(i128, i128)> = Vec::new();
    for (s, d) in layout.leaves().into_iter().filter(|leaf| leaf.0 != 1) {
        match leaves.last_mut() {
            Some(last) if last.0 * last.1 == d => last.0 *= s,
            _ => leaves.push((s, d)),
        }
    }
    match leaves.as_slice() {
        [] => Tree::Leaf((1, 0)),
        [leaf] => Tree::Leaf(*leaf),
        _ => Tree::Tuple(leaves.into_iter().map(Tree::Leaf).collect()),
    }
}

/// The same function in the fewest leaves; by mode, along a profile.
pub(super) fn coalesce(case: &Case) -> Law {
    by_profile(case, &joined)?;
    if case.of.others.is_empty() {
        same(&case.of.layout, case.function()?)?;
    }
    same_bounds(case)
}

/// The layout without its leaves of stride 0, coalesced.
pub(super) fn filter(case: &Case) -> Law {
    by_profile(case, &|layout| {
        let leaves = layout.leaves().into_iter().filter(|leaf| leaf.1 != 0);
        joined(&Tree::Tuple(leaves.map(Tree::Leaf).collect()))
    })
}

fn by_profile(case: &Case, of: &dyn Fn(&Layout) -> Layout) -> Law {
    fn along(layout: &Layout, profile: &Tree<i128>, of: &dyn Fn(&Layout) -> Layout) -> Layout {
        let Tree::Tuple(profiles) = profile else { return of(layout) };
        let modes = layout.modes();
        let modes = modes.iter().enumerate().map(|(i, mode)| match profiles.get(i) {
            Some(profile) => along(mode, profile, of),
            None => mode.clone(),
        });
        Tree::Tuple(modes.collect())
    }
    let profile = match case.of.others.as_slice() {
        [Operand::Tuple(profile)] => profile.clone(),
        _ => Tree::Leaf(1),
    };
    case.is(&along(&domain(case), &profile, of))
}

/// The same function past the end too.
pub(super) fn coalesce_z(case: &Case) -> Law {
    let Some((before, after)) = case.domains()? else { return Ok(false) };
    let (before, after) = (Function::from(before.clone()), Function::from(after.clone()));
    ensure(before.size() == after.size(), || "it has another size".to_owned())?;
    crate::oracle::case::at_all(3 * before.size() + 8, |c| before.at(c), |c| after.at(c))
}

/// Extents of 1 where strides are 0.
pub(super) fn filter_zeros(case: &Case) -> Law {
    case.is(&domain(case).map(&mut |&(s, d)| (if d == 0 { 1 } else { s }, d)))
}

/// All leaves in one tuple.
pub(super) fn flatten(case: &Case) -> Law {
    let flat = match domain(case) {
        Tree::Tuple(modes) => {
            let leaves = Tree::Tuple(modes).leaves();
            Tree::Tuple(leaves.into_iter().map(Tree::Leaf).collect())
        }
        leaf => leaf,
    };
    case.is(&flat)?;
    same_bounds(case)
}

/// The leaves by stride, then by extent.
pub(super) fn sort(case: &Case) -> Law {
    let mut leaves = domain(case).leaves();
    leaves.sort_unstable_by_key(|&(s, d)| (d, s));
    case.is(&match domain(case) {
        Tree::Tuple(_) => Tree::Tuple(leaves.into_iter().map(Tree::Leaf).collect()),
        leaf => leaf,
    })
}

/// The mode at a path.
pub(super) fn get(case: &Case) -> Law {
    let mut mode = domain(case);
    for index in numbers(case) {
        mode = mode.modes()[index].clone();
    }
    case.is(&mode)
}

/// The chosen modes.
pub(super) fn select(case: &Case) -> Law {
    let modes = domain(case).modes();
    case.is(&Tree::Tuple(numbers(case).into_iter().map(|i| modes[i].clone()).collect()))
}

/// The modes from one up to another.
pub(super) fn take(case: &Case) -> Law {
    let range = numbers(case);
    case.is(&Tree::Tuple(domain(case).modes()[range[0]..range[1]].to_vec()))
}

/// Some neighbouring modes in a tuple of their own.
pub(super) fn group(case: &Case) -> Law {
    let (modes, range) = (domain(case).modes(), numbers(case));
    let (first, end) = (range[0], range[1]);
    let mut grouped = modes[..first].to_vec();
    if first < end {
        grouped.push(Tree::Tuple(modes[first..end].to_vec()));
    }
    grouped.extend_from_slice(&modes[end..]);
    case.is(&Tree::Tuple(grouped))?;
    same_bounds(case)
}

/// One mode less.
pub(super) fn remove(case: &Case) -> Law {
    let mut modes = domain(case).modes();
    modes.remove(numbers(case)[0]);
    case.is(&Tree::Tuple(modes))
}

/// The modes in the opposite order.
pub(super) fn reverse(case: &Case) -> Law {
    case.is(&match domain(case) {
        Tree::Tuple(modes) => Tree::Tuple(modes.into_iter().rev().collect()),
        leaf => leaf,
    })
}

/// The layout in parentheses, unless it has some.
pub(super) fn wrap(case: &Case) -> Law {
    case.is(&match domain(case) {
        leaf @ Tree::Leaf(_) => Tree::Tuple(vec![leaf]),
        tuple => tuple,
    })?;
    same_bounds(case)
}

/// No tuple of one around the layout.
pub(super) fn unwrap(case: &Case) -> Law {
    let mut inner = domain(case);
    while let Tree::Tuple(modes) = &inner
        && let [mode] = modes.as_slice()
    {
        inner = mode.clone();
    }
    case.is(&inner)?;
    same_bounds(case)
}

/// Another mode after those of the layout.
pub(super) fn append(case: &Case) -> Law {
    let (mut modes, Some(other)) = (domain(case).modes(), other(case)) else { return Ok(false) };
    modes.push(other);
    case.is(&Tree::Tuple(modes))
}

/// Another mode before those of the layout.
pub(super) fn prepend(case: &Case) -> Law {
    let (mut modes, Some(other)) = (domain(case).modes(), other(case)) else { return Ok(false) };
    modes.insert(0, other);
    case.is(&Tree::Tuple(modes))
}

/// One mode is another.
pub(super) fn replace(case: &Case) -> Law {
    let Some(other) = other(case) else { return Ok(false) };
    case.is(&match domain(case) {
        Tree::Tuple(mut modes) => {
            modes[numbers(case)[0]] = other;
            Tree::Tuple(modes)
        }
        Tree::Leaf(_) => other,
    })
}

/// Both layouts, each a mode.
pub(super) fn concat(case: &Case) -> Law {
    let Some(other) = other(case) else { return Ok(false) };
    case.is(&Tree::Tuple(vec![domain(case), other]))
}

/// Modes of modes exchanged.
pub(super) fn zip(case: &Case) -> Law {
    let Tree::Tuple(modes) = domain(case) else { return case.is(&domain(case)) };
    let Some(Tree::Tuple(first)) = modes.first() else {
        return case.is(&Tree::Tuple(vec![Tree::Tuple(modes)]));
    };
    let column = |j| {
        let column = modes.iter().map(|mode| match mode {
            Tree::Tuple(inner) => inner.get(j).cloned(),
            Tree::Leaf(_) => None,
        });
        column.collect::<Option<Vec<_>>>().map(Tree::Tuple)
    };
    let columns: Option<Vec<_>> = (0..first.len()).map(column).collect();
    columns.map_or_else(|| Err("a mode is missing".into()), |all| case.is(&Tree::Tuple(all)))
}

/// The same shape without gaps: leaves in the order of their strides, those of stride 0 as
/// they are.
pub(super) fn make_layout_like(case: &Case) -> Law {
    let (Some(l), Some(r)) = (case.of.layout.layout(), case.function()?.layout()) else {
        return Ok(false);
    };
    ensure(shape(l) == shape(r), || "it has another shape".to_owned())?;
    let mut pairs: Vec<_> = l.leaves().into_iter().zip(r.leaves()).collect();
    pairs.retain(|((s, d), (_, e))| *s > 1 && (*d != 0 || *e != 0));
    pairs.sort_by_key(|((_, d), _)| *d);
    // Leaves of one stride have no order.
    if case.of.is_symbolic() || pairs.windows(2).any(|two| two[0].0.1 == two[1].0.1) {
        return Ok(false);
    }
    let mut next = 1;
    for ((s, d), (_, e)) in pairs {
        ensure(d != 0 && e == next, || format!("leaf {s}:{d} has stride {e}, not {next}"))?;
        next *= s;
    }
    Ok(true)
}
