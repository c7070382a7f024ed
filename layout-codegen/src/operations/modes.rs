//! Modes: rearranging what layouts and tuples have.
//!
//! Each takes a tuple or a layout, as in CuTe; the template
//! arguments of CuTe follow the others: `take<1,3>(L)` is `take(L, 1, 3)`.

use layout_algebra::ops::swizzled;
use layout_algebra::pattern::PatternOp;
use layout_algebra::{
    Error, ErrorKind, Function, HTuple, Int, Layout, ModePath, Nested, Terms, VectorLayout, ops,
};

use super::annotations::{Call, shape};
use super::operand::{COUNT, END, FIRST, GUIDE, LAYOUT, MODE, PROFILE, RANK, STEP};
use super::{
    Applied, Composed, Copies, Failure, NO_FUNCTIONS, Operands, Operation, bounds, mode_names, op,
    patterns, rearranging,
};
use crate::value::{TupleLeaf, Value};

/// The most leaves and tuples that an operation repeats something to.
const MAX_REPEATED: usize = 4096;

/// Applies an operation on modes to operand 0: a layout or a tuple.
macro_rules! nested {
    ($x:ident, |$of:ident| $result:expr) => {
        match $x.value(0) {
            Value::Layout($of) => Ok($result.into()),
            Value::Vectors($of) => Ok($result.into()),
            _ => {
                let $of = &atoms($x, 0)?;
                Ok($result.into())
            }
        }
    };
}

/// Applies an operation on modes to two operands: two layouts if one is.
macro_rules! nested_pair {
    ($x:ident, $i:expr, |$of:ident, $other:ident| $result:expr) => {
        match ($x.value(0), $x.value($i)) {
            (Value::Vectors(_), _) | (_, Value::Vectors(_)) => {
                let ($of, $other) = (&$x.vectors(0)?, &$x.vectors($i)?);
                Ok($result.into())
            }
            (Value::Layout(_), _) | (_, Value::Layout(_)) => {
                let ($of, $other) = (&$x.layout(0)?, &$x.layout($i)?);
                Ok($result.into())
            }
            _ => {
                let ($of, $other) = (&atoms($x, 0)?, &atoms($x, $i)?);
                Ok($result.into())
            }
        }
    };
}

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    rearranging("get", &[LAYOUT, MODE.any()], |x| match x.value(0) {
        Value::Layout(_) | Value::Vectors(_) => {
            let path = x.path()?;
            on_domain!(x, 0, |layout| ops::get(layout, &path))
        }
        Value::List(items) => item(x, items),
        _ => Ok(x.mode_of_shape()?.into()),
    })
    .called(mode_names::rearranged)
    .copies(Copies::OfOperand)
    .help(
        "mode i, and of that mode j, …; of a list, the item; −1 is the last",
        "get((4,(2,3)):(6,(3,1)), 1, 0)",
    )
    .bounded(bounds::mode),
    rearranging("take", &[LAYOUT, FIRST, END, STEP.maybe()], |x| {
        let (begin, end) = range(x)?;
        if x.len() < 4 {
            return nested!(x, |of| ops::take(of, begin, end)?);
        }
        let expected = "a number from 1 on";
        let step = natural(x, 3).ok().filter(|step| *step > 0);
        let step = step.ok_or(Failure::Operand { index: 3, expected })?;
        nested!(x, |of| {
            let range = ops::take(of, begin, end)?;
            let modes: Vec<usize> = (0..end - begin).step_by(step).collect();
            ops::select(&range, &modes)?
        })
    })
    .called(mode_names::rearranged)
    .help(
        "modes first, …, end−1; −1 ends after the last; with a step, each step-th of them",
        "take((4,8,2):(16,2,1), 1, 3)",
    )
    .bounded(bounds::rearranged)
    .at_any_mode(),
    rearranging("select", &[LAYOUT, MODE.more()], |x| {
        let modes = x.modes()?;
        nested!(x, |of| ops::select(of, &modes)?)
    })
    .called(mode_names::rearranged)
    .help("the named modes, in that order", "select((4,8,2):(16,2,1), 2, 0)")
    .bounded(bounds::rearranged)
    .at_any_mode(),
    rearranging("front", &[LAYOUT], |x| nested!(x, |of| ops::front(of)?))
        .called(mode_names::rearranged)
        .help("the first leaf", "front(((4,2),8):((8,32),1))")
        .bounded(bounds::rearranged),
    rearranging("back", &[LAYOUT], |x| nested!(x, |of| ops::back(of)?))
        .called(mode_names::rearranged)
        .help("the last leaf", "back((4,(2,8)):(16,(8,1)))")
        .bounded(bounds::rearranged),
    rearranging("insert", &[LAYOUT, MODE, LAYOUT], |x| {
        let at = natural(x, 1)?;
        nested_pair!(x, 2, |of, other| ops::insert(of, at, other)?)
    })
    .called(mode_names::rearranged)
    .refuses(&[(2, NO_FUNCTIONS)])
    .help("the modes with another before mode i", "insert((4,8):(8,1), 1, 2:32)")
    .at_any_mode()
    .bounded(bounds::carried),
    rearranging("remove", &[LAYOUT, MODE], |x| {
        let at = x.mode(1, &[], x.nesting().as_ref())?;
        nested!(x, |of| ops::remove(of, at)?)
    })
    .called(mode_names::rearranged)
    .help("the modes without mode i", "remove((4,8,2):(16,2,1), 1)")
    .bounded(bounds::rearranged)
    .at_any_mode(),
    rearranging("replace", &[LAYOUT, MODE, LAYOUT], |x| {
        let at = x.mode(1, &[], x.nesting().as_ref())?;
        nested_pair!(x, 2, |of, other| ops::replace(of, at, other)?)
    })
    .called(mode_names::rearranged)
    .refuses(&[(2, NO_FUNCTIONS)])
    .help("the modes with another in the place of mode i", "replace((4,8):(8,1), 0, 2:16)")
    .at_any_mode()
    .bounded(bounds::carried),
    rearranging("replace_front", &[LAYOUT, LAYOUT], |x| {
        nested_pair!(x, 1, |of, other| ops::replace_front(of, other)?)
    })
    .called(mode_names::rearranged)
    .refuses(&[(1, NO_FUNCTIONS)])
    .help("replace of mode 0", "replace_front((4,8):(8,1), 2:16)")
    .bounded(bounds::carried),
    rearranging("replace_back", &[LAYOUT, LAYOUT], |x| {
        nested_pair!(x, 1, |of, other| ops::replace_back(of, other)?)
    })
    .called(mode_names::rearranged)
    .refuses(&[(1, NO_FUNCTIONS)])
    .help("replace of the last mode", "replace_back((4,8):(8,1), 4:2)")
    .bounded(bounds::carried),
    rearranging("append", &[LAYOUT, LAYOUT.maybe(), RANK.maybe()], |x| match x.len() {
        1 => on_domain!(x, 0, |of| ops::append(of, &unit_like(of))),
        2 => nested_pair!(x, 1, |of, other| ops::append(of, other)?),
        _ => {
            let rank = count(x, 2, 1)?;
            nested_pair!(x, 1, |of, other| ops::append_to_rank(of, other, rank)
                .map_err(address_rank)?)
        }
    })
    .called(mode_names::rearranged)
    .refuses(&[(1, NO_FUNCTIONS)])
    .help(
        "take(R, 0, rank(T)) = T and the last mode is x; with a rank, x as often as \
         gives it",
        "append((4,8):(8,1), 2:32)",
    )
    .at_any_mode()
    .bounded(|call| bounds::repeated(call, &appended(call, false))),
    rearranging("prepend", &[LAYOUT, LAYOUT.maybe(), RANK.maybe()], |x| match x.len() {
        1 => on_domain!(x, 0, |of| ops::prepend(of, &unit_like(of))),
        2 => nested_pair!(x, 1, |of, other| ops::prepend(of, other)?),
        _ => {
            let rank = count(x, 2, 1)?;
            nested_pair!(x, 1, |of, other| ops::prepend_to_rank(of, other, rank)
                .map_err(address_rank)?)
        }
    })
    .called(mode_names::rearranged)
    .refuses(&[(1, NO_FUNCTIONS)])
    .help(
        "the first mode is x, and then the modes of T; with a rank, x as often as \
         gives it",
        "prepend((4,8):(8,1), 2:32)",
    )
    .at_any_mode()
    .bounded(|call| bounds::repeated(call, &appended(call, true))),
    rearranging("group", &[LAYOUT, FIRST, END], |x| {
        let (begin, end) = range(x)?;
        nested!(x, |of| ops::group(of, begin, end)?)
    })
    .called(mode_names::rearranged)
    .help("modes first, …, end−1 as one mode", "group((4,8,2):(16,2,1), 0, 2)")
    .bounded(bounds::rearranged)
    .at_any_mode(),
    op("zip", &[LAYOUT.more()], zip)
        .called(mode_names::rearranged)
        .help("get(R, i, j) = get(T, j, i)", "zip(((2,3),(5,7)))")
        .bounded(bounds::carried),
    rearranging("zip2_by", &[LAYOUT, GUIDE], |x| {
        let guide = guide(x, 1)?;
        nested!(x, |of| ops::zip2_by(of, &guide)?)
    })
    .called(mode_names::rearranged)
    .help(
        "first and second halves of the pairs in the places of the guide's leaves: \
         ((A,a),(B,b)) becomes ((A,B),(a,b))",
        "zip2_by(((2,3),(5,7),11), (0,0))",
    )
    .bounded(bounds::carried),
    rearranging("reverse", &[LAYOUT], |x| nested!(x, |of| ops::reverse(of)?))
        .called(mode_names::rearranged)
        .help("mode i is mode rank−1−i", "reverse((4,8):(8,1))")
        .bounded(bounds::rearranged)
        .at_any_mode(),
    rearranging("deep_reverse", &[LAYOUT], |x| nested!(x, |of| ops::deep_reverse(of)?))
        .called(mode_names::rearranged)
        .help("reverse on every level", "deep_reverse((4,(2,3)):(6,(3,1)))")
        .bounded(bounds::rearranged)
        .at_any_mode(),
    rearranging("transpose", &[LAYOUT], |x| on_domain!(x, 0, |of| ops::transpose(of)))
        .called(mode_names::rearranged)
        .help("R(j, i) = L(i, j)", "transpose((4,8):(8,1))")
        .bounded(bounds::rearranged)
        .at_mode(),
    op("repeat", &[LAYOUT, COUNT], |x| {
        if let Value::Text(_) = x.value(1) {
            return patterns::one(x, PatternOp::Repeat);
        }
        let count = count(x, 1, 0)?;
        nested!(x, |of| ops::repeat(of, count)?)
    })
    .composed(Composed::EachDomain)
    .called(patterns::names)
    .open()
    .note(
        "`count` times, or by einops' pattern with new axes: `repeat(L, \"h w -> h w c\", c = 3)`",
    )
    .copies(Copies::ByPattern)
    .help("(x, …, x), `count` times; x itself for count 1", "repeat(7, 3)")
    .bounded(|call| match call.operands.value(1) {
        Value::Text(_) => bounds::rearranged(call),
        _ => bounds::repeated(call, &copies(call)),
    }),
    rearranging("tuple_repeat", &[LAYOUT, COUNT], |x| {
        let count = count(x, 1, 0)?;
        nested!(x, |of| ops::tuple_repeat(of, count)?)
    })
    .help("(x, …, x), `count` times", "tuple_repeat(7, 1)")
    .bounded(|call| bounds::repeated(call, &copies(call))),
    op("repeat_like", &[GUIDE, LAYOUT], |x| {
        let profile = guide(x, 0)?;
        if nodes(x.value(0)).saturating_mul(nodes(x.value(1))) > MAX_REPEATED {
            return Err(too_many(1));
        }
        match x.value(1) {
            Value::Layout(layout) => Ok(ops::repeat_like(&profile, layout)?.into()),
            Value::Vectors(layout) => Ok(ops::repeat_like(&profile, layout)?.into()),
            _ => Ok(ops::repeat_like(&profile, &atoms(x, 1)?)?.into()),
        }
    })
    .composed(Composed::Domain(1))
    .help("x in the place of every leaf of the guide", "repeat_like((0,(0,0)), 7)")
    .bounded(|call| bounds::repeated(call, &copies_like(call))),
    rearranging("flatten", &[LAYOUT], |x| match x.value(0) {
        Value::Layout(_) | Value::Vectors(_) => {
            on_domain!(x, 0, |layout| Ok::<_, Error>(ops::flatten(layout)))
        }
        _ => {
            let leaves = x.tuple(0)?.leaves().into_iter().cloned().map(HTuple::Leaf).collect();
            Ok(match x.tuple(0)? {
                HTuple::Tuple(_) => HTuple::Tuple(leaves).into(),
                leaf => leaf.into(),
            })
        }
    })
    .called(mode_names::rearranged)
    .help("the same leaves on one level", "flatten((4,(2,3)):(6,(3,1)))")
    .bounded(bounds::rearranged)
    .at_any_mode(),
    rearranging("unflatten", &[LAYOUT, GUIDE], |x| {
        let profile = guide(x, 1)?;
        nested!(x, |of| ops::unflatten(of, &profile)?)
    })
    .called(mode_names::rearranged)
    .help("congruent(R, guide) and flatten(R) = T", "unflatten((4,2,3):(6,3,1), (_,(_,_)))")
    .bounded(bounds::rearranged)
    .at_any_mode(),
    rearranging("wrap", &[LAYOUT], |x| nested!(x, |of| ops::wrap(of)?))
        .called(mode_names::rearranged)
        .help("a leaf in a tuple of one; a tuple stays", "wrap(4:8)")
        .bounded(bounds::rearranged)
        .at_any_mode(),
    rearranging("unwrap", &[LAYOUT], |x| nested!(x, |of| ops::unwrap(of)))
        .called(mode_names::rearranged)
        .help("unwrap((x)) = unwrap(x); what is no tuple of one stays", "unwrap(((4:8)))")
        .bounded(bounds::rearranged)
        .at_any_mode(),
    rearranging("sort", &[LAYOUT], |x| on_domain!(x, 0, |of| ops::sort(of)))
        .called(mode_names::unmerged)
        .help("the same leaves by ascending stride", "sort((4,8):(8,1))")
        .at_mode()
        .bounded(bounds::carried),
    rearranging("coalesce", &[LAYOUT, PROFILE.maybe()], |x| match x.len() {
        1 => on_domain!(x, 0, |of| ops::coalesce(of)),
        _ => {
            let profile = x.profile(1)?;
            on_domain!(x, 0, |layout| ops::coalesce_by_mode(layout, &profile))
        }
    })
    .called(mode_names::coalesced)
    .help(
        "R(i) = L(i) with the fewest leaves; by a profile, mode by mode",
        "coalesce((2,(1,6)):(1,(7,2)))",
    )
    .bounded(bounds::rearranged)
    .at_mode(),
    rearranging("coalesce_z", &[LAYOUT], |x| on_domain!(x, 0, |of| ops::coalesce_z(of)))
        .called(mode_names::unmerged)
        .help("R(i) = L(i) for every i from 0 on, past the size, too", "coalesce_z((4,1):(1,0))")
        .at_mode()
        .bounded(bounds::carried),
    rearranging("filter", &[LAYOUT, PROFILE.maybe()], |x| match x.len() {
        1 => on_domain!(x, 0, |of| ops::filter(of)),
        _ => {
            let profile = x.profile(1)?;
            on_domain!(x, 0, |layout| ops::filter_by_mode(layout, &profile))
        }
    })
    .called(mode_names::unmerged)
    .help(
        "coalesce without leaves of stride 0: each offset that repeats once",
        "filter((4,8):(0,1))",
    )
    .at_mode()
    .bounded(bounds::filtered),
    rearranging("filter_zeros", &[LAYOUT, PROFILE.maybe()], |x| match (x.value(0), x.len()) {
        (Value::Int(_) | Value::Tuple(_), len) => {
            Ok(ops::filter_zeros_in(&x.tuple(0)?, &x.tuple(len - 1)?)?.into())
        }
        (_, 1) => on_domain!(x, 0, |of| ops::filter_zeros(of)),
        _ => {
            let profile = x.tuple(1)?;
            on_domain!(x, 0, |layout| ops::filter_zeros_by(layout, &profile))
        }
    })
    .called(mode_names::same)
    .help("extent 1 wherever the stride is 0", "filter_zeros((4,8):(0,1))")
    .at_mode()
    .bounded(bounds::restricted),
];

/// An item of a list, such as the layout of `local_tile`, which has its offset beside it.
fn item(x: &Operands<'_>, items: &[Value]) -> Result<Applied, Failure> {
    match *x.path()? {
        [] => Ok(x.value(0).clone().into()),
        [index] => items.get(index).cloned().map(Applied::from).ok_or_else(|| {
            let kind = ErrorKind::NoSuchMode {
                mode: index.to_string(),
                of: x.value(0).to_string(),
                rank: items.len(),
            };
            Error::new("get", kind).in_operand(1).into()
        }),
        _ => Err(Failure::Operand { index: 2, expected: "nothing, as the item has its own `get`" }),
    }
}

/// The layout of operand 0 with extents of 1 where it does not move, as `filter` takes it.
pub(super) fn moving(x: &Operands<'_>) -> Result<VectorLayout, Failure> {
    let of = match x.value(0) {
        Value::Composed(composed) => composed.domain()?.into(),
        _ => x.vectors(0)?,
    };
    Ok(ops::filter_zeros(&of)?)
}

/// The modes that `repeat` answers, each a copy of operand 0.
fn copies(call: &Call<'_>) -> Vec<ModePath> {
    let count = natural(&call.operands, 1).unwrap_or(0);
    match call.operation.name() {
        "repeat" if count == 1 => Vec::new(),
        _ => (0..count).map(|mode| ModePath::root().child(mode)).collect(),
    }
}

/// The leaves of the guide of `repeat_like`, each a copy of operand 1.
fn copies_like(call: &Call<'_>) -> Vec<ModePath> {
    let guide = guide(&call.operands, 0).ok();
    let leaves = guide.iter().flat_map(HTuple::leaf_paths);
    leaves.map(|(path, _)| path).collect()
}

/// The modes that `append` or `prepend` adds, each a copy of operand 1.
fn appended(call: &Call<'_>, in_front: bool) -> Vec<ModePath> {
    let of = [call.operands.value(0), call.result]
        .map(|value| shape(value).map_or(1, |shape| shape.rank()));
    let added = of[1].saturating_sub(of[0]);
    let first = if in_front { 0 } else { of[0] };
    (first..first + added).map(|mode| ModePath::root().child(mode)).collect()
}

/// `zip((a, b, …))` or `zip(a, b, …)`, which is of their `concat`.
fn zip(x: &Operands<'_>) -> Result<Applied, Failure> {
    if x.values.iter().any(|value| matches!(value, Value::Composed(_))) {
        let modes = (0..x.len()).map(|i| x.function(i)).collect::<Result<Vec<_>, _>>()?;
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
        return nested!(x, |of| ops::zip(of)?);
    }
    // Operand i is mode i of what is zipped.
    let address = |error: Error| match error.path().indices() {
        [operand, path @ ..] => {
            error.clone().in_operand(*operand).at_path(path.iter().copied().collect())
        }
        [] => error,
    };
    if x.values.iter().any(|value| matches!(value, Value::Layout(_) | Value::Vectors(_))) {
        let modes = (0..x.len()).map(|i| x.vectors(i)).collect::<Result<_, _>>()?;
        return Ok(ops::zip(&VectorLayout::of_modes(modes)?).map_err(address)?.into());
    }
    let modes = (0..x.len()).map(|i| atoms(x, i)).collect::<Result<_, _>>()?;
    Ok(ops::zip(&HTuple::Tuple(modes)).map_err(address)?.into())
}

/// An operand as a tuple of anything.
fn atoms(x: &Operands<'_>, index: usize) -> Result<HTuple<TupleLeaf>, Failure> {
    match x.value(index) {
        Value::Int(int) => Ok(HTuple::Leaf(TupleLeaf::Int(int.clone()))),
        Value::Tuple(tuple) => Ok(tuple.clone()),
        _ => Err(Failure::Operand { index, expected: "a layout or a tuple" }),
    }
}

/// An operand whose nesting alone counts, also that of a layout.
fn guide(x: &Operands<'_>, index: usize) -> Result<HTuple<TupleLeaf>, Failure> {
    match x.value(index) {
        Value::Layout(layout) => Ok(layout.shape().map(&mut |_| TupleLeaf::All)),
        Value::Vectors(layout) => Ok(layout.shape().map(&mut |_| TupleLeaf::All)),
        Value::Composed(layout) => Ok(layout.shape()?.map(&mut |_| TupleLeaf::All)),
        _ => atoms(x, index),
    }
}

/// An operand that counts, from 0.
fn natural(x: &Operands<'_>, index: usize) -> Result<usize, Failure> {
    let known = x.value(index).as_int().and_then(Int::known);
    let number = known.and_then(|int| usize::try_from(int).ok());
    number.ok_or(Failure::Operand { index, expected: "a number from 0 on" })
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
            _ => atoms(x, 0)?.rank(),
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

/// The layout of one coordinate, with strides like those of another.
fn unit_like<D: Terms>(_: &Layout<D>) -> Layout<D> {
    Layout::lifted(&Layout::unit())
}

/// A rank that is too small is the fault of the rank.
fn address_rank(error: Error) -> Error {
    error.in_operand(2)
}

impl From<HTuple<TupleLeaf>> for Value {
    fn from(tuple: HTuple<TupleLeaf>) -> Self {
        match tuple {
            HTuple::Leaf(TupleLeaf::Int(int)) => Value::Int(int),
            tuple => Value::Tuple(tuple),
        }
    }
}
