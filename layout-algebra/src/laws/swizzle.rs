//! The laws of swizzles and composed layouts.

use alloc::string::String;
use alloc::vec::Vec;

use super::function::{self, EXHAUSTIVE, digits, points, size_of, value, value_at};
use super::{Law, ensure, text};
use crate::ops::{self, Collision};
use crate::{
    ComposedLayout, Coordinate, Crd, Function, HTuple, Int, IntTuple, Layout, ModePath, Step,
    Swizzle,
};

/// `Sw(x)` from its definition, bit by bit: bit `M+max(-S,0)+i` is flipped where
/// bit `M+max(S,0)+i` is set, for `i < B`.
pub fn swizzle_at(swizzle: &Swizzle, x: i128) -> i128 {
    let (up, down) = (swizzle.shift().max(0), (-swizzle.shift()).max(0));
    let mut y = x;
    for i in 0..swizzle.bits() {
        let from = swizzle.base() + i + up.unsigned_abs();
        let to = swizzle.base() + i + down.unsigned_abs();
        y ^= (x >> from & 1) << to;
    }
    y
}

/// The value of a function at a 1-D coordinate, from the definitions.
pub fn value_of(f: &Function, x: i128) -> Result<i128, String> {
    match f {
        Function::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Function::Layout(layout) => layout_at(layout, x),
        Function::Composed(composed) => composed_at(composed, x),
    }
}

fn composed_at(composed: &ComposedLayout, x: i128) -> Result<i128, String> {
    after(composed, step_at(composed.inner(), x)?)
}

fn step_at(step: &Step, x: i128) -> Result<i128, String> {
    match step {
        Step::Swizzle(swizzle) => Ok(swizzle_at(swizzle, x)),
        Step::Layout(layout) => layout_at(layout, x),
    }
}

fn layout_at(layout: &Layout, x: i128) -> Result<i128, String> {
    Ok(function::Function::of(layout, &ModePath::root())?.at(x))
}

/// The value of a composed layout where its innermost function has a value.
fn after(composed: &ComposedLayout, inner: i128) -> Result<i128, String> {
    composed
        .outer()
        .iter()
        .rev()
        .try_fold(inner, |inner, (step, offset)| step_at(step, inner.wrapping_add(value(offset)?)))
}

/// The shape of a function; none for a swizzle.
fn shape_of(f: &Function) -> Option<&IntTuple> {
    match f {
        Function::Layout(layout) => Some(layout.shape()),
        Function::Composed(composed) => composed.shape().ok(),
        Function::Swizzle(_) => None,
    }
}

/// A swizzle is the bits of its definition, undoes itself, and permutes the block
/// of `2^(M+B+|S|)` offsets around each `x`.
pub fn swizzle(swizzle: &Swizzle, x: i128) -> Law {
    let found = swizzle.apply(x);
    let expected = swizzle_at(swizzle, x);
    ensure!(found == expected, "{swizzle} at {x} is {found}, not {expected}");
    ensure!(swizzle.apply(found) == x, "{swizzle} twice takes {x} to {}", swizzle.apply(found));
    let block = swizzle.reach();
    ensure!(found >> block == x >> block, "{swizzle} takes {x} to {found}, out of its block");
    Ok(())
}

/// `R(x) = first(second(x))`.
pub fn compose_swizzles(first: &Swizzle, second: &Swizzle, result: &Swizzle, x: i128) -> Law {
    let expected = swizzle_at(first, swizzle_at(second, x));
    let found = swizzle_at(result, x);
    ensure!(found == expected, "{first} o {second} at {x} is {expected}, {result} is {found}");
    Ok(())
}

/// `U(y) = ⌊Sw(n·y)/n⌋`.
pub fn upcast_swizzle(swizzle: &Swizzle, n: i128, result: &Swizzle, y: i128) -> Law {
    let expected = swizzle_at(swizzle, n * y).div_euclid(n);
    let found = swizzle_at(result, y);
    ensure!(found == expected, "{swizzle} by {n} at {y} is {expected}, {result} is {found}");
    Ok(())
}

/// `D(x) = n·Sw(⌊x/n⌋) + x mod n`.
pub fn downcast_swizzle(swizzle: &Swizzle, n: i128, result: &Swizzle, x: i128) -> Law {
    let expected = n * swizzle_at(swizzle, x.div_euclid(n)) + x.rem_euclid(n);
    let found = swizzle_at(result, x);
    ensure!(found == expected, "{swizzle} by 1/{n} at {x} is {expected}, {result} is {found}");
    Ok(())
}

/// `R(c) = A(B(c))` for every coordinate of `B`; where `B` is a swizzle, of `A`, and
/// of the block that both swizzles permute where `A` is one too.
pub fn composed(lhs: &Function, rhs: &Function, result: &Function) -> Law {
    let points = match (shape_of(rhs).or(shape_of(lhs)), lhs, rhs) {
        (Some(shape), ..) => points(shape)?,
        (_, Function::Swizzle(lhs), Function::Swizzle(rhs)) => {
            (0..lhs.reach().max(rhs.reach())).map(|bit| 1 << bit).collect()
        }
        _ => return Ok(()),
    };
    for c in points {
        let expected = value_of(lhs, value_of(rhs, c)?)?;
        let found = value_of(result, c)?;
        ensure!(found == expected, "at {c} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `R(c) = A(O + … op(L)(c))`: what an operation makes of the domain, under the same
/// functions.
pub fn on_domain(layout: &ComposedLayout, domain: &Layout, result: &ComposedLayout) -> Law {
    let shape = result.shape().map_err(text)?;
    ensure!(shape == domain.shape(), "{result} has another shape than {domain}");
    for c in points(shape)? {
        let expected = after(layout, layout_at(domain, c)?)?;
        let found = composed_at(result, c)?;
        ensure!(found == expected, "at {c} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `L(c with x for _) = offset + slice(x)` for every `x`.
pub fn slice_and_offset_composed(
    coordinate: &Coordinate,
    layout: &ComposedLayout,
    (result, offset): (&Function, i128),
) -> Law {
    for (x, expected) in open_values(coordinate, layout)? {
        let found = value_of(result, x)?.wrapping_add(offset);
        ensure!(found == expected, "at {x} it is {expected}, {offset} + {result} is {found}");
    }
    Ok(())
}

/// [`slice_and_offset_composed`], for some offset.
pub fn slice_composed(coordinate: &Coordinate, layout: &ComposedLayout, result: &Function) -> Law {
    let values = open_values(coordinate, layout)?;
    let first = values.first().map_or(0, |(_, value)| *value);
    let offset = first.wrapping_sub(value_of(result, 0)?);
    for (x, expected) in values {
        let expected = expected.wrapping_sub(first);
        let found = value_of(result, x)?.wrapping_add(offset).wrapping_sub(first);
        ensure!(found == expected, "from 0 to {x} it adds {expected}, {result} adds {found}");
    }
    Ok(())
}

/// The values at the coordinates that the open modes allow, by their 1-D
/// coordinate.
fn open_values(
    coordinate: &Coordinate,
    layout: &ComposedLayout,
) -> Result<Vec<(i128, i128)>, String> {
    let domain = layout.domain().map_err(text)?;
    let mut shapes = Vec::new();
    for (path, crd) in coordinate.leaf_paths() {
        let mode = domain.shape().get(path.indices());
        if *crd == Crd::All {
            shapes.push(
                mode.ok_or_else(|| alloc::format!("{coordinate} has no mode {path}"))?.clone(),
            );
        }
    }
    let sizes: Result<Vec<i128>, String> = shapes.iter().map(size_of).collect();
    let sizes = sizes?;
    let mut values = Vec::new();
    for x in points(&HTuple::Tuple(shapes))? {
        let mut xs = digits(x, &sizes).into_iter();
        let at = coordinate.map(&mut |crd| match crd {
            Crd::At(position) => position.clone(),
            Crd::All => Int::new(xs.next().unwrap_or(0)),
        });
        values.push((x, after(layout, value_at(&at, domain, &ModePath::root())?)?));
    }
    Ok(values)
}

/// Every value, for a domain small enough.
fn all_values(layout: &ComposedLayout) -> Result<Option<Vec<i128>>, String> {
    let size = size_of(layout.shape().map_err(text)?)?;
    if size > EXHAUSTIVE {
        return Ok(None);
    }
    let f = Function::from(layout.clone());
    (0..size).map(|c| value_of(&f, c)).collect::<Result<Vec<_>, _>>().map(Some)
}

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

/// `R(f(c)) = D(L(c))`, where `L` is the domain of `f` and `D` undoes it.
pub fn inverse_composed(layout: &ComposedLayout, domain: &Layout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    let inner = match layout.inner() {
        Step::Layout(inner) => Function::from(inner.clone()),
        Step::Swizzle(_) => return Ok(()),
    };
    for c in points(layout.shape().map_err(text)?)? {
        let expected = value_of(&domain.clone().into(), value_of(&inner, c)?)?;
        let found = value_of(result, value_of(&f, c)?)?;
        ensure!(found == expected, "at {c} {result} leads back to {found}, not {expected}");
    }
    Ok(())
}

/// `f(R(f(c))) = f(c)` for every coordinate of `f`.
pub fn left_inverse_composed(layout: &ComposedLayout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    for c in points(layout.shape().map_err(text)?)? {
        let expected = value_of(&f, c)?;
        let found = value_of(&f, value_of(result, expected)?)?;
        ensure!(found == expected, "at {c} it is {expected}, which {result} leads to {found}");
    }
    Ok(())
}

/// `f(R(i)) = i` for every coordinate of `R`, if it has a shape.
pub fn right_inverse_composed(layout: &ComposedLayout, result: &Function) -> Law {
    let f = Function::from(layout.clone());
    let Some(shape) = shape_of(result) else { return Ok(()) };
    for i in points(shape)? {
        let found = value_of(&f, value_of(result, i)?)?;
        ensure!(found == i, "{result} leads {i} to {found}");
    }
    Ok(())
}

/// `R(a, t) = A(a) + A*(T(t))` with `A* = complement(A, size(A)·cosize(T))`, and all
/// values are different where those of `A` and of `T` are.
pub fn logical_product(block: &Layout, tiler: &ComposedLayout, result: &Function) -> Law {
    let cotarget = ops::swizzled::cosize(tiler).map_err(text)?;
    let blocks = size_of(block.shape())?;
    let cotarget = Int::new(value(&cotarget)?.wrapping_mul(blocks));
    let free = ops::free_modes(block, &HTuple::Leaf(cotarget)).map_err(text)?;
    let (block, free) = (Function::from(block.clone()), Function::from(free));
    let shape = shape_of(result).ok_or_else(|| text("a swizzle"))?;
    for i in points(shape)? {
        let place = value_of(&free, composed_at(tiler, i.div_euclid(blocks))?)?;
        let expected = value_of(&block, i.rem_euclid(blocks))?.wrapping_add(place);
        let found = value_of(result, i)?;
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// The values of the layout are whole elements of `N`.
pub fn max_alignment(layout: &ComposedLayout, result: &Int) -> Law {
    let (size, n) = (size_of(layout.shape().map_err(text)?)?, value(result)?);
    ensure!(size <= EXHAUSTIVE && n > 0, "{layout} is too large for a list of its values");
    let values: Result<Vec<i128>, String> = (0..size).map(|c| composed_at(layout, c)).collect();
    let values = values?;
    for at in &values {
        let first = at.div_euclid(n) * n;
        let whole = (first..first + n).all(|offset| values.contains(&offset));
        ensure!(whole, "{layout} has {at}, but not all of the {n} from {first} on");
    }
    Ok(())
}

/// Both functions go up one by one along `R`, or, where the same functions follow
/// both domains, have the same values along it.
pub fn max_common_layout(a: &Function, b: &Function, result: &Layout) -> Law {
    let agree = match (a, b) {
        (Function::Composed(a), Function::Composed(b)) => a.outer() == b.outer(),
        _ => false,
    };
    let at = |f, i| value_of(f, layout_at(result, i)?);
    for i in points(result.shape())? {
        let (x, y) = (at(a, i)?, at(b, i)?);
        let holds = if agree { x == y } else { x == at(a, 0)? + i && y == at(b, 0)? + i };
        ensure!(holds, "{a} is {x} and {b} is {y} at {i} along {result}");
    }
    Ok(())
}

/// `R(x) = A(O + L(c) + L(x))` for the layout `A o O o L` at the coordinate of 1-D
/// number `c`.
pub fn domain_offset(layout: &ComposedLayout, c: i128, result: &ComposedLayout) -> Law {
    let domain = layout.domain().map_err(text)?;
    let origin = layout_at(domain, c)?;
    for x in points(domain.shape())? {
        let expected = after(layout, origin.wrapping_add(layout_at(domain, x)?))?;
        let found = composed_at(result, x)?;
        ensure!(found == expected, "at {x} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `f(R(i)) = f(0)` for all `i`, the `R(i)` different.
pub fn nullspace(layout: &ComposedLayout, result: &Layout) -> Law {
    let (f, places) = (Function::from(layout.clone()), Function::from(result.clone()));
    let mut seen = Vec::new();
    for i in points(result.shape())? {
        let at = value_of(&places, i)?;
        ensure!(value_of(&f, at)? == value_of(&f, 0)?, "{layout} at {at} is not as at 0");
        seen.push(at);
    }
    ensure!(function::all_different(seen), "{result} has a coordinate twice");
    Ok(())
}

/// The swizzle of other elements, from its definition by bits: as
/// [`upcast_swizzle`] by `up` of the memory, and then [`downcast_swizzle`] by `down`.
pub fn recast_swizzle(
    swizzle: &Swizzle,
    (up, down): (i128, i128),
    result: &Swizzle,
    x: i128,
) -> Law {
    // One element of the result at x, in the largest unit that both share.
    let upcast = |y: i128| swizzle_at(swizzle, up * y).div_euclid(up);
    let expected = down * upcast(x.div_euclid(down)) + x.rem_euclid(down);
    let found = swizzle_at(result, x);
    ensure!(
        found == expected,
        "{swizzle} by {up}/{down} at {x} is {expected}, {result} is {found}"
    );
    Ok(())
}

/// The values of `R` are the elements of `to` units that have a unit of an element of
/// `from` units of `f` in them; up to [`EXHAUSTIVE`] points.
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

/// No value of `f` at `(c, x)`, for `c` in the filtered domain and `x` in `R`, is
/// another's; up to [`EXHAUSTIVE`] points.
pub fn complement(layout: &ComposedLayout, result: &Layout) -> Law {
    let filtered = ops::filter(layout.domain().map_err(text)?).map_err(text)?;
    let both = Layout::from_modes(&[filtered, result.clone()]).map_err(text)?;
    let Some(values) = all_values(&layout.with_domain(both).map_err(text)?)? else {
        return Ok(());
    };
    ensure!(function::all_different(values), "{result} repeats values of {layout}");
    Ok(())
}

/// `A(O + o + P(x)) = offset + R(x)`, where `P` is a part of the domain and `o` where it
/// begins.
pub fn part(
    layout: &ComposedLayout,
    (plain, begin): (&Layout, &IntTuple),
    (result, offset): (&Function, &Int),
) -> Law {
    let HTuple::Leaf(begin) = begin else { return Err(text("a coordinate for an offset")) };
    for x in points(plain.shape())? {
        let expected = after(layout, layout_at(plain, x)?.wrapping_add(value(begin)?))?;
        let found = value_of(result, x)?.wrapping_add(value(offset)?);
        ensure!(found == expected, "at {x} it is {expected}, {offset} + {result} is {found}");
    }
    Ok(())
}

/// `R(i) = P(i)`, and they have one size.
pub fn packed_product(product: &Function, result: &Function) -> Law {
    let (Some(before), Some(after)) = (shape_of(product), shape_of(result)) else {
        return Err(text("a swizzle"));
    };
    ensure!(size_of(before)? == size_of(after)?, "{result} has another size than {product}");
    for i in points(before)? {
        let (expected, found) = (value_of(product, i)?, value_of(result, i)?);
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}

/// `R((a0,t0),(a1,t1),…)` is the product at `((a0,a1,…),(t0,t1,…))`; `raked` has the
/// pairs `(t0,a0)`.
pub fn paired_product(product: &Function, blocks: i128, result: &Function, raked: bool) -> Law {
    let shape = shape_of(result).ok_or_else(|| text("a swizzle"))?;
    let mut sizes = Vec::new();
    for mode in shape.modes() {
        let [first, second] = mode.modes() else {
            return Err(alloc::format!("{result} is not made of pairs"));
        };
        sizes.extend([size_of(first)?, size_of(second)?]);
    }
    let first = usize::from(raked);
    let index = |digits: &[i128], from: usize| {
        let pairs = digits.iter().zip(&sizes).skip(from).step_by(2);
        pairs.fold((0, 1), |(index, place), (digit, size)| (index + digit * place, place * size)).0
    };
    let count: i128 = sizes.iter().skip(first).step_by(2).product();
    ensure!(count == blocks, "{result} has blocks of {count}, not of {blocks}");
    for i in points(shape)? {
        let digits = digits(i, &sizes);
        let at = index(&digits, first) + blocks * index(&digits, 1 - first);
        let (expected, found) = (value_of(product, at)?, value_of(result, i)?);
        ensure!(found == expected, "at {i} it is {expected}, {result} is {found}");
    }
    Ok(())
}
