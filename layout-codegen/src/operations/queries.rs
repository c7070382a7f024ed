//! Queries: sizes and profiles.

use layout_algebra::ops::{self, OnDomain, OneTerm, swizzled};
use layout_algebra::{CollectVec, HTuple, Int};

use super::operand::{BITS, LAYOUT, MODE, SHAPE};
use super::operands::{Applied, Operands, unknown};
use super::row::{Composed, NO_STRIDES, Operation, number, op};
use crate::failure::Failure;
use crate::value::Value;

/// The most elements of a table that `eval` answers.
const MAX_TABLE: i128 = 1 << 16;

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    number("rank", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.rank().into()))
        .help("the number of modes", "rank((4,(2,3)))"),
    number("depth", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.depth().into()))
        .help("the levels of nesting; 0 of an integer", "depth((4,(2,3)))"),
    number("size", &[LAYOUT, MODE.any()], |x| Ok(ops::product(&x.mode_of_shape()?)?.into()))
        .help("the number of coordinates: the product of the extents", "size((4,8):(16,1))"),
    number("cosize", &[LAYOUT, MODE.any()], |x| {
        function!(x, 0, of => Ok(of.mode(&x.path()?)?.cosize()?.into()))
    })
    .help(
        "product(coshape(L)) = 1 + Σ (sᵢ−1)·|dᵢ|: the elements that a buffer must hold",
        "cosize((4,8):(16,1))",
    ),
    op("coshape", &[LAYOUT, MODE.any()], |x| {
        function!(x, 0, of => Ok(of.mode(&x.path()?)?.coshape()?.into()))
    })
    .help(
        "1 + Σ (sᵢ−1)·|dᵢ|, for each basis element where strides step along a basis",
        "coshape((4,8):(2@0,1@1))",
    ),
    op("coprofile", &[LAYOUT, MODE.any()], |x| Ok(ops::coprofile(&x.mode_of_layout()?)?.into()))
        .composed(Composed::Strides(0))
        .help("L(0): zeros, nested as the values are", "coprofile((4,8):(1@0,1@1))"),
    op("shape", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_shape()?.into()))
        .help("the extents, nested as they are written", "shape((4,(2,3)):(6,(3,1)))"),
    op("stride", &[LAYOUT, MODE.any()], |x| Ok(x.mode_of_layout()?.stride().clone().into()))
        .refuses(&[(0, NO_STRIDES)])
        .help("the strides, congruent to the shape", "stride((4,(2,3)):(6,(3,1)))"),
    number("product", &[SHAPE], answer!(ops::product, shape))
        .help("the product of all extents", "product((4,(2,3)))"),
    op("eval", &[LAYOUT], table).help("[L(0), L(1), …, L(size(L)−1)]", "eval((2,3):(3,1))"),
    number("max_alignment", &[LAYOUT], answer!(swizzled::max_alignment, function))
        .help(
            "N such that, with an offset o, each of N⌊o/N⌋, …, N⌊o/N⌋+N−1 is an offset of L",
            "max_alignment((8,4):(1,12))",
        ),
    op("offset_range", &[LAYOUT], |x| {
        let (least, most) = one_term!(x, 0, of => of.offset_range()?);
        Ok(flat(vec![least, most]).into())
    })
    .help("the least offset and the greatest", "offset_range((4,8):(-8,1))"),
    op("image", &[LAYOUT], |x| {
        let image = swizzled::image(&x.function(0)?)?;
        Ok(Value::List(image.into_iter().map(Value::Int).collect_vec()).into())
    })
    .help("the different offsets, ascending", "image((3,2):(1,4))"),
    number("gaps", &[LAYOUT], answer!(swizzled::gaps, function)).help(
        "the number of unused offsets between the least and the greatest",
        "gaps((3,2):(1,4))",
    ),
    op("cycles", &[LAYOUT], cycles).help(
        "(c, L(c), L(L(c)), …) of each 1-D coordinate c that is in none before, where L takes each of 0, …, size(L)−1 once",
        "cycles((2,3):(3,1))",
    ),
    number("order", &[LAYOUT], answer!(swizzled::order, function)).help(
        "the least n > 0 with L(L(…L(c))) = c, n times, for every 1-D coordinate c: that of the lengths of all cycles",
        "order((2,3):(3,1))",
    ),
    number("permutation_parity", &[LAYOUT], permutation_parity).help(
        "1 where an even number of exchanges of two makes L of 0, …, size(L)−1, and −1 where an odd one does",
        "permutation_parity((2,3):(3,1))",
    ),
    op("fixed_points", &[LAYOUT], fixed_points).help(
        "the 1-D coordinates c with L(c) = c, where L takes each of 0, …, size(L)−1 once",
        "fixed_points((2,3):(3,1))",
    ),
    op("f2_matrix", &[LAYOUT], f2_matrix).help(
        "the rows of a matrix over GF(2) with bits(L(c)) = R·bits(c): column j has the bits of L(2ʲ), the lowest first",
        "f2_matrix(Sw<1,0,1> o 0 o (2,2):(2,1))",
    ),
    op("leading_dim", &[LAYOUT], leading_dim).refuses(&[(0, NO_STRIDES)]).help(
        "the path of the first leaf of stride 1 with more than one element",
        "leading_dim((4,8):(8,1))",
    ),
    number("size_in_bytes", &[LAYOUT, BITS], |x| {
        let cosize = one_term!(x, 0, of => of.cosize()?);
        Ok(ops::size_in_bytes(&cosize, &x.integer(1)?)?.into())
    })
    .help("⌈cosize(L)·bits / 8⌉", "size_in_bytes((4,8):(16,1), 16)")
    .note("of the bits of an element"),
];

/// A tuple of integers.
fn flat(integers: Vec<Int>) -> HTuple<Int> {
    HTuple::Tuple(integers.into_iter().map(HTuple::Leaf).collect_vec())
}

/// The cycles of a permutation.
fn cycles(x: &Operands<'_>) -> Result<Applied, Failure> {
    let cycles = swizzled::cycles(&x.function(0)?)?;
    Ok(Value::List(cycles.into_iter().map(flat).map(Value::from).collect_vec()).into())
}

/// The sign of a permutation: of a cycle of `n` it is that of `n − 1` transpositions.
fn permutation_parity(x: &Operands<'_>) -> Result<Applied, Failure> {
    let mut is_odd = false;
    for cycle in swizzled::cycles(&x.function(0)?)? {
        is_odd ^= cycle.len().is_multiple_of(2);
    }
    Ok(Value::Int(Int::new(if is_odd { -1 } else { 1 })).into())
}

/// The cycles of one coordinate of a permutation.
fn fixed_points(x: &Operands<'_>) -> Result<Applied, Failure> {
    let mut cycles = swizzled::cycles(&x.function(0)?)?;
    cycles.retain(|cycle| cycle.len() == 1);
    Ok(Value::List(cycles.into_iter().flatten().map(Value::Int).collect_vec()).into())
}

/// The rows of the matrix over GF(2) that a layout is.
fn f2_matrix(x: &Operands<'_>) -> Result<Applied, Failure> {
    let mut rows = Vec::new();
    for row in swizzled::f2_matrix(&x.function(0)?)? {
        rows.push(flat(row.into_iter().map(i128::from).map(Int::new).collect_vec()));
    }
    Ok(HTuple::Tuple(rows).into())
}

/// The path of the first leaf of stride 1, as an integer or a tuple.
fn leading_dim(x: &Operands<'_>) -> Result<Applied, Failure> {
    let path = ops::leading_dim(&x.layout(0)?)?;
    Ok(match path.indices() {
        [] => Int::ZERO.into(),
        [mode] => (*mode).into(),
        modes => flat(modes.iter().map(|&mode| Int::new(mode as i128)).collect_vec()).into(),
    })
}

/// The value at every 1-D coordinate, in order.
pub(super) fn table(x: &Operands<'_>) -> Result<Applied, Failure> {
    function!(x, 0, of => table_of(of))
}

fn table_of(of: &impl OnDomain) -> Result<Applied, Failure> {
    let size = ops::size(of.domain()?)?;
    if Int::new(MAX_TABLE).less(&size).is_true() {
        let expected = "a layout of at most 65536 elements";
        return Err(Failure::Operand { index: 0, expected });
    }
    let Some(size) = size.known() else {
        return Err(Failure::Refused { index: 0, message: unknown(&size) });
    };
    let mut values = Vec::new();
    for i in 0..size {
        values.push(of.value(&HTuple::Leaf(Int::new(i)))?.into());
    }
    Ok(Value::List(values).into())
}
