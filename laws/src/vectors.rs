//! The laws on layouts whose strides have several terms: those of all layouts, and what their
//! values have besides.

use layout_algebra::{
    Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Nested, Stride, Tiler, Vector,
    VectorLayout, ops,
};
use ops::vectors;

use crate::check::{
    Answer, Check, Over, Verdict, always, check, exactly, require, together, verdict,
};
use crate::composition::{Composed, no_composition_of};
use crate::convert::{self, AsFunction, AsTree, encoded};
use crate::divide::divides;
use crate::function::same;
use crate::numbers::{EXHAUSTIVE, size_of};
use crate::product::products;
use crate::{Law, ensure, modes, text};

/// The axes of the test's layouts: values are `(x,(y))`.
fn axes() -> [ModePath; 2] {
    [[0].into_iter().collect(), [1, 0].into_iter().collect()]
}

/// The layout with a second term in each stride, that of the opposite leaf along the other axis.
pub(crate) fn with_terms(layout: &Layout, first: usize) -> Result<VectorLayout, String> {
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

fn composition(a: &VectorLayout, b: &VectorLayout) -> Verdict {
    let composed = Composed::new(a, b);
    verdict(
        vectors::composition(a, b),
        |r| {
            crate::composition(a, b, &r.layout)?;
            let leaves = composed.as_ref().is_ok_and(Composed::leaves_lhs);
            require(leaves == r.objection.is_some(), || format!("{a} o {b}: {:?}", r.objection))
        },
        |error| match error.kind() {
            ErrorKind::NoSuchMode { .. } => require(composed.is_err(), || format!("{a} o {b}")),
            _ => no_composition_of(a, b, error),
        },
    )
}

/// The extents of the box of values, the farthest step of each axis forwards and backwards.
fn reach(layout: &VectorLayout, result: &IntTuple) -> Law {
    for (axis, part) in layout.parts()? {
        let steps = part.domain().leaves().into_iter().map(|(s, d)| (s - 1) * d.abs());
        let expected = HTuple::Leaf(Int::new(1 + steps.sum::<i128>()));
        let found = result.get(axis.indices());
        ensure!(found == Some(&expected), "{layout} reaches {expected} along {axis}: {found:?}");
    }
    Ok(())
}

fn along(layout: &VectorLayout, axis: &ModePath) -> Verdict {
    let has = layout.axes().contains(axis);
    // What no stride steps along may be 0 beside what another does.
    verdict(
        ops::along(layout, axis.indices()),
        |r| {
            let expected = convert::along(layout, axis)?;
            require(r.function()?.domain() == expected, || format!("{r} along {axis}"))
        },
        |error| require(!has, || format!("{layout} along {axis}: {error}")),
    )
}

fn injective(layout: &VectorLayout) -> Verdict {
    let f = layout.function()?;
    let different = f.is_injective();
    let parts = layout.parts()?;
    let box_size = || {
        let values = parts.iter().map(|(_, part)| part.values());
        let is_natural = values.clone().flatten().all(|x| x >= 0);
        let size: i128 = values.map(|all| all.into_iter().max().unwrap_or(0) + 1).product();
        is_natural.then_some(size)
    };
    let image = f.image().unwrap_or_default().len() as i128;
    let moving = f.domain().leaves().into_iter().filter(|leaf| leaf.1 != 0);
    let moving: i128 = moving.map(|leaf| leaf.0).product();
    let answers = |holds: bool| move |answer: &bool| require(*answer == holds, || "is not".into());
    together([
        always(vectors::find_collision(layout), |r| crate::collision(layout, r.as_ref())),
        always(ops::is_injective(layout), answers(different)),
        exactly(different, ops::check_injective(layout), |()| Ok(())),
        always(ops::is_bijective(layout), answers(different && box_size() == Some(image))),
        always(ops::is_compact(layout), answers(box_size() == Some(image) && image == moving)),
    ])
}

fn by_modes(layout: &VectorLayout, tiler: &Tiler) -> Verdict {
    let by = convert::tiler(tiler)?;
    let refused = |error: &Error| {
        let Tiler::Modes(tilers) = tiler else {
            let rhs = tiler.as_layout().ok_or("`_` leaves a layout")?.map_err(text)?;
            return no_composition_of(layout, &rhs.into(), error);
        };
        let modes = layout.to_modes();
        let mut pairs = modes.iter().zip(tilers);
        let refuses = pairs.any(|(mode, tiler)| ops::composition_with(mode, tiler).is_err());
        require(refuses || tilers.len() > modes.len(), || format!("{layout} by {tiler}: {error}"))
    };
    let composed = ops::composition_with(layout, tiler);
    verdict(composed, |r| crate::composition_with(layout, &by, &r.layout), refused)
}

/// Both are the same functions as before, in their common refinement.
fn alike(a: &VectorLayout, b: &VectorLayout) -> Verdict {
    let shape = ops::common_refinement(a.shape(), b.shape());
    exactly(shape.is_ok(), ops::expand_modes_alike(a, b), |r| crate::expand_modes_alike(a, b, r))
}

/// The layout of integers with its steps along the axes in turn.
fn over_axes(layout: &Layout) -> Result<Layout, String> {
    let axes = axes();
    let mut axis = axes.iter().cycle();
    let stride = layout.stride().map(&mut |stride: &Stride| {
        let axis = axis.next().cloned().unwrap_or_else(ModePath::root);
        Stride::basis(stride.scale().clone(), axis)
    });
    Layout::new(layout.shape().clone(), stride).map_err(text)
}

fn multiplied(block: &VectorLayout, order: &Layout) -> Verdict {
    // Of a block of integers a basis are the modes of its complement.
    if block.axes().iter().all(ModePath::is_root) {
        return Ok(Answer::Refused);
    }
    let tiler = Tiler::Layout(order.clone());
    let answer = products(block, &tiler)?;
    let Ok(product) = ops::logical_product(block, &tiler) else {
        // Along some axis there is none.
        let along = |axis: &ModePath| {
            let own = block.along(axis).and_then(|own| ops::filter_zeros(&own));
            let own = own.and_then(|own| Ok((own, order.along(axis)?)));
            own.is_ok_and(|(own, order)| ops::logical_product(&own, &Tiler::Layout(order)).is_ok())
        };
        require(!order.axes().iter().all(along), || format!("{block} by {order}"))?;
        return Ok(answer);
    };
    for pair in [ops::blocked_product(block, order), ops::raked_product(block, order)] {
        let pair = pair.map_err(text)?;
        let same = pair.function()?.sorted() == product.function()?.sorted();
        require(same, || format!("{pair} has not the values of {product}"))?;
    }
    Ok(answer)
}

/// The leaves of a layout in another order, and without those that do not step.
fn leaves(layout: &VectorLayout) -> Verdict {
    let zeros = crate::reshape::filter_zeros(&layout.function()?.domain());
    let around = 3 * size_of(layout.shape())?;
    together([
        always(ops::sort(layout), |r| crate::sort(layout, r)),
        always(ops::filter_zeros(layout), |r| {
            require(r.function()?.domain() == zeros, || format!("{layout}: {r}"))
        }),
        always(ops::filter(layout), |r| crate::filter(layout, r)),
        always(ops::coalesce_z(layout), |r| crate::coalesce_z(layout, r)),
        always(ops::nullspace(layout), |r| crate::nullspace(layout, r)),
        always(Ok(ops::flatten(layout)), |r| modes::is(r, &modes::flatten(&layout.tree()))),
        always(ops::circular(layout, &Int::new(around)), |r| {
            crate::circular(layout, around, &r.layout)
        }),
    ])
}

/// The layout of several terms, unless it is too large or has no coordinates.
fn small(layout: &Layout, first: usize, most: i128) -> Result<Option<VectorLayout>, String> {
    let layout = with_terms(layout, first)?;
    let fits = size_of(layout.shape())? <= most && !layout.is_empty();
    Ok(fits.then_some(layout))
}

pub(crate) const CHECKS: &[Check] = &[
    check(Over::Layout, &["evaluate", "coalesce", "coshape"], |x| {
        let Some(layout) = small(x.layout, 0, EXHAUSTIVE)? else { return Ok(Answer::Undecided) };
        for (i, expected) in (0..).zip(layout.function()?.values()) {
            let found = ops::evaluate(&HTuple::Leaf(Int::new(i)), &layout).map_err(text)?;
            ensure!(encoded(&found)? == expected, "{layout} at {i} is {found}");
        }
        together([
            always(ops::coalesce(&layout), |r| crate::coalesce(&layout, r)),
            always(ops::coshape(&layout), |r| reach(&layout, r)),
        ])
    }),
    check(
        Over::Layout,
        &["vectors::find_collision", "is_injective", "check_injective", "along"],
        |x| {
            let Some(layout) = small(x.layout, 0, EXHAUSTIVE)? else {
                return Ok(Answer::Undecided);
            };
            let [first, second] = axes();
            together([injective(&layout), along(&layout, &first), along(&layout, &second)])
        },
    ),
    check(
        Over::Pair,
        &["vectors::layout_add", "functionally_equal", "vectors::composition"],
        |x| {
            let (a, b) = (small(x.layout, 0, EXHAUSTIVE)?, small(x.other, 1, EXHAUSTIVE)?);
            let (Some(a), Some(b)) = (a, b) else { return Ok(Answer::Undecided) };
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
            let is_same = same(&a.function()?, &b.function()?).is_ok();
            together([
                verdict(
                    vectors::layout_add(&a, &b),
                    |r| crate::layout_add(&a, &b, r),
                    |error| crate::no_sum(&a, &b, error),
                ),
                always(ops::functionally_equal(&a, &b), |r| {
                    require(*r == is_same, || format!("{a} and {b}"))
                }),
                composition(&a, &plain[1]),
                composition(&plain[0], &diagonal),
                composition(&a, &diagonal),
            ])
        },
    ),
    check(Over::Tiler, &["composition_with"], |x| by_modes(&with_terms(x.layout, 0)?, x.tiler)),
    check(
        Over::Layout,
        &[
            "slice",
            "dice",
            "slice_and_offset",
            "domain_offset",
            "sort",
            "filter",
            "filter_zeros",
            "coalesce_z",
            "nullspace",
            "flatten",
            "circular",
        ],
        |x| {
            let small = small(x.layout, 0, EXHAUSTIVE / 4)?;
            let Some(layout) = small else { return Ok(Answer::Undecided) };
            let last = HTuple::Leaf(Int::new(size_of(layout.shape())? - 1));
            let last = ops::idx2crd(&last, layout.shape()).map_err(text)?;
            together([
                leaves(&layout),
                crate::slice::slices(&layout),
                crate::slice::origins(&layout, &last),
            ])
        },
    ),
    check(
        Over::Tiler,
        &[
            "logical_divide",
            "zipped_divide",
            "tiled_divide",
            "flat_divide",
            "local_tile",
            "outer_partition",
            "local_partition",
        ],
        |x| {
            let small = small(x.layout, 0, EXHAUSTIVE / 4)?;
            let Some(layout) = small else { return Ok(Answer::Undecided) };
            divides(&layout, x.tiler)?;
            let extents = x.tiler.to_string().parse::<HTuple<Int>>();
            let threads = extents.ok().and_then(|shape| ops::col_major(&shape).ok());
            match threads.filter(|_| matches!(x.tiler, Tiler::Modes(_))) {
                Some(threads) => crate::slice::threads(&layout, &threads)?,
                None => Answer::Found,
            };
            crate::slice::parts(&layout, x.tiler)
        },
    ),
    check(
        Over::Pair,
        &[
            "with_shape",
            "expand_modes_alike",
            "logical_product",
            "zipped_product",
            "tiled_product",
            "flat_product",
            "blocked_product",
            "raked_product",
        ],
        |x| {
            let (a, b) = (small(x.layout, 0, EXHAUSTIVE)?, small(x.other, 1, EXHAUSTIVE)?);
            let (Some(a), Some(b)) = (a, b) else { return Ok(Answer::Undecided) };
            if size_of(a.shape())? * size_of(b.shape())? > EXHAUSTIVE {
                return Ok(Answer::Undecided);
            }
            let (shape, target) = (x.other.shape(), convert::tuple(x.other.shape())?);
            let plain = ops::col_major(shape).map_err(text)?;
            together([
                verdict(
                    ops::with_shape(&a, shape),
                    |r| crate::with_shape(&a, &target, &r.layout),
                    |error| no_composition_of(&a, &(&plain).into(), error),
                ),
                alike(&a, &b),
                multiplied(&a, &over_axes(x.other)?),
            ])
        },
    ),
];
