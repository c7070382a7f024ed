//! Modes by name and by pattern: einops and `einsum` as layouts, names, and layouts over the modes of others.

use layout_algebra::pattern::{Pattern, PatternOp, Size, Space};
use layout_algebra::{CollectVec, Function, HTuple, Layout, ModePath, VectorLayout};

use super::bounds;
use super::operand::{LAYOUT, MODE, NAME, PATTERN, SHAPE, SIZES};
use super::operands::{Applied, Operands, no_such_mode};
use super::row::{Call, Composed, Copies, Operation, number, op, rearranging};
use crate::failure::Failure;
use crate::mode_names::{Misaligned, ModeNames, Named, align, is_name};
use crate::value::{Annotations, TupleLeaf, Value};

/// The operations of this group, the most used first.
pub(super) const TABLE: &[Operation] = &[
    op("rearrange", &[LAYOUT, PATTERN, SIZES.maybe()], |x| one(x, PatternOp::Rearrange))
        .by_pattern(PatternOp::Rearrange)
        .composed(Composed::EachDomain)
        .mode_names(names)
        .note("einops' pattern, with the sizes of axes: `rearrange(L, \"b (h d) -> h b d\", h = 8)`")
        .help(
            "the modes of L in another order, split and grouped; the last axis of a group is the fastest",
            "rearrange((2,32):(32,1), \"b (h d) -> h b d\", h = 4)",
        )
        .bounded(bounds::rearranged),
    op("reduce", &[LAYOUT, PATTERN, SIZES.maybe()], |x| one(x, PatternOp::Reduce))
        .by_pattern(PatternOp::Reduce)
        .composed(Composed::EachDomain)
        .mode_names(names)
        .note("a pattern whose result lacks axes")
        .help(
            "the axes that the result lacks as mode 0, and after it the modes of the result",
            "reduce((4,6):(6,1), \"(y p) x -> y x\", p = 2)",
        )
        .bounded(bounds::rearranged),
    op("einsum", &[PATTERN, LAYOUT.more()], einsum)
        .by_pattern(PatternOp::Einsum)
        .composed(Composed::EachDomain)
        .mode_names(names)
        .note("a pattern and a layout for each of its operands, and one for the result or none; the pattern may come last")
        .copies(Copies::Some)
    .help(
            "for each operand its layout over one index space: the axes that the result lacks as mode 0, and \
             after it those of the result; an operand has stride 0 along what it lacks",
            "einsum(\"ik,kj->ij\", (4,8):(8,1), (8,6):(6,1))",
        )
        .bounded(bounds::joint),
    op("rename", &[LAYOUT, NAME.more()], |x| match x.value(0) {
        value if value.is_layout() => Ok(value.clone().into()),
        _ => Ok(x.layout(0)?.into()),
    })
    .note("the new names in the order of the modes, or `old = new`")
    .help(
        "L, whose modes are called so; `_` leaves a mode as it is",
        "rename((4,8):(8,1), row, col)",
    )
    .bounded(bounds::kept),
    number("axis", &[LAYOUT, MODE], axis)
        .help("the number of a mode, as libraries of arrays count axes", "axis((row: 4, col: 8):(8,1), col)"),
    rearranging("align_as", &[LAYOUT, SHAPE], |x| {
        Ok(placed(x, "align_as")?.into())
    })
        .note("modes are matched by name")
        .copies(Copies::Some)
    .help(
            "L over the modes of B: in their order, with stride 0 along those that L lacks",
            "align_as((row: 4, col: 8):(8,1), (col: 8, row: 4, k: 2):(1,8,32))",
        )
        .bounded(bounds::rearranged),
    rearranging("fold_as", &[LAYOUT, SHAPE], |x| {
        let modes = placed(x, "fold_as")?.modes();
        let unit = Layout::lifted(&Layout::unit());
        Ok(Layout::from_modes(&[vec![unit], modes].concat())?.into())
    })
    .note("modes are matched by name")
    .copies(Copies::Some)
    .help(
        "the modes of L that B lacks as mode 0, and after it L over the modes of B",
        "fold_as((row: 4, col: 8):(8,1), (row: 4):(1))",
    )
    .bounded(bounds::rearranged),
];

/// The number of a mode, which is one of the layout.
fn axis(x: &Operands<'_>) -> Result<Applied, Failure> {
    let nesting = x.nesting();
    let (mode, rank) =
        (x.mode(1, &[], nesting.as_ref())?, nesting.as_ref().map_or(1, HTuple::rank));
    if mode >= rank {
        return Err(no_such_mode(mode, x.value(0), rank).in_op("axis").in_operand(1).into());
    }
    Ok(Value::from(mode).into())
}

/// A call with a pattern: its operands, taken apart.
struct Patterned {
    /// The number of the operand that is the pattern.
    index: usize,
    pattern: Pattern,
    /// The layouts, or the domains of composed ones; their annotations are at these numbers.
    layouts: Vec<Layout>,
    operands: Vec<usize>,
    sizes: Vec<(String, layout_algebra::Int)>,
}

impl Patterned {
    fn of(x: &Operands<'_>) -> Result<Self, Failure> {
        let (mut text, mut sizes) = (None, Vec::new());
        for (index, value) in x.values.iter().enumerate() {
            match value {
                Value::Text(of) if text.is_none() => text = Some((index, of)),
                Value::Sizes(of) => sizes.extend(of.clone()),
                _ => {}
            }
        }
        let expected = "a pattern of axes in quotes, as `\"b h -> h b\"`";
        let (index, text) = text.ok_or(Failure::Operand { index: 1.min(x.len() - 1), expected })?;
        let refused = |error| Failure::Pattern { index, error: Box::new(error) };
        let pattern: Pattern = text.parse().map_err(refused)?;
        let mut of = Patterned { index, pattern, layouts: Vec::new(), operands: Vec::new(), sizes };
        for (operand, value) in x.values.iter().enumerate() {
            let layout = match value {
                Value::Sizes(_) => continue,
                Value::Text(_) if operand == index => continue,
                // An array in C order, as einops has it.
                Value::Tuple(HTuple::Leaf(TupleLeaf::All)) => {
                    of.pattern.array(&of.given()).map_err(refused)?
                }
                _ => match x.function(operand)? {
                    Function::Layout(layout) => layout,
                    Function::Composed(composed) => composed.domain()?.clone(),
                    Function::Swizzle(_) => {
                        return Err(Failure::NoLayout { index: operand });
                    }
                },
            };
            of.layouts.push(layout);
            of.operands.push(operand);
        }
        Ok(of)
    }

    fn given(&self) -> Vec<Size<'_>> {
        self.sizes.iter().map(|(name, size)| (name.as_str(), size.clone())).collect_vec()
    }

    fn space(&self, op: PatternOp) -> Result<Space, Failure> {
        let space = self.pattern.apply(op, &self.layouts, &self.given());
        space.map_err(|error| Failure::Pattern { index: self.index, error: Box::new(error) })
    }

    /// The names of the axes of a space, and of the modes within them.
    fn names(&self, space: &Space, call: &Call<'_>) -> ModeNames {
        let mut named: Vec<(ModePath, String)> = Vec::new();
        for axis in &space.axes {
            let (mut whole, mut inside) = ("", ModeNames::NONE);
            if let Some((operand, mode)) = axis.source
                && let Some(Annotations { names, .. }) = call.of.get(self.operands[operand])
            {
                (whole, inside) = (names.of(&[mode]).unwrap_or_default(), names.part(mode));
            }
            let name = match &axis.name {
                Some(name) if is_name(name) => Some(name.as_str()),
                _ if whole.is_empty() => None,
                _ => Some(whole),
            };
            if let Some(name) = name {
                named.push((axis.path.clone(), name.to_owned()));
            }
            for (path, inner) in inside.inside(&[]) {
                let short = inner.strip_prefix(whole).and_then(|it| it.strip_prefix('.'));
                let text = match (name, short) {
                    (Some(name), Some(short)) => format!("{name}.{short}"),
                    (Some(name), None) if whole.is_empty() => format!("{name}.{inner}"),
                    _ => inner.to_owned(),
                };
                let path = axis.path.indices().iter().chain(path).copied().collect();
                named.push((path, text));
            }
        }
        ModeNames::new(named)
    }
}

/// The operation of one layout.
pub(super) fn one(x: &Operands<'_>, used: PatternOp) -> Result<Applied, Failure> {
    let over = Patterned::of(x)?.space(used)?.layouts;
    Ok(over.into_iter().next().unwrap_or_else(Layout::unit).into())
}

/// Names of the modes of a result: as in the pattern, and in `...` as before.
pub(super) fn names(call: &Call<'_>) -> ModeNames {
    if let Some(used) = call.operation.pattern()
        && let Ok(of) = Patterned::of(&call.operands)
        && let Ok(space) = of.space(used)
    {
        return of.names(&space, call);
    }
    ModeNames::NONE
}

fn einsum(x: &Operands<'_>) -> Result<Applied, Failure> {
    let over = Patterned::of(x)?.space(PatternOp::Einsum)?.layouts;
    Ok(Value::List(over.into_iter().map(Value::from).collect_vec()).into())
}

/// `align_as` of modes without names: mode i is mode i.
fn placed(x: &Operands<'_>, op: &str) -> Result<VectorLayout, Failure> {
    let of = x.vectors(0)?;
    let like = x.shape(1)?;
    let none = ModeNames::NONE;
    let aligned =
        align(Named { shape: of.shape(), names: &none }, Named { shape: &like, names: &none });
    match aligned {
        Ok(aligned) => Ok(aligned.of(&of)?),
        Err(Misaligned::Algebra(error)) => Err(error.into()),
        Err(Misaligned::Names(message)) => {
            Err(Failure::Refused { index: 0, message: format!("{op}: {message}") })
        }
    }
}
