//! `Closure`: an index expression over integers, and its value at each coordinate.

use std::fmt;

use layout_algebra::{HTuple, Int, IntTuple, ops};

use crate::report::{Diagnostic, SpanRange};

/// The most coordinates at which a closure is evaluated.
pub const MAX_POINTS: usize = 1 << 20;
/// The most numbers and operators that it goes through at all of them together.
pub const MAX_STEPS: usize = 1 << 25;

const OVERFLOW: &str = "overflows: integers have 127 bits and a sign";

/// `|i, (j, k)| i * 8 + (j ^ k)`: integer arithmetic with Rust's precedence and meaning,
/// in which nothing wraps.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The arguments, each a name or a tuple.
    pub(crate) arguments: Vec<Pattern>,
    /// From the first argument to the last.
    pub(crate) head: SpanRange,
    /// The body: each operator follows its operands.
    pub(crate) body: Vec<Step>,
    /// The tokens of the body.
    pub(crate) range: SpanRange,
}

/// An argument.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) kind: HTuple<Option<String>>,
    pub(crate) range: SpanRange,
}

/// One step of a body, on a stack of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// Pushes a number.
    Number(i128),
    /// Pushes the argument of this number, counted over the leaves of all.
    Argument(usize),
    /// Replaces the top by its negative.
    Negate(SpanRange),
    /// Replaces the two topmost, of which the right operand is the upper.
    Binary(Operator, SpanRange),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Or,
    Xor,
    And,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    /// Every operator, those of two marks first.
    pub(crate) const ALL: [Operator; 10] = [
        Operator::ShiftLeft,
        Operator::ShiftRight,
        Operator::Or,
        Operator::Xor,
        Operator::And,
        Operator::Add,
        Operator::Subtract,
        Operator::Multiply,
        Operator::Divide,
        Operator::Remainder,
    ];

    /// As it is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::And => "&",
            Operator::ShiftLeft => "<<",
            Operator::ShiftRight => ">>",
            Operator::Add => "+",
            Operator::Subtract => "-",
            Operator::Multiply => "*",
            Operator::Divide => "/",
            Operator::Remainder => "%",
        }
    }

    /// Rust's precedence: what binds tighter is larger.
    pub(crate) fn precedence(self) -> u8 {
        match self {
            Operator::Or => 0,
            Operator::Xor => 1,
            Operator::And => 2,
            Operator::ShiftLeft | Operator::ShiftRight => 3,
            Operator::Add | Operator::Subtract => 4,
            Operator::Multiply | Operator::Divide | Operator::Remainder => 5,
        }
    }

    /// The value, or why there is none.
    fn apply(self, a: i128, b: i128) -> Result<i128, &'static str> {
        const ZERO: &str = "divides by zero";
        const SHIFT: &str = "shifts out of range: from 0 to 127 bits";
        let shift = || u32::try_from(b).ok().filter(|by| *by < i128::BITS).ok_or(SHIFT);
        match self {
            Operator::Or => Ok(a | b),
            Operator::Xor => Ok(a ^ b),
            Operator::And => Ok(a & b),
            // Bits that leave at the top are lost in Rust.
            Operator::ShiftLeft => {
                let shifted = a << shift()?;
                if shifted >> b == a { Ok(shifted) } else { Err(OVERFLOW) }
            }
            Operator::ShiftRight => Ok(a >> shift()?),
            Operator::Add => a.checked_add(b).ok_or(OVERFLOW),
            Operator::Subtract => a.checked_sub(b).ok_or(OVERFLOW),
            Operator::Multiply => a.checked_mul(b).ok_or(OVERFLOW),
            Operator::Divide | Operator::Remainder if b == 0 => Err(ZERO),
            Operator::Divide => a.checked_div(b).ok_or(OVERFLOW),
            Operator::Remainder => a.checked_rem(b).ok_or(OVERFLOW),
        }
    }
}

/// Why a closure has no table.
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
    /// The values at all coordinates of a shape of positive extents, in the order of
    /// their 1-D coordinates. `op` is named in errors.
    pub(crate) fn table(&self, op: &str, shape: &IntTuple) -> Result<Vec<Int>, Refused> {
        let points = self.points(op, shape)?;
        let digits = self.digits(op, shape)?;
        let mut table = Vec::with_capacity(points);
        let mut stack = Vec::new();
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
        let points = size.and_then(|size| usize::try_from(size).ok());
        let Some(points) = points.filter(|points| *points <= MAX_POINTS) else {
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
                arguments.iter().zip(modes).collect()
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
                let pattern_shape = pattern.kind.map(&mut |name| Name(name.clone()));
                let message = format!(
                    "{op}: argument {pattern_shape} does not fit shape {shape}\n\
                     a name stands for any mode, a tuple for one of its rank"
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
        stack: &mut Vec<i128>,
    ) -> Result<i128, (SpanRange, String, &'static str)> {
        stack.clear();
        for step in &self.body {
            let value = match *step {
                Step::Number(number) => number,
                Step::Argument(k) => {
                    digits.get(k).map_or(0, |digit| (x / digit.place % digit.extent) as i128)
                }
                Step::Negate(range) => {
                    let operand = stack.pop().unwrap_or_default();
                    let overflow = || (range, format!("-({operand})"), OVERFLOW);
                    operand.checked_neg().ok_or_else(overflow)?
                }
                Step::Binary(operator, range) => {
                    let (b, a) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    operator.apply(a, b).map_err(|reason| {
                        (range, format!("{a} {} {}", operator.text(), Operand(b)), reason)
                    })?
                }
            };
            stack.push(value);
        }
        Ok(stack.pop().unwrap_or_default())
    }
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
            let Some(extent) = extent.and_then(|extent| usize::try_from(extent).ok()) else {
                return false;
            };
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

/// Where a 1-D coordinate is in a shape.
fn place(x: usize, shape: &IntTuple) -> String {
    let index = HTuple::Leaf(Int::new(x as i128));
    let word = if shape.is_tuple() { "coordinate" } else { "index" };
    match ops::idx2crd(&index, shape) {
        Ok(coordinate) => format!("{word} {coordinate}"),
        Err(_) => format!("index {x}"),
    }
}

/// A right operand, in parentheses where it is negative.
struct Operand(i128);

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// A name in a pattern.
struct Name(Option<String>);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_deref().unwrap_or("_"))
    }
}

impl PartialEq for Closure {
    /// Wherever they are written.
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Closure {
    /// With parentheses around all that an operator makes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = self.arguments.iter().map(|p| p.kind.map(&mut |name| Name(name.clone())));
        let patterns: Vec<String> = patterns.map(|pattern| pattern.to_string()).collect();
        let leaves = self.arguments.iter().flat_map(|argument| argument.kind.leaves());
        let names: Vec<&String> = leaves.filter_map(Option::as_ref).collect();
        let mut stack: Vec<String> = Vec::new();
        for step in &self.body {
            let text = match *step {
                Step::Number(number) => number.to_string(),
                Step::Argument(k) => names.get(k).map_or_else(String::new, |name| (*name).clone()),
                Step::Negate(_) => format!("-{}", stack.pop().unwrap_or_default()),
                Step::Binary(operator, _) => {
                    let (b, a) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    format!("({a} {} {b})", operator.text())
                }
            };
            stack.push(text);
        }
        write!(f, "|{}| {}", patterns.join(", "), stack.pop().unwrap_or_default())
    }
}
