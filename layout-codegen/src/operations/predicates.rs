//! Predicates: what kind of function a layout is, and what two have in common.

use layout_algebra::ops::swizzled::Halo;
use layout_algebra::ops::{self, OnDomain, OneTerm, swizzled};
use layout_algebra::{Int, Layout};

use super::operand::{COUNT, HALO, LAYOUT, MODE, SHAPE};
use super::operands::{Applied, Operands};
use super::row::{NO_STRIDES, Operation, Replicas, op};
use crate::failure::Failure;
use crate::value::Value;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("congruent", &[SHAPE, SHAPE], |x| Ok(ops::congruent(&x.shape(0)?, &x.shape(1)?).into()))
        .help("A and B are nested alike", "congruent((4,(2,3)), (8,(1,1)))"),
    op("weakly_congruent", &[SHAPE, SHAPE], |x| {
        Ok((!x.is_layout_against_integer() && ops::weakly_congruent(&x.shape(0)?, &x.shape(1)?))
            .into())
    })
    .help(
        "B refines the nesting of A: a leaf of A stands against anything",
        "weakly_congruent((4,6), (4,(2,3)))",
    ),
    op("compatible", &[SHAPE, SHAPE], |x| {
        Ok((!x.is_layout_against_integer() && ops::compatible(&x.shape(0)?, &x.shape(1)?)?).into())
    })
    .help(
        "every coordinate of A is one of B, and the sizes agree: a leaf of A is the \
         size of what stands against it",
        "compatible((4,6), (4,(2,3)))",
    ),
    op("weakly_compatible", &[SHAPE, SHAPE], answer!(ops::weakly_compatible, shape, shape))
    .help(
        "a leaf of A divides the size of what stands against it in B",
        "weakly_compatible((2,6), (4,(2,3)))",
    ),
    op("is_injective", &[LAYOUT], question!(function, is_injective))
    .replicas(Replicas::Once)
    .help("a ≠ b ⇒ L(a) ≠ L(b)", "is_injective((4,8):(8,1))"),
    op("is_bijective", &[LAYOUT], question!(function, is_bijective))
        .replicas(Replicas::Once)
    .help("L takes each of 0, …, size(L)−1 exactly once", "is_bijective((4,8):(8,1))"),
    op("is_surjective", &[LAYOUT, SHAPE], answer!(swizzled::is_surjective, function, extents))
    .replicas(Replicas::Once)
    .help("the offsets are 0, …, size(A)−1, each at least once", "is_surjective((16,8):(1,0), 16)"),
    op("is_compact", &[LAYOUT], question!(function, is_compact))
        .replicas(Replicas::Once)
    .help("is_bijective(filter_zeros(L))", "is_compact((4,8):(0,1))"),
    op("is_contiguous", &[LAYOUT], question!(one_term, is_contiguous))
        .help(
            "every integer from the least offset to the greatest is an offset",
            "is_contiguous((4,8):(-8,1))",
        ),
    op("is_col_major", &[LAYOUT], question!(one_term, is_col_major)).help(
        "L is the compact layout of its shape with mode 0 fastest",
        "is_col_major((4,8):(1,4))",
    ),
    op("is_row_major", &[LAYOUT], question!(one_term, is_row_major)).help(
        "L is the compact layout of its shape with the last mode fastest",
        "is_row_major((4,8):(8,1))",
    ),
    op(
        "is_major",
        &[LAYOUT, MODE.more()],
        |x| Ok(ops::is_major(&x.layout(0)?, &x.path()?)?.into()),
    )
    .refuses(&[(0, NO_STRIDES)])
    .help("leading_dim(L) is in the mode", "is_major((4,8):(8,1), 1)"),
    op("equal", &[LAYOUT, LAYOUT], equal)
        .help("A and B are written alike", "equal((4,8):(1,4), 32:1)"),
    op("functionally_equal", &[LAYOUT, LAYOUT], |x| {
        Ok(two_functions!(x, swizzled::layouts_functionally_equal, swizzled::functionally_equal)?.into())
    })
    .replicas(Replicas::Compared)
    .help(
        "size(A) = size(B), and A(i) = B(i) for every 1-D coordinate i",
        "functionally_equal((4,8):(1,4), 32:1)",
    ),
    op("agrees", &[LAYOUT, LAYOUT, HALO.maybe()], |x| {
        let halo = if x.len() < 3 { Halo::NONE } else { halo(x)? };
        Ok(two_functions!(x, swizzled::layouts_agree, swizzled::agrees, &halo)?.into())
    })
    .note("the halo is an integer, or one for each mode, or a pair `(before,after)` for a mode")
    .replicas(Replicas::Compared)
    .help(
        "what A writes is what B reads: mode by mode as many coordinates, and A(c) = B(c); with a halo, B has so many more \
         around them",
        "agrees((4,8):(8,1), ((2,2),8):((8,16),1))",
    ),
    op("live", &[LAYOUT, COUNT], |x| {
        Ok(ops::live(&circular(x)?, &x.integer(1)?)?.into())
    })
    .help(
        "no two of so many successive positions of a circular mode share an offset: it comes round after no fewer, \
         and one turn is injective",
        "live((64,(4,3)):(1,(64,0)), 4)",
    ),
];

/// The equality of two values as they are written.
fn equal(x: &Operands<'_>) -> Result<Applied, Failure> {
    let equal = x.value(0) == x.value(1);
    // Forms that differ may be of the same integers.
    if !equal && let Some(index) = x.values.iter().position(Value::is_symbolic) {
        let message = format!("whether {} is {} is not known yet", x.value(0), x.value(1));
        return Err(Failure::Refused { index, message });
    }
    Ok(equal.into())
}

/// The halo of operand 2, which is not below 0.
fn halo(x: &Operands<'_>) -> Result<Halo, Failure> {
    let tuple = x.tuple(2)?;
    if let Some(below) = tuple.leaves().into_iter().find(|count| count.less(&Int::ZERO).is_true()) {
        let message = format!("{below} coordinates more are fewer: a halo is not negative");
        return Err(Failure::Refused { index: 2, message });
    }
    Ok(Halo::new(&tuple)?)
}

/// The layout whose modes come round: swizzles after it keep different offsets apart.
fn circular(x: &Operands<'_>) -> Result<Layout, Failure> {
    match x.value(0) {
        Value::Composed(layout) => match layout.as_swizzled() {
            Some((_, _, domain)) => Ok(domain.clone()),
            None => Err(Failure::Operand { index: 0, expected: "a layout or a swizzled one" }),
        },
        _ => x.layout(0),
    }
}
