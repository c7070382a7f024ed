//! `Closure`: an index expression, and its value at each coordinate.

use std::fmt;

use layout_algebra::{CollectVec, HTuple, Int, IntTuple, ops};

use crate::failure::Failure;
use crate::operator::{NoValue, OVERFLOW, Operator};
use crate::report::{Diagnostic, SpanRange, brief};
use crate::syntax::{ClosureSyntax, Expr, ExprKind, Infix, Name, Pattern, SymbolName};

/// The most coordinates at which a closure is evaluated.
pub const MAX_POINTS: usize = 1 << 20;
/// The most numbers and operators that it goes through at all of them together.
pub const MAX_STEPS: usize = 1 << 25;

/// `|i, (j, k)| i * 8 + (j ^ k)`: integer arithmetic with Rust's precedence and meaning,
/// in which nothing wraps.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The arguments, each a name or a tuple.
    arguments: Vec<Pattern>,
    /// The arguments, from the first to the last.
    head: SpanRange,
    /// The variables of `let`, in the order of their values in the body.
    locals: Vec<String>,
    /// The body: each operator follows its operands.
    body: Vec<Step>,
}

/// One step of a body, on a stack of numbers.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Pushes a number.
    Number(i128),
    /// Pushes the argument of this number, counted over the leaves of all.
    Argument(usize),
    /// Replaces the top by its negative.
    Negate(SpanRange),
    /// Replaces the two topmost, of which the right operand is the upper.
    Binary(Infix),
    /// Replaces the three topmost, a condition and two values, by one of these. The other may have no value.
    Choose(SpanRange),
    /// Takes the top as the next variable.
    Bind,
    /// Pushes a variable.
    Local(usize),
}

/// The words of a body.
#[derive(Clone, Copy)]
struct Words<'a> {
    arguments: &'a [&'a str],
    locals: &'a [String],
}

impl Words<'_> {
    /// The step that pushes the value of a word. A variable hides an argument, and those before it.
    fn step(self, word: &str) -> Option<Step> {
        match self.locals.iter().rposition(|name| name == word) {
            Some(local) => Some(Step::Local(local)),
            None => self.arguments.iter().position(|name| *name == word).map(Step::Argument),
        }
    }
}

/// Adds the steps of an expression whose words are these arguments.
fn add_steps(expr: &Expr, names: Words<'_>, steps: &mut Vec<Step>) -> Result<(), Diagnostic> {
    // A chain nests to the left, as deep as it is long.
    let (mut first, mut chain) = (expr, Vec::new());
    while let ExprKind::Arithmetic(infix, operands) = &first.kind {
        let [left, right] = &**operands;
        chain.push((infix, right));
        first = left;
    }
    add_operand(first, names, steps)?;
    for (infix, right) in chain.into_iter().rev() {
        add_steps(right, names, steps)?;
        steps.push(Step::Binary(*infix));
    }
    Ok(())
}

fn add_operand(expr: &Expr, names: Words<'_>, steps: &mut Vec<Step>) -> Result<(), Diagnostic> {
    match &expr.kind {
        ExprKind::Int(number) => steps.push(Step::Number(*number)),
        ExprKind::Symbol(SymbolName { text, .. }) | ExprKind::Name(Name { text, .. }) => {
            let Some(step) = names.step(text) else { return Err(unknown(text, expr.range, names)) };
            steps.push(step);
        }
        ExprKind::Negate(operand) => {
            add_steps(operand, names, steps)?;
            steps.push(Step::Negate(expr.range.first.into()));
        }
        // Parentheses group.
        ExprKind::Tuple(items) if items.len() == 1 => add_steps(&items[0], names, steps)?,
        ExprKind::Choice(operands) => {
            for operand in operands.iter() {
                add_steps(operand, names, steps)?;
            }
            steps.push(Step::Choose(expr.range));
        }
        ExprKind::Call(op, operands) if extreme(&op.text).is_some() && !operands.is_empty() => {
            let operator = extreme(&op.text).unwrap_or(Operator::Min);
            for (i, operand) in operands.iter().enumerate() {
                add_steps(operand, names, steps)?;
                if i > 0 {
                    steps.push(Step::Binary(Infix { operator, range: op.range }));
                }
            }
        }
        ExprKind::Call(op, _) => return Err(unknown(&op.text, op.range, names)),
        _ => {
            let message = "a closure computes with its arguments and numbers alone";
            return Err(Diagnostic::new(expr.range, message));
        }
    }
    Ok(())
}

/// The operator that a function of integers is.
fn extreme(function: &str) -> Option<Operator> {
    match function {
        "min" => Some(Operator::Min),
        "max" => Some(Operator::Max),
        _ => None,
    }
}

fn unknown(name: &str, at: SpanRange, names: Words<'_>) -> Diagnostic {
    let message = format!(
        "`{}` is no argument of the closure\nit computes with its arguments and numbers alone",
        brief(name)
    );
    let diagnostic = Diagnostic::new(at, message);
    // One letter is near to every other.
    if name.chars().count() == 1 {
        return diagnostic;
    }
    let words = names.arguments.iter().copied().chain(names.locals.iter().map(String::as_str));
    diagnostic.nearest(name, &words.collect_vec())
}

/// The names in the arguments.
fn names(arguments: &[Pattern]) -> Vec<&str> {
    let leaves = arguments.iter().flat_map(|argument| argument.kind.leaves());
    leaves.filter_map(Option::as_deref).collect_vec()
}

/// Reason why a closure has no table.
pub(crate) enum Refused {
    /// A mistake in its tokens.
    Written(Diagnostic),
    /// A shape that it cannot be evaluated on.
    Shape(String),
}

/// The digit of the 1-D coordinate that an argument is: `x / place % extent`.
struct Digit {
    place: usize,
    extent: usize,
}

impl Closure {
    /// The closure as it is written.
    ///
    /// # Errors
    ///
    /// A part of the body that is neither a number, an argument nor arithmetic.
    pub(crate) fn new(syntax: &ClosureSyntax) -> Result<Self, Diagnostic> {
        let (arguments, mut locals, mut body) = (&names(&syntax.arguments), Vec::new(), Vec::new());
        for (name, value) in &syntax.locals {
            add_steps(value, Words { arguments, locals: &locals }, &mut body)?;
            body.push(Step::Bind);
            locals.push(name.clone());
        }
        add_steps(&syntax.body, Words { arguments, locals: &locals }, &mut body)?;
        Ok(Closure { arguments: syntax.arguments.clone(), head: syntax.head, locals, body })
    }

    /// The values at all coordinates of a shape of positive extents, in the order of
    /// their 1-D coordinates. `op` is named in errors.
    pub(crate) fn table(&self, op: &str, shape: &IntTuple) -> Result<Vec<Int>, Refused> {
        let points = self.points(op, shape)?;
        let digits = self.digits(op, shape)?;
        let mut table = Vec::with_capacity(points);
        let mut stack = Stack::new();
        for x in 0..points {
            let value = self.at(x, &digits, &mut stack).map_err(|(range, what, why)| {
                let message = format!("{op}: {what} at {} {why}", place(x, shape));
                Refused::Written(Diagnostic::new(range, message))
            })?;
            table.push(Int::new(value));
        }
        Ok(table)
    }

    /// The number of coordinates, if they are not too many.
    fn points(&self, op: &str, shape: &IntTuple) -> Result<usize, Refused> {
        let product = ops::product(shape).ok();
        let size = product.as_ref().and_then(Int::known);
        if let (Some(product), None) = (&product, size) {
            return Err(Refused::Shape(format!(
                "{op}: shape {shape} has {product} coordinates, which is not known yet\n\
                 a closure is evaluated at all of them"
            )));
        }
        let Some(Ok(points @ ..=MAX_POINTS)) = size.map(usize::try_from) else {
            let size = size.map_or("too many".to_owned(), |size| size.to_string());
            return Err(Refused::Shape(format!(
                "{op}: shape {shape} has {size} coordinates\n\
                 a closure is evaluated at up to {MAX_POINTS}"
            )));
        };
        if points * self.body.len() > MAX_STEPS {
            return Err(Refused::Shape(format!(
                "{op}: {points} coordinates are too many for {} numbers and operators\n\
                 a closure goes through up to {MAX_STEPS} of them at all coordinates together",
                self.body.len()
            )));
        }
        Ok(points)
    }

    /// The digits that the arguments are.
    fn digits(&self, op: &str, shape: &IntTuple) -> Result<Vec<Digit>, Refused> {
        let mut digits = Vec::new();
        let pairs: Vec<(&Pattern, &IntTuple)> = match (self.arguments.as_slice(), shape) {
            (arguments, HTuple::Tuple(modes)) if arguments.len() == modes.len() => {
                arguments.iter().zip(modes).collect_vec()
            }
            // One argument for the whole coordinate.
            ([argument], shape) => vec![(argument, shape)],
            (arguments, shape) => {
                let (found, rank) = (arguments.len(), shape.rank());
                let modes = if rank == 1 { "mode" } else { "modes" };
                let message = format!(
                    "{op}: the closure takes {found} arguments, but shape {shape} has {rank} {modes}"
                );
                return Err(Refused::Written(Diagnostic::new(self.head, message)));
            }
        };
        let mut place = 1;
        for (pattern, shape) in pairs {
            if !bind(&pattern.kind, shape, &mut place, &mut digits) {
                let message = format!(
                    "{op}: argument {} does not fit shape {shape}\n\
                     a name stands for any mode, a tuple for one of its rank",
                    text(pattern)
                );
                return Err(Refused::Written(Diagnostic::new(pattern.range, message)));
            }
        }
        Ok(digits)
    }

    /// The value at a 1-D coordinate, or the operator that has none, with its operands, and why.
    fn at(
        &self,
        x: usize,
        digits: &[Digit],
        stack: &mut Stack<i128, NoInteger>,
    ) -> Result<i128, NoInteger> {
        let argument =
            |k: usize| digits.get(k).map_or(0, |digit| (x / digit.place % digit.extent) as i128);
        let value = self.run(stack, i128::from, argument, apply, |_, it| Ok(*it != 0))?;
        Ok(value.unwrap_or_default())
    }

    /// The value of as many integers as the closure has arguments.
    ///
    /// # Errors
    ///
    /// If an operator has no value; [`Failure::Written`] for arguments that are tuples or are not as many.
    pub(crate) fn of_integers(&self, op: &str, integers: &[Int]) -> Result<Int, Failure> {
        let is_of_tuples = self.arguments.iter().any(|argument| argument.kind.is_tuple());
        if self.arguments.len() != integers.len() || is_of_tuples {
            let count = integers.len();
            let plural = if count == 1 { "" } else { "s" };
            let message = format!("{op}: the closure is called with {count} integer{plural}");
            return Err(Failure::Written(Diagnostic::new(self.head, message)));
        }
        // `_` is an argument without a name.
        let mut named = Vec::new();
        for (argument, int) in self.arguments.iter().zip(integers) {
            if argument.kind.leaves() != [&None] {
                named.push(int.clone());
            }
        }
        let argument = |k: usize| named.get(k).cloned().unwrap_or(Int::ZERO);
        let operate = |infix: Infix, a: Option<Int>, b: Int| operate(op, infix, a.as_ref(), &b);
        let is_true = |range: SpanRange, condition: &Int| match condition.known() {
            Some(condition) => Ok(condition != 0),
            None => {
                let message = format!("{op}: the condition {condition} is not known yet");
                Err(Failure::Written(Diagnostic::new(range, message)))
            }
        };
        let value = self.run(&mut Stack::new(), Int::new, argument, operate, is_true)?;
        Ok(value.unwrap_or(Int::ZERO))
    }

    /// Goes through the body. A negative is a difference without a left operand. What has no value is an error where it is used, so
    /// that `x == 0 ? 0 : 8 / x` has a value.
    fn run<T: Clone, E: Clone>(
        &self,
        stack: &mut Stack<T, E>,
        number: impl Fn(i128) -> T,
        argument: impl Fn(usize) -> T,
        operate: impl Fn(Infix, Option<T>, T) -> Result<T, E>,
        is_true: impl Fn(SpanRange, &T) -> Result<bool, E>,
    ) -> Result<Option<T>, E> {
        stack.values.clear();
        stack.locals.clear();
        for step in &self.body {
            let mut pop = || stack.values.pop().unwrap_or(Ok(number(0)));
            let value = match *step {
                Step::Number(value) => Ok(number(value)),
                Step::Argument(k) => Ok(argument(k)),
                Step::Local(k) => stack.locals.get(k).cloned().unwrap_or(Ok(number(0))),
                Step::Negate(range) => {
                    pop().and_then(|of| operate(Infix { operator: Operator::Sub, range }, None, of))
                }
                Step::Binary(infix) => {
                    let (b, a) = (pop(), pop());
                    a.and_then(|a| operate(infix, Some(a), b?))
                }
                Step::Choose(range) => {
                    let (other, value, condition) = (pop(), pop(), pop());
                    condition.and_then(|it| if is_true(range, &it)? { value } else { other })
                }
                Step::Bind => {
                    let value = pop();
                    stack.locals.push(value);
                    continue;
                }
            };
            stack.values.push(value);
        }
        stack.values.pop().transpose()
    }
}

/// Operator without a value: where it stands, with its operands, and the reason.
type NoInteger = (SpanRange, String, &'static str);

/// The stack on which a body is evaluated, and its local variables.
struct Stack<T, E> {
    values: Vec<Result<T, E>>,
    locals: Vec<Result<T, E>>,
}

impl<T, E> Stack<T, E> {
    fn new() -> Self {
        Stack { values: Vec::new(), locals: Vec::new() }
    }
}

/// The value of an operator of numbers; without a left operand, of a negative.
fn apply(infix: Infix, a: Option<i128>, b: i128) -> Result<i128, NoInteger> {
    let value = match a {
        Some(a) => infix.operator.apply(a, b),
        None => b.checked_neg().ok_or(OVERFLOW),
    };
    match value {
        Ok(value) => Ok(value),
        Err(why) => Err((infix.range, written(infix, a.as_ref(), &b), why)),
    }
}

/// The value of an operator of integers; without a left operand, of a negative.
fn operate(op: &str, infix: Infix, a: Option<&Int>, b: &Int) -> Result<Int, Failure> {
    let value = match a {
        Some(a) => infix.operator.of_integers(a, b),
        None => Int::ZERO.sub(b).map_err(NoValue::Overflow),
    };
    let why = match value {
        Ok(value) => return Ok(value),
        Err(NoValue::Unproved(error)) => return Err(error.in_op("division").into()),
        Err(NoValue::Refused(why)) => why,
        Err(NoValue::Overflow(_)) => OVERFLOW,
    };
    let message = format!("{op}: {} {why}", written(infix, a, b));
    Err(Failure::Written(Diagnostic::new(infix.range, message)))
}

/// An operator and its operands.
fn written<T: ToString>(infix: Infix, a: Option<&T>, b: &T) -> String {
    let b = b.to_string();
    let b = brief(&b);
    let Some(a) = a.map(T::to_string) else { return format!("-({b})") };
    // A right operand is in parentheses where it is negative.
    let b = if b.starts_with('-') { format!("({b})") } else { b.to_string() };
    infix.operator.with(&brief(&a), &b)
}

/// Assigns the next digits of a shape to the names of a pattern; whether they fit.
fn bind(
    pattern: &HTuple<Option<String>>,
    shape: &IntTuple,
    place: &mut usize,
    digits: &mut Vec<Digit>,
) -> bool {
    match (pattern, shape) {
        (HTuple::Leaf(name), shape) => {
            let extent = ops::product(shape).ok().and_then(|size| size.known());
            let Some(Ok(extent)) = extent.map(usize::try_from) else { return false };
            if name.is_some() {
                digits.push(Digit { place: *place, extent });
            }
            *place *= extent;
            true
        }
        (HTuple::Tuple(patterns), HTuple::Tuple(modes)) if patterns.len() == modes.len() => {
            patterns.iter().zip(modes).all(|(p, mode)| bind(p, mode, place, digits))
        }
        _ => false,
    }
}

/// The place of a 1-D coordinate in a shape, as text.
fn place(x: usize, shape: &IntTuple) -> String {
    let index = HTuple::Leaf(Int::new(x as i128));
    let word = if shape.is_tuple() { "coordinate" } else { "index" };
    match ops::idx2crd(&index, shape) {
        Ok(coordinate) => format!("{word} {coordinate}"),
        Err(_) => format!("index {x}"),
    }
}

/// An argument as it is written.
fn text(pattern: &Pattern) -> String {
    pattern.kind.map(&mut |name| name.clone().unwrap_or("_".to_owned())).to_string()
}

impl PartialEq for Closure {
    /// Compares closures by their text, wherever they are written.
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Closure {
    /// Writes the closure with parentheses around each result of an operator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = self.arguments.iter().map(text).collect_vec();
        let names = names(&self.arguments);
        let (mut stack, mut bound): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for step in &self.body {
            let text = match *step {
                Step::Local(k) => self.locals.get(k).cloned().unwrap_or_default(),
                Step::Bind => {
                    let name = self.locals.get(bound.len()).cloned().unwrap_or_default();
                    let value = stack.pop().unwrap_or_default();
                    bound.push(format!("let {name} = {value}; "));
                    continue;
                }
                Step::Choose(_) => {
                    let (other, value) =
                        (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    format!("({} ? {value} : {other})", stack.pop().unwrap_or_default())
                }
                Step::Number(number) => number.to_string(),
                Step::Argument(k) => names.get(k).copied().unwrap_or_default().to_owned(),
                Step::Negate(_) => format!("-{}", stack.pop().unwrap_or_default()),
                Step::Binary(infix) => {
                    let (b, a) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    match infix.operator {
                        Operator::DivFloor | Operator::RemFloor | Operator::Min | Operator::Max => {
                            infix.operator.with(&a, &b)
                        }
                        operator => format!("({})", operator.with(&a, &b)),
                    }
                }
            };
            stack.push(text);
        }
        let body = stack.pop().unwrap_or_default();
        match bound.is_empty() {
            true => write!(f, "|{}| {body}", patterns.join(", ")),
            false => write!(f, "|{}| {{ {}{body} }}", patterns.join(", "), bound.concat()),
        }
    }
}
