//! The laws of the values that a composed layout takes.

use layout_algebra::ops::{self, Collision};
use layout_algebra::{ComposedLayout, Error, Function, HTuple, Int, Layout, ModePath, Swizzle};

use super::values::{after, all_values, value_of};
use crate::check::{Answer, Check, Operands, Over, always, check, require, some_points, verdict};
use crate::function::{self, points, size_of, value, value_at};
use crate::operands::{composed_of, count_of, leaf, refused, swizzle_of};
use crate::{Law, ensure, text};
use layout_algebra::ops::swizzled;

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

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Swizzle, &["swizzled::upcast", "swizzled::downcast"], |x| {
        for layout in layouts(x)? {
            let f = Function::from(layout.clone());
            for n in [1, 2, 4] {
                let factor = Int::new(n);
                let wide = swizzled::upcast(&f, &factor);
                verdict(wide, |r| is_upcast(&layout, n, &r.layout), refused)?;
                let narrow = swizzled::downcast(&f, &factor);
                let law = |r: &Function| {
                    recast(&layout, (n, 1), as_composed(r)?)?;
                    // And back: the same function.
                    let back =
                        swizzled::upcast(r, &factor).and_then(|r| r.strict()).map_err(text)?;
                    for c in some_points(count_of(x.layout.shape()), 0) {
                        let (found, expected) =
                            (crate::swizzle::value_of(&back, c)?, crate::swizzle::value_of(&f, c)?);
                        let same = found == expected;
                        require(same, || format!("{layout} by 1/{n} and back at {c}"))?;
                    }
                    Ok(())
                };
                verdict(narrow, law, refused)?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::recast"], |x| {
        let (swizzle, _) = swizzle_of(x)?;
        for (from, to) in [(8, 16), (16, 8), (8, 8), (4, 32), (6, 8)] {
            let cast = |f: &Function| {
                swizzled::recast(f, &Int::new(from), &Int::new(to)).map(|recast| recast.layout)
            };
            let common = if from % 4 == 0 { from.min(to) } else { 2 };
            let (up, down) = (to / common, from / common);
            let law = |r: &Function| {
                let same = |r: &Swizzle| {
                    (0..256).try_for_each(|c| {
                        crate::swizzle::recast_swizzle(&swizzle, (up, down), r, c)
                    })
                };
                match r {
                    Function::Swizzle(r) => same(r),
                    r => Err(format!("{swizzle} from {from} to {to} bits is {r}")),
                }
            };
            verdict(cast(&swizzle.into()), law, refused)?;
            for layout in layouts(x)? {
                let law = |r: &Function| recast(&layout, (down, up), as_composed(r)?);
                verdict(cast(&layout.clone().into()), law, refused)?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::max_alignment"], |x| {
        let (layout, (swizzle, _)) = (composed_of(x)?, swizzle_of(x)?);
        always(swizzled::max_alignment(&swizzle.into()), |r| {
            // It moves whole elements.
            let n = r.known().unwrap_or(0);
            let moved = |c: i128| crate::swizzle::swizzle_at(&swizzle, c / n * n) + c % n;
            let whole =
                n > 0 && (0..512).all(|c| crate::swizzle::swizzle_at(&swizzle, c) == moved(c));
            require(whole, || format!("{swizzle} does not move elements of {r}"))
        })?;
        if count_of(x.layout.shape()) > 512 {
            return Ok(Answer::Undecided);
        }
        let aligned = swizzled::max_alignment(&layout.clone().into());
        always(aligned, |r| max_alignment(&layout, r))
    }),
    check(Over::Swizzle, &["swizzled::complement"], |x| {
        let layout = composed_of(x)?;
        // What the domain repeats, the whole repeats.
        always(ops::nullspace(x.layout), |r| crate::swizzle::nullspace(&layout, r))?;
        for target in [1, 100].map(leaf) {
            let rest = swizzled::complement(&layout, &target);
            let law = |r: &ops::Outcome| {
                crate::complement(x.layout, &target, r)?;
                complement(&layout, &r.layout)
            };
            let refusal = |error: &Error| match ops::complement(x.layout, &target) {
                Err(_) => crate::no_complement(x.layout, error),
                Ok(of_domain) => no_complement(&layout, &of_domain.layout),
            };
            verdict(rest, law, refusal)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::find_collision", "swizzled::check_injective"], |x| {
        let layout = composed_of(x)?;
        let is_checked = swizzled::check_injective(&layout).is_ok();
        always(swizzled::find_collision(&layout), |r| {
            collision_composed(&layout, r.as_ref())?;
            require(is_checked == r.is_none(), || format!("check_injective({layout}) differs"))
        })
    }),
];

/// The layout under the swizzle, and it before a swizzle of its coordinates.
fn layouts(x: &Operands) -> Result<[ComposedLayout; 2], String> {
    let (swizzle, _) = swizzle_of(x)?;
    let inner = ComposedLayout::new(
        swizzle,
        Int::ZERO,
        crate::operands::layout(x.layout.shape(), &compact(x)),
    );
    let chain = ComposedLayout::new(x.layout.clone(), Int::ZERO, inner.map_err(text)?);
    Ok([composed_of(x)?, chain.map_err(text)?])
}

/// The strides of the shape, column-major.
fn compact(x: &Operands) -> Vec<i128> {
    let extents = crate::operands::extents_of(x.layout.shape()).into_iter();
    extents.scan(1, |next, extent| Some(std::mem::replace(next, *next * extent))).collect()
}

fn as_composed(f: &Function) -> Result<&ComposedLayout, String> {
    match f {
        Function::Composed(composed) => Ok(composed),
        f => Err(format!("{f} is not composed")),
    }
}

/// The elements of `n` that those of the layout are in, one by one where no two of a
/// mode become one.
fn is_upcast(layout: &ComposedLayout, n: i128, result: &Function) -> Result<(), String> {
    let shapes = [layout, as_composed(result)?].map(|layout| layout.shape().map_err(text));
    let [before, after] = shapes;
    recast(layout, (1, n), as_composed(result)?)?;
    if before? != after? {
        return Ok(());
    }
    let f = Function::from(layout.clone());
    for c in some_points(count_of(layout.shape().map_err(text)?), 0) {
        let (found, fine) =
            (crate::swizzle::value_of(result, c)?, crate::swizzle::value_of(&f, c)?);
        require(found == fine.div_euclid(n), || format!("{layout} by {n} at {c} is {found}"))?;
    }
    Ok(())
}
