//! The laws of what is read off the leaves of layouts, or makes others of them.

use std::collections::BTreeSet;

use layout_algebra::ops::swizzled;
use layout_algebra::{
    self as algebra, Crd, Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Terms, Tiler,
    ops,
};

use super::numbers::{components, value, value_at};
use super::{Law, ensure, text};
use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::convert::{AsFunction, AsTree};
use crate::function::{Function, at_all, same};
use crate::operands::{composed_of, count_of, extents_of, leaf};
use crate::tables::{first_steps, is_layout_of};
use crate::tree::{Tree, at, refines};
use crate::{EXHAUSTIVE, modes};

/// `R` has the leaves of `L`, each as often, in ascending order of stride; a layout
/// that is an integer stays one.
pub fn sort<D: Terms>(layout: &Layout<D>, result: &Layout<D>) -> Law {
    // Along the first element of a basis first.
    let keyed = |layout: &Layout<D>| {
        layout.tree().map(&mut |(extent, stride)| {
            let terms = stride.terms().iter();
            let key: Vec<_> = terms.map(|d| (d.mode().clone(), d.scale().known())).collect();
            (extent.known(), key)
        })
    };
    let (found, expected) = (keyed(result), modes::sort(&keyed(layout)));
    // A layout without leaves is flat as any other.
    let holds = found == expected || found.leaves().is_empty() && expected.leaves().is_empty();
    require(holds, || format!("{layout} sorted is {result}"))
}

/// `R(i) = A(i) + B(i)` for every `i` below the common size.
pub fn layout_add(a: &impl AsFunction, b: &impl AsFunction, result: &impl AsFunction) -> Law {
    let (a, b, sum) = (a.function()?, b.function()?, result.function()?);
    ensure!(sum.size() == a.size(), "{sum} has not the size of {a}");
    at_all(&[sum.points(), a.points()].concat(), &sum, |i| a.at(i).wrapping_add(b.at(i)))
}

/// Two layouts have no sum where their sizes differ, or where the table of the sum is
/// that of no layout; or of one with a step along two elements of the basis.
pub(crate) fn no_sum<D: Terms>(a: &Layout<D>, b: &Layout<D>, error: &Error) -> Law {
    let (x, y) = (a.function()?, b.function()?);
    let steps = || {
        let pairs = x.values().into_iter().zip(y.values());
        first_steps(&pairs.map(|(x, y)| x.wrapping_add(y)).collect::<Vec<_>>())
    };
    let parts = [a.parts()?, b.parts()?].concat();
    let along = |axis: &ModePath, place: i128| -> i128 {
        let here = parts.iter().filter(|(other, _)| other == axis);
        here.map(|(_, part)| part.at(place)).sum()
    };
    let has_several_terms = |place: &usize| {
        let axes: BTreeSet<&ModePath> = parts.iter().map(|(axis, _)| axis).collect();
        axes.iter().filter(|axis| along(axis, *place as i128) != 0).count() > 1
    };
    let holds = match error.kind() {
        ErrorKind::Sizes { .. } => x.size() != y.size(),
        _ if x.size() != y.size() => false,
        ErrorKind::NoLayout { .. } => x.size() > EXHAUSTIVE || !steps().1,
        ErrorKind::SeveralTerms { .. } => {
            x.size() > EXHAUSTIVE || steps().0.iter().any(has_several_terms)
        }
        _ => false,
    };
    require(holds, || format!("{a} and {b}: {error}"))
}

/// Functions of one size have no sum only where it is no layout, neither alone nor before what follows
/// the first function or the second.
fn no_sum_of(a: &algebra::Function, b: &algebra::Function, error: &Error) -> Law {
    let (x, y) = (a.function()?, b.function()?);
    let all = || 0..x.size();
    let table: Vec<i128> = all().map(|i| x.at(i).wrapping_add(y.at(i))).collect();
    let below: Vec<i128> =
        all().map(|i| at(&x.domain(), i).wrapping_add(at(&y.domain(), i))).collect();
    let one = Tree::Leaf(x.size());
    let shape = [x.shape(), y.shape()].into_iter().find(|shape| {
        refines(shape, &one) && refines(shape, &y.shape()) && refines(shape, &x.shape())
    });
    let shape = shape.unwrap_or(one).leaves();
    let is_below = |of: &Function, other: &Function| {
        let same = || below.iter().zip(&table).all(|(below, value)| of.after(*below) == *value);
        other.steps.is_empty() && is_layout_of(&shape, &below) && same()
    };
    let exists = is_layout_of(&shape, &table) || is_below(&x, &y) || is_below(&y, &x);
    require(!exists && x.size() == y.size(), || format!("{a} and {b}: {error}"))
}

/// Both answers have one shape, that of which the coordinates are those of both, and the functions
/// are what they were.
pub fn expand_modes_alike<D: Terms>(
    a: &Layout<D>,
    b: &Layout<D>,
    (x, y): &(Layout<D>, Layout<D>),
) -> Law {
    ensure!(x.shape() == y.shape(), "{x} and {y} differ in shape");
    for (before, after) in [(a, x), (b, y)] {
        let finer = refines(&after.function()?.shape(), &before.function()?.shape());
        ensure!(finer, "the shape of {after} does not refine that of {before}");
        same(&before.function()?, &after.function()?)?;
    }
    crate::common_refinement(a.shape(), b.shape(), x.shape())
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

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["sort"], |x| always(ops::sort(x.layout), |r| sort(x.layout, r))),
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
    check(Over::Swizzle, &["swizzled::layout_add"], |x| {
        let (composed, size) = (composed_of(x)?, count_of(x.layout.shape()));
        if size > EXHAUSTIVE {
            return Ok(Answer::Undecided);
        }
        let ramp = |size: i128, step: i128| crate::operands::layout(&leaf(size), &[step]).into();
        let f = algebra::Function::from(composed);
        let rows = ops::row_major(x.layout.shape()).map_err(text)?.into();
        // Without a bit in common with those that are swizzled, with some, and with all of them.
        let others = [ramp(size, 1 << 12), ramp(size, 3), rows, x.layout.clone().into(), f.clone()];
        for (a, b) in others.iter().flat_map(|other| [(&f, other), (other, &f)]) {
            verdict(
                swizzled::layout_add(a, b),
                |r| layout_add(a, b, r),
                |error| no_sum_of(a, b, error),
            )?;
        }
        let longer = swizzled::layout_add(&f, &ramp(size + 1, 1));
        let sizes = |error: &Error| {
            require(matches!(error.kind(), ErrorKind::Sizes { .. }), || error.to_string())
        };
        verdict(longer, |r| Err(format!("{f} and one value more are {r}")), sizes)?;
        Ok(Answer::Found)
    }),
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
];

/// The equality of two layouts as functions, and their sum.
fn pair(a: &Layout, b: &Layout) -> Verdict {
    if count_of(a.shape()).max(count_of(b.shape())) <= EXHAUSTIVE {
        let equal = ops::functionally_equal(a, b);
        always(equal, |r| crate::functionally_equal(a, b, *r))?;
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
