//! Tuples: their arithmetic, their orders, scans, and what two shapes have in common.

use layout_algebra::{Error, ErrorAddress, ErrorKind, HTuple, Int, ops};

use super::operand::{CLOSURE, COUNT, DIVISOR, FIRST, GUIDE, LAST, ORDER, SHAPE, TILER, TUPLE};
use super::operands::{Applied, Operands};
use super::row::{Operation, number, op};
use crate::closure::Closure;
use crate::failure::Failure;
use crate::value::Value;

/// The function of a row that scans a shape, from operand 1 on or from a default.
macro_rules! scan {
    ($op:path, $default:expr) => {
        |x| {
            let first = if x.len() > 1 { x.integer(1)? } else { $default };
            Ok($op(&x.shape(0)?, &first)?.into())
        }
    };
}

/// The row of a relation of two tuples, by the one that `$less` decides: of both exchanged, or its opposite.
macro_rules! relation {
    ($name:literal, $less:path, $swapped:literal, $negated:literal) => {
        op($name, &[TUPLE, TUPLE], |x| {
            let tuples = [x.tuple(0)?, x.tuple(1)?];
            let [a, b] = if $swapped { [&tuples[1], &tuples[0]] } else { [&tuples[0], &tuples[1]] };
            let less = $less(a, b).in_op($name).in_operand(usize::from(!$swapped))?;
            Ok((less != $negated).into())
        })
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("ceil_div", &[TUPLE, DIVISOR], |x| match x.value(1) {
        Value::Layout(_) | Value::Tiler(_) => {
            Ok(ops::ceil_div_by_tiler(&x.shape(0)?, &x.tiler(1)?)?.into())
        }
        _ => Ok(ops::ceil_div(&x.tuple(0)?, &x.tuple(1)?)?.into()),
    })
    .help(
        "⌈a/b⌉ by mode; an integer b divides the modes from left to right, each by \
         what those before leave of it",
        "ceil_div((10,13), (4,8))",
    ),
    op("shape_div", &[TUPLE, DIVISOR], answer!(ops::shape_div, tuple, tuple)).help(
        "a/b by mode, 1 where b is the multiple; an integer takes its factors from left to right",
        "shape_div((4,6), 8)",
    ),
    op("shape_mod", &[TUPLE, COUNT], answer!(ops::shape_mod, tuple, tuple)).help(
        "shape_mod(a, b)·shape_div(a, b) = a: what shape_div takes away",
        "shape_mod((4,6), 8)",
    ),
    op("round_up", &[TUPLE, TUPLE], answer!(ops::round_up, tuple, tuple))
        .help("⌈a/b⌉·b, by mode", "round_up((10,13), (4,8))"),
    op("evenly_divides", &[SHAPE, TILER], answer!(ops::evenly_divides, shape, tiler)).help(
        "size(S) = size(T)·size(ceil_div(S, T)), for each tile",
        "evenly_divides((8,12), (4,6))",
    ),
    number("inner_product", &[TUPLE, TUPLE], answer!(ops::inner_product, tuple, tuple))
        .help("Σ aᵢ·bᵢ over leaves", "inner_product((2,3), (8,1))"),
    op("elem_scale", &[TUPLE, TUPLE], answer!(ops::elem_scale, tuple, tuple))
        .help("aᵢ·product(bᵢ)", "elem_scale((2,3), (4,5))"),
    op("elem_add", &[TUPLE, TUPLE], answer!(ops::elem_add, tuple, tuple))
        .help("aᵢ + bᵢ; what one of them lacks is 0", "elem_add((2,3), (4,5))"),
    op("elem_sub", &[TUPLE, TUPLE], answer!(ops::elem_sub, tuple, tuple))
        .help("aᵢ − bᵢ", "elem_sub((4,5), (2,3))"),
    op("elem_min", &[TUPLE, TUPLE], answer!(ops::elem_min, tuple, tuple))
        .help("min(aᵢ, bᵢ)", "elem_min((2,5), (4,3))"),
    op("elem_max", &[TUPLE, TUPLE], answer!(ops::elem_max, tuple, tuple))
        .help("max(aᵢ, bᵢ)", "elem_max((2,5), (4,3))"),
    op("abs", &[TUPLE], answer!(ops::abs, tuple)).help("|aᵢ|", "abs((4,-2))"),
    op("sorted", &[TUPLE], answer!(ops::sorted, tuple))
        .help("the leaves in ascending order, on one level", "sorted((8,(2,4)))"),
    op("transform", &[TUPLE, TUPLE.maybe(), CLOSURE], transform)
        .help("Rᵢ = f(aᵢ), or f(aᵢ, bᵢ), for every leaf", "transform((4,(2,3)), |a| a * 2 + 1)"),
    number("fold", &[TUPLE, FIRST, CLOSURE], fold).help(
        "f(… f(f(first, a₀), a₁) …, aₙ) over leaves from left to right",
        "fold((4,(2,3)), 0, |sum, a| sum * 10 + a)",
    ),
    op("prefix_product", &[SHAPE, FIRST.maybe()], scan!(ops::prefix_product, Int::ONE))
        .help("Rₖ = first·s₀·…·sₖ₋₁: column-major strides", "prefix_product((4,8,2))"),
    op("suffix_product", &[SHAPE, LAST.maybe()], scan!(ops::suffix_product, Int::ONE))
        .help("Rₖ = last·sₖ₊₁·…: row-major strides", "suffix_product((4,8,2))"),
    op("prefix_sum", &[SHAPE, FIRST.maybe()], scan!(ops::prefix_sum, Int::ZERO))
        .help("Rₖ = first + s₀ + … + sₖ₋₁", "prefix_sum((4,8,2))"),
    op("compact_col_major", &[SHAPE, FIRST.maybe()], |x| compact(x, ops::compact_col_major)).help(
        "strides of the shape with mode 0 fastest, 0 for extents of 1",
        "compact_col_major((4,1,8))",
    ),
    op("compact_row_major", &[SHAPE, LAST.maybe()], |x| compact(x, ops::compact_row_major)).help(
        "strides of the shape with the last mode fastest, 0 for extents of 1",
        "compact_row_major((4,1,8))",
    ),
    op("compact_order", &[SHAPE, ORDER], compact_order)
        .help("the strides of make_ordered_layout", "compact_order((4,8,2), (1,0,2))"),
    op("make_basis_like", &[SHAPE], |x| {
        Ok(ops::make_identity_layout(&x.shape(0)?)?.stride().clone().into())
    })
    .help(
        "1@k in the place of leaf k: the strides of make_identity_layout",
        "make_basis_like((4,(2,3)))",
    ),
    op("common_refinement", &[SHAPE, SHAPE], answer!(ops::common_refinement, shape, shape)).help(
        "the coarsest shape with the coordinates of both",
        "common_refinement((4,(2,3)), ((2,2),6))",
    ),
    op("common_coarsening", &[SHAPE, SHAPE], answer!(ops::common_coarsening, shape, shape)).help(
        "the finest shape whose coordinates both have",
        "common_coarsening((4,(2,3)), ((2,2),6))",
    ),
    op(
        "greatest_common_domain",
        &[SHAPE, SHAPE],
        answer!(ops::greatest_common_domain, shape, shape),
    )
    .help(
        "the most coordinates of both shapes along which no mode crosses the end of \
         an extent of either",
        "greatest_common_domain((6,35), (15,14))",
    ),
    op("product_each", &[SHAPE], answer!(ops::product_each, shape))
        .help("get(R, i) = product(get(T, i))", "product_each(((2,3),5))"),
    op("product_like", &[SHAPE, GUIDE], answer!(ops::product_like, shape, shape)).help(
        "the product of what stands against each leaf of the guide",
        "product_like(((2,3),5), (0,0))",
    ),
    number("sum", &[TUPLE], answer!(ops::sum, tuple))
        .help("the sum of all leaves", "sum((4,(2,3)))"),
    number("max", &[TUPLE.more()], answer!(ops::max, tuples))
        .help("the greatest of all leaves", "max((4,(2,3)))"),
    number("min", &[TUPLE.more()], answer!(ops::min, tuples))
        .help("the least of all leaves", "min((4,(2,3)))"),
    number("gcd", &[TUPLE.more()], answer!(ops::gcd, tuples))
        .help("the greatest common divisor of all leaves", "gcd((12,(8,20)))"),
    number("lcm", &[TUPLE.more()], answer!(ops::lcm, tuples))
        .help("the least common multiple of all leaves", "lcm((4,(2,3)))"),
    relation!("lex_less", ops::lex_less, false, false)
        .help("a comes before b, the first leaf that differs decides", "lex_less((1,5), (2,3))"),
    relation!("lex_leq", ops::lex_less, true, true)
        .help("not lex_less(b, a)", "lex_leq((1,5), (1,5))"),
    relation!("lex_gtr", ops::lex_less, true, false)
        .help("lex_less(b, a)", "lex_gtr((1,5), (2,3))"),
    relation!("lex_geq", ops::lex_less, false, true)
        .help("not lex_less(a, b)", "lex_geq((1,5), (1,5))"),
    relation!("colex_less", ops::colex_less, false, false)
        .help("a comes before b, the last leaf that differs decides", "colex_less((1,5), (2,3))"),
    relation!("colex_leq", ops::colex_less, true, true)
        .help("not colex_less(b, a)", "colex_leq((1,5), (1,5))"),
    relation!("colex_gtr", ops::colex_less, true, false)
        .help("colex_less(b, a)", "colex_gtr((1,5), (2,3))"),
    relation!("colex_geq", ops::colex_less, false, true)
        .help("not colex_less(a, b)", "colex_geq((1,5), (1,5))"),
    relation!("elem_less", ops::elem_less, false, false)
        .help("aᵢ < bᵢ for every leaf", "elem_less((1,2), (4,8))"),
    relation!("elem_leq", ops::elem_less, true, true)
        .help("not elem_less(b, a)", "elem_leq((1,9), (4,8))"),
    relation!("elem_gtr", ops::elem_less, true, false)
        .help("elem_less(b, a)", "elem_gtr((5,9), (4,8))"),
    relation!("elem_geq", ops::elem_less, false, true)
        .help("not elem_less(a, b)", "elem_geq((5,7), (4,8))"),
];

/// A closure of each leaf of a tuple, or of the leaves of two.
fn transform(x: &Operands<'_>) -> Result<Applied, Failure> {
    let closure = closure(x)?;
    let of = x.tuple(0)?;
    let other = if x.len() == 3 { Some(x.tuple(1)?) } else { None };
    if let Some(other) = &other
        && !of.congruent(other)
    {
        let (left, right) = (of.to_string(), other.to_string());
        let error = Error::new("transform", ErrorKind::Mismatch { left, right });
        return Err(error.in_operand(1).into());
    }
    let (mut others, mut leaves) = (other.iter().flat_map(HTuple::leaves), Vec::new());
    for int in of.leaves() {
        let mut integers = vec![int.clone()];
        integers.extend(others.next().cloned());
        leaves.push(closure.of_integers("transform", &integers)?);
    }
    Ok(of.with_leaves(leaves).into())
}

/// A closure of an integer and each leaf of a tuple in turn.
fn fold(x: &Operands<'_>) -> Result<Applied, Failure> {
    let (closure, all) = (closure(x)?, x.tuple(0)?);
    let mut last = x.integer(1)?;
    for int in all.leaves() {
        last = closure.of_integers("fold", &[last, int.clone()])?;
    }
    Ok(last.into())
}

/// The strides of an ordered layout.
fn compact_order(x: &Operands<'_>) -> Result<Applied, Failure> {
    let outcome = ops::make_ordered_layout(&x.extents(0)?, &x.tuple(1)?)?;
    let (layout, objection) = (outcome.layout.stride().clone(), outcome.objection);
    x.outcome(ops::Outcome { layout, objection })
}

/// The last operand, a closure.
fn closure<'a>(x: &Operands<'a>) -> Result<&'a Closure, Failure> {
    let index = x.len() - 1;
    match &x.values[index] {
        Value::Closure(closure) => Ok(closure),
        _ => Err(Failure::Operand { index, expected: "a closure, such as `|a| a * 2`" }),
    }
}

/// Compact strides from operand 1 on, an integer or one for each mode.
fn compact(x: &Operands<'_>, compact: ops::Compact) -> Result<Applied, Failure> {
    let first = if x.len() > 1 { x.tuple(1)? } else { Int::ONE.into() };
    Ok(ops::compact_by_mode(&x.extents(0)?, &first, compact)?.into())
}
