//! Calls: an operation and its operands, and what it objects to.

use layout_algebra::bounds::{Attached, Bounds};
use layout_algebra::explain::untraced;
use layout_algebra::{
    CollectVec, Error, ErrorKind, HTuple, Int, IntTuple, ModePath, Part, Stride, VectorLayout, ops,
};
use layout_core::MAX_LEAVES;

use super::axes::with_common_axes;
use super::mode_name_operations::ModeNameOperation;
use super::named_operands::is_named_operand;
use super::pattern;
use super::scope::{Binding, Evaluator};
use super::spans::{sole, spanned};
use super::table;
use crate::evaluated::Unevaluated;
use crate::failure::Failure;
use crate::foreign;
use crate::mode_names::ModeNames;
use crate::operations::{self, Applied, AtMode, Operand, Operation};
use crate::report::{At, Diagnostic, Help, SpanRange, brief};
use crate::suggestion;
use crate::syntax::{Expr, ExprKind, OpName};
use crate::value::{Annotations, Value};

/// A call of an operation on values.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) op: &'a OpName,
    /// The operation that errors speak of, where it is another: what stands there is an operator, that of the other.
    pub(super) written: Option<&'static str>,
    pub(super) values: &'a [Value],
    /// The operands as they are written.
    pub(super) operands: &'a [&'a Expr],
    pub(super) range: SpanRange,
}

impl Call<'_> {
    /// The expression of the whole call.
    fn whole(self) -> Expr {
        Expr { kind: ExprKind::Underscore, range: self.range }
    }

    /// The tokens of an operand, or of the whole call if there is none.
    fn range_of(self, operand: usize) -> SpanRange {
        self.operands.get(operand).map_or(self.range, |operand| operand.range)
    }
}

impl Evaluator<'_> {
    pub(super) fn call(
        &self,
        expr: &Expr,
        op: &OpName,
        operands: &[Expr],
    ) -> Result<Value, Unevaluated> {
        if let ([coordinate, of], true) = (operands, op.applied) {
            self.check_applied(expr, coordinate, of)?;
        }
        if let [Expr { kind: ExprKind::List(items), range }] = operands
            && let Some(operation) = operations::find(&op.text)
            && operation.operands().first().is_some_and(Operand::is_values)
            && let Some(table) = table(items)?
        {
            return self.call(expr, op, &table.operands(*range));
        }
        if pattern::is_one(operands) {
            return self.call_by_pattern(expr, op, operands);
        }
        if let Some(operation) = ModeNameOperation::of(&op.text) {
            return self.call_mode_name_operation(operation, expr, op, operands);
        }
        if operands.iter().chain(&op.at).any(is_named_operand) {
            return self.call_with_named_operands(expr, op, operands);
        }
        // Whatever its operands are.
        if operations::find(&op.text).is_none() {
            return Err(foreign::unknown_operation(&op.text, op.range).into());
        }
        self.call_of(op, &self.operands(operands)?, operands, expr.range)
    }

    /// The value of a call of evaluated operands, also of modes of the first.
    pub(super) fn call_of(
        &self,
        op: &OpName,
        values: &[Value],
        operands: &[Expr],
        range: SpanRange,
    ) -> Result<Value, Unevaluated> {
        let operands = &operands.iter().collect_vec();
        self.apply_to_modes(Call { op, written: None, values, operands, range })
    }

    /// Refuses `Rows(m, n)` of a layout with as many parameters: it reads like the layout of these, and like its offset there.
    fn check_applied(&self, call: &Expr, coordinate: &Expr, of: &Expr) -> Result<(), Diagnostic> {
        let ExprKind::Name(name) = &of.kind else { return Ok(()) };
        let Some(Binding::Symbolic(given)) = self.scope.get(&name.text) else { return Ok(()) };
        let integers = match &coordinate.kind {
            ExprKind::Tuple(items) => items.as_slice(),
            _ => std::slice::from_ref(coordinate),
        };
        let parameters = given.parameters().count();
        if parameters != integers.len() {
            return Ok(());
        }
        let texts: Option<Vec<String>> = integers.iter().map(written).collect_some();
        let name = brief(&name.text);
        let s = if parameters == 1 { "" } else { "s" };
        let message = format!(
            "`{name}` has {parameters} parameter{s}, and in parentheses stands a coordinate\n\
             parameters stand between `<` and `>`"
        );
        let diagnostic = Diagnostic::new(call.range, message);
        Err(match texts {
            Some(texts) => {
                let texts = texts.join(", ");
                let at = format!("crd2idx(({texts}), {name})");
                diagnostic.write(format!("{name}<{texts}>"), "").write(at, "its offset there")
            }
            None => diagnostic,
        })
    }

    fn apply_to_modes(&self, call: Call<'_>) -> Result<Value, Unevaluated> {
        match call.op.at.iter().position(is_each) {
            _ if call.op.at.is_empty() => self.apply(call),
            Some(place) => self.apply_at_each(call, place),
            None => self.apply_at(call),
        }
    }

    /// `op[_](A, …)`: the operation of each mode in turn, which is `A` with all of them changed, or the
    /// tuple of what is said of each. The first `_` of the path is at `place`.
    fn apply_at_each(&self, call: Call<'_>, place: usize) -> Result<Value, Unevaluated> {
        let op = call.op;
        let Some(operation) = operations::find(&op.text) else { return self.apply(call) };
        let lists = operation.lists_modes();
        if let Some(Value::Tuple(tuple)) = call.values.first()
            && tuple.leaf_count() > MAX_LEAVES
        {
            let message = format!("an operation of each mode takes at most {MAX_LEAVES} leaves");
            return Err(Diagnostic::new(call.range_of(0), message).into());
        }
        let (mut values, mut answers) = (call.values.to_vec(), Vec::new());
        let named = Call { written: Some(operation.name()), ..call };
        let rank = self.rank_at(named, &op.at[..place])?;
        if rank == 0 {
            // Nothing else looks at the operands.
            check_arity(operation, call)?;
        }
        for mode in 0..rank {
            let mut one = op.clone();
            one.at[place].kind = ExprKind::Int(mode as i128);
            let answer = self.apply_to_modes(Call { op: &one, values: &values, ..call });
            let answer = answer.map_err(of_one_of_several)?;
            match (lists, values.first_mut()) {
                (false, Some(of)) => *of = answer,
                _ => answers.push(answer),
            }
        }
        match lists {
            false => Ok(values.swap_remove(0)),
            true => Ok(tuple_of(op, answers)?),
        }
    }

    /// The number of modes of the mode at a path of the first operand.
    fn rank_at(&self, call: Call<'_>, path: &[Expr]) -> Result<usize, Unevaluated> {
        let ([of, ..], [first, ..]) = (call.values, call.operands) else { return Ok(0) };
        let (mut values, mut operands) = (vec![of.parted().0], vec![*first]);
        values.extend(self.values(path)?);
        operands.extend(path);
        let op = &OpName::new("rank", call.op.range);
        let rank = self.apply(Call { op, values: &values, operands: &operands, ..call })?;
        let rank = rank.as_int().and_then(Int::known).unwrap_or(0);
        Ok(rank.try_into().unwrap_or(0))
    }

    /// `op[i, j](A, …)`: the operation of mode `i, j` of `A`, which is `A` with that mode changed, or
    /// what is said of the mode.
    fn apply_at(&self, call: Call<'_>) -> Result<Value, Unevaluated> {
        let Call { op, values, operands, .. } = call;
        let (Some(operation), [first, rest @ ..]) = (operations::find(&op.text), values) else {
            return self.apply(call);
        };
        let (name, modes) = (operation.name(), op.at.as_slice());
        if operation.lists_modes() {
            let values = [std::slice::from_ref(first), &self.values(modes)?, rest].concat();
            let mut exprs = vec![operands[0]];
            exprs.extend(modes);
            exprs.extend(&operands[1..]);
            return self.apply(Call { values: &values, operands: &exprs, ..call });
        }
        let (of, annotations) = first.parted();
        let at = operands[0].range;
        let (of, composed) = match (operation.of_mode(), of) {
            (AtMode::Nothing, _) => {
                let message = format!("`{name}` of a mode changes no layout");
                let diagnostic = Diagnostic::new(op.range, message);
                let mut texts = Vec::new();
                for mode in modes {
                    texts.extend(self.eval(mode).ok().as_ref().map(Value::to_string));
                }
                let more = if operands.len() > 1 { ", …" } else { "" };
                let alone = format!("{name}(get(A, {}){more})", texts.join(", "));
                // The first operand of some operations is a coordinate.
                return Err(match operation.is_of_modes() {
                    true => diagnostic.help(format!("of the mode alone it is `{alone}`")),
                    false => diagnostic,
                }
                .into());
            }
            (_, Value::Composed(composed)) => {
                (composed.domain().at(at)?.clone().into(), Some(composed))
            }
            (AtMode::Layouts, of @ Value::Tuple(_)) => match of.as_layout() {
                Some(layout) => (layout.at(at)?.into(), None),
                None => (of, None),
            },
            (_, of) => (of, None),
        };
        let change = |of: Value| {
            let values = [&[of.with(annotations.names.clone())], rest].concat();
            self.change(Call { values: &values, written: Some(name), ..call }, modes)
        };
        let (changed, inside) = change(of.clone())?.parted();
        // The padding of the mode, and the padding that there was: the operation changes coordinates as it changes the layout.
        let bounds = inside.bounds.and(match annotations.bounds.is_everywhere() {
            true => Bounds::EVERYWHERE,
            false => untraced(|| carried(&of, &annotations.bounds, &changed, change))
                .unwrap_or(Bounds::Unknown),
        });
        let changed = changed.under(composed.as_ref()).at(at)?;
        Ok(changed.with(Annotations { bounds, names: inside.names }))
    }

    /// The first operand with the mode at a path changed.
    fn change(&self, call: Call<'_>, modes: &[Expr]) -> Result<Value, Unevaluated> {
        let [mode, inner @ ..] = modes else { return self.apply(call) };
        let Call { values, operands, .. } = call;
        let (of, at) = (values[0].clone(), self.eval(mode)?);
        let found = [of.clone(), at.clone()];
        let op = &OpName::new("get", call.op.range);
        let exprs = [operands[0], mode];
        let part = self.apply(Call { op, values: &found, operands: &exprs, ..call })?;
        let (written, place) = part_of(operands[0], &at, &of);
        let names = of.parted().1.names;
        let (part, own) = part.parted();
        let inside = if let Some(place) = place { names.part(place) } else { ModeNames::NONE };
        let part = part.with(inside.with_axes(own.names.axes()));
        let parts = [&[part], &values[1..]].concat();
        let exprs = [&[&written], &operands[1..]].concat();
        let changed = self.change(Call { values: &parts, operands: &exprs, ..call }, inner)?;
        // The mode has its name still, whatever is in it.
        let inside = changed.parted().1.names;
        let whole = [of, at, changed];
        let exprs = [operands[0], mode, operands[0]];
        let op = &OpName::new("replace", call.op.range);
        let whole = self.apply(Call { op, values: &whole, operands: &exprs, ..call })?;
        let Some(mode) = place else { return Ok(whole) };
        let (whole, Annotations { bounds, names: own }) = whole.parted();
        let names = names.with_part(mode, &inside).with_axes(own.axes());
        Ok(whole.with(Annotations { bounds, names }))
    }

    /// Applies an operation to its operands as a whole.
    pub(super) fn apply(&self, call: Call<'_>) -> Result<Value, Unevaluated> {
        let Call { op, values, operands, .. } = call;
        let Some(operation) = operations::find(&op.text) else {
            return Err(foreign::unknown_operation(&op.text, op.range).into());
        };
        check_arity(operation, call)?;
        if let Some(item) = item_with_names(operation, values) {
            return Ok(item);
        }
        let (plain, of) = with_common_axes(operation, values, operands)?;
        let failure = match explained(operation, &plain, || {
            operation.apply_to_elements(&plain, &of, self.allow)
        }) {
            Ok(Applied { value, padded }) => {
                return Ok(operation.annotated(&plain, &of, value, padded));
            }
            Err(failure) => failure,
        };
        // The user called this operation, whichever it is computed by.
        let written = call.written.unwrap_or(operation.name());
        let diagnostic = match failure {
            Failure::Algebra(error) => {
                let error = error.in_op(written);
                let mut diagnostic = refused(operation, call, &plain, &error);
                diagnostic.message.extend(over_a_turn(operation, &plain, &error));
                diagnostic
            }
            Failure::Objection(error, lint) => {
                refused(operation, call, &plain, &error.in_op(written)).allow(lint)
            }
            Failure::Written(diagnostic) => diagnostic,
            Failure::Pattern { index, error } => {
                pattern::refused(written, operands, index, call.range, &error)
            }
            Failure::Refused { index, message } => Diagnostic::new(call.range_of(index), message),
            Failure::Operand { index, expected } => {
                of_kind(operation, call, &plain, (index, expected))
            }
            Failure::NoLayout { index } => {
                let diagnostic = of_kind(operation, call, &plain, (index, "a layout"));
                match operands.get(index).copied().and_then(named_shape) {
                    Some(written) => {
                        diagnostic.write(written, "a shape without strides is named by `rename`")
                    }
                    None => diagnostic,
                }
            }
            Failure::NoIntegers { index, expected } => {
                // The item of a tuple that is no integer.
                match operands.get(index).and_then(|tuple| sole(tuple, &is_underscore)) {
                    Some(range) => {
                        let fact = format!("expected {expected}, found `_`");
                        Diagnostic::of_operation(written, range, fact)
                    }
                    None => of_kind(operation, call, &plain, (index, expected)),
                }
            }
        };
        Err(diagnostic.into())
    }
}

/// The bounds of a layout that was changed, by the change of its coordinates; none if they are not known.
fn carried(
    of: &Value,
    bounds: &Bounds,
    changed: &Value,
    change: impl Fn(Value) -> Result<Value, Unevaluated>,
) -> Option<Bounds> {
    let mut attached = Attached::new();
    let of = attached.layout(&of.as_vector_layout()?.ok()?, bounds)?;
    let answer = change(Value::Vectors(of)).ok()?.parted().0.as_vector_layout()?.ok()?;
    Some(attached.bounds(&answer, &changed.as_vector_layout()?.ok()?))
}

/// An integer as it is written; none if it is made of several.
fn written(integer: &Expr) -> Option<String> {
    match &integer.kind {
        ExprKind::Int(integer) => Some(integer.to_string()),
        ExprKind::Symbol(symbol) => Some(symbol.text.clone()),
        _ => None,
    }
}

/// The error of an operand of the wrong kind: its number, what it should be, and why the operation takes no composed layout there.
/// The values are without their annotations.
fn of_kind(
    operation: &Operation,
    call: Call<'_>,
    values: &[Value],
    (index, expected): (usize, &'static str),
) -> Diagnostic {
    let written = call.written.unwrap_or(operation.name());
    if let Some(Value::Vectors(layout)) = values.get(index) {
        return several_terms((written, index), layout, call);
    }
    let found = call.values.get(index).map(Value::describe);
    let mut fact = format!("expected {expected}, found {}", found.as_deref().unwrap_or("nothing"));
    if let Some(Value::Composed(_)) = values.get(index)
        && let Some(reason) = operation.refuses_composed(index)
    {
        fact = format!("{fact}\n{reason}");
    }
    Diagnostic::of_operation(written, call.range_of(index), fact)
}

/// The error of an operation that takes strides of one term.
fn several_terms(
    (op, operand): (&'static str, usize),
    layout: &VectorLayout,
    call: Call<'_>,
) -> Diagnostic {
    let (mut at, mut written) = (ModePath::root(), String::new());
    for (path, stride) in layout.stride().leaf_paths() {
        if stride.as_stride().is_none() {
            (at, written) = (path, stride.to_string());
            break;
        }
    }
    let error = Error::new(op, ErrorKind::SeveralTerms { stride: written }).in_operand(operand);
    spanned(&error.in_part(Part::Stride).at_path(at), call.operands, &call.whole())
        .help("`along(…, 0)` is the layout of the first number of its values")
}

/// The error of one mode of several that share the other operands: what is right for it may be wrong for another.
fn of_one_of_several(error: Unevaluated) -> Unevaluated {
    match error {
        Unevaluated::Wrong(mut diagnostic) => {
            diagnostic.helps.retain(|help| matches!(help, Help::Allow(_)));
            diagnostic.into()
        }
        tainted @ Unevaluated::Tainted(_) => tainted,
    }
}

/// Returns whether a mode is `_`, which stands for each of them.
fn is_each(mode: &Expr) -> bool {
    is_underscore(&mode.kind)
}

/// The tuple of what an operation answers of each mode.
///
/// # Errors
///
/// An answer is neither an integer nor a tuple.
fn tuple_of(op: &OpName, answers: Vec<Value>) -> Result<Value, Diagnostic> {
    let mut items = Vec::new();
    for answer in answers {
        let Some(item) = answer.as_tuple() else {
            let found = answer.describe();
            let message = format!("`{}` of each mode is no tuple: {found}", op.text);
            return Err(Diagnostic::new(op.range, message));
        };
        items.push(item);
    }
    Ok(Value::Tuple(HTuple::Tuple(items)))
}

/// The help for a window that is no layout because it goes past the end of a ring.
fn over_a_turn(operation: &Operation, values: &[Value], error: &Error) -> Option<&'static str> {
    let is_window = operation.composes()
        && matches!(error.kind(), ErrorKind::NotAdditive { .. } | ErrorKind::BrokenRun { .. });
    if !is_window {
        return None;
    }
    let of = values.first()?.domain()?;
    let (extents, strides) = (of.shape().leaves(), of.stride().leaves());
    // A mode of one position does not step either.
    if extents.iter().zip(strides).all(|(s, d)| **s == Int::ONE || *d != Stride::zero()) {
        return None;
    }
    let round = untraced(|| ops::circular_modes(of)).ok()?;
    (!round.is_empty()).then_some(
        "\na window over the end of a ring is no layout: it is read in pieces, as `ring_pieces` has them",
    )
}

/// A shape whose modes have names, and which has no strides, as the operation that gives it names. So written it is a list of layouts
/// `name:stride`.
fn named_shape(operand: &Expr) -> Option<String> {
    let ExprKind::Tuple(items) = &operand.kind else { return None };
    let (mut extents, mut names) = (Vec::new(), Vec::new());
    for item in items {
        let ExprKind::Layout(name, extent, _) = &item.kind else { return None };
        let ExprKind::Symbol(name) = &name.kind else { return None };
        names.push(name.text.clone());
        match &extent.kind {
            ExprKind::Int(extent) => extents.push(extent.to_string()),
            ExprKind::Symbol(extent) => extents.push(extent.text.clone()),
            _ => return None,
        }
    }
    Some(format!("rename(({}), {})", extents.join(","), names.join(", ")))
}

/// A layout of a list, each of which has names of its own.
fn item_with_names(operation: &Operation, values: &[Value]) -> Option<Value> {
    let [Value::List(items), index] = values else { return None };
    if !operation.takes_items() || !items.iter().all(|item| matches!(item, Value::Annotated(..))) {
        return None;
    }
    let index = index.as_int()?.known()?;
    let from_end = if index < 0 { items.len() as i128 } else { 0 };
    items.get(usize::try_from(index + from_end).ok()?).cloned()
}

fn is_underscore(kind: &ExprKind) -> bool {
    matches!(kind, ExprKind::Underscore)
}

/// A mode of an operand, as it is written: that of a tuple, or of a shape and a stride; and its
/// place.
fn part_of(expr: &Expr, mode: &Value, of: &Value) -> (Expr, Option<usize>) {
    let number = mode.as_int().and_then(Int::known).unwrap_or(0);
    let rank = match of {
        Value::Tuple(tuple) => tuple.rank(),
        of => of.domain_shape().map_or(1, IntTuple::rank),
    };
    let from_end = if number < 0 { rank as i128 } else { 0 };
    let place = usize::try_from(number + from_end).ok();
    let part = mode_of(expr, place.unwrap_or(usize::MAX));
    (part.unwrap_or(Expr { kind: ExprKind::Underscore, range: expr.range }), place)
}

/// A mode that is written: an item of a tuple, or of both a shape and a stride.
fn mode_of(expr: &Expr, index: usize) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Tuple(items) => items.get(index).cloned(),
        ExprKind::Layout(shape, stride, _) => {
            let (shape, stride) = (mode_of(shape, index)?, mode_of(stride, index)?);
            let range = shape.range;
            let kind = ExprKind::Layout(Box::new(shape), Box::new(stride), ModeNames::NONE);
            Some(Expr { kind, range })
        }
        _ => None,
    }
}

/// An error of the algebra at the operand that it is about, with what to write for a tile that does not divide.
fn refused(operation: &Operation, call: Call<'_>, values: &[Value], error: &Error) -> Diagnostic {
    let mut diagnostic = spanned(error, call.operands, &call.whole());
    let at = diagnostic.range;
    let repairs = || suggestion::of_divide(operation, values, error, (at, call.operands));
    diagnostic.helps.extend(untraced(repairs));
    diagnostic
}

/// A call as a step, where steps are asked for.
#[cfg(feature = "explain")]
fn explained(
    operation: &Operation,
    operands: &[Value],
    call: impl FnOnce() -> Result<Applied, Failure>,
) -> Result<Applied, Failure> {
    use layout_algebra::explain::{NoAnswer, begin, end};
    begin(&|| {
        let operands = operands.iter().map(Value::to_string).collect_vec();
        format!("{}({})", operation.name(), operands.join(", "))
    });
    let answer = call();
    end(&|| {
        let fact = match &answer {
            Ok(applied) => return Ok(applied.value.to_string()),
            Err(Failure::Algebra(error) | Failure::Objection(error, _)) => return Err(error.into()),
            Err(Failure::Refused { message, .. }) => message.clone(),
            Err(Failure::Written(diagnostic)) => diagnostic.message.clone(),
            Err(Failure::Pattern { error, .. }) => error.to_string(),
            Err(Failure::NoLayout { .. }) => "expected a layout".to_owned(),
            Err(Failure::Operand { expected, .. } | Failure::NoIntegers { expected, .. }) => {
                format!("expected {expected}")
            }
        };
        Err(NoAnswer { operation: None, fact })
    });
    answer
}

#[cfg(not(feature = "explain"))]
fn explained(
    _: &Operation,
    _: &[Value],
    call: impl FnOnce() -> Result<Applied, Failure>,
) -> Result<Applied, Failure> {
    call()
}

fn check_arity(operation: &Operation, call: Call<'_>) -> Result<(), Diagnostic> {
    let (operands, (least, most)) = (call.operands, operation.arity());
    let found = operands.len();
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let s = if least == 1 { "" } else { "s" };
    let expected = match (least, most) {
        (least, most) if least == most => format!("{least} operand{s}"),
        (least, usize::MAX) => format!("at least {least} operand{s}"),
        (least, most) if least + 1 == most => format!("{least} or {most} operands"),
        (least, most) => format!("{least} to {most} operands"),
    };
    let message =
        format!("{} takes {expected} ({}), not {found}", operation.name(), operation.usage());
    Err(match (operands.get(most), operands.last()) {
        (Some(first), Some(last)) => Diagnostic::new(first.range.to(last.range), message).surplus(),
        _ => Diagnostic::new(call.range, message),
    })
}
