//! Checks of swizzled layouts of larger and of smaller elements.

use layout_algebra::ops::swizzled;
use layout_algebra::{ComposedLayout, ErrorKind, Function, Int, Swizzle};
use layout_laws::swizzle as law;

use super::swizzles::{composed, refused, swizzle};
use super::{
    Answer, Check, Operands, Over, Verdict, always, ensure, some_points, text, together, verdict,
};
use crate::size_of;

const fn check(ops: &'static [&'static str], holds: fn(&Operands) -> Verdict) -> Check {
    Check { ops, over: Over::Swizzle, holds }
}

pub(super) const CHECKS: &[Check] = &[
    check(&["swizzled::upcast_swizzle", "swizzled::downcast_swizzle"], |x| {
        let (swizzle, _) = swizzle(x)?;
        let n = 1i128 << x.number.rem_euclid(5);
        let up = swizzled::upcast_swizzle(&swizzle, &Int::new(n));
        let down = swizzled::downcast_swizzle(&swizzle, &Int::new(n));
        together([
            always(up, |r| (0..256).try_for_each(|c| law::upcast_swizzle(&swizzle, n, r, c))),
            always(down, |r| (0..256).try_for_each(|c| law::downcast_swizzle(&swizzle, n, r, c))),
        ])
    }),
    check(&["swizzled::position_independent"], |x| {
        let (swizzle, _) = swizzle(x)?;
        for bits in [1, 2, 4, 8, 16, 32, 64, 128] {
            match swizzled::position_independent(&swizzle, &Int::new(bits)) {
                Ok(r) => {
                    (0..256).try_for_each(|c| law::position_independent(&swizzle, bits, &r, c))?
                }
                Err(error) => {
                    let apart = matches!(error.kind(), ErrorKind::SwizzleInElements { .. });
                    ensure(apart, || format!("{swizzle} of {bits} bits: {error}"))?;
                    law::no_position_independent(&swizzle, bits)?;
                }
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::upcast", "swizzled::downcast"], |x| {
        for layout in layouts(x)? {
            let f = Function::from(layout.clone());
            for n in [1, 2, 4] {
                let factor = Int::new(n);
                let wide = swizzled::upcast(&f, &factor);
                verdict(wide, |r| is_upcast(&layout, n, &r.layout), refused)?;
                let narrow = swizzled::downcast(&f, &factor);
                let law = |r: &Function| {
                    law::recast(&layout, (n, 1), as_composed(r)?)?;
                    // And back: the same function.
                    let back =
                        swizzled::upcast(r, &factor).and_then(|r| r.strict()).map_err(text)?;
                    for c in some_points(size_of(x.layout.shape()), 0) {
                        let (found, expected) = (law::value_of(&back, c)?, law::value_of(&f, c)?);
                        let same = found == expected;
                        ensure(same, || format!("{layout} by 1/{n} and back at {c}"))?;
                    }
                    Ok(())
                };
                verdict(narrow, law, refused)?;
            }
        }
        Ok(Answer::Found)
    }),
    check(&["swizzled::recast"], |x| {
        let (swizzle, _) = swizzle(x)?;
        for (from, to) in [(8, 16), (16, 8), (8, 8), (4, 32), (6, 8)] {
            let cast = |f: &Function| {
                swizzled::recast(f, &Int::new(from), &Int::new(to)).map(|recast| recast.layout)
            };
            let common = if from % 4 == 0 { from.min(to) } else { 2 };
            let (up, down) = (to / common, from / common);
            let law = |r: &Function| {
                let same = |r: &Swizzle| {
                    (0..256).try_for_each(|c| law::recast_swizzle(&swizzle, (up, down), r, c))
                };
                match r {
                    Function::Swizzle(r) => same(r),
                    r => Err(format!("{swizzle} from {from} to {to} bits is {r}")),
                }
            };
            verdict(cast(&swizzle.into()), law, refused)?;
            for layout in layouts(x)? {
                let law = |r: &Function| law::recast(&layout, (down, up), as_composed(r)?);
                verdict(cast(&layout.clone().into()), law, refused)?;
            }
        }
        Ok(Answer::Found)
    }),
];

/// The layout under the swizzle, and it before a swizzle of its coordinates.
fn layouts(x: &Operands) -> Result<[ComposedLayout; 2], String> {
    let (swizzle, _) = swizzle(x)?;
    let inner =
        ComposedLayout::new(swizzle, Int::ZERO, crate::layout(x.layout.shape(), &compact(x)));
    let chain = ComposedLayout::new(x.layout.clone(), Int::ZERO, inner.map_err(text)?);
    Ok([composed(x)?, chain.map_err(text)?])
}

/// The strides of the shape, column-major.
fn compact(x: &Operands) -> Vec<i128> {
    let extents = crate::extents_of(x.layout.shape()).into_iter();
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
    law::recast(layout, (1, n), as_composed(result)?)?;
    if before? != after? {
        return Ok(());
    }
    let f = Function::from(layout.clone());
    for c in some_points(size_of(layout.shape().map_err(text)?), 0) {
        let (found, fine) = (law::value_of(result, c)?, law::value_of(&f, c)?);
        ensure(found == fine.div_euclid(n), || format!("{layout} by {n} at {c} is {found}"))?;
    }
    Ok(())
}
