//! Operations that take the names of modes for what they do: `rename`, `align_as` and `fold_as`.

use layout_algebra::bounds::{Attached, Bounds};
use layout_algebra::{CollectVec, Error, ModePath, SortFew, VectorLayout};

use super::named_operands::Modes;
use super::scope::Evaluator;
use super::spans::spanned_value;
use crate::evaluated::Unevaluated;
use crate::mode_names::{Misaligned, ModeNames, Named, align};
use crate::nearest::nearest;
use crate::report::{Diagnostic, Help, SpanRange, brief};
use crate::syntax::{Expr, ExprKind, Label, OpName};
use crate::value::{Annotations, Value};

/// Operation on names of modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ModeNameOperation {
    Rename,
    AlignAs,
    FoldAs,
}

impl ModeNameOperation {
    pub(super) fn of(op: &str) -> Option<Self> {
        match op {
            "rename" => Some(ModeNameOperation::Rename),
            "align_as" => Some(ModeNameOperation::AlignAs),
            "fold_as" => Some(ModeNameOperation::FoldAs),
            _ => None,
        }
    }
}

impl Evaluator<'_> {
    pub(super) fn call_mode_name_operation(
        &self,
        by_names: ModeNameOperation,
        expr: &Expr,
        op: &OpName,
        operands: &[Expr],
    ) -> Result<Value, Unevaluated> {
        if by_names == ModeNameOperation::Rename {
            return self.rename(expr, op, operands);
        }
        let exprs = operands.iter().collect_vec();
        let values = operands.iter().map(|operand| self.operand(operand));
        let values = values.try_collect_vec()?;
        let [first, second] = values.as_slice() else {
            return self.call_of(op, &values, &exprs, expr.range);
        };
        let ((of, annotations), (like, of_like)) = (first.parted(), second.parted());
        let like = match like.as_layout() {
            Some(layout) => layout.ok().map(|layout| layout.shape().clone()),
            None => like.domain_shape().cloned(),
        };
        let source = of.as_vector_layout().and_then(Result::ok);
        let source = source.or(of.domain().map(VectorLayout::from));
        let (Some(source), Some(like), true) =
            (source, like, annotations.names.has_modes() || of_like.names.has_modes())
        else {
            return self.call_of(op, &values, &exprs, expr.range);
        };
        let (one, other) = (
            Named { shape: source.shape(), names: &annotations.names },
            Named { shape: &like, names: &of_like.names },
        );
        let algebra = |error: Error| spanned_value(&error.in_op(name_of(by_names)), expr);
        let aligned = align(one, other).map_err(|error| match error {
            Misaligned::Names(message) => {
                let range = exprs[0].range.to(exprs[1].range);
                Diagnostic::of_operation(name_of(by_names), range, message)
            }
            Misaligned::Algebra(error) => algebra(error),
        })?;
        if let (ModeNameOperation::AlignAs, Some(path)) = (by_names, aligned.left.first()) {
            let range = exprs[0].range.to(exprs[1].range);
            return Err(left_over(path, one, other, range).into());
        }
        let over = |source: &VectorLayout| match by_names {
            ModeNameOperation::FoldAs => aligned.fold_of(source),
            _ => aligned.of(source),
        };
        let layout = over(&source).map_err(algebra)?;
        let mut attached = Attached::new();
        let of_coordinates = attached.layout(&source, &annotations.bounds);
        let bounds = match of_coordinates.map(|source| over(&source)) {
            Some(Ok(answer)) => attached.bounds(&answer, &layout),
            _ => Bounds::Unknown,
        };
        let value = Value::from(layout).under(of.as_composed()).map_err(algebra)?;
        let names = match by_names {
            ModeNameOperation::FoldAs => {
                folded_names(&aligned.left, &annotations.names, &of_like.names)
            }
            _ => of_like.names,
        };
        let domain = value.domain_shape().cloned();
        let names = domain.map_or(ModeNames::NONE, |domain| names.within(&domain));
        let names = names.with_axes(annotations.names.axes());
        Ok(value.with(Annotations { bounds, names }))
    }

    /// `rename`: a layout whose modes have other names.
    fn rename(&self, expr: &Expr, op: &OpName, operands: &[Expr]) -> Result<Value, Unevaluated> {
        // Names have no values; the row has the number of them.
        let value = |operand: &Expr| match operand.kind {
            ExprKind::Mode(_) | ExprKind::Fields(_) => Ok(Value::Bool(true)),
            _ => self.eval(operand),
        };
        let values = operands.iter().map(value).try_collect_vec()?;
        let exprs = operands.iter().collect_vec();
        let renamed = self.call_of(op, &values, &exprs, expr.range)?;
        let (value, annotations) = values[0].parted();
        let value = if value.is_layout() { value } else { renamed };
        let names = renamed_modes(&value, &annotations.names, &operands[1..])?;
        let names = names.with_axes(annotations.names.axes());
        Ok(value.with(Annotations { names, ..annotations }))
    }
}

/// The error of `align_as` where a mode of the first layout is none of the second.
fn left_over(path: &ModePath, one: Named<'_>, other: Named<'_>, range: SpanRange) -> Diagnostic {
    let name = one.names.of(path.indices()).unwrap_or_default();
    let extent = one.shape.get(path.indices()).map(ToString::to_string).unwrap_or_default();
    let fact = format!("`{name}: {extent}` of {} is no mode of {}", one.text(), other.text());
    let taken = one.names.texts().collect_vec();
    let free = other.names.texts().filter(|name| !taken.contains(name));
    let meant = nearest(name, free);
    let fact = match meant {
        Some(meant) => format!("{fact}, whose `{meant}` has nearly its name"),
        None => fact,
    };
    let mut diagnostic = Diagnostic::of_operation(name_of(ModeNameOperation::AlignAs), range, fact);
    if meant.is_some() {
        return diagnostic;
    }
    let by = "`fold_as` has the modes that are folded as mode 0";
    diagnostic.helps.push(Help::Fold(by));
    diagnostic
}

fn name_of(by_names: ModeNameOperation) -> &'static str {
    match by_names {
        ModeNameOperation::Rename => "rename",
        ModeNameOperation::AlignAs => "align_as",
        ModeNameOperation::FoldAs => "fold_as",
    }
}

/// The names of what has the modes of a target after the modes that are folded.
fn folded_names(left: &[ModePath], source: &ModeNames, target: &ModeNames) -> ModeNames {
    let after = target.iter().map(|(path, name)| match path {
        [first, rest @ ..] => {
            let path = std::iter::once(first + 1).chain(rest.iter().copied()).collect();
            (path, name.to_owned())
        }
        [] => (ModePath::root(), name.to_owned()),
    });
    let folded = left.iter().enumerate().flat_map(|(i, path)| {
        let begin = match left.len() {
            1 => ModePath::from([0]),
            _ => ModePath::from([0, i]),
        };
        source.iter().filter_map(move |(other, name)| {
            let inside = other.strip_prefix(path.indices())?;
            let path = begin.indices().iter().chain(inside).copied().collect();
            Some((path, name.to_owned()))
        })
    });
    ModeNames::new(after.chain(folded).collect_vec())
}

/// The names of a layout whose modes are called otherwise.
fn renamed_modes(
    value: &Value,
    before: &ModeNames,
    operands: &[Expr],
) -> Result<ModeNames, Diagnostic> {
    let Some(modes) = Modes::of(value) else { return Ok(ModeNames::NONE) };
    let mut new: Vec<(ModePath, &Label)> = Vec::new();
    match operands {
        [Expr { kind: ExprKind::Fields(fields), .. }] => {
            let modes = modes.called(before.clone());
            for (i, (old, name)) in fields.iter().enumerate() {
                let path = ModePath::from(modes.find(old)?);
                if let Some(other) = new.iter().position(|(other, _)| *other == path) {
                    let (first, second) = (brief(&fields[other].0.text), brief(&old.text));
                    let message = format!("rename: `{first}` and `{second}` are the same mode");
                    return Err(Diagnostic::new(fields[i].0.range, message));
                }
                if let ExprKind::Mode(name) = &name.kind {
                    new.push((path, name));
                }
            }
        }
        _ => {
            let rank = modes.rank();
            if let Some(extra) = operands.get(rank) {
                let message =
                    format!("rename: {modes} has {rank} modes, and this is one name more");
                return Err(Diagnostic::new(extra.range, message));
            }
            for (mode, operand) in operands.iter().enumerate() {
                match &operand.kind {
                    ExprKind::Mode(name) => new.push((ModePath::from([mode]), name)),
                    ExprKind::Underscore => {}
                    _ => {
                        let message = "rename: expected the name of a mode, or `_`";
                        return Err(Diagnostic::new(operand.range, message));
                    }
                }
            }
        }
    }
    let mut named: Vec<(ModePath, String)> = Vec::new();
    for (path, name) in before.iter() {
        // A mode within one that is renamed begins with the new name.
        let around = new.iter().filter(|(new, _)| path.starts_with(new.indices()));
        let text = match around.max_by_key(|(new, _)| new.indices().len()) {
            Some((new, label)) if new.indices() == path => whole(new, label, &named),
            _ => around_of(path, name, before, &named),
        };
        named.push((path.into(), text));
    }
    for (path, label) in &new {
        if before.of(path.indices()).is_none() {
            let inside =
                named.iter_mut().filter(|(other, _)| other.indices().starts_with(path.indices()));
            inside.for_each(|(_, name)| *name = format!("{}.{name}", label.text));
            named.push((path.clone(), label.text.clone()));
        }
    }
    named.sort_few();
    for (path, label) in &new {
        let text = named.iter().find(|(other, _)| other == path).map(|(_, text)| text);
        let other = named.iter().find(|(other, name)| other != path && Some(name) == text);
        if let Some((other, _)) = other {
            let message =
                format!("rename: `{}` is the name of mode {other} already", brief(&label.text));
            return Err(Diagnostic::new(label.range, message)
                .help("a name is that of one mode: rename the other one, too"));
        }
    }
    Ok(ModeNames::new(named))
}

/// The whole name of a renamed mode: within one that has a name, with that in front.
fn whole(path: &ModePath, label: &Label, named: &[(ModePath, String)]) -> String {
    let around = named.iter().rev().find(|(other, _)| path.indices().starts_with(other.indices()));
    match around {
        Some((_, around)) if !label.text.starts_with(&format!("{around}.")) => {
            format!("{around}.{}", label.text)
        }
        _ => label.text.clone(),
    }
}

/// The name of a mode that is not renamed: what is around it may be.
fn around_of(
    path: &[usize],
    name: &str,
    before: &ModeNames,
    named: &[(ModePath, String)],
) -> String {
    let around = named.iter().rev().find(|(other, _)| path.starts_with(other.indices()));
    let Some((other, new)) = around else { return name.to_owned() };
    let old = before.of(other.indices()).unwrap_or_default();
    match name.strip_prefix(old) {
        Some(rest) if !old.is_empty() => format!("{new}{rest}"),
        _ => name.to_owned(),
    }
}
