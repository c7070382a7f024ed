//! `Operand`: how the expression of an index function is put together.
//!
//! A negative operand is subtracted from what it is joined to, so that nothing is negated
//! that need not be.

use super::node::{Node, Op};
use crate::plan::Join;

/// An expression, and what joining it to others must know of it.
#[derive(Clone)]
pub(super) struct Operand {
    node: Node,
    /// True if the operand is the negative of the expression.
    negative: bool,
    /// The bits that may be set.
    bits: u64,
}

impl Operand {
    pub(super) fn new(node: Node) -> Self {
        Operand { node, negative: false, bits: u64::MAX }
    }

    pub(super) fn number(number: i64) -> Self {
        let node = Node::Number(number.unsigned_abs());
        Operand { negative: number < 0, ..Operand::new(node) }
    }

    /// The operand, of which no other bits may be set.
    pub(super) fn with_bits(self, bits: u64) -> Self {
        Operand { bits, ..self }
    }

    /// The operand, which is not negative, shifted to the right.
    pub(super) fn shifted(self, by: u32) -> Self {
        Operand { bits: self.bits >> by, node: self.node.shifted_down(by), ..self }
    }

    /// Some bits of the operand, which is not negative.
    pub(super) fn masked(self, mask: u64) -> Self {
        Operand { bits: self.bits & mask, node: self.node.masked(Some(mask)), ..self }
    }

    /// The operand, which is not negative, as an offset.
    pub(super) fn offset(self) -> Self {
        Operand { node: Node::Offset(Box::new(self.node)), ..self }
    }

    /// The operand times a factor, or the negative of that.
    pub(super) fn times(self, times: u64, minus: bool) -> Self {
        let Operand { node, negative, bits } = self;
        let negative = negative != minus;
        if times.is_power_of_two() {
            let by = times.trailing_zeros();
            return Operand { node: node.shifted_up(by), negative, bits: bits << by };
        }
        let product = Node::binary(Op::Mul, node, Node::Number(times));
        Operand { negative, ..Operand::new(product) }
    }

    /// Two operands, joined.
    pub(super) fn joined(self, join: Join, other: Operand) -> Self {
        let bits = self.bits | other.bits;
        // An addition without carries is the same instruction optimised, and less than a call if not.
        let apart = !self.negative && !other.negative && self.bits & other.bits == 0;
        let (op, bits) = match join {
            Join::Xor => (Op::Xor, bits),
            Join::Add if apart => (Op::Or, bits),
            Join::Add if self.negative == other.negative => (Op::Add, u64::MAX),
            Join::Add => (Op::Sub, u64::MAX),
        };
        let negative = join == Join::Add && self.negative && other.negative;
        let reversed = op == Op::Sub && self.negative;
        let (a, b) = if reversed { (other, self) } else { (self, other) };
        Operand { node: Node::binary(op, a.node, b.node), negative, bits }
    }

    /// The operand on its own, with its sign.
    pub(super) fn value(self) -> Node {
        if self.negative { Node::Negative(Box::new(self.node)) } else { self.node }
    }

    /// Returns whether the operand needs no operation: a coordinate, a variable or a number.
    pub(super) fn is_atom(&self) -> bool {
        matches!(self.node, Node::Coordinate(_) | Node::Variable(_) | Node::Number(_))
    }
}
