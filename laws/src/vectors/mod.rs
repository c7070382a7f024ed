//! The laws of layouts whose strides have several terms: they are held against tables of values, which are
//! computed from the leaves here.

pub(crate) mod domain;

pub use domain::divide_of_terms;

use std::collections::BTreeSet;

use layout_algebra::{
    Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Nested, Stride, Terms, Tiler,
    Vector, VectorLayout, ops,
};
use ops::vectors;

use crate::axes::steps_of;
use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::function::{EXHAUSTIVE, Function, digits, extents, size_of, value};
use crate::{Law, ensure, text};

/// A value: as many steps as there are along each axis.
type Table = Vec<Vec<i128>>;

/// The axes of the test's layouts: values are `(x,(y))`.
fn axes() -> [ModePath; 2] {
    [[0].into_iter().collect(), [1, 0].into_iter().collect()]
}

/// The layout with a second term in each stride, that of the opposite leaf along the other axis.
fn with_terms(layout: &Layout, first: usize) -> Result<VectorLayout, String> {
    let [x, y] = axes();
    let pair = if first == 0 { [x, y] } else { [y, x] };
    let strides = layout.stride().leaves();
    let mut others = strides.iter().rev();
    let vectors = layout.stride().try_flat_map(&mut |stride: &Stride| {
        let other = others.next().map_or(Int::ZERO, |other| other.scale().clone());
        let along =
            |scale: &Int, axis: &ModePath| Vector::from(Stride::basis(scale.clone(), axis.clone()));
        let sum = along(stride.scale(), &pair[0]).plus(&along(&other, &pair[1]))?;
        Ok::<_, layout_algebra::Overflow>(HTuple::Leaf(sum))
    });
    Layout::of(layout.shape().clone(), vectors.map_err(text)?).map_err(text)
}

/// The values at all 1-D coordinates.
fn table(layout: &VectorLayout, axes: &[ModePath]) -> Result<Table, String> {
    let (size, extents) = (size_of(layout.shape())?, extents(layout.shape())?);
    ensure!(size <= EXHAUSTIVE, "{layout} is too large for a table");
    let strides = layout.stride().leaves();
    (0..size)
        .map(|i| {
            let digits = digits(i, &extents);
            let along = |axis: &ModePath| {
                let mut sum = 0;
                for (digit, vector) in digits.iter().zip(&strides) {
                    for term in vector.terms().iter().filter(|term| term.mode() == axis) {
                        sum += digit * value(term.scale())?;
                    }
                }
                Ok(sum)
            };
            axes.iter().map(along).collect()
        })
        .collect()
}

/// A tuple of a value by its axes.
fn of_tuple(tuple: &IntTuple, axes: &[ModePath]) -> Result<Vec<i128>, String> {
    let along = |axis: &ModePath| match tuple.get(axis.indices()) {
        Some(HTuple::Leaf(int)) => value(int),
        // What no stride steps along is no part of a value.
        _ => Ok(0),
    };
    axes.iter().map(along).collect()
}

/// `L(c)` is the sum of the steps of its digits.
fn evaluated(layout: &VectorLayout) -> Law {
    let axes = layout.axes();
    for (i, expected) in (0..).zip(table(layout, &axes)?) {
        let found = ops::evaluate(&HTuple::Leaf(Int::new(i)), layout).map_err(text)?;
        let found = of_tuple(&found, &axes)?;
        ensure!(found == expected, "{layout} at {i} is {found:?}, not {expected:?}");
    }
    Ok(())
}

/// `R` has the values of `L` at each 1-D coordinate.
fn same_table(layout: &VectorLayout, result: &VectorLayout) -> Law {
    let mut axes = layout.axes();
    axes.extend(result.axes());
    let (x, y) = (table(layout, &axes)?, table(result, &axes)?);
    require(x == y, || format!("{layout} and {result} differ"))
}

/// The same table, with no leaf of extent 1 but a lone one, and none that goes on where the one before ends.
pub fn coalesce_vectors(layout: &VectorLayout, result: &VectorLayout) -> Law {
    same_table(layout, result)?;
    let leaves = result.leaves();
    for pair in leaves.windows(2) {
        let (before, after) = (pair[0].1.times(pair[0].0).map_err(text)?, pair[1].1);
        ensure!(before != *after, "{result} has leaves that are one");
    }
    let ones = leaves.iter().filter(|(extent, _)| **extent == Int::ONE).count();
    require(ones == 0 || leaves.len() == 1, || format!("{result} has leaves of extent 1"))
}

/// Whether the table of a shape is that of a layout which refines it: it adds up over the leaves, and is that of a layout
/// along each.
fn is_layout(shape: &IntTuple, table: &Table) -> Result<bool, String> {
    let extents = extents(shape)?;
    let at = |digits: &[i128]| {
        let mut place = 1;
        let mut index = 0;
        for (digit, extent) in digits.iter().zip(&extents) {
            index += digit * place;
            place *= extent;
        }
        &table[index as usize]
    };
    let alone = |k: usize, digit: i128| {
        let mut only = vec![0; extents.len()];
        only[k] = digit;
        at(&only).clone()
    };
    for (k, &extent) in extents.iter().enumerate() {
        let leaf: Table = (0..extent).map(|digit| alone(k, digit)).collect();
        if !steps_of(&leaf).1 {
            return Ok(false);
        }
    }
    for (i, expected) in (0..).zip(table) {
        let digits = digits(i, &extents);
        let mut sum = vec![0; expected.len()];
        for (k, digit) in digits.iter().enumerate() {
            sum.iter_mut().zip(alone(k, *digit)).for_each(|(sum, step)| *sum += step);
        }
        if sum != *expected {
            return Ok(false);
        }
    }
    Ok(true)
}

/// `R(c) = A(B(c))`, where `B` answers coordinates of the modes of `A`, or integers.
fn composed_table(a: &VectorLayout, b: &VectorLayout, axes: &[ModePath]) -> Result<Table, String> {
    let domains = b.axes();
    let inner = table(b, &domains)?;
    let mut parts = Vec::new();
    for domain in &domains {
        let mode = a.get(domain.indices()).ok_or("no such mode")?;
        let along = axes
            .iter()
            .map(|axis| Function::of(&mode.along(axis).map_err(text)?, &ModePath::root()));
        parts.push(along.collect::<Result<Vec<_>, _>>()?);
    }
    let at = |position: &Vec<i128>| {
        let sum = |k: usize| parts.iter().zip(position).map(|(part, at)| part[k].at(*at)).sum();
        (0..axes.len()).map(sum).collect()
    };
    Ok(inner.iter().map(at).collect())
}

/// Whether `B` answers a position that is none of a mode of `A`.
fn leaves_operand(a: &VectorLayout, b: &VectorLayout) -> Result<bool, String> {
    let domains = b.axes();
    let ends = domains
        .iter()
        .map(|domain| size_of(a.get(domain.indices()).ok_or("no such mode")?.shape()));
    let ends = ends.collect::<Result<Vec<_>, String>>()?;
    let is_outside =
        |position: &Vec<i128>| position.iter().zip(&ends).any(|(at, end)| !(0..*end).contains(at));
    Ok(table(b, &domains)?.iter().any(is_outside))
}

fn composition(a: &VectorLayout, b: &VectorLayout) -> Verdict {
    let axes = a.axes();
    let has_modes = b.axes().iter().all(|domain| a.get(domain.indices()).is_some());
    let told = |error: &Error| format!("{a} o {b}: {error}");
    verdict(
        vectors::composition(a, b),
        |r| {
            let refines = ops::compatible(b.shape(), r.layout.shape());
            require(refines.map_err(text)?, || format!("{} does not refine {b}", r.layout))?;
            let (found, expected) = (table(&r.layout, &axes)?, composed_table(a, b, &axes)?);
            require(found == expected, || format!("{} is not {a} o {b}", r.layout))?;
            let leaves = leaves_operand(a, b)?;
            require(leaves == r.objection.is_some(), || format!("{a} o {b}: {:?}", r.objection))
        },
        |error| match error.kind() {
            ErrorKind::NoSuchMode { .. } => require(!has_modes, || told(error)),
            _ => {
                let table = composed_table(a, b, &axes)?;
                require(!is_layout(b.shape(), &table)?, || told(error))
            }
        },
    )
}

/// `R(i) = A(i) + B(i)`; or there is no layout with that table.
fn sum(a: &VectorLayout, b: &VectorLayout) -> Verdict {
    let axes = axes();
    let sizes = (size_of(a.shape())?, size_of(b.shape())?);
    let expected = || -> Result<Table, String> {
        let (x, y) = (table(a, &axes)?, table(b, &axes)?);
        let add = |(x, y): (&Vec<i128>, &Vec<i128>)| x.iter().zip(y).map(|(x, y)| x + y).collect();
        Ok(x.iter().zip(&y).map(add).collect())
    };
    verdict(
        vectors::layout_add(a, b),
        |r| require(table(r, &axes)? == expected()?, || format!("{r} is not {a} + {b}")),
        |error| match error.kind() {
            ErrorKind::Sizes { .. } => require(sizes.0 != sizes.1, || format!("{error}")),
            _ => require(!steps_of(&expected()?).1, || format!("{a} + {b}: {error}")),
        },
    )
}

/// The extents of the box of values, the farthest step of each axis forwards and backwards.
fn reach(layout: &VectorLayout, result: &IntTuple) -> Law {
    for axis in layout.axes() {
        let mut expected = 1;
        for (extent, vector) in layout.leaves() {
            expected += (value(extent)? - 1) * value(&vector.along(&axis))?.abs();
        }
        let found = of_tuple(result, std::slice::from_ref(&axis))?;
        ensure!(found == [expected], "{layout} reaches {expected} along {axis}, not {found:?}");
    }
    Ok(())
}

fn along(layout: &VectorLayout, axis: &ModePath) -> Verdict {
    let has = layout.axes().contains(axis);
    let holds = |r: &VectorLayout| {
        let (found, root) = (r.axes(), ModePath::root());
        let integers = found.iter().all(ModePath::is_root);
        require(integers, || format!("{r} answers no integers"))?;
        let own = std::slice::from_ref(axis);
        require(table(r, &[root])? == table(layout, own)?, || format!("{r} along {axis}"))
    };
    let answer = ops::along(layout, axis.indices());
    // What no stride steps along may be 0 beside what another does.
    verdict(answer, holds, |error| require(!has, || format!("{layout} along {axis}: {error}")))
}

fn injective(layout: &VectorLayout) -> Verdict {
    let axes = layout.axes();
    let values = table(layout, &axes)?;
    let different = values.iter().collect::<BTreeSet<_>>().len() == values.len();
    together([
        always(vectors::find_collision(layout), |found| match found {
            None => require(different, || format!("{layout} is not injective")),
            Some(collision) => {
                let at = |crd: &IntTuple| -> Result<Vec<i128>, String> {
                    let index = ops::crd2idx_in_shape(crd, layout.shape()).map_err(text)?;
                    Ok(values[value(&index)? as usize].clone())
                };
                let (first, second) = (at(&collision.first)?, at(&collision.second)?);
                let offset = of_tuple(&collision.offset, &axes)?;
                let holds = first == second && first == offset;
                require(holds && collision.first != collision.second, || format!("{collision:?}"))
            }
        }),
        always(ops::is_injective(layout), |answer| {
            require(*answer == different, || format!("{layout}"))
        }),
        exactly(different, ops::check_injective(layout), |()| Ok(())),
        always(ops::is_bijective(layout), |answer| {
            require(*answer == (different && is_box(&values)), || format!("{layout}"))
        }),
        always(ops::is_compact(layout), |answer| {
            let once: BTreeSet<_> = values.iter().cloned().collect();
            let once: Table = once.into_iter().collect();
            let moving = layout.leaves().into_iter().filter(|(_, stride)| !stride.is_zero());
            let size: i128 = moving.map(|(extent, _)| value(extent)).product::<Result<_, _>>()?;
            let holds = is_box(&once) && once.len() as i128 == size;
            require(*answer == holds, || format!("{layout}"))
        }),
    ])
}

/// Whether different values, none negative, fill a box.
fn is_box(values: &Table) -> bool {
    let axes = values.first().map_or(0, Vec::len);
    let last = |axis: usize| values.iter().map(|value| value[axis]).max().unwrap_or(0);
    let size: i128 = (0..axes).map(|axis| last(axis) + 1).product();
    values.iter().flatten().all(|x| *x >= 0) && size == values.len() as i128
}

fn by_modes(layout: &VectorLayout, tiler: &Tiler) -> Verdict {
    let Tiler::Modes(tilers) = tiler else {
        let rhs = match tiler.as_layout() {
            Some(rhs) => rhs.map_err(text)?,
            None => return Ok(Answer::Refused),
        };
        let same = vectors::composition(layout, &rhs.into());
        let answer = ops::composition_with(layout, tiler);
        return exactly(same.is_ok(), answer, |r| {
            require(Some(r) == same.as_ref().ok(), || format!("{layout} by {tiler}"))
        });
    };
    let modes = layout.to_modes();
    let parts: Vec<_> =
        modes.iter().zip(tilers).map(|(mode, tiler)| ops::composition_with(mode, tiler)).collect();
    let exists = tilers.len() <= modes.len() && parts.iter().all(Result::is_ok);
    exactly(exists, ops::composition_with(layout, tiler), |r| {
        let expected: Vec<VectorLayout> =
            parts.iter().flatten().map(|part| part.layout.clone()).collect();
        require(r.layout.to_modes() == expected, || format!("{} by {tiler}", r.layout))
    })
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["evaluate", "coalesce", "coshape"], |x| {
        let layout = with_terms(x.layout, 0)?;
        if size_of(layout.shape())? > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        evaluated(&layout)?;
        together([
            always(ops::coalesce(&layout), |r| coalesce_vectors(&layout, r)),
            always(ops::coshape(&layout), |r| reach(&layout, r)),
        ])
    }),
    check(
        Over::Layout,
        &["vectors::find_collision", "is_injective", "check_injective", "along"],
        |x| {
            let layout = with_terms(x.layout, 0)?;
            if size_of(layout.shape())? > EXHAUSTIVE {
                return Ok(Answer::Undecided);
            }
            let [first, second] = axes();
            together([injective(&layout), along(&layout, &first), along(&layout, &second)])
        },
    ),
    check(
        Over::Pair,
        &["vectors::layout_add", "functionally_equal", "vectors::composition"],
        |x| {
            let (a, b) = (with_terms(x.layout, 0)?, with_terms(x.other, 1)?);
            if size_of(a.shape())?.max(size_of(b.shape())?) > EXHAUSTIVE {
                return Ok(Answer::Undecided);
            }
            let axes = axes();
            let plain: [VectorLayout; 2] = [x.layout.into(), x.other.into()];
            // Along the modes of the first.
            let mut mode = (0..x.layout.rank()).cycle();
            let steps = x.other.stride().map(&mut |stride| {
                let mut next = || [mode.next().unwrap_or(0)].into_iter().collect();
                let (one, other) = (next(), next());
                let along = |axis| Vector::from(Stride::basis(stride.scale().clone(), axis));
                along(one).plus(&along(other)).unwrap_or_else(|_| along(ModePath::root()))
            });
            let diagonal = Layout::of(x.other.shape().clone(), steps).map_err(text)?;
            let same = table(&a, &axes)? == table(&b, &axes)?;
            together([
                sum(&a, &b),
                always(ops::functionally_equal(&a, &b), |r| {
                    require(*r == same, || format!("{a} and {b}"))
                }),
                composition(&a, &plain[1]),
                composition(&plain[0], &diagonal),
                composition(&a, &diagonal),
            ])
        },
    ),
    check(Over::Tiler, &["composition_with"], |x| by_modes(&with_terms(x.layout, 0)?, x.tiler)),
];
