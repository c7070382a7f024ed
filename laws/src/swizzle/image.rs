//! The laws of the values that a composed layout takes.

use layout_algebra::ops;
use layout_algebra::{ComposedLayout, Error, Function, Int, Layout, Swizzle};

use crate::check::{Answer, Check, Operands, Over, always, check, require, verdict};
use crate::convert::AsFunction;
use crate::function::{at_all, same};
use crate::operands::{composed_of, count_of, leaf, refused, swizzle_of};
use crate::tree::Tree;
use crate::{Law, text};
use layout_algebra::ops::swizzled;

/// The layout without its repetitions.
fn moving(layout: &ComposedLayout) -> Result<crate::function::Function, String> {
    let f = layout.function()?;
    let leaves = f.domain().leaves().into_iter().filter(|leaf| leaf.1 != 0);
    Ok(f.on(Tree::flat(leaves)))
}

/// The definition: for `c` in the filtered domain and `x` in `R` no `f(c) + R(x)` is another's, and no value
/// of `f` at `(c, x)`; up to [`EXHAUSTIVE`](crate::EXHAUSTIVE) points.
pub fn complement(layout: &ComposedLayout, result: &Layout) -> Law {
    let (f, rest) = (moving(layout)?, result.function()?);
    crate::are_apart(&f, &rest)?;
    let both = f.on(Tree::Tuple(vec![f.domain(), rest.domain()]));
    require(both.is_injective(), || format!("{result} repeats values of {layout}"))
}

/// The definition of a refusal: where a complement `R` of the domain is refused, copies of `f` along it meet.
pub fn no_complement(layout: &ComposedLayout, rest: &Layout) -> Law {
    let (f, rest) = (moving(layout)?, rest.function()?);
    let large = f.size().saturating_mul(rest.size()) > crate::EXHAUSTIVE;
    let meets = large || crate::are_apart(&f, &rest).is_err();
    require(meets, || format!("{rest} complements {layout}"))
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
                    crate::recast(&layout, &factor, &Int::ONE, r)?;
                    // And back: the same function.
                    let back =
                        swizzled::upcast(r, &factor).and_then(|r| r.strict()).map_err(text)?;
                    same(&f.function()?, &back.function()?)
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
                let law = |r: &Function| crate::recast(&layout, &Int::new(down), &Int::new(up), r);
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
        always(aligned, |r| crate::max_alignment(&layout, r))
    }),
    check(Over::Swizzle, &["swizzled::complement"], |x| {
        let layout = composed_of(x)?;
        // What the domain repeats, the whole repeats.
        always(ops::nullspace(x.layout), |r| crate::nullspace(&layout, r))?;
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

/// The elements of `n` that those of the layout are in, one by one where no two of a
/// mode become one.
fn is_upcast(layout: &ComposedLayout, n: i128, result: &Function) -> Law {
    let (f, wide) = (layout.function()?, result.function()?);
    crate::recast(layout, &Int::ONE, &Int::new(n), result)?;
    if f.shape() != wide.shape() {
        return Ok(());
    }
    at_all(&f.points(), &wide, |c| f.at(c).div_euclid(n))
}
