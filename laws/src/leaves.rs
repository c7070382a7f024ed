//! The laws of what is read off the leaves of layouts, or makes others of them.

use layout_algebra::{Crd, Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Tiler, ops};

use super::function::{
    Function, components, points, same_function, size_of, value, value_at, values,
};
use super::{Law, ensure, text};
use crate::EXHAUSTIVE;
use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::operands::{coordinate, count_of, extents_of, leaf, offsets, places};

/// `R` has the size of `L`, and its value at every `i ≥ 0`, also past the size; no two
/// neighbours of its leaves could be one.
pub fn coalesce_z(layout: &Layout, result: &Layout) -> Law {
    let size = size_of(layout.shape())?;
    ensure!(size_of(result.shape())? == size, "{result} has another size than {layout}");
    for component in components(&[layout, result]) {
        let (f, g) = (Function::of(layout, &component)?, Function::of(result, &component)?);
        for i in points(layout.shape())? {
            for i in [i, i + size, i + 5 * size + 1] {
                let (x, y) = (f.at(i), g.at(i));
                ensure!(x == y, "{layout} at {i} is {x}, {result} is {y}");
            }
        }
    }
    let leaves = result.leaves();
    for pair in leaves.windows(2) {
        let ((extent, stride), (_, next)) = (pair[0], pair[1]);
        let merge = stride.times(extent).map_err(text)? == *next;
        ensure!(!merge && *extent != Int::ONE, "{result} of {layout} has a leaf too many");
    }
    Ok(())
}

/// `R` has the leaves of `L`, each as often, in ascending order of stride; a layout
/// that is an integer stays one.
pub fn sort(layout: &Layout, result: &Layout) -> Law {
    // Along the first element of a basis first.
    let steps = |layout: &Layout| -> Result<Vec<(ModePath, i128, i128)>, String> {
        let leaves = layout.leaves().into_iter();
        leaves.map(|(s, d)| Ok((d.mode().clone(), value(d.scale())?, value(s)?))).collect()
    };
    let (mut all, found) = (steps(layout)?, steps(result)?);
    let nested = result.depth() == layout.depth().min(1) || layout.leaves().is_empty();
    ensure!(nested, "{layout} sorted is {result}");
    ensure!(found.windows(2).all(|pair| pair[0] <= pair[1]), "{result} is not in order");
    all.sort_unstable();
    ensure!(all == found, "{layout} sorted is {result}");
    Ok(())
}

/// `R(i) = A(i) + B(i)` for every `i` below the common size.
pub fn layout_add(a: &Layout, b: &Layout, result: &Layout) -> Law {
    let size = size_of(a.shape())?;
    ensure!(size_of(result.shape())? == size, "{result} has not the size {size}");
    let root = ModePath::root();
    let functions = [a, b, result].map(|layout| Function::of(layout, &root));
    let [Ok(f), Ok(g), Ok(sum)] = functions else { return Err(text("no function")) };
    for i in points(result.shape())?.into_iter().chain(points(a.shape())?) {
        let (expected, found) = (f.at(i).wrapping_add(g.at(i)), sum.at(i));
        ensure!(found == expected, "at {i} the sum is {expected}, {result} is {found}");
    }
    Ok(())
}

/// Both answers have one shape, that of which the coordinates are those of both, and the functions
/// are what they were.
pub fn expand_modes_alike(a: &Layout, b: &Layout, result: &(Layout, Layout)) -> Law {
    let (x, y) = result;
    ensure!(x.shape() == y.shape(), "{x} and {y} differ in shape");
    for (before, after) in [(a, x), (b, y)] {
        let finer = ops::compatible(before.shape(), after.shape()).map_err(text)?;
        ensure!(finer, "the shape of {after} does not refine that of {before}");
        same_function(before, after, after.shape())?;
    }
    let coarsest = ops::common_refinement(a.shape(), b.shape()).map_err(text)?;
    ensure!(*x.shape() == coarsest, "{x} has not the shape {coarsest}");
    Ok(())
}

/// One step along the leaf at the path is a step of 1, and no leaf before it takes
/// such a step.
pub fn leading_dim(layout: &Layout, path: &ModePath) -> Law {
    for (at, extent) in layout.shape().leaf_paths() {
        let step = unit_at(layout.shape(), &at);
        let steps = *extent != Int::ONE
            && value_at(&step, layout, &ModePath::root())? == 1
            && components(&[&layout.get(at.indices()).ok_or_else(|| text(&at))?])
                == [ModePath::root()];
        if at == *path {
            ensure!(steps, "{layout} has no step of 1 at {path:?}");
            return Ok(());
        }
        ensure!(!steps, "{layout} has a step of 1 at {at:?}, before {path:?}");
    }
    Err(format!("{layout} has no leaf {path:?}"))
}

/// The coordinate of zeros, but for a 1 at one leaf.
fn unit_at(shape: &IntTuple, path: &ModePath) -> IntTuple {
    let mut paths = shape.leaf_paths().into_iter();
    let here = |at: Option<(ModePath, &Int)>| at.is_some_and(|(at, _)| at == *path);
    shape.map(&mut |_| if here(paths.next()) { Int::ONE } else { Int::ZERO })
}

/// The answer is whether both have one size and the same values.
pub fn functionally_equal(a: &Layout, b: &Layout, answer: bool) -> Law {
    let same = size_of(a.shape())? == size_of(b.shape())?
        && same_function(a, b, a.shape()).is_ok()
        && same_function(a, b, b.shape()).is_ok();
    ensure!(same == answer, "{a} and {b}: functionally_equal is {answer}");
    Ok(())
}

/// `R` is `extent` bits rounded up to bytes: no fewer bytes hold them.
pub fn size_in_bytes(cosize: &Int, bits: &Int, result: &Int) -> Law {
    let (all, bytes) = (value(cosize)? * value(bits)?, value(result)?);
    let least = bytes * 8 >= all && (bytes - 1) * 8 < all;
    ensure!(least, "{cosize} elements of {bits} bits take {result} bytes");
    Ok(())
}

/// `R` is congruent to a value of the layout, and 0.
pub fn coprofile(layout: &Layout, result: &IntTuple) -> Law {
    let like = ops::coshape(layout).map_err(text)?;
    let zeros = result.leaves().into_iter().all(|leaf| *leaf == Int::ZERO);
    ensure!(like.congruent(result) && zeros, "the values of {layout} are not nested as {result}");
    Ok(())
}

/// With `D = zipped_divide(L, T)` of a tile and rests: `offset + R(x)` runs through
/// `D(t, r)`, for the positions `t` and the tiles `r` that the part leaves open, `t`
/// first.
pub fn part(
    layout: &Layout,
    tiler: &Tiler,
    (tile, rest): (&[Option<i128>], &[Option<i128>]),
    (result, offset): (&Layout, &IntTuple),
) -> Law {
    let divided = ops::zipped_divide(layout, tiler).map_err(text)?.layout;
    let modes = divided.modes();
    let [tiles, rests] = modes.as_slice() else { return Err(text("no tiles")) };
    let mut expected = vec![0i128];
    let both = tiles.modes().into_iter().zip(tile).chain(rests.modes().into_iter().zip(rest));
    let root = ModePath::root();
    for (mode, at) in both {
        let f = Function::of(&mode, &root)?;
        let open: Vec<i128> = match at {
            Some(at) => vec![f.at(*at)],
            None => (0..size_of(mode.shape())?).map(|i| f.at(i)).collect(),
        };
        let longer = |step: &i128| -> Vec<i128> { expected.iter().map(|x| x + step).collect() };
        expected = open.iter().flat_map(longer).collect();
    }
    let HTuple::Leaf(offset) = offset else { return Err(text("a coordinate for an offset")) };
    let found = values(result, &[root])?;
    let found: Result<Vec<i128>, _> =
        found.into_iter().map(|x| Ok::<_, String>(x[0] + value(offset)?)).collect();
    ensure!(found? == expected, "a part of {divided} is {result} at {offset}");
    Ok(())
}

/// The elements of all threads together: every element of the layout, of one thread
/// each.
pub fn local_partition(layout: &Layout, parts: &[(Layout, IntTuple)]) -> Law {
    let root = ModePath::root();
    let mut found = Vec::new();
    for (part, offset) in parts {
        let HTuple::Leaf(offset) = offset else { return Err(text("a coordinate")) };
        let offset = value(offset)?;
        let root = core::slice::from_ref(&root);
        found.extend(values(part, root)?.into_iter().map(|x| x[0] + offset));
    }
    let mut all: Vec<i128> =
        values(layout, core::slice::from_ref(&root))?.into_iter().map(|x| x[0]).collect();
    all.sort_unstable();
    found.sort_unstable();
    ensure!(all == found, "the threads do not share {layout}");
    Ok(())
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["coalesce_z", "sort"], |x| {
        together([
            always(ops::coalesce_z(x.layout), |r| coalesce_z(x.layout, r)),
            always(ops::sort(x.layout), |r| sort(x.layout, r)),
        ])
    }),
    check(Over::Layout, &["leading_dim", "is_major"], |x| {
        let leading = ops::leading_dim(x.layout).ok();
        for (path, _) in x.layout.shape().leaf_paths() {
            for depth in 0..=path.indices().len() {
                let mode = &path.indices()[..depth];
                let inside = leading.as_ref().is_some_and(|path| path.indices().starts_with(mode));
                always(ops::is_major(x.layout, mode), |r| {
                    require(*r == inside, || format!("is_major({}, {mode:?}) is {r}", x.layout))
                })?;
            }
        }
        exactly(false, ops::is_major(x.layout, &[x.layout.rank()]), |_| Ok(()))?;
        let refused = |error: &Error| {
            let mut leaves = x.layout.leaves().into_iter();
            let steps = leaves
                .any(|(extent, stride)| *extent != Int::ONE && stride.as_int() == Some(&Int::ONE));
            require(!steps, || error.to_string())
        };
        verdict(ops::leading_dim(x.layout), |r| leading_dim(x.layout, r), refused)
    }),
    check(Over::Layout, &["size_in_bytes", "coprofile"], |x| {
        let Ok(cosize) = ops::cosize(x.layout) else { return Ok(Answer::Undecided) };
        for bits in [1, 4, 6, 8, 16].map(Int::new) {
            let bytes = ops::size_in_bytes(&cosize, &bits);
            always(bytes, |r| size_in_bytes(&cosize, &bits, r))?;
        }
        let identity = ops::make_identity_layout(x.layout.shape()).map_err(text)?;
        together([
            always(ops::coprofile(x.layout), |r| coprofile(x.layout, r)),
            always(ops::coprofile(&identity), |r| coprofile(&identity, r)),
        ])
    }),
    check(Over::Layout, &["functionally_equal", "layout_add"], |x| {
        let coalesced = ops::coalesce(x.layout).map_err(text)?;
        let row_major = ops::row_major(x.layout.shape()).map_err(text)?;
        let ramp = crate::operands::layout(&leaf(count_of(x.layout.shape())), &[3]);
        for other in [x.layout, &coalesced, &row_major, &mirrored(x.layout)?, &ramp] {
            pair(x.layout, other)?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Pair, &["functionally_equal", "layout_add"], |x| pair(x.layout, x.other)),
    check(Over::Pair, &["expand_modes_alike"], |x| {
        let flat = ops::flatten(x.layout);
        let one = ops::coalesce(x.layout).map_err(text)?;
        for other in [x.other, x.layout, &flat, &one] {
            let exists = ops::common_refinement(x.layout.shape(), other.shape()).is_ok();
            let answer = ops::expand_modes_alike(x.layout, other);
            exactly(exists, answer, |r| expand_modes_alike(x.layout, other, r))?;
        }
        Ok(Answer::Found)
    }),
    check(Over::Tiler, &["local_tile", "outer_partition"], |x| {
        let (layout, tiler) = (x.layout, x.tiler);
        let at = HTuple::Leaf(Crd::At(Int::ZERO));
        let Ok(divided) = ops::zipped_divide(layout, tiler) else {
            exactly(false, ops::local_tile(layout, tiler, &at), |_| Ok(()))?;
            return exactly(false, ops::outer_partition(layout, tiler, &at), |_| Ok(()));
        };
        let (modes, small) = (divided.layout.modes(), count_of(layout.shape()) <= EXHAUSTIVE);
        let [tile, rest] = modes.as_slice() else { return Ok(Answer::Refused) };
        if !small || count_of(divided.layout.shape()) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let objects = divided.objection.is_some();
        let at = places(rest);
        let part = taken(ops::local_tile(layout, tiler, &coordinate(&at, rest)), objects)?;
        self::part(layout, tiler, (&vec![None; tile.rank()], &at), (&part.0, &part.1))?;
        let at = places(tile);
        let part = taken(ops::outer_partition(layout, tiler, &coordinate(&at, tile)), objects)?;
        self::part(layout, tiler, (&at, &vec![None; rest.rank()]), (&part.0, &part.1))?;
        Ok(Answer::Found)
    }),
    check(Over::Tiler, &["project"], |x| {
        let Tiler::Modes(tiles) = x.tiler else {
            let one = HTuple::Tuple(vec![HTuple::Leaf(Crd::At(Int::ONE))]);
            return exactly(false, ops::project(&one, x.tiler, &one), |_| Ok(()));
        };
        let at = |crd: &dyn Fn(usize) -> Crd| {
            HTuple::Tuple((0..tiles.len()).map(|mode| HTuple::Leaf(crd(mode))).collect())
        };
        let number = |mode: usize| Crd::At(Int::new(mode as i128));
        let coordinate = at(&number);
        for open in 0..1_usize << tiles.len().min(4) {
            let is_open = |mode: usize| open >> mode & 1 == 1;
            let projection = at(&|mode| if is_open(mode) { Crd::All } else { number(mode) });
            let answer = ops::project(&projection, x.tiler, &coordinate);
            exactly(true, answer, |(tiler, kept)| {
                // The coordinate of a mode is its number: so each mode that is left says which it was.
                let left: Vec<usize> = (0..tiles.len()).filter(|&mode| !is_open(mode)).collect();
                ensure!(kept.rank() == left.len() || left.is_empty(), "{kept} of {projection}");
                for (place, &mode) in left.iter().enumerate() {
                    ensure!(
                        kept.get(&[place]) == Some(&HTuple::Leaf(number(mode))),
                        "{kept} of {projection}"
                    );
                    let is_its =
                        matches!(tiler, Tiler::Modes(modes) if modes.get(place) == tiles.get(mode));
                    ensure!(is_its, "{tiler} of {projection}");
                }
                Ok(())
            })?;
        }
        let longer = HTuple::Tuple([coordinate.modes(), coordinate.modes()].concat());
        exactly(tiles.is_empty(), ops::project(&longer, x.tiler, &coordinate), |_| Ok(()))?;
        Ok(Answer::Found)
    }),
    check(Over::Pair, &["local_partition", "thread_coordinate"], |x| {
        let (layout, threads) = (x.layout, x.other);
        let count = count_of(threads.shape());
        if count_of(layout.shape()).max(count * count) > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let part = |index| ops::local_partition(layout, threads, &Int::new(index));
        exactly(false, part(count), |_| Ok(()))?;
        exactly(false, part(-1), |_| Ok(()))?;
        let first = match part(0) {
            Ok(first) => first,
            Err(error) => return no_partition(layout, threads, &error),
        };
        if first.objection.is_some() {
            return Ok(Answer::Refused);
        }
        for index in 0..count.min(THREADS) {
            let (extents, at) = ops::thread_coordinate(threads, &Int::new(index)).map_err(text)?;
            let at_coordinate = taken(ops::outer_partition(layout, &extents, &at), false)?;
            let told = || format!("thread {index} of {threads} is not at {at} of {extents}");
            require(at_coordinate == taken(part(index), false)?, told)?;
        }
        let parts = (0..count.min(THREADS)).map(|index| taken(part(index), false));
        local_partition(layout, &parts.collect::<Result<Vec<_>, _>>()?)?;
        Ok(Answer::Found)
    }),
];

/// Whether two layouts are one function, and their sum.
fn pair(a: &Layout, b: &Layout) -> Verdict {
    if count_of(a.shape()).max(count_of(b.shape())) <= EXHAUSTIVE {
        let equal = ops::functionally_equal(a, b);
        always(equal, |r| functionally_equal(a, b, *r))?;
    }
    let sum = ops::layout_add(a, b);
    verdict(sum, |r| layout_add(a, b, r), |error| no_sum(a, b, error))
}

/// The strides of the leaves the other way round.
fn mirrored(layout: &Layout) -> Result<Layout, String> {
    let strides = layout.stride().leaves().into_iter().rev();
    let strides: Vec<i128> = strides.map(|stride| stride.known().unwrap_or(0)).collect();
    let extents = extents_of(layout.shape()).len();
    require(extents == strides.len(), || format!("{layout} is not over the integers"))?;
    Ok(crate::operands::layout(layout.shape(), &strides))
}

/// Two layouts have no sum where their sizes differ, or where the table of the sum is
/// that of no layout.
fn no_sum(a: &Layout, b: &Layout, error: &Error) -> Law {
    let sizes = [a, b].map(|layout| count_of(layout.shape()));
    match error.kind() {
        ErrorKind::Sizes { .. } => require(sizes[0] != sizes[1], || error.to_string()),
        ErrorKind::NoLayout { .. } if sizes[0] > EXHAUSTIVE => Ok(()),
        ErrorKind::NoLayout { .. } => {
            let pairs = offsets(a)?.into_iter().zip(offsets(b)?);
            let sum: Result<Vec<Int>, _> = pairs.map(|(x, y)| x.add(&y)).collect();
            let sum = sum.map_err(|_| "an overflow".to_owned())?;
            match ops::infer_layout(&sum) {
                Ok(layout) => Err(format!("{a} and {b} have the sum {layout}: {error}")),
                Err(error) => crate::no_infer_layout(&sum, &error),
            }
        }
        _ => Err(format!("{a} and {b}: {error}")),
    }
}

/// Threads up to which all of them are looked at.
const THREADS: i128 = 64;

/// The part, which objects exactly if the divide does.
fn taken(part: Result<ops::Outcome<ops::Part>, Error>, objects: bool) -> Result<ops::Part, String> {
    let part = part.map_err(text)?;
    require(part.objection.is_some() == objects, || format!("{:?}", part.objection))?;
    Ok(part.layout)
}

/// Threads are refused unless each number below their count is one of them; a layout,
/// unless their extents divide it.
fn no_partition(layout: &Layout, threads: &Layout, error: &Error) -> Verdict {
    let mut numbers: Vec<i128> = Vec::new();
    for i in 0..count_of(threads.shape()) {
        let number = ops::evaluate(&leaf(i), threads).map_err(text)?;
        numbers.extend(number.leaves().into_iter().filter_map(Int::known));
    }
    numbers.sort_unstable();
    let whole = numbers.into_iter().eq(0..count_of(threads.shape()));
    let tiler = ops::product_each(threads.shape()).and_then(|shape| Tiler::from_shape(&shape));
    let divides = ops::zipped_divide(layout, &tiler.map_err(text)?).is_ok();
    require(!whole || !divides, || format!("{layout} among {threads}: {error}"))?;
    Ok(Answer::Refused)
}
