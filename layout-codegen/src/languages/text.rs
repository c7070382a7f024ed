//! Arithmetic as text.

use layout_core::Reciprocal;

use super::dialect::{Dialect, Style};
use crate::arithmetic::{Arithmetic, Node, Op};
use crate::plan::Division;

/// A function's name, parameters and kind.
pub(super) struct Function<'a> {
    pub(super) name: String,
    /// The parameters of symbols, which come first.
    pub(super) symbols: &'a [String],
    pub(super) coordinates: &'a [String],
    /// True if the result is an offset, which may be negative.
    pub(super) is_signed: bool,
}

/// Prints one function.
pub(super) struct Printer<'a> {
    pub(super) dialect: &'static Dialect,
    pub(super) bits: u32,
    pub(super) function: &'a Function<'a>,
}

impl Printer<'_> {
    /// The whole function.
    pub(super) fn function(&self, arithmetic: &Arithmetic) -> String {
        let Some(word) = self.dialect.word(self.bits) else { return String::new() };
        let Function { name, symbols, coordinates, is_signed } = self.function;
        let takes = [*symbols, *coordinates].concat();
        let answers = if *is_signed { word.signed } else { word.unsigned };
        let mut text = self.dialect.head(name, &takes, word.unsigned, answers);
        let names = arithmetic.names(coordinates, symbols);
        for (variable, name) in arithmetic.variables.iter().zip(&names) {
            let value = self.value(&variable.value, &names);
            let line = self.dialect.filled(self.dialect.variable, name, word.unsigned, &value);
            text.push_str(&format!("    {line}\n"));
        }
        let mut value = self.value(&arithmetic.value, &names);
        if *is_signed {
            value = self.dialect.filled(self.dialect.cast, "", answers, &value);
        }
        text.push_str(&format!("    return {value}{}\n", self.dialect.stop()));
        text + self.dialect.end()
    }

    /// An expression on its own.
    pub(super) fn value(&self, node: &Node, variables: &[String]) -> String {
        let value = |node| self.value(node, variables);
        match node {
            Node::Coordinate(place) => self.function.coordinates[*place].clone(),
            Node::Variable(place) => variables[*place].clone(),
            Node::Symbol(place) => self.function.symbols[*place].clone(),
            Node::Number(number) => self.number(*number),
            // Words without a sign have no negative that all compilers take.
            Node::Negative(of) => format!("{} - {}", self.number(0), self.operand(of, variables)),
            Node::Binary(op @ (Op::Min | Op::Max), a, b) => self.lesser(*op, &value(a), &value(b)),
            Node::Binary(op, a, b) => {
                let first =
                    if is_plain(node, a, false) { value(a) } else { self.operand(a, variables) };
                let second = match (op, &**b) {
                    (Op::And, Node::Number(mask @ 10..)) => self.mask(*mask),
                    _ if is_plain(node, b, true) => value(b),
                    _ => self.operand(b, variables),
                };
                format!("{first} {} {second}", self.operator(*op))
            }
            Node::Quotient { of, by, division } => {
                let of = self.operand(of, variables);
                match *division {
                    // The same as in Rust, where a word holds the product. An integer without end
                    // may be an array of short ones in Python.
                    Division::Narrow(Reciprocal { multiplier, shift, in_u32 })
                        if !self.dialect.is_unbounded && (in_u32 || self.bits == u64::BITS) =>
                    {
                        format!(
                            "({of} * {}) >> {}",
                            self.number(multiplier),
                            self.number(shift.into())
                        )
                    }
                    _ => format!("{of} {} {}", self.operator(Op::Div), self.number(*by)),
                }
            }
            Node::Offset(of) => value(of),
        }
    }

    /// An expression next to an operator.
    fn operand(&self, node: &Node, variables: &[String]) -> String {
        let value = self.value(node, variables);
        if is_atom(node) { value } else { format!("({value})") }
    }

    fn number(&self, number: u64) -> String {
        format!("{number}{}", self.suffix())
    }

    fn mask(&self, mask: u64) -> String {
        format!("{mask:#x}{}", self.suffix())
    }

    /// The suffix of a number without a sign.
    fn suffix(&self) -> &'static str {
        self.dialect.word(self.bits).map_or("", |word| word.suffix)
    }

    fn lesser(&self, op: Op, a: &str, b: &str) -> String {
        let (name, sign) = if op == Op::Min { ("min", "<") } else { ("max", ">") };
        match self.dialect.style {
            Style::Wgsl | Style::Python => format!("{name}({a}, {b})"),
            Style::C => format!("(({a}) {sign} ({b}) ? ({a}) : ({b}))"),
        }
    }

    fn operator(&self, op: Op) -> &'static str {
        match op {
            Op::Div if self.dialect.style == Style::Python => "//",
            _ => op.sign(),
        }
    }
}

/// Returns whether an expression has no operator outside of parentheses.
fn is_atom(node: &Node) -> bool {
    match node {
        Node::Coordinate(_) | Node::Variable(_) | Node::Symbol(_) | Node::Number(_) => true,
        Node::Offset(of) => is_atom(of),
        Node::Binary(op, ..) => matches!(op, Op::Min | Op::Max),
        Node::Negative(_) | Node::Quotient { .. } => false,
    }
}

/// Returns whether an operand needs no parentheses: in sums and products alone, whose order nobody
/// has to look up.
fn is_plain(whole: &Node, operand: &Node, is_second: bool) -> bool {
    let Node::Binary(op, ..) = whole else { return false };
    match operand {
        Node::Offset(of) => is_plain(whole, of, is_second),
        Node::Binary(Op::Mul, ..) => matches!(op, Op::Add | Op::Sub),
        Node::Binary(Op::Add | Op::Sub, ..) => matches!(op, Op::Add | Op::Sub) && !is_second,
        _ => false,
    }
}
