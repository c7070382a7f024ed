//! The laws of the values that a composed layout takes.

use layout_algebra::ops::{self, Collision};
use layout_algebra::{ComposedLayout, Function, HTuple, Int, Layout, ModePath};

use super::values::{after, all_values, value_of};
use crate::function::{self, points, size_of, value, value_at};
use crate::{Law, ensure, text};

/// The range is that of the values: all within, and both ends taken.
pub fn offset_range_composed(layout: &ComposedLayout, (least, most): &(Int, Int)) -> Law {
    let (least, most) = (value(least)?, value(most)?);
    let f = Function::from(layout.clone());
    for c in points(layout.shape().map_err(text)?)? {
        let found = value_of(&f, c)?;
        ensure!((least..=most).contains(&found), "{layout} at {c} is {found}");
    }
    let Some(values) = all_values(layout)? else { return Ok(()) };
    let ends = (values.iter().min().copied(), values.iter().max().copied());
    ensure!(ends == (Some(least), Some(most)), "{layout} reaches from {ends:?}");
    Ok(())
}

/// A collision is two coordinates of one value; without one, all values differ.
pub fn collision_composed(layout: &ComposedLayout, collision: Option<&Collision>) -> Law {
    let Some(collision) = collision else {
        let Some(mut values) = all_values(layout)? else { return Ok(()) };
        values.sort_unstable();
        let twice = values.windows(2).find(|pair| pair[0] == pair[1]);
        ensure!(twice.is_none(), "{layout} takes {twice:?} twice");
        return Ok(());
    };
    let domain = layout.domain().map_err(text)?;
    let at = |coordinate| after(layout, value_at(coordinate, domain, &ModePath::root())?);
    let (first, second) = (at(&collision.first)?, at(&collision.second)?);
    ensure!(collision.first != collision.second, "{layout}: {} twice", collision.first);
    ensure!(first == second, "{layout} is {first} and {second}");
    ensure!(HTuple::Leaf(Int::new(first)) == collision.offset, "{layout} is {first}");
    Ok(())
}

/// For `c` in the filtered domain and `x` in `R` no `f(c) + R(x)` is another's, and no value
/// of `f` at `(c, x)`; up to [`EXHAUSTIVE`](crate::EXHAUSTIVE) points.
pub fn complement(layout: &ComposedLayout, result: &Layout) -> Law {
    let apart = copies_are_apart(layout, result)?;
    ensure!(apart != Some(false), "copies of {layout} along {result} meet");
    let filtered = ops::filter(layout.domain().map_err(text)?).map_err(text)?;
    let both = Layout::from_modes(&[filtered, result.clone()]).map_err(text)?;
    let Some(values) = all_values(&layout.with_domain(both).map_err(text)?)? else {
        return Ok(());
    };
    ensure!(function::all_different(values), "{result} repeats values of {layout}");
    Ok(())
}

/// Where a complement `R` of the domain is refused, copies of `f` along it meet.
pub fn no_complement(layout: &ComposedLayout, rest: &Layout) -> Law {
    ensure!(copies_are_apart(layout, rest)? != Some(true), "{rest} complements {layout}");
    Ok(())
}

/// Whether the values `f(c) + R(x)` are all different, unless they are too many to look at.
fn copies_are_apart(layout: &ComposedLayout, rest: &Layout) -> Result<Option<bool>, String> {
    let filtered = ops::filter(layout.domain().map_err(text)?).map_err(text)?;
    let copies = size_of(rest.shape())?;
    if copies.saturating_mul(size_of(filtered.shape())?) > function::EXHAUSTIVE {
        return Ok(None);
    }
    let Some(values) = all_values(&layout.with_domain(filtered).map_err(text)?)? else {
        return Ok(None);
    };
    let copies = function::sorted_offsets(rest)?;
    let all = copies.iter().flat_map(|copy| values.iter().map(move |value| value + copy));
    Ok(Some(function::all_different(all.collect())))
}

/// The values of the layout are whole elements of `N`.
pub fn max_alignment(layout: &ComposedLayout, result: &Int) -> Law {
    let n = value(result)?;
    let Some(values) = all_values(layout)?.filter(|_| n > 0) else {
        return Err(format!("{layout} is too large for a list of its values"));
    };
    for at in &values {
        let first = at.div_euclid(n) * n;
        let whole = (first..first + n).all(|offset| values.contains(&offset));
        ensure!(whole, "{layout} has {at}, but not all of the {n} from {first} on");
    }
    Ok(())
}

/// The values of `R` are the elements of `to` units that have a unit of an element of
/// `from` units of `f` in them; up to [`EXHAUSTIVE`](crate::EXHAUSTIVE) points.
pub fn recast(layout: &ComposedLayout, (from, to): (i128, i128), result: &ComposedLayout) -> Law {
    let (Some(before), Some(mut found)) = (all_values(layout)?, all_values(result)?) else {
        return Ok(());
    };
    let units = before.iter().flat_map(|at| (0..from).map(move |unit| from * at + unit));
    let mut expected: Vec<i128> = units.map(|unit| unit.div_euclid(to)).collect();
    for list in [&mut expected, &mut found] {
        list.sort_unstable();
        list.dedup();
    }
    ensure!(expected == found, "{layout} of elements of {from} is {result} of those of {to}");
    Ok(())
}
