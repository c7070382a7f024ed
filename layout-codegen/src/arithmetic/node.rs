//! `Arithmetic`: variables and expressions, as data.

use crate::plan::Division;

/// The arithmetic of one function, on integers of one width: variables in order, then the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arithmetic {
    /// The variables, each computed after those before it.
    pub variables: Vec<Variable>,
    /// The value of the function.
    pub value: Node,
}

/// A variable, which is set once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The kind of the variable.
    pub is: Is,
    /// Its value.
    pub value: Node,
}

/// The kind of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// A coordinate, or a quotient, divided.
    Quotient {
        /// The dividend.
        of: Dividend,
        /// The divisor; 0 for a symbol.
        by: u64,
    },
    /// An offset that a swizzle is applied to, or reads its bits of.
    Offset,
    /// A word whose bits move all at once.
    Word,
    /// The bits of a word that change places.
    Flipped,
}

/// The dividend of a quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dividend {
    /// A coordinate, by its place.
    Coordinate(usize),
    /// A variable, by its place.
    Variable(usize),
}

/// An expression over the coordinates and the variables before it, modulo 2 to the power of
/// the bits of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A coordinate, by its place among those that the function takes.
    Coordinate(usize),
    /// A variable, by its place.
    Variable(usize),
    /// A symbol of the layout, by its place.
    Symbol(usize),
    /// A number.
    Number(u64),
    /// The negative.
    Negative(Box<Node>),
    /// Two expressions, joined.
    Binary(Op, Box<Node>, Box<Node>),
    /// A quotient, rounded down, of what is not negative.
    Quotient {
        /// The dividend.
        of: Box<Node>,
        /// The divisor.
        by: u64,
        /// The cheapest way.
        division: Division,
    },
    /// An expression that is not negative, as an offset, which may be negative.
    Offset(Box<Node>),
}

/// A binary operator. The second operand of a shift is a number less than the bits of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The bits of both.
    And,
    /// The bits of either.
    Or,
    /// The bits of one of the two.
    Xor,
    /// Bits moved up.
    Shl,
    /// Bits moved down.
    Shr,
    /// The quotient, rounded down, of what is not negative by a symbol or a number.
    Div,
    /// The remainder of that quotient.
    Rem,
    /// The lesser of what is not negative.
    Min,
    /// The greater of what is not negative.
    Max,
}

impl Op {
    /// The operator of Rust and C; of the lesser and the greater, which are functions, the comma between operands.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::And => "&",
            Op::Or => "|",
            Op::Xor => "^",
            Op::Shl => "<<",
            Op::Shr => ">>",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Min | Op::Max => ",",
        }
    }
}

/// The integer type of coordinates and offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// 32 or 64.
    pub bits: u32,
    /// True if an offset may be negative. A coordinate never is.
    pub is_signed: bool,
}

impl Node {
    /// Two expressions, joined.
    pub(crate) fn binary(op: Op, a: Node, b: Node) -> Node {
        Node::Binary(op, Box::new(a), Box::new(b))
    }

    /// Bits moved down.
    pub(super) fn shifted_down(self, by: u32) -> Node {
        if by == 0 { self } else { Node::binary(Op::Shr, self, Node::Number(by.into())) }
    }

    /// Bits moved up.
    pub(super) fn shifted_up(self, by: u32) -> Node {
        if by == 0 { self } else { Node::binary(Op::Shl, self, Node::Number(by.into())) }
    }

    /// Some bits.
    pub(super) fn masked(self, mask: Option<u64>) -> Node {
        match mask {
            Some(mask) => Node::binary(Op::And, self, Node::Number(mask)),
            None => self,
        }
    }
}

impl Word {
    /// The magnitude of a factor, modulo what a word holds.
    pub(super) fn factor(self, times: i64) -> u64 {
        times.unsigned_abs() & (u64::MAX >> (u64::BITS - self.bits))
    }
}
