//! Modes: rearranging what layouts and tuples have.
//!
//! Each takes a tuple or a layout, as in CuTe; the template
//! arguments of CuTe follow the others: `take<1,3>(L)` is `take(L, 1, 3)`.

use std::ops::Range;

use layout_algebra::bounds::{Attached, Bounds};
use layout_algebra::ops::swizzled;
use layout_algebra::pattern::PatternOp;
use layout_algebra::{
    CollectVec, Error, ErrorAddress, Function, HTuple, Int, IntTuple, Layout, ModePath, Nested,
    Terms, VectorLayout, ops,
};

use super::annotations::shape;
use super::bounds::layout_in;
use super::operand::{COUNT, END, FIRST, GUIDE, LAYOUT, MODE, Operand, PROFILE, RANK, STEP};
use super::operands::{Applied, Operands, no_such_mode};
use super::row::{Apply, Call, Composed, Copies, NO_FUNCTIONS, Operation, op, rearranging};
use super::{bounds, mode_names, patterns};
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::Value;

/// The most leaves and tuples that an operation repeats something to.
const MAX_REPEATED: usize = 4096;

/// An operation that rearranges the modes of its first operand: names and bounds go with them.
const fn on_modes(name: &'static str, operands: &'static [Operand], apply: Apply) -> Operation {
    rearranging(name, operands, apply)
        .mode_names(mode_names::rearranged)
        .bounded(bounds::rearranged)
}

/// The function of a row that adds a mode, or as many as give a rank.
macro_rules! extended {
    ($op:path, $to_rank:path) => {
        |x| match x.len() {
            1 => on_domain!(x, 0, of => $op(of, &unit_like(of))),
            2 => nested_pair!(x, 1, $op),
            _ => {
                let rank = count(x, 2, 1)?;
                nested_pair!(x, 1, of, other => $to_rank(of, other, rank).in_operand(2)?)
            }
        }
    };
}

/// The function of a row that acts on the whole layout, or on each mode of a profile.
macro_rules! by_profile {
    ($op:path, $by_mode:path) => {
        |x| match x.len() {
            1 => on_domain!(x, 0, $op),
            _ => {
                let profile = x.profile(1)?;
                on_domain!(x, 0, layout => $by_mode(layout, &profile))
            }
        }
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    on_modes("get", &[LAYOUT, MODE.any()], get)
        .copies(Copies::OfOperand)
        .help(
            "mode i, and of that mode j, …; of a list, the item; −1 is the last",
            "get((4,(2,3)):(6,(3,1)), 1, 0)",
        )
        .bounded(mode_bounds),
    on_modes("take", &[LAYOUT, FIRST, END, STEP.maybe()], take)
        .help(
            "modes first, …, end−1; −1 ends after the last; with a step, each step-th of them",
            "take((4,8,2):(16,2,1), 1, 3)",
        )
        .at_any_mode(),
    on_modes("select", &[LAYOUT, MODE.more()], applied!(nested, ops::select, modes))
        .help("the named modes, in that order", "select((4,8,2):(16,2,1), 2, 0)")
        .at_any_mode(),
    on_modes("front", &[LAYOUT], applied!(nested, ops::front))
        .help("the first leaf", "front(((4,2),8):((8,32),1))"),
    on_modes("back", &[LAYOUT], applied!(nested, ops::back))
        .help("the last leaf", "back((4,(2,8)):(16,(8,1)))"),
    on_modes("insert", &[LAYOUT, MODE, LAYOUT], insert)
        .refuses(&[(2, NO_FUNCTIONS)])
        .help("the modes with another before mode i", "insert((4,8):(8,1), 1, 2:32)")
        .at_any_mode()
        .bounded(bounds::carried),
    on_modes("remove", &[LAYOUT, MODE], remove)
        .help("the modes without mode i", "remove((4,8,2):(16,2,1), 1)")
        .at_any_mode(),
    on_modes("replace", &[LAYOUT, MODE, LAYOUT], replace)
        .refuses(&[(2, NO_FUNCTIONS)])
        .help("the modes with another in the place of mode i", "replace((4,8):(8,1), 0, 2:16)")
        .at_any_mode()
        .bounded(bounds::carried),
    on_modes("replace_front", &[LAYOUT, LAYOUT], |x| nested_pair!(x, 1, ops::replace_front))
        .refuses(&[(1, NO_FUNCTIONS)])
        .help("replace of mode 0", "replace_front((4,8):(8,1), 2:16)")
        .bounded(bounds::carried),
    on_modes("replace_back", &[LAYOUT, LAYOUT], |x| nested_pair!(x, 1, ops::replace_back))
        .refuses(&[(1, NO_FUNCTIONS)])
        .help("replace of the last mode", "replace_back((4,8):(8,1), 4:2)")
        .bounded(bounds::carried),
    on_modes(
        "append",
        &[LAYOUT, LAYOUT.maybe(), RANK.maybe()],
        extended!(ops::append, ops::append_to_rank),
    )
    .refuses(&[(1, NO_FUNCTIONS)])
    .help(
        "take(R, 0, rank(T)) = T and the last mode is x; with a rank, x as often as gives it",
        "append((4,8):(8,1), 2:32)",
    )
    .at_any_mode()
    .bounded(append_bounds),
    on_modes(
        "prepend",
        &[LAYOUT, LAYOUT.maybe(), RANK.maybe()],
        extended!(ops::prepend, ops::prepend_to_rank),
    )
    .refuses(&[(1, NO_FUNCTIONS)])
    .help(
        "the first mode is x, and then the modes of T; with a rank, x as often as gives it",
        "prepend((4,8):(8,1), 2:32)",
    )
    .at_any_mode()
    .bounded(prepend_bounds),
    on_modes("group", &[LAYOUT, FIRST, END], group)
        .help("modes first, …, end−1 as one mode", "group((4,8,2):(16,2,1), 0, 2)")
        .at_any_mode(),
    op("zip", &[LAYOUT.more()], zip)
        .mode_names(mode_names::rearranged)
        .help("get(R, i, j) = get(T, j, i)", "zip(((2,3),(5,7)))")
        .bounded(bounds::carried),
    on_modes("zip2_by", &[LAYOUT, GUIDE], applied!(nested, ops::zip2_by, guide))
        .help(
            "first and second halves of the pairs in the places of the guide's leaves: \
             ((A,a),(B,b)) becomes ((A,B),(a,b))",
            "zip2_by(((2,3),(5,7),11), (0,0))",
        )
        .bounded(bounds::carried),
    on_modes("reverse", &[LAYOUT], applied!(nested, ops::reverse))
        .help("mode i is mode rank−1−i", "reverse((4,8):(8,1))")
        .at_any_mode(),
    on_modes("deep_reverse", &[LAYOUT], applied!(nested, ops::deep_reverse))
        .help("reverse on every level", "deep_reverse((4,(2,3)):(6,(3,1)))")
        .at_any_mode(),
    on_modes("transpose", &[LAYOUT], applied!(on_domain, ops::transpose))
        .help("R(j, i) = L(i, j)", "transpose((4,8):(8,1))")
        .at_mode(),
    op("repeat", &[LAYOUT, COUNT], repeat)
        .by_pattern(PatternOp::Repeat)
        .composed(Composed::EachDomain)
        .mode_names(patterns::names)
        .open()
        .note(
            "`count` times, or by einops' pattern with new axes: `repeat(L, \"h w -> h w c\", c = 3)`",
        )
        .copies(Copies::ByPattern)
        .help("(x, …, x), `count` times; x itself for count 1", "repeat(7, 3)")
        .bounded(repeat_bounds),
    rearranging("tuple_repeat", &[LAYOUT, COUNT], tuple_repeat)
        .help("(x, …, x), `count` times", "tuple_repeat(7, 1)")
        .bounded(tuple_repeat_bounds),
    op("repeat_like", &[GUIDE, LAYOUT], repeat_like)
        .composed(Composed::Domain(1))
        .help("x in the place of every leaf of the guide", "repeat_like((0,(0,0)), 7)")
        .bounded(repeat_like_bounds),
    on_modes("flatten", &[LAYOUT], |x| match x.value(0).is_layout() {
        true => on_domain!(x, 0, layout => Ok::<_, Error>(ops::flatten(layout))),
        false => Ok(flat(&x.tuple(0)?).into()),
    })
    .help("the same leaves on one level", "flatten((4,(2,3)):(6,(3,1)))")
    .at_any_mode(),
    on_modes("unflatten", &[LAYOUT, GUIDE], applied!(nested, ops::unflatten, guide))
        .help("congruent(R, guide) and flatten(R) = T", "unflatten((4,2,3):(6,3,1), (_,(_,_)))")
        .at_any_mode(),
    on_modes("wrap", &[LAYOUT], applied!(nested, ops::wrap))
        .help("a leaf in a tuple of one; a tuple stays", "wrap(4:8)")
        .at_any_mode(),
    on_modes("unwrap", &[LAYOUT], |x| nested!(x, 0, of => ops::unwrap(of)))
        .help("unwrap((x)) = unwrap(x); what is no tuple of one stays", "unwrap(((4:8)))")
        .at_any_mode(),
    on_modes("sort", &[LAYOUT], applied!(on_domain, ops::sort))
        .mode_names(mode_names::unmerged)
        .help("the same leaves by ascending stride", "sort((4,8):(8,1))")
        .at_mode()
        .bounded(bounds::carried),
    on_modes("coalesce", &[LAYOUT, PROFILE.maybe()], by_profile!(ops::coalesce, ops::coalesce_by_mode))
        .mode_names(coalesce_names)
        .help(
            "R(i) = L(i) with the fewest leaves; by a profile, mode by mode",
            "coalesce((2,(1,6)):(1,(7,2)))",
        )
        .at_mode(),
    on_modes("coalesce_z", &[LAYOUT], applied!(on_domain, ops::coalesce_z))
        .mode_names(mode_names::unmerged)
        .help("R(i) = L(i) for every i from 0 on, past the size, too", "coalesce_z((4,1):(1,0))")
        .at_mode()
        .bounded(bounds::carried),
    on_modes("filter", &[LAYOUT, PROFILE.maybe()], by_profile!(ops::filter, ops::filter_by_mode))
        .mode_names(mode_names::unmerged)
        .help(
            "coalesce without leaves of stride 0: each offset that repeats once",
            "filter((4,8):(0,1))",
        )
        .at_mode()
        .bounded(filter_bounds),
    on_modes("filter_zeros", &[LAYOUT, PROFILE.maybe()], filter_zeros)
        .mode_names(mode_names::same)
        .help("extent 1 wherever the stride is 0", "filter_zeros((4,8):(0,1))")
        .at_mode()
        .bounded(bounds::restricted),
];

/// A mode of a layout or of a tuple, or an item of a list.
fn get(x: &Operands<'_>) -> Result<Applied, Failure> {
    match x.value(0) {
        of if of.is_layout() => {
            let path = x.path()?;
            on_domain!(x, 0, layout => ops::get(layout, &path))
        }
        Value::List(items) => item(x, items),
        _ => Ok(x.mode_of_shape()?.into()),
    }
}

/// A range of modes, or with a step some of them.
fn take(x: &Operands<'_>) -> Result<Applied, Failure> {
    let (begin, end) = range(x)?;
    if x.len() < 4 {
        return nested!(x, 0, of => ops::take(of, begin, end)?);
    }
    let expected = "a number from 1 on";
    let Ok(step @ 1..) = natural(x, 3) else {
        return Err(Failure::Operand { index: 3, expected });
    };
    nested!(x, 0, of => {
        let range = ops::take(of, begin, end)?;
        let modes: Vec<usize> = (0..end - begin).step_by(step).collect_vec();
        ops::select(&range, &modes)?
    })
}

/// The modes with another before one.
fn insert(x: &Operands<'_>) -> Result<Applied, Failure> {
    let at = natural(x, 1)?;
    nested_pair!(x, 2, of, other => ops::insert(of, at, other)?)
}

/// The modes without one.
fn remove(x: &Operands<'_>) -> Result<Applied, Failure> {
    let at = x.mode(1, &[], x.nesting().as_ref())?;
    nested!(x, 0, of => ops::remove(of, at)?)
}

/// The modes with another in the place of one.
fn replace(x: &Operands<'_>) -> Result<Applied, Failure> {
    let at = x.mode(1, &[], x.nesting().as_ref())?;
    nested_pair!(x, 2, of, other => ops::replace(of, at, other)?)
}

/// The modes with a range of them as one.
fn group(x: &Operands<'_>) -> Result<Applied, Failure> {
    let (begin, end) = range(x)?;
    nested!(x, 0, of => ops::group(of, begin, end)?)
}

/// A layout or tuple several times, or with new axes by a pattern.
fn repeat(x: &Operands<'_>) -> Result<Applied, Failure> {
    if let Value::Text(_) = x.value(1) {
        return patterns::one(x, PatternOp::Repeat);
    }
    let count = count(x, 1, 0)?;
    nested!(x, 0, of => ops::repeat(of, count)?)
}

/// A layout or tuple several times, also once in a tuple.
fn tuple_repeat(x: &Operands<'_>) -> Result<Applied, Failure> {
    let count = count(x, 1, 0)?;
    nested!(x, 0, of => ops::tuple_repeat(of, count)?)
}

/// A layout or tuple in the place of every leaf of a guide.
fn repeat_like(x: &Operands<'_>) -> Result<Applied, Failure> {
    let profile = x.guide(0)?;
    if nodes(x.value(0)).saturating_mul(nodes(x.value(1))) > MAX_REPEATED {
        return Err(too_many(1));
    }
    nested!(x, 1, of => ops::repeat_like(&profile, of)?)
}

/// Extents of 1 where strides are 0, those of the layout or of a profile.
fn filter_zeros(x: &Operands<'_>) -> Result<Applied, Failure> {
    match (x.value(0), x.len()) {
        (Value::Int(_) | Value::Tuple(_), len) => {
            Ok(ops::filter_zeros_in(&x.tuple(0)?, &x.tuple(len - 1)?)?.into())
        }
        (_, 1) => on_domain!(x, 0, ops::filter_zeros),
        _ => {
            let profile = x.tuple(1)?;
            on_domain!(x, 0, layout => ops::filter_zeros_by(layout, &profile))
        }
    }
}

/// The same leaves of a tuple on one level.
fn flat(tuple: &IntTuple) -> IntTuple {
    match tuple {
        HTuple::Tuple(_) => {
            HTuple::Tuple(tuple.leaves().into_iter().cloned().map(HTuple::Leaf).collect_vec())
        }
        leaf => leaf.clone(),
    }
}

/// An item of a list, such as the layout of `local_tile`, which has its offset beside it.
fn item(x: &Operands<'_>, items: &[Value]) -> Result<Applied, Failure> {
    match *x.path()? {
        [] => Ok(x.value(0).clone().into()),
        [index] => match items.get(index) {
            Some(item) => Ok(item.clone().into()),
            None => Err(no_such_mode(index, x.value(0), items.len()).in_operand(1).into()),
        },
        _ => Err(Failure::Operand { index: 2, expected: "nothing, as the item has its own `get`" }),
    }
}

/// Bounds of the modes that `repeat` answers, each a copy of operand 0, or of the result of a pattern.
fn repeat_bounds(call: &Call<'_>) -> Option<Bounds> {
    match (call.operands.value(1), natural(&call.operands, 1)) {
        (Value::Text(_), _) => bounds::rearranged(call),
        // One copy is the operand itself.
        (_, Ok(1)) => bounds::repeated(call, &[]),
        _ => tuple_repeat_bounds(call),
    }
}

/// Bounds of modes each of which is a copy of operand 0.
fn tuple_repeat_bounds(call: &Call<'_>) -> Option<Bounds> {
    let count = natural(&call.operands, 1).unwrap_or(0);
    bounds::repeated(call, &modes(0..count))
}

/// Bounds of a result in which each leaf of a guide is a copy of operand 1.
fn repeat_like_bounds(call: &Call<'_>) -> Option<Bounds> {
    let mut copies = Vec::new();
    if let Ok(guide) = call.operands.guide(0) {
        copies.extend(guide.leaf_paths().into_iter().map(|(path, _)| path));
    }
    bounds::repeated(call, &copies)
}

/// Bounds of a result whose last modes are copies of operand 1.
fn append_bounds(call: &Call<'_>) -> Option<Bounds> {
    bounds::repeated(call, &modes(rank_of(call.operands.value(0))..rank_of(call.result)))
}

/// Bounds of a result whose first modes are copies of operand 1.
fn prepend_bounds(call: &Call<'_>) -> Option<Bounds> {
    let added = rank_of(call.result).saturating_sub(rank_of(call.operands.value(0)));
    bounds::repeated(call, &modes(0..added))
}

/// The paths of modes, by their numbers.
fn modes(numbers: Range<usize>) -> Vec<ModePath> {
    numbers.map(|mode| ModePath::from([mode])).collect_vec()
}

fn rank_of(value: &Value) -> usize {
    shape(value).as_ref().map_or(1, HTuple::rank)
}

/// `zip((a, b, …))` or `zip(a, b, …)`, which is of their `concat`.
fn zip(x: &Operands<'_>) -> Result<Applied, Failure> {
    if x.has_composed() {
        let modes = x.each(0.., Operands::function)?;
        let whole = match modes.as_slice() {
            [one] => one.clone(),
            several => swizzled::concat(several)?,
        };
        return match whole {
            Function::Composed(of) => Ok(of.with_domain(ops::zip(of.domain()?)?)?.into()),
            Function::Layout(of) => Ok(ops::zip(&of)?.into()),
            Function::Swizzle(_) => Err(Failure::Operand { index: 0, expected: "a layout" }),
        };
    }
    if x.len() == 1 {
        return nested!(x, 0, ops::zip);
    }
    if x.values.iter().any(Value::is_layout) {
        let modes = x.each(0.., Operands::vectors)?;
        return Ok(ops::zip(&VectorLayout::of_modes(modes)?).map_err(in_operand_of_mode)?.into());
    }
    let modes = x.each(0.., Operands::atoms)?;
    Ok(ops::zip(&HTuple::Tuple(modes)).map_err(in_operand_of_mode)?.into())
}

/// An operand that counts, from 0.
fn natural(x: &Operands<'_>, index: usize) -> Result<usize, Failure> {
    let known = x.value(index).as_int().and_then(Int::known);
    let number = known.unwrap_or(-1).try_into();
    number.or(Err(Failure::Operand { index, expected: "a number from 0 on" }))
}

/// A count of repetitions of operand `repeated`.
fn count(x: &Operands<'_>, index: usize, repeated: usize) -> Result<usize, Failure> {
    let count = natural(x, index)?;
    if count.saturating_mul(nodes(x.value(repeated))) > MAX_REPEATED {
        return Err(too_many(index));
    }
    Ok(count)
}

/// The leaves and the tuples of a value.
fn nodes(value: &Value) -> usize {
    fn of<T>(tuple: &HTuple<T>) -> usize {
        match tuple {
            HTuple::Leaf(_) => 1,
            HTuple::Tuple(modes) => 1 + modes.iter().map(of).sum::<usize>(),
        }
    }
    match value {
        Value::Layout(layout) => of(layout.shape()),
        Value::Vectors(layout) => of(layout.shape()),
        Value::Tuple(tuple) => of(tuple),
        _ => 1,
    }
}

fn too_many(index: usize) -> Failure {
    Failure::Operand { index, expected: "fewer repetitions: at most 4096 leaves and tuples" }
}

/// Operands 1 and 2 as a range of modes, which `-1` ends after the last.
fn range(x: &Operands<'_>) -> Result<(usize, usize), Failure> {
    let end = match x.value(2).as_int() {
        Some(end) if *end == Int::new(-1) => match x.value(0) {
            Value::Layout(layout) => layout.rank(),
            Value::Vectors(layout) => layout.rank(),
            _ => x.atoms(0)?.rank(),
        },
        _ => natural(x, 2)?,
    };
    // A place to begin at is none of a mode: it may be after the last.
    let begin = match natural(x, 1) {
        Ok(begin) => begin,
        Err(_) => x.mode(1, &[], x.nesting().as_ref())?,
    };
    Ok((begin, end))
}

/// An error of modes that are operands, mode i operand i.
fn in_operand_of_mode(error: Error) -> Error {
    match error.path().indices() {
        [operand, path @ ..] => error.clone().in_operand(*operand).at_path(path.into()),
        [] => error,
    }
}

/// The layout of one coordinate, with strides like those of another.
fn unit_like<D: Terms>(_: &Layout<D>) -> Layout<D> {
    Layout::lifted(&Layout::unit())
}

/// Bounds of a result without some leaves of stride 0, each taken at its first coordinate.
fn filter_bounds(call: &Call<'_>) -> Option<Bounds> {
    let of = call.unpadded(0)?;
    // With extents of 1 where the layout does not move, as `filter` takes it.
    let moving = ops::filter_zeros(&layout_in(call.operands.value(0))?).ok()?;
    let mut attached = Attached::new();
    let mut values = call.operands.values.to_vec();
    values[0] = Value::Vectors(attached.layout(&moving, &of.restricted(moving.shape()))?);
    let answer = layout_in(&call.again(&values)?)?;
    Some(attached.bounds(&answer, &layout_in(call.result)?))
}

/// Bounds of a mode, or of an item of a list, whose bounds are those of its first item.
fn mode_bounds(call: &Call<'_>) -> Option<Bounds> {
    match call.operands.value(0) {
        Value::List(_) => {
            let path = call.operands.path().ok()?;
            if path == [0] { call.only(0).cloned() } else { None }
        }
        _ => bounds::rearranged(call),
    }
}

/// Names of the result of `coalesce`, which keeps the modes of a profile.
fn coalesce_names(call: &Call<'_>) -> ModeNames {
    match call.operands.len() {
        1 => mode_names::unmerged(call),
        _ => match call.operands.profile(1) {
            Ok(profile) => call.of[0].names.clone().within(&profile),
            Err(_) => ModeNames::NONE,
        },
    }
}
