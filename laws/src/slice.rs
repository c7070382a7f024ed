//! The laws of slices, of parts of tiles, and of moved origins.

use layout_algebra::ops::{self, OnDomain, Outcome, swizzled};
use layout_algebra::{
    self as algebra, ComposedLayout, Coordinate, Crd, Error, HTuple, Int, IntTuple, Terms, Tiler,
};

use crate::check::{
    Answer, Check, Operands, Over, Verdict, always, check, exactly, require, together,
};
use crate::convert::{self, AsFunction, AsTree, encoded};
use crate::function::{Function, at_all};
use crate::modes::{self, is};
use crate::numbers::value;
use crate::operands::{composed_of, coordinate, coordinates, count_of, extents_of, leaf, places};
use crate::tree::{Layout, Tree, at, shape, size_of};
use crate::{EXHAUSTIVE, Law, ensure, text};

/// The modes of a layout that stand against `_`, and the sum of the values at the positions
/// of a coordinate.
pub fn against(coordinate: &Tree<Option<i128>>, layout: &Layout) -> Option<(Layout, i128)> {
    fn walk(
        coordinate: &Tree<Option<i128>>,
        layout: &Layout,
        open: &mut Vec<Layout>,
        fixed: &mut i128,
    ) -> Option<()> {
        match (coordinate, layout) {
            (Tree::Leaf(None), mode) => open.push(mode.clone()),
            (Tree::Leaf(Some(c)), mode) => *fixed = fixed.wrapping_add(at(mode, *c)),
            (Tree::Tuple(coordinates), Tree::Tuple(modes)) if coordinates.len() == modes.len() => {
                let mut pairs = coordinates.iter().zip(modes);
                return pairs.try_for_each(|(c, mode)| walk(c, mode, open, fixed).ok_or(())).ok();
            }
            _ => return None,
        }
        Some(())
    }
    let (mut open, mut fixed) = (Vec::new(), 0);
    walk(coordinate, layout, &mut open, &mut fixed)?;
    let whole = matches!(coordinate, Tree::Leaf(None));
    Some((if whole { layout.clone() } else { Tree::Tuple(open) }, fixed))
}

/// `L(c with x for _) = offset + R(x)` for every `x`, in the shape of the modes against `_`;
/// without an offset, up to one, which is that of the coordinate without `_`.
pub fn sliced(
    coordinate: &Tree<Option<i128>>,
    layout: &Function,
    result: &Function,
    offset: Option<i128>,
) -> Law {
    let open = against(coordinate, &layout.domain());
    let (open, fixed) = open.ok_or_else(|| format!("{layout} has no such coordinate"))?;
    let is_plain = layout.steps.is_empty();
    let same =
        if is_plain { result.shape() == shape(&open) } else { result.size() == size_of(&open) };
    ensure!(same, "{result} has another shape than the open modes of {layout}");
    let whole = |x| layout.after(fixed.wrapping_add(at(&open, x)));
    let start = match offset {
        Some(offset) => offset,
        None if is_plain => fixed,
        // What the offset of a swizzled slice is, only the two together say.
        None => whole(0).wrapping_sub(result.at(0)),
    };
    at_all(&result.points(), result, |x| whole(x).wrapping_sub(start))
}

/// The law of [`sliced`] without an offset.
pub fn slice(coordinate: &Coordinate, layout: &impl AsFunction, result: &impl AsFunction) -> Law {
    sliced(&convert::coordinate(coordinate)?, &layout.function()?, &result.function()?, None)
}

/// The law of [`sliced`].
pub fn slice_and_offset(
    coordinate: &Coordinate,
    layout: &impl AsFunction,
    (result, offset): (&impl AsFunction, i128),
) -> Law {
    let (layout, result) = (layout.function()?, result.function()?);
    sliced(&convert::coordinate(coordinate)?, &layout, &result, Some(offset))
}

/// The modes against a position, in their order; a position alone keeps the layout.
pub fn dice<T: Clone, C>(
    coordinate: &Tree<C>,
    layout: &Tree<T>,
    is_open: &impl Fn(&C) -> bool,
) -> Tree<T> {
    let mut kept = Vec::new();
    match (coordinate, layout) {
        (Tree::Leaf(c), _) if !is_open(c) => return layout.clone(),
        (Tree::Tuple(coordinates), Tree::Tuple(modes)) => {
            for (c, mode) in coordinates.iter().zip(modes) {
                match c {
                    Tree::Leaf(at) if is_open(at) => {}
                    Tree::Leaf(_) => kept.push(mode.clone()),
                    Tree::Tuple(_) => kept.extend(dice(c, mode, is_open).modes()),
                }
            }
        }
        _ => {}
    }
    Tree::Tuple(kept)
}

/// `offset + R(x) = L(c + x)` for a coordinate `c` and all `x`.
pub fn domain_offset(
    coordinate: &Tree<Option<i128>>,
    layout: &Function,
    result: &Function,
    offset: i128,
) -> Law {
    let domain = layout.domain();
    let origin = against(coordinate, &domain);
    let (_, origin) = origin.ok_or_else(|| format!("{layout} has no such coordinate"))?;
    ensure!(result.size() == layout.size(), "{result} has another size than {layout}");
    at_all(&result.points(), result, |x| {
        layout.after(origin.wrapping_add(at(&domain, x))).wrapping_sub(offset)
    })
}

/// The part of a divided layout in which mode `fixed` is at a coordinate, of which `_` and
/// what it lacks at the end are open: `offset + R(x)` runs through the modes in their order.
pub fn part(
    divided: &Function,
    fixed: usize,
    coordinate: &Tree<Option<i128>>,
    (result, offset): (&Function, i128),
) -> Law {
    let modes = divided.domain().modes();
    ensure!(modes.len() == 2, "{divided} is not zipped");
    let mut coordinate = coordinate.clone();
    if let (Tree::Tuple(items), Tree::Tuple(modes)) = (&mut coordinate, &modes[fixed]) {
        items.resize(modes.len().max(items.len()), Tree::Leaf(None));
    }
    let open = against(&coordinate, &modes[fixed]);
    let (rest, start) = open.ok_or_else(|| format!("{divided} has no such coordinate"))?;
    let rest = if let Tree::Leaf(_) = coordinate { modes::wrap(&rest) } else { rest };
    let rest = if let Tree::Leaf(Some(_)) = coordinate { Tree::Tuple(Vec::new()) } else { rest };
    let whole = modes[1 - fixed].clone();
    let both = if fixed == 1 { vec![whole, rest] } else { vec![rest, whole] };
    let both = Tree::Tuple(both);
    ensure!(result.size() == size_of(&both), "{result} has other values than {divided}");
    at_all(&result.points(), result, |x| {
        divided.after(start.wrapping_add(at(&both, x))).wrapping_sub(offset)
    })
}

/// The elements of all threads together: every element of the layout, of one thread
/// each.
pub fn local_partition(layout: &Function, parts: &[(Function, i128)]) -> Law {
    let values = parts
        .iter()
        .flat_map(|(part, offset)| part.values().into_iter().map(move |x| x.wrapping_add(*offset)));
    let mut found: Vec<i128> = values.collect();
    found.sort_unstable();
    require(layout.sorted() == Some(found), || format!("the threads do not share {layout}"))
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["get"], |x| {
        let tree = x.layout.tree();
        for (path, _) in x.layout.shape().leaf_paths() {
            for depth in 0..=path.indices().len() {
                let path = &path.indices()[..depth];
                modes::defined(ops::get(x.layout, path), Some(modes::get(&tree, path)))?;
            }
        }
        exactly(false, ops::get(x.layout, &[x.layout.rank()]), |_| Ok(()))?;
        Ok(Answer::Found)
    }),
    check(Over::Layout, &["slice", "slice_and_offset", "dice"], |x| slices(x.layout)),
    check(Over::Number, &["domain_offset"], |x| {
        let shape = x.layout.shape();
        if shape.leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let at = leaf(x.number % count_of(shape));
        for crd in [ops::idx2crd(&at, shape).map_err(text)?, at] {
            origins(x.layout, &crd)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Tiler, &["local_tile", "outer_partition"], |x| parts(x.layout, x.tiler)),
    check(Over::Pair, &["local_partition", "thread_coordinate"], |x| threads(x.layout, x.other)),
    check(Over::Swizzle, &["swizzled::slice", "swizzled::slice_and_offset"], |x| {
        let layout = composed_of(x)?;
        for crd in coordinates(x.layout.shape()) {
            let alone = swizzled::slice(&crd, &layout).map_err(text)?;
            slice(&crd, &layout, &alone)?;
            let (both, offset) = swizzled::slice_and_offset(&crd, &layout).map_err(text)?;
            slice_and_offset(&crd, &layout, (&both, value(&offset)?))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["swizzled::domain_offset"], |x| {
        let layout = composed_of(x)?;
        if x.layout.shape().leaf_count() == 0 {
            return Ok(Answer::Refused);
        }
        let last = count_of(x.layout.shape()) - 1;
        for c in [1, last + 3].map(leaf) {
            let nested = ops::idx2crd(&c, x.layout.shape()).map_err(text)?;
            for crd in [c, nested] {
                let at = convert::tuple(&crd)?.map(&mut |c| Some(*c));
                always(swizzled::domain_offset(&crd, &layout), |r| {
                    domain_offset(&at, &layout.function()?, &r.function()?, 0)
                })?;
            }
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["local_tile", "outer_partition"], |x| {
        let layout = composed_of(x)?;
        for tiler in tilers(x)? {
            parts(&layout, &tiler)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Swizzle, &["local_partition"], |x| {
        let layout = composed_of(x)?;
        let pairs = crate::operands::flat_layout(&[(2, 2), (2, 1)]);
        for by in [&crate::operands::layout(&leaf(2), &[1]), &pairs, x.other] {
            threads(&layout, by)?;
        }
        Ok(Answer::Found)
    }),
];

/// Every slice of a layout, and the modes that it leaves.
pub(crate) fn slices<D: Terms>(layout: &algebra::Layout<D>) -> Verdict {
    for crd in coordinates(layout.shape()) {
        let is_open = |crd: &Crd| *crd == Crd::All;
        together([
            always(ops::slice(&crd, layout), |r| slice(&crd, layout, r)),
            always(ops::slice_and_offset(&crd, layout), |(r, offset)| {
                slice_and_offset(&crd, layout, (r, encoded(offset)?))
            }),
            always(ops::dice(&crd, layout), |r| {
                is(r, &dice(&crd.tree(), &layout.tree(), &is_open))
            }),
        ])?;
    }
    Ok(Answer::Found)
}

/// The layout from a coordinate on.
pub(crate) fn origins<D: Terms>(layout: &algebra::Layout<D>, crd: &IntTuple) -> Verdict {
    let at = convert::tuple(crd)?.map(&mut |c| Some(*c));
    always(ops::domain_offset(crd, layout), |(same, offset)| {
        ensure!(same == layout, "{layout} became {same}");
        let layout = layout.function()?;
        domain_offset(&at, &layout, &layout, encoded(offset)?)
    })
}

/// A layout of which parts can be taken.
pub(crate) trait Divisible: OnDomain + AsFunction {
    /// The part and its offset.
    fn taken(part: &Self::Part) -> Result<(Function, i128), String>;
}

impl<D: Terms> Divisible for algebra::Layout<D> {
    fn taken((part, offset): &Self::Part) -> Result<(Function, i128), String> {
        Ok((part.function()?, encoded(offset)?))
    }
}

impl Divisible for ComposedLayout {
    fn taken((part, offset): &Self::Part) -> Result<(Function, i128), String> {
        Ok((part.function()?, value(offset)?))
    }
}

/// The last tile, the last position in every tile, and all of them.
pub(crate) fn parts<L: Divisible>(layout: &L, tiler: &Tiler) -> Verdict {
    let domain = layout.domain().map_err(text)?;
    let at = HTuple::Leaf(Crd::At(Int::ZERO));
    let Ok(divided) = ops::zipped_divide(domain, tiler) else {
        exactly(false, ops::local_tile(layout, tiler, &at), |_| Ok(()))?;
        return exactly(false, ops::outer_partition(layout, tiler, &at), |_| Ok(()));
    };
    let (modes, whole) = (divided.layout.modes(), layout.function()?);
    let whole = whole.on(convert::layout(&divided.layout)?);
    let [tile, rest] = modes.as_slice() else { return Ok(Answer::Refused) };
    if whole.size() > EXHAUSTIVE {
        return Ok(Answer::Undecided);
    }
    type Op<L> = fn(&L, &Tiler, &Coordinate) -> Result<Outcome<<L as OnDomain>::Part>, Error>;
    let ops: [(Op<L>, _, usize); 2] = [(ops::local_tile, rest, 1), (ops::outer_partition, tile, 0)];
    for (op, mode, fixed) in ops {
        let first = places(mode);
        for at in [vec![None; first.len()], first.iter().map(|at| at.map(|_| 0)).collect(), first] {
            let at = coordinate(&at, mode);
            always(op(layout, tiler, &at), |r| {
                let objects = r.objection.is_some() == divided.objection.is_some();
                require(objects, || format!("{:?}", r.objection))?;
                let (found, offset) = L::taken(&r.layout)?;
                part(&whole, fixed, &convert::coordinate(&at)?, (&found, offset))
            })?;
        }
    }
    Ok(Answer::Found)
}

/// Threads up to which all of them are looked at.
const THREADS: i128 = 64;

/// A thread has what is at its coordinate in the tiles of the threads' shape, and all threads
/// share the layout.
pub(crate) fn threads<L: Divisible>(layout: &L, threads: &algebra::Layout) -> Verdict {
    let (whole, count) = (layout.function()?, count_of(threads.shape()));
    if whole.size().max(count * count) > EXHAUSTIVE {
        return Ok(Answer::Undecided);
    }
    let part = |index| ops::local_partition(layout, threads, &Int::new(index));
    exactly(false, part(count), |_| Ok(()))?;
    exactly(false, part(-1), |_| Ok(()))?;
    let tiler = ops::product_each(threads.shape()).and_then(|shape| Tiler::from_shape(&shape));
    let divided = ops::zipped_divide(layout.domain().map_err(text)?, &tiler.map_err(text)?);
    let numbers = threads.function()?;
    let first = match part(0) {
        Ok(first) => first,
        // Each number below their count is a thread, or their extents do not divide it.
        Err(error) => {
            let is_whole = numbers.sorted().is_some_and(|all| all.into_iter().eq(0..count));
            require(!is_whole || divided.is_err(), || {
                format!("{layout} among {threads}: {error}")
            })?;
            return Ok(Answer::Refused);
        }
    };
    let divided = divided.map_err(text)?;
    if first.objection.is_some() || divided.objection.is_some() {
        return Ok(Answer::Refused);
    }
    let whole_divided = whole.on(convert::layout(&divided.layout)?);
    let sizes: Vec<i128> = numbers.shape().modes().iter().map(crate::tree::size).collect();
    let mut parts = Vec::new();
    for c in 0..count.min(THREADS) {
        let index = numbers.at(c);
        let (found, offset) = L::taken(&part(index).map_err(text)?.layout)?;
        let at = crate::numbers::digits(c, &sizes).into_iter().map(Some);
        let is_leaf = !threads.shape().is_tuple();
        let at = if is_leaf { Tree::Leaf(Some(c)) } else { Tree::flat(at) };
        self::part(&whole_divided, 0, &at, (&found, offset))?;
        parts.push((found, offset));
        let (extents, at) = ops::thread_coordinate(threads, &Int::new(index)).map_err(text)?;
        let same = ops::outer_partition(layout, &extents, &at).map_err(text)?;
        let same = L::taken(&same.layout)? == parts[parts.len() - 1];
        require(same, || format!("thread {index} of {threads} is not at {at} of {extents}"))?;
    }
    if count <= THREADS {
        local_partition(&whole, &parts)?;
    }
    Ok(Answer::Found)
}

/// Halves of the modes that have some, and a run.
fn tilers(x: &Operands) -> Result<Vec<Tiler>, String> {
    let modes = x.layout.shape().modes().iter().map(count_of);
    let halves: Vec<i128> = modes.map(|size| if size % 2 == 0 { size / 2 } else { size }).collect();
    let mut tilers = vec![Tiler::Size(Int::new(2))];
    if !extents_of(x.layout.shape()).is_empty() {
        tilers.push(Tiler::from_shape(&crate::operands::tuple(&halves)).map_err(text)?);
    }
    Ok(tilers)
}
