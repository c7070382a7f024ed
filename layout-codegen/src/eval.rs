//! Evaluation: syntax to values, and the addresses of the algebra to tokens.

mod arithmetic;
mod axes;
mod bounded;
mod call;
mod compose;
mod instance;
mod instruction;
mod mode_name_operations;
mod named_operands;
mod pattern;
mod scope;
mod spans;

use std::rc::Rc;

use layout_algebra::bounds::Bounds;
use layout_algebra::explain::untraced;
use layout_algebra::{
    CollectVec, Error, ErrorKind, HTuple, Int, IntTuple, Layout, Stride, Swizzle, Tiler, ops,
    replicas,
};
use layout_core::MAX_LEAVES;

pub(crate) use instance::Instance;
pub(crate) use named_operands::Modes;
pub(crate) use scope::Evaluator;
pub use scope::{Binding, Scope};
pub(crate) use spans::locate;
use spans::{Spanned, shared, spanned_value};

use crate::closure::Closure;
use crate::evaluated::Unevaluated;
use crate::foreign;
use crate::operations::{self, Copies, Operation};
use crate::parse::names_of;
use crate::report::{Diagnostic, Lint, SpanRange, brief};
use crate::suggestion;
use crate::syntax::{Allowed, Expr, ExprKind, Name};
use crate::value::{Annotations, Major, TupleLeaf, Value};

/// The value of a whole expression without symbols: a layout must be injective unless
/// allowed.
pub fn evaluate(expr: &Allowed<Expr>, scope: &Scope) -> Result<Value, Unevaluated> {
    Ok(evaluate_annotated(expr, scope)?.0)
}

/// The value, and the annotations of the layout in it.
pub(crate) fn evaluate_annotated(
    expr: &Allowed<Expr>,
    scope: &Scope,
) -> Result<(Value, Annotations), Unevaluated> {
    Evaluator::new(scope, expr.allow, None).whole(expr)
}

impl Evaluator<'_> {
    fn check_emitted(
        &self,
        value: &Value,
        annotations: &Annotations,
        expr: &Allowed<Expr>,
    ) -> Result<(), Diagnostic> {
        let bounds = &annotations.bounds;
        let replicas = annotations.names.replicas();
        // Replicas that are where their element is share nothing with another.
        if !replicas.is_empty()
            && bounds.is_everywhere()
            && let Some(Ok(layout)) = value.as_vector_layout()
            && let Ok(once) = replicas::without_coincident(&layout, &replicas)
            && once != layout
        {
            return self.check_emitted(&once.into(), &Annotations::NONE, expr);
        }
        let injective = match value {
            _ if expr.allow.permits(Lint::NonInjective) || repeats(&expr.of) => Ok(()),
            // Padding may share what it likes.
            Value::Layout(layout) => bounds.check_injective(layout),
            // Without a shape it has no coordinates that could share an offset.
            Value::Composed(layout) if layout.domain().is_err() => Ok(()),
            Value::Composed(layout) => bounds.check_injective_composed(layout),
            Value::Vectors(layout) => ops::check_injective(layout),
            _ => Ok(()),
        };
        if let Err(error) = injective {
            return Err(self.collision(&error, value, bounds, &expr.of));
        }
        if let Value::List(values) = value {
            for value in values {
                self.check_emitted(value, annotations, expr)?;
            }
        }
        Ok(())
    }

    /// The error of a layout that is not injective, with the helps that lead to one that is, or that consent to it.
    fn collision(&self, error: &Error, value: &Value, bounds: &Bounds, expr: &Expr) -> Diagnostic {
        let mut diagnostic = spanned_value(error, expr);
        if !matches!(error.kind(), ErrorKind::NotInjective { .. }) {
            return diagnostic;
        }
        let written = colliding(value, expr);
        let mut is_placed = false;
        if let Some((layout, expr)) = written
            && let Some((range, stride)) = untraced(|| suggestion::injective(layout, expr))
        {
            diagnostic.range = range;
            diagnostic.helps.push(stride);
            is_placed =
                matches!(&expr.kind, ExprKind::Layout(_, _, names) if !names.axes().is_empty());
        } else if let Some(range) = shared(expr) {
            diagnostic.range = range;
        } else if let (Some((_, inner)), Value::Composed(_)) = (written, value) {
            diagnostic.range = inner.range;
        }
        if let Some(period) = untraced(|| suggestion::period(value, expr)) {
            let reason = format!(", where at most {period} positions are live at once");
            diagnostic = diagnostic.in_front(&format!("#[live({period})]"), &reason);
        }
        match bounds {
            // Allowing that would allow collisions of elements.
            Bounds::Unknown => self.unbounded(expr, diagnostic),
            // Two elements at one place of a device are refused by what moves them.
            Bounds::Within(_) if is_placed => diagnostic,
            Bounds::Within(_) => diagnostic.allow(Lint::NonInjective),
        }
    }

    /// The error of a collision where it is not known which coordinates are padding, with the operation after which it is not.
    fn unbounded(&self, expr: &Expr, mut diagnostic: Diagnostic) -> Diagnostic {
        let Some((op, reason)) = untraced(|| self.unbounded_by(expr)) else { return diagnostic };
        diagnostic.message.push_str(&format!(
            "\nwhich coordinates are padding is not known after `{op}`, so that all of them count: {reason}"
        ));
        diagnostic
    }

    /// The first operation after which bounds are not known, and why.
    fn unbounded_by(&self, expr: &Expr) -> Option<(String, &'static str)> {
        let operands: &[Expr] = match &expr.kind {
            ExprKind::Call(_, operands)
            | ExprKind::Compose(operands)
            | ExprKind::Bounded(operands) => operands,
            ExprKind::Tuple(items) | ExprKind::Tiler(items) => items,
            _ => return None,
        };
        if let Some(inner) = operands.iter().find_map(|operand| self.unbounded_by(operand)) {
            return Some(inner);
        }
        let op = match &expr.kind {
            ExprKind::Call(op, _) => op.text.as_str(),
            _ => "composition",
        };
        let bounds = self.eval(expr).ok()?.parted().1.bounds;
        if bounds != Bounds::Unknown {
            return None;
        }
        let operation = operations::find(op)?;
        let by_rule = "no comparison with a sum of multiples of its coordinates tells them apart";
        Some((op.to_owned(), operation.loses_bounds().unwrap_or(by_rule)))
    }
}

/// The layout by which a value is not injective, and the expression that it is written as: a swizzle is injective, and the layout
/// before it is not.
fn colliding<'a>(value: &'a Value, expr: &'a Expr) -> Option<(&'a Layout, &'a Expr)> {
    match (value, &expr.kind) {
        (Value::Layout(layout), _) => Some((layout, expr)),
        (Value::Composed(composed), ExprKind::Compose(operands)) => {
            Some((composed.as_swizzled()?.2, operands.last()?))
        }
        (Value::Composed(composed), ExprKind::Call(op, operands)) if op.text == "composition" => {
            Some((composed.as_swizzled()?.2, operands.last()?))
        }
        _ => None,
    }
}

/// Returns whether an expression is of an operation that puts elements at several coordinates.
fn repeats(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call(op, operands) => {
            match operations::find(&op.text).map_or(Copies::Nothing, Operation::says_of_copies) {
                Copies::Nothing => false,
                Copies::Some => true,
                Copies::ByPattern => pattern::is_one(operands),
                Copies::OfOperand => operands.first().is_some_and(repeats),
            }
        }
        ExprKind::Tuple(items) => matches!(items.as_slice(), [item] if repeats(item)),
        _ => false,
    }
}

/// A table, `[[0, 1], [2, 3]]`: its entries in the order of 1-D coordinates, and the numbers of its rows and columns.
struct Table<'a> {
    entries: Vec<&'a Expr>,
    shape: [usize; 2],
}

/// The table that a list of lists is; none of other lists.
///
/// # Errors
///
/// A row has another length than the first.
fn table(items: &[Expr]) -> Result<Option<Table<'_>>, Diagnostic> {
    let mut rows: Vec<&[Expr]> = Vec::new();
    for item in items {
        let ExprKind::List(row) = &item.kind else { return Ok(None) };
        rows.push(row);
    }
    let [first @ [_, ..], ..] = rows.as_slice() else { return Ok(None) };
    let columns = first.len();
    for (other, row) in rows.iter().enumerate() {
        let length = row.len();
        if length != columns {
            let message =
                format!("row {other} of the table has {length} entries, and row 0 has {columns}");
            return Err(Diagnostic::new(items[other].range, message));
        }
    }
    let mut entries = Vec::new();
    for column in 0..columns {
        for row in &rows {
            entries.push(&row[column]);
        }
    }
    Ok(Some(Table { entries, shape: [rows.len(), columns] }))
}

impl Table<'_> {
    /// The operands of an operation on values: the list of the entries, and the shape.
    fn operands(self, range: SpanRange) -> [Expr; 2] {
        let list = ExprKind::List(self.entries.into_iter().cloned().collect_vec());
        let extents = self.shape.map(|extent| Expr { kind: ExprKind::Int(extent as i128), range });
        let shape = ExprKind::Tuple(extents.into());
        [Expr { kind: list, range }, Expr { kind: shape, range }]
    }
}

/// The layout of offsets that are written in rows; none of other lists.
fn matrix(items: &[Expr]) -> Result<Option<String>, Diagnostic> {
    let Some(Table { entries, shape: [rows, columns] }) = table(items)? else { return Ok(None) };
    let mut offsets = Vec::new();
    for entry in entries {
        let ExprKind::Int(offset) = entry.kind else { return Ok(None) };
        offsets.push(offset.to_string());
    }
    let list = offsets.join(", ");
    Ok(Some(format!("with_shape(infer_layout([{list}]), ({rows}, {columns}))")))
}

/// Returns whether modes of a shape have names.
fn has_names(shape: &Expr) -> bool {
    match &shape.kind {
        ExprKind::Labelled(..) => true,
        ExprKind::Tuple(items) => items.iter().any(has_names),
        _ => false,
    }
}

impl Evaluator<'_> {
    /// The value of a whole expression, and the annotations of the layout in it.
    pub(crate) fn whole(&self, expr: &Allowed<Expr>) -> Result<(Value, Annotations), Unevaluated> {
        let of = &expr.of;
        let (mut value, annotations) = self.eval(of)?.parted();
        // `layout!((4,8))` means a layout.
        if let (Value::Tuple(_), ExprKind::Tuple(_)) = (&value, &of.kind)
            && let Some(layout) = value.as_layout()
        {
            value = Value::Layout(layout.spanned(of)?);
        }
        self.check_emitted(&value, &annotations, expr)?;
        Ok((value, annotations))
    }

    /// An operand of an operation: in a shape there, modes may have names.
    fn operand(&self, expr: &Expr) -> Result<Value, Unevaluated> {
        if !has_names(expr) {
            return self.eval(expr);
        }
        let mut shape = expr.clone();
        let names = names_of(&mut shape)?;
        Ok(Value::Annotated(Box::new(self.eval(&shape)?), names.into()))
    }

    /// The operands of an operation.
    fn operands(&self, exprs: &[Expr]) -> Result<Vec<Value>, Unevaluated> {
        exprs.iter().map(|expr| self.operand(expr)).try_collect_vec()
    }

    /// The values of several expressions.
    fn values(&self, exprs: &[Expr]) -> Result<Vec<Value>, Unevaluated> {
        exprs.iter().map(|expr| self.eval(expr)).try_collect_vec()
    }

    pub(crate) fn eval(&self, expr: &Expr) -> Result<Value, Unevaluated> {
        let value = match &expr.kind {
            ExprKind::Int(int) => Value::Int(Int::new(*int)),
            ExprKind::Bool(truth) => Value::Bool(*truth),
            ExprKind::Underscore => Value::Tuple(HTuple::Leaf(TupleLeaf::All)),
            ExprKind::Basis(scale, path) => {
                // No steps along a basis element are the integer 0.
                HTuple::Leaf(Stride::basis(Int::new(*scale), path.as_slice().into())).into()
            }
            ExprKind::Tuple(items) => self.tuple(items)?,
            ExprKind::Tiler(items) => tiler_of(items, &self.values(items)?)?,
            ExprKind::List(items) => self.list(expr, items)?,
            ExprKind::Closure(closure) => Value::Closure(Rc::new(Closure::new(closure)?)),
            ExprKind::Text(text) => Value::Text(text.value.as_str().into()),
            ExprKind::Instruction(text, name) => instruction::find(text, *name, expr)?,
            ExprKind::Layout(shape, stride, names) => {
                self.layout(expr, shape, stride)?.with(names.clone())
            }
            ExprKind::Fields(_) | ExprKind::Mode(_) => {
                let message =
                    "names of modes stand for operands of an operation on a layout that has them";
                return Err(Diagnostic::new(expr.range, message)
                    .help("as in `logical_divide((row: 4, col: 8):(8,1), { col: 4 })`")
                    .into());
            }
            ExprKind::Labelled(label, _) => {
                let message =
                    "the name of a mode stands in a shape, as in `(row: 4, col: 8):(8,1)`";
                return Err(Diagnostic::new(label.range, message).into());
            }
            ExprKind::Axis(_, _, axis) => {
                let message = format!(
                    "`{}` is the name of an axis, which stands in the strides of a layout",
                    axis.text
                );
                return Err(Diagnostic::new(axis.range, message)
                    .help(format!("after `shape:`, as in `(8,4):(4@{0},1@{0})`", axis.text))
                    .into());
            }
            ExprKind::Swizzle(bits, base, shift) => {
                let swizzle = Swizzle::new(*bits, *base, *shift);
                Value::Swizzle(swizzle.spanned(expr)?)
            }
            ExprKind::Pointer(bits, _) => return Err(compose::misplaced(*bits, expr).into()),
            ExprKind::Compose(operands) => self.compose(operands)?,
            ExprKind::Bounded(parts) => self.bounded(parts)?,
            ExprKind::Call(op, operands) => self.call(expr, op, operands)?,
            ExprKind::Name(name) => self.name(expr, name)?,
            ExprKind::Instance(name, arguments) => self.instance(expr, name, arguments)?,
            ExprKind::Symbol(symbol) => self.symbol(expr, symbol)?,
            ExprKind::Choice(_) => {
                let message = "a choice stands in a closure, as in `|i| i < 4 ? i : 0`";
                return Err(Diagnostic::new(expr.range, message).into());
            }
            ExprKind::Arithmetic(infix, operands) => self.arithmetic(*infix, operands)?,
            ExprKind::Negate(operand) => self.negative(expr, operand)?,
        };
        let leaves = value.domain_shape().map_or(0, HTuple::leaf_count);
        if leaves > MAX_LEAVES {
            let message =
                format!("a layout has at most {MAX_LEAVES} leaves, this one has {leaves}");
            return Err(Diagnostic::new(expr.range, message).into());
        }
        Ok(value)
    }

    /// A tuple of integers, a tiler if it holds layouts, or one layout in
    /// parentheses.
    fn tuple(&self, items: &[Expr]) -> Result<Value, Unevaluated> {
        let values = self.values(items)?;
        if let [value] = values.as_slice()
            && (value.is_layout() || matches!(value, Value::Swizzle(_) | Value::Annotated(..)))
        {
            return Ok(value.clone());
        }
        for value in &values {
            if value.is_plain_layout() || matches!(value, Value::Tiler(_) | Value::Annotated(..)) {
                return Ok(tiler_of(items, &values)?);
            }
        }
        let mut atoms = Vec::with_capacity(values.len());
        for (value, item) in values.iter().zip(items) {
            let Some(tuple) = value.as_tuple() else {
                let found = value.describe();
                let message = format!("expected an integer or a tuple, found {found}");
                return Err(Diagnostic::new(item.range, message).into());
            };
            atoms.push(tuple);
        }
        Ok(Value::Tuple(HTuple::Tuple(atoms)))
    }

    /// The integers in brackets.
    fn list(&self, expr: &Expr, items: &[Expr]) -> Result<Value, Unevaluated> {
        if let Some(written) = matrix(items)? {
            let message = "a table of several rows is no list of integers";
            let diagnostic = Diagnostic::new(expr.range, message);
            return Err(diagnostic.write(written, "the layout with these offsets").into());
        }
        let mut integers = Vec::new();
        for item in items {
            let value = self.eval(item)?;
            let Some(int) = value.as_int() else {
                let message = format!("expected an integer in a list, found {}", value.describe());
                return Err(Diagnostic::new(item.range, message).into());
            };
            integers.push(Value::Int(int.clone()));
        }
        Ok(Value::List(integers))
    }

    fn layout(&self, expr: &Expr, shape: &Expr, stride: &Expr) -> Result<Value, Unevaluated> {
        let shape_value = self.eval(shape)?;
        let stride_value = self.eval(stride)?;
        let Some(shapes) = shape_value.as_int_tuple() else {
            let expected = "a shape before `:`";
            return Err(self.misfit(shape, shape_value, expected, Value::as_int_tuple));
        };
        let Some(strides) = stride_value.as_strides() else {
            if let Some(vectors) = stride_value.as_vectors() {
                let layout = Layout::of(shapes, vectors);
                return Ok(layout.spanned(expr)?.into());
            }
            let expected = "a stride after `:`";
            return Err(self.misfit(stride, stride_value, expected, Value::as_strides));
        };
        let error = match Layout::new(shapes.clone(), strides.clone()) {
            Ok(layout) => return Ok(layout.into()),
            Err(error) => error,
        };
        let mut diagnostic = spanned_value(&error, expr);
        let sides = (&shapes, &strides);
        let fitting = match &expr.kind {
            ExprKind::Layout(_, _, names) if names.has_modes() => {
                suggestion::with_parentheses(sides, stride)
            }
            _ => suggestion::without_parentheses(sides, (shape, stride)),
        };
        if let Some((range, help)) = fitting {
            diagnostic.range = range;
            diagnostic.helps.push(help);
        }
        Err(diagnostic.into())
    }

    /// The error of a value that is not what is expected, at the element of a
    /// written tuple that makes it so.
    fn misfit<T>(
        &self,
        mut expr: &Expr,
        mut value: Value,
        expected: &str,
        fitting: fn(&Value) -> Option<T>,
    ) -> Unevaluated {
        let mut inner = "";
        'nested: while let ExprKind::Tuple(items) = &expr.kind {
            for item in items {
                if let Ok(found) = self.eval(item)
                    && fitting(&found).is_none()
                {
                    (expr, value) = (item, found);
                    inner = "an integer in ";
                    continue 'nested;
                }
            }
            break;
        }
        let message = format!("expected {inner}{expected}, found {}", value.describe());
        Diagnostic::new(expr.range, message).into()
    }

    fn name(&self, expr: &Expr, name: &Name) -> Result<Value, Unevaluated> {
        match name.text.as_str() {
            "LayoutLeft" | "GenColMajor" => return Ok(Value::Major(Major::Left)),
            "LayoutRight" | "GenRowMajor" => return Ok(Value::Major(Major::Right)),
            _ => {}
        }
        // An instruction may stand alone.
        if !self.scope.contains_key(&name.text)
            && let Some(value) = instruction::named(&name.text, expr)
        {
            return Ok(value?);
        }
        match self.scope.get(&name.text) {
            Some(Binding::Layout(value, annotations)) => {
                Ok(value.clone().with(annotations.clone()))
            }
            Some(Binding::Symbolic(given)) => {
                let facts = self.facts.cloned().unwrap_or_default();
                let layout = given.layout_at(&name.text, &facts);
                let layout = layout.spanned(expr)?;
                Ok(layout.with(given.annotations_at(&name.text, &facts)))
            }
            Some(Binding::Invalid) => Err(Unevaluated::Tainted(name.clone())),
            None => {
                let mut message = format!("cannot find a layout named `{}`", brief(&name.text));
                if let Some(pattern) = foreign::tag(&name.text) {
                    message += &format!(
                        "\na tag of a blocked format has no extents: it is `rearrange(L, {pattern})` with those \
                         of the other axes, of the elements `L` in the order of memory"
                    );
                    return Err(Diagnostic::new(expr.range, message).into());
                }
                let mut diagnostic = Diagnostic::new(expr.range, message)
                    .help("names are those that `layout!` defines; write the layout");
                if name.is_run_time_word() {
                    diagnostic = diagnostic.help("in parentheses a word is an integer");
                }
                Err(diagnostic.into())
            }
        }
    }

    fn instance(&self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Result<Value, Unevaluated> {
        let binding = match self.scope.get(&name.text) {
            None | Some(Binding::Invalid) => return self.name(expr, name),
            Some(binding) => binding,
        };
        // Its conditions are part of a proof.
        let Some(facts) = self.facts else {
            let message = format!("`{}` is not known here", brief(&name.text));
            return Err(Diagnostic::new(expr.range, message).into());
        };
        match Instance::new(binding, name, arguments, expr.range)? {
            Some(instance) => {
                let layout = instance.value(&instance.integers(self)?, facts);
                Ok(layout.spanned(expr)?)
            }
            None => Err(Unevaluated::Tainted(name.clone())),
        }
    }
}

/// The tiler of these modes, with the bounds of each.
fn tiler_of(items: &[Expr], values: &[Value]) -> Result<Value, Diagnostic> {
    let (mut modes, mut bounds) = (Vec::new(), Vec::new());
    for (item, value) in items.iter().zip(values) {
        let Some(tiler) = value.as_tiler() else {
            let message = format!("expected a tiler for this mode, found {}", value.describe());
            return Err(Diagnostic::new(item.range, message));
        };
        modes.push(tiler.spanned(item)?);
        bounds.push(value.parted().1.bounds);
    }
    if bounds.iter().all(Bounds::is_everywhere) {
        return Ok(Value::Tiler(modes));
    }
    let bounds = match modes.iter().map(shape_of).collect_some() {
        Some(shapes) => Bounds::of_modes(&shapes.into_iter().zip(bounds).collect_vec()),
        None => Bounds::Unknown,
    };
    Ok(Value::Annotated(Box::new(Value::Tiler(modes)), bounds.into()))
}

/// The shape of a mode of a tiler.
fn shape_of(mode: &Tiler) -> Option<IntTuple> {
    match mode {
        // The layout that is tiled has a shape in its place.
        Tiler::All => Some(HTuple::Leaf(Int::ONE)),
        mode => Some(mode.as_layout()?.ok()?.shape().clone()),
    }
}
