//! Operations that take the names of modes for what they do: `rename`, `align_as` and `fold_as`.

use layout_algebra::bounds::{Attached, Bounds};
use layout_algebra::{CollectVec, ErrorAddress, Layout, ModePath, SortFew, VectorLayout};

use super::named_operands::{Modes, is_named_operand};
use super::scope::Evaluator;
use super::spans::{Spanned, spanned_value};
use crate::evaluated::Unevaluated;
use crate::mode_names::{Aligned, Misaligned, ModeNames, Named, align};
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
        let values = self.operands(operands)?;
        let [first, second] = values.as_slice() else {
            return self.call_of(op, &values, operands, expr.range);
        };
        let ((of, annotations), (like, of_like)) = (first.parted(), second.parted());
        let like = match like.as_layout() {
            Some(layout) => layout.ok().as_ref().map(Layout::shape).cloned(),
            None => like.domain_shape().cloned(),
        };
        let source = of.as_vector_layout().and_then(Result::ok);
        let source = source.or(of.domain().map(VectorLayout::from));
        let (Some(source), Some(like), true) =
            (source, like, annotations.names.has_modes() || of_like.names.has_modes())
        else {
            return self.call_of(op, &values, operands, expr.range);
        };
        let (one, other) = (
            Named { shape: source.shape(), names: &annotations.names },
            Named { shape: &like, names: &of_like.names },
        );
        let (name, range) = (name_of(by_names), operands[0].range.to(operands[1].range));
        let aligned = match align(one, other) {
            Ok(aligned) => aligned,
            Err(Misaligned::Names(message)) => {
                return Err(Diagnostic::of_operation(name, range, message).into());
            }
            Err(Misaligned::Algebra(error)) => {
                return Err(spanned_value(&error.in_op(name), expr).into());
            }
        };
        if let (ModeNameOperation::AlignAs, Some(path)) = (by_names, aligned.left.first()) {
            return Err(left_over(path, one, other, range).into());
        }
        let over = match by_names {
            ModeNameOperation::FoldAs => Aligned::fold_of,
            _ => Aligned::of,
        };
        let layout = over(&aligned, &source).in_op(name).spanned(expr)?;
        let mut attached = Attached::new();
        let mut bounds = Bounds::Unknown;
        if let Some(source) = attached.layout(&source, &annotations.bounds)
            && let Ok(answer) = over(&aligned, &source)
        {
            bounds = attached.bounds(&answer, &layout);
        }
        let value = Value::from(layout).under(of.as_composed()).in_op(name).spanned(expr)?;
        let names = match by_names {
            ModeNameOperation::FoldAs => {
                folded_names(&aligned.left, &annotations.names, &of_like.names)
            }
            _ => of_like.names,
        };
        let names = match value.domain_shape() {
            Some(domain) => names.within(domain),
            None => ModeNames::NONE,
        };
        let names = names.with_axes(annotations.names.axes());
        Ok(value.with(Annotations { bounds, names }))
    }

    /// `rename`: a layout whose modes have other names.
    fn rename(&self, expr: &Expr, op: &OpName, operands: &[Expr]) -> Result<Value, Unevaluated> {
        // Names have no values; the row has the number of them.
        let mut values = Vec::new();
        for operand in operands {
            values.push(match is_named_operand(operand) {
                true => Value::Bool(true),
                false => self.eval(operand)?,
            });
        }
        let renamed = self.call_of(op, &values, operands, expr.range)?;
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
    let (taken, mut free) = (one.names.texts().collect_vec(), other.names.texts().collect_vec());
    free.retain(|name| !taken.contains(name));
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
    let mut named: Vec<(ModePath, String)> = Vec::new();
    for (path, name) in target.iter() {
        let path = match path {
            [first, rest @ ..] => ModePath::from(rest).under(first + 1),
            [] => ModePath::root(),
        };
        named.push((path, name.to_owned()));
    }
    for (i, path) in left.iter().enumerate() {
        for (other, name) in source.iter() {
            if let Some(inside) = other.strip_prefix(path.indices()) {
                let inside = ModePath::from(inside);
                let inside = if left.len() == 1 { inside } else { inside.under(i) };
                named.push((inside.under(0), name.to_owned()));
            }
        }
    }
    ModeNames::new(named)
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
            let modes = modes.with_names(before.clone());
            for (old, name) in fields {
                let path = ModePath::from(modes.find(old)?);
                if let Some(other) = new.iter().position(|(other, _)| *other == path) {
                    let (first, second) = (brief(&fields[other].0.text), brief(&old.text));
                    let message = format!("rename: `{first}` and `{second}` are the same mode");
                    return Err(Diagnostic::new(old.range, message));
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
        let text = match new.iter().find(|(new, _)| new.indices() == path) {
            Some((_, label)) => whole(path, label, &named),
            None => around_of(path, name, before, &named),
        };
        named.push((path.into(), text));
    }
    for (path, label) in &new {
        if before.of(path.indices()).is_none() {
            for (other, name) in &mut named {
                if other.indices().starts_with(path.indices()) {
                    *name = format!("{}.{name}", label.text);
                }
            }
            named.push((path.clone(), label.text.clone()));
        }
    }
    named.sort_few();
    for (path, label) in &new {
        let Some((_, text)) = named.iter().find(|(other, _)| other == path) else { continue };
        if let Some((other, _)) = named.iter().find(|(other, name)| other != path && name == text) {
            let message =
                format!("rename: `{}` is the name of mode {other} already", brief(&label.text));
            return Err(Diagnostic::new(label.range, message)
                .help("a name is that of one mode: rename the other one, too"));
        }
    }
    Ok(ModeNames::new(named))
}

/// The innermost mode that a mode is within, and its name.
fn around<'a>(path: &[usize], named: &'a [(ModePath, String)]) -> Option<&'a (ModePath, String)> {
    named.iter().rev().find(|(other, _)| path.starts_with(other.indices()))
}

/// The whole name of a renamed mode: within one that has a name, with that in front.
fn whole(path: &[usize], label: &Label, named: &[(ModePath, String)]) -> String {
    match around(path, named) {
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
    let Some((other, new)) = around(path, named) else { return name.to_owned() };
    let old = before.of(other.indices()).unwrap_or_default();
    match name.strip_prefix(old) {
        Some(rest) if !old.is_empty() => format!("{new}{rest}"),
        _ => name.to_owned(),
    }
}
