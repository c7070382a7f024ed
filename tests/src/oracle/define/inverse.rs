//! Inverses, and what two layouts have in common.

use super::divide::distinct;
use crate::oracle::case::{Case, Operand};
use crate::oracle::read::Value;
use crate::oracle::tree::Tree;
use crate::oracle::{Law, ensure};

/// `L(R(i)) = i` at coordinates `R(i)` of `L`; all of them, if `L` is no swizzled layout and takes
/// each offset below its size. Of a swizzled one it is the inverse of the layout before, as far
/// as that goes.
pub(super) fn right_inverse(case: &Case) -> Law {
    let (l, r) = (&case.of.layout, case.function()?);
    // What leaves the layout is padding, of which nothing is promised.
    if r.domain.is_none() || !case.answer.within.is_everywhere() {
        return Ok(false);
    }
    for i in 0..r.size() {
        let c = r.at(i);
        ensure((0..l.size()).contains(&c), || format!("{c} at {i} is no coordinate"))?;
        ensure(l.at(c) == i, || format!("{c} at {i} leads to {}", l.at(c)))?;
    }
    let values = l.values();
    let all = l.steps.is_empty()
        && distinct(&values)
        && values.iter().all(|value| (0..l.size()).contains(value));
    ensure(!all || r.size() == l.size(), || "it is not the whole inverse".to_owned())?;
    Ok(true)
}

/// `L(R(L(i))) = L(i)`, where `R(L(i))` is a coordinate of `L`.
pub(super) fn left_inverse(case: &Case) -> Law {
    let (l, r) = (&case.of.layout, case.function()?);
    for offset in l.values() {
        let back = r.at(offset);
        ensure((0..l.size()).contains(&back), || format!("{back} at {offset} is no coordinate"))?;
        ensure(l.at(back) == offset, || format!("{back} at {offset} leads to {}", l.at(back)))?;
        // Negative ones are before the start of a layout.
        let inside = r.layout().is_none() || (0..r.size()).contains(&offset);
        ensure(inside || offset < 0, || format!("it does not have offset {offset}"))?;
    }
    Ok(true)
}

/// Different coordinates of which `L` has the value of the first, as many as the extents of
/// stride 0 make.
pub(super) fn nullspace(case: &Case) -> Law {
    let (l, r) = (&case.of.layout, case.function()?);
    let Some(domain) = &l.domain else { return Ok(false) };
    let zeros = domain.leaves().into_iter().filter(|leaf| leaf.1 == 0);
    let repeats: i128 = zeros.map(|leaf| leaf.0).product();
    ensure(r.size() == repeats, || format!("it has {} coordinates of {repeats}", r.size()))?;
    let coordinates = r.values();
    ensure(distinct(&coordinates), || "it has a coordinate twice".to_owned())?;
    for c in coordinates {
        ensure((0..l.size()).contains(&c), || format!("{c} is no coordinate"))?;
        ensure(l.at(c) == l.at(0), || format!("{c} leads to {}", l.at(c)))?;
    }
    Ok(true)
}

/// Coordinates of both at which both go on from their first values by 0, 1, 2, …; under
/// swizzles that move alike, by different values that are as many adjacent ones.
pub(super) fn max_common_layout(case: &Case) -> Law {
    let Operand::Function(b, _) = &case.of.others[0] else { return Ok(false) };
    let (a, r) = (&case.of.layout, case.function()?);
    if r.domain.is_none() {
        return Ok(false);
    }
    let swizzled = !a.steps.is_empty() || !b.steps.is_empty();
    let mut values = Vec::new();
    for i in 0..r.size() {
        let c = r.at(i);
        let both = c >= 0 && c < a.size().min(b.size());
        ensure(both, || format!("{c} at {i} is no coordinate of both"))?;
        let [x, y] = [a.at(c) - a.at(0), b.at(c) - b.at(0)];
        ensure(x == y, || format!("they differ at {c}"))?;
        ensure(swizzled || x == i, || format!("{c} at {i} leads to {x} further"))?;
        values.push(x);
    }
    values.sort_unstable();
    let adjacent = values.windows(2).all(|pair| pair[1] - pair[0] == 1);
    ensure(adjacent, || format!("{values:?} are not adjacent"))?;
    Ok(true)
}

/// `R(i) = A(i) + B(i)`.
pub(super) fn layout_add(case: &Case) -> Law {
    let Operand::Function(b, _) = &case.of.others[0] else { return Ok(false) };
    let (a, r) = (&case.of.layout, case.function()?);
    ensure(r.size() == a.size(), || format!("it has {} values", r.size()))?;
    crate::oracle::case::at_all(a.size(), |i| a.at(i) + b.at(i), |i| r.at(i))
}

/// One of the coordinates at which the layout has the value; of one that it has not, none.
pub(super) fn get_1d_coord(case: &Case) -> Law {
    let Operand::Tuple(Tree::Leaf(offset)) = &case.of.others[0] else { return Ok(false) };
    let Value::Tuple(Tree::Leaf(c)) = &case.answer.value else {
        return Err("no integer".to_owned());
    };
    let l = &case.of.layout;
    let right = (0..l.size()).contains(c) && l.at(*c) == *offset;
    ensure(right, || format!("{offset} is not at {c}"))?;
    Ok(true)
}
