//! Operands that say modes by their names: `{ k: 16, m: 32 }` and `get(A, k)`.
//!
//! Operands by names are written out before the operation sees them: a tuple in the order of the modes, the
//! number of a mode. So an operation by names is the operation by numbers.

use std::fmt;

use layout_algebra::{CollectVec, HTuple, IntTuple, Layout, ModePath, Terms};

use super::scope::Evaluator;
use crate::evaluated::Unevaluated;
use crate::mode_names::ModeNames;
use crate::nearest::nearest;
use crate::operations::{self, Operand, Operation};
use crate::report::{Diagnostic, SpanRange, brief, quoted};
use crate::syntax::{Expr, ExprKind, Label, OpName};
use crate::value::Value;

const NAMES_STAND: &str = "names stand in the shape, as in `(row: 4, col: 8):(8,1)`";

/// Returns whether an operand is written by names.
pub(super) fn is_named_operand(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Fields(_) | ExprKind::Mode(_))
}

impl Evaluator<'_> {
    /// A call in which names of modes stand: they are those of the first operand that is a layout.
    pub(super) fn call_with_named_operands(
        &self,
        expr: &Expr,
        op: &OpName,
        operands: &[Expr],
    ) -> Result<Value, Unevaluated> {
        let mut values = Vec::new();
        for operand in operands {
            values.push(match is_named_operand(operand) {
                true => None,
                false => Some(self.operand(operand)?),
            });
        }
        let modes = values.iter().flatten().find_map(Modes::of);
        let operation = operations::find(&op.text);
        let lists = operation.is_some_and(Operation::lists_modes);
        let mut by_number = op.clone();
        by_number.at.clear();
        for mode in &op.at {
            match &mode.kind {
                ExprKind::Mode(label) => {
                    let path = known(&modes, op, mode.range)?.find(label)?;
                    by_number.at.extend(numbers(path, mode.range));
                }
                _ => by_number.at.push(mode.clone()),
            }
        }
        let (mut all, mut exprs) = (Vec::new(), Vec::new());
        for (i, (operand, value)) in operands.iter().zip(values.iter()).enumerate() {
            let items = match &operand.kind {
                ExprKind::Mode(label) if modes.is_none() => {
                    let name = brief(&label.text);
                    let message =
                        format!("{}: expected the number of a mode, found `{name}`", op.text);
                    return Err(Diagnostic::new(operand.range, message).help(NAMES_STAND).into());
                }
                ExprKind::Mode(label) => {
                    let modes = known(&modes, op, operand.range)?;
                    let path = modes.find(label)?;
                    if path.len() > 1 && !lists {
                        return Err(modes.too_deep(&op.text, label, path).into());
                    }
                    numbers(path, operand.range)
                }
                ExprKind::Fields(fields) => {
                    let is_tiler =
                        operation.is_some_and(|operation| operation.takes(i, Operand::is_tiler));
                    let modes = known(&modes, op, operand.range)?;
                    let paths = modes.paths(fields)?;
                    if let Some((operation, missing)) = operation.zip(modes.missing(&paths)) {
                        missing.check(operation, &paths, operand.range)?;
                    }
                    vec![written(&modes.in_order(&paths, is_tiler), operand.range, is_tiler)]
                }
                _ => {
                    all.extend(value.clone());
                    exprs.push(operand.clone());
                    continue;
                }
            };
            for item in items {
                all.push(self.eval(&item)?);
                exprs.push(item);
            }
        }
        self.call_of(&by_number, &all, &exprs, expr.range)
    }
}

/// The modes that names stand for.
///
/// # Errors
///
/// No operand is a layout whose modes have names.
fn known<'a>(
    modes: &'a Option<Modes>,
    op: &OpName,
    range: SpanRange,
) -> Result<&'a Modes, Diagnostic> {
    let Some(modes) = modes else {
        let message = format!("{}: no operand is a layout whose modes have names", op.text);
        return Err(Diagnostic::new(range, message).help(NAMES_STAND));
    };
    Ok(modes)
}

/// The numbers of a path, as operands.
fn numbers(path: &[usize], range: SpanRange) -> Vec<Expr> {
    path.iter().map(|mode| Expr { kind: ExprKind::Int(*mode as i128), range }).collect_vec()
}

/// The modes of a layout.
pub(crate) struct Modes {
    names: ModeNames,
    shape: IntTuple,
    text: String,
}

impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Modes {
    /// The modes of a value that is a layout or a composed layout.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        let (value, annotations) = value.parted();
        match &value {
            Value::Vectors(layout) => Some(Modes::new(layout, annotations.names)),
            value => Some(Modes::new(value.domain()?, annotations.names)),
        }
    }

    pub(crate) fn new<D: Terms>(layout: &Layout<D>, names: ModeNames) -> Self {
        let (shape, text) = (layout.shape().clone(), layout.to_string());
        Modes { names, shape, text }
    }

    /// The same modes with other names.
    pub(super) fn with_names(self, names: ModeNames) -> Self {
        Modes { names, ..self }
    }

    pub(super) fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The path of a mode, by its whole name or by the end of it if no other ends so.
    ///
    /// # Errors
    ///
    /// No mode is called so, or several are.
    pub(crate) fn find(&self, label: &Label) -> Result<&[usize], Diagnostic> {
        let text = label.text.as_str();
        if let Some((path, _)) = self.names.iter().find(|(_, name)| *name == text) {
            return Ok(path);
        }
        let end = format!(".{text}");
        let mut found = self.names.iter().filter(|(_, name)| name.ends_with(&end));
        match (found.next(), found.next()) {
            (Some((path, _)), None) => Ok(path),
            (Some((_, first)), Some((_, second))) => {
                let message = format!("`{}` is two modes: `{first}` and `{second}`", brief(text));
                Err(Diagnostic::new(label.range, message).help("write the whole name"))
            }
            _ => Err(self.unknown(label)),
        }
    }

    fn unknown(&self, label: &Label) -> Diagnostic {
        let text = brief(&label.text);
        if !self.names.has_modes() {
            let message =
                format!("`{text}` names no mode: the modes of {} have no names", self.text);
            return Diagnostic::new(label.range, message).help(NAMES_STAND);
        }
        let names = quoted(self.names.texts());
        let message = format!("`{text}` names no mode\nthe modes are {names}");
        let diagnostic = Diagnostic::new(label.range, message);
        let inside = format!("{}.", label.text);
        let parts = quoted(self.names.texts().filter(|name| name.starts_with(&inside)));
        if !parts.is_empty() {
            return diagnostic.help(format!("`{text}` is in parts: {parts}"));
        }
        match self.meant(&label.text) {
            Some(meant) => diagnostic.meant(meant),
            None => diagnostic,
        }
    }

    /// The mode that a wrong name may be meant for: one that is nearly written so, or that the name is a longer word for.
    fn meant(&self, text: &str) -> Option<&str> {
        // Any other letter is as near to a name of one letter.
        if text.chars().count() < 2 {
            return None;
        }
        let longer = self.names.texts().find(|name| name.len() > 1 && text.starts_with(name));
        nearest(text, self.names.texts()).or(longer)
    }

    fn too_deep(&self, op: &str, label: &Label, path: &[usize]) -> Diagnostic {
        let around = match self.names.of(&path[..1]) {
            Some(around) => format!("the mode `{around}`"),
            None => format!("mode {}", path[0]),
        };
        let message = format!("{op}: `{}` is within {around}", brief(&label.text));
        Diagnostic::new(label.range, message)
            .help("an operation on modes takes those of the whole layout: `flatten` makes them so")
    }

    /// The paths of fields, each of which is one mode.
    ///
    /// # Errors
    ///
    /// One names no mode, or one that another has or is within.
    pub(crate) fn paths<'a, T>(
        &'a self,
        fields: &'a [(Label, T)],
    ) -> Result<Vec<(&'a [usize], &'a T)>, Diagnostic> {
        let mut found: Vec<(&[usize], &T)> = Vec::new();
        for (i, (label, of)) in fields.iter().enumerate() {
            let path = self.find(label)?;
            for (other, (taken, _)) in found.iter().enumerate() {
                if !taken.starts_with(path) && !path.starts_with(taken) {
                    continue;
                }
                let (name, before) = (brief(&label.text), brief(&fields[other].0.text));
                let message = match *taken == path {
                    true => format!("the mode `{name}` is given twice"),
                    false => {
                        format!("`{name}` and `{before}` are not apart: one is within the other")
                    }
                };
                return Err(Diagnostic::new(fields[i].0.range, message));
            }
            found.push((path, of));
        }
        Ok(found)
    }

    /// Fields by their paths, in the order of the modes.
    pub(crate) fn in_order<'a, T>(
        &self,
        paths: &[(&[usize], &'a T)],
        is_tiler: bool,
    ) -> HTuple<Option<&'a T>> {
        ordered(&self.shape, &mut Vec::new(), paths, is_tiler)
    }

    /// The number of coordinates of a mode; none if it is not known.
    pub(crate) fn extent(&self, path: &[usize]) -> Option<i128> {
        let mut product = 1i128;
        for extent in self.shape.get(path)?.leaves() {
            product = product.checked_mul(extent.known()?)?;
        }
        Some(product)
    }

    /// The first mode without a field.
    pub(crate) fn missing<T>(&self, paths: &[(&[usize], T)]) -> Option<Missing> {
        let is_given =
            |leaf: &ModePath| paths.iter().any(|(path, _)| leaf.indices().starts_with(path));
        let mut missing = self.shape.leaf_paths();
        missing.retain(|(leaf, _)| !is_given(leaf));
        let leaf = missing.first()?.0.indices();
        // The whole mode, if nothing in it is given.
        let mut depth = leaf.len().min(1);
        while depth < leaf.len() && paths.iter().any(|(other, _)| other.starts_with(&leaf[..depth]))
        {
            depth += 1;
        }
        let path = leaf[..depth].to_vec();
        let name = self.names.of(&path).map(str::to_owned);
        let extent = self.shape.get(&path).map(ToString::to_string).unwrap_or_default();
        Some(Missing { path, name, extent })
    }
}

/// A mode of which nothing is given.
pub(crate) struct Missing {
    path: Vec<usize>,
    name: Option<String>,
    extent: String,
}

impl Missing {
    /// Refuses what an operation cannot do without.
    fn check<T>(
        &self,
        operation: &Operation,
        paths: &[(&[usize], T)],
        range: SpanRange,
    ) -> Result<(), Diagnostic> {
        let op = operation.name();
        if operation.is_number() {
            return Err(Diagnostic::new(range, format!("{op}: {self} has no coordinate")));
        }
        let is_before = paths.iter().any(|(path, _)| *path > self.path.as_slice());
        if !operation.has_rests_apart() || !is_before {
            return Ok(());
        }
        let message = format!("{op}: {self} has no tile\ntiles and rests are apart here");
        let diagnostic = Diagnostic::new(range, message);
        Err(match &self.name {
            Some(name) => diagnostic.help(format!(
                "`{name}: {}` makes the whole mode a tile, `{name}: 1` a rest",
                self.extent
            )),
            None => diagnostic,
        })
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "the mode `{name}`"),
            None if self.path.is_empty() => f.write_str("the layout, which is one mode,"),
            None => write!(f, "mode {}, which has no name,", ModePath::from(&*self.path)),
        }
    }
}

/// The fields in the order of the modes; a tiler ends with the last that is there.
fn ordered<'a, T>(
    shape: &IntTuple,
    path: &mut Vec<usize>,
    fields: &[(&[usize], &'a T)],
    is_tiler: bool,
) -> HTuple<Option<&'a T>> {
    if let Some((_, of)) = fields.iter().find(|(other, _)| other == path) {
        return HTuple::Leaf(Some(of));
    }
    let mut last = None;
    for (other, _) in fields {
        if other.starts_with(path) {
            last = last.max(Some(other[path.len()]));
        }
    }
    let (HTuple::Tuple(items), Some(last)) = (shape, last) else { return HTuple::Leaf(None) };
    let end = if is_tiler { last + 1 } else { items.len() };
    let mut all = Vec::new();
    for (i, item) in items[..end].iter().enumerate() {
        path.push(i);
        all.push(ordered(item, path, fields, is_tiler));
        path.pop();
    }
    HTuple::Tuple(all)
}

/// The given operands as a tuple or a tiler, with `_` for each mode that is not given.
fn written(ordered: &HTuple<Option<&Expr>>, range: SpanRange, is_tiler: bool) -> Expr {
    match ordered {
        HTuple::Leaf(Some(given)) => (*given).clone(),
        HTuple::Leaf(None) => Expr { kind: ExprKind::Underscore, range },
        HTuple::Tuple(items) => {
            let items = items.iter().map(|item| written(item, range, is_tiler)).collect_vec();
            let kind = if is_tiler { ExprKind::Tiler(items) } else { ExprKind::Tuple(items) };
            Expr { kind, range }
        }
    }
}
