//! Arithmetic as text of Rust.
//!
//! Nothing panics, whatever the coordinate: sums and products wrap, and no overflow
//! is checked where none can be.

use layout_core::Reciprocal;

use super::number::Number;
use crate::arithmetic::{Arithmetic, Is, Node, Op};
use crate::emit::rust::PREFIX;
use crate::plan::{Division, Entry};

/// The body of a function: the variables of an entry, and the value.
pub(super) fn body(entry: &Entry, coordinates: &[String], number: Number) -> String {
    let arithmetic = Arithmetic::of(entry, number.word());
    let mut names = arithmetic.names(coordinates, &[]);
    for name in &mut names {
        name.insert_str(0, PREFIX);
    }
    let print = Print { number, coordinates, variables: &names };
    let mut body = String::new();
    for (variable, name) in arithmetic.variables.iter().zip(&names) {
        let value = print.value(&variable.value);
        body += &match variable.is {
            Is::Offset => format!("let {name}: {} = {value}; ", number.offset()),
            _ => format!("let {name} = {value}; "),
        };
    }
    body + &print.value(&arithmetic.value)
}

struct Print<'a> {
    number: Number,
    coordinates: &'a [String],
    variables: &'a [String],
}

impl Print<'_> {
    /// An expression on its own.
    fn value(&self, node: &Node) -> String {
        match node {
            Node::Coordinate(place) => self.coordinates[*place].clone(),
            Node::Variable(place) => self.variables[*place].clone(),
            Node::Symbol(place) => format!("{PREFIX}s{place}"),
            Node::Number(number) => number.to_string(),
            Node::Negative(of) => self.call(of, "wrapping_neg", None),
            Node::Binary(op, a, b) => match method(*op) {
                Some(method) => self.call(a, method, Some(b)),
                None => format!("{} {} {}", self.operand(a), op.sign(), self.operand(b)),
            },
            Node::Quotient { of, by, division } => self.quotient(of, *by, *division),
            Node::Offset(of) => format!("{} as {}", self.operand(of), self.number.offset()),
        }
    }

    /// An expression next to an operator.
    fn operand(&self, node: &Node) -> String {
        let value = self.value(node);
        if is_call_or_atom(node) { value } else { format!("({value})") }
    }

    /// The call of a method. A number needs its type for one.
    fn call(&self, of: &Node, method: &str, operand: Option<&Node>) -> String {
        let of = match of {
            Node::Number(number) => format!("({number} as {})", self.number.offset()),
            of => self.operand(of),
        };
        match operand {
            Some(operand) => format!("{of}.{method}({})", self.value(operand)),
            None => format!("{of}.{method}()"),
        }
    }

    fn quotient(&self, of: &Node, by: u64, division: Division) -> String {
        let of = self.operand(of);
        match division {
            Division::Narrow(Reciprocal { multiplier, shift, in_u32 }) => {
                if self.number == Number::U32 && in_u32 {
                    return format!("{of}.wrapping_mul({multiplier}) >> {shift}");
                }
                let number = self.number.coordinate();
                format!(
                    "(({of} as ::core::primitive::u64).wrapping_mul({multiplier}) >> {shift}) \
                     as {number}"
                )
            }
            Division::None | Division::Shift(_) | Division::Wide => format!("{of} / {by}"),
        }
    }
}

/// Returns whether an expression binds as strongly as a method call.
fn is_call_or_atom(node: &Node) -> bool {
    match node {
        Node::Coordinate(_) | Node::Variable(_) | Node::Symbol(_) => true,
        Node::Number(_) | Node::Negative(_) => true,
        Node::Binary(op, ..) => method(*op).is_some(),
        Node::Quotient { .. } | Node::Offset(_) => false,
    }
}

/// The method that an operation is; none of an operator.
fn method(op: Op) -> Option<&'static str> {
    match op {
        Op::Add => Some("wrapping_add"),
        Op::Sub => Some("wrapping_sub"),
        Op::Mul => Some("wrapping_mul"),
        Op::Min => Some("min"),
        Op::Max => Some("max"),
        _ => None,
    }
}
