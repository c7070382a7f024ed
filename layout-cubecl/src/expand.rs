//! The plan of a layout as operations of cubecl.

use cubecl::prelude::*;
use layout_algebra::{Function, Layout};
use layout_codegen::{Arithmetic, Division, Node, Op, Plan, Twist, Word, plan, plan_composed};
use layout_core::Reciprocal;

use crate::Number;

/// The functions of a layout, in the order of [`Plan::entries`].
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    Index,
    At,
    AtFlat,
}

/// Expands a function of a layout of constants, called with coordinates.
pub(crate) fn expand(
    scope: &Scope,
    notation: &str,
    entry: Entry,
    coordinates: Vec<Number>,
) -> Number {
    let plan = planned(notation);
    assert!(!plan.is_signed(), "{notation} has negative offsets, which are no indices");
    assert!(plan.fits_u32(), "32 bits do not hold the offsets of {notation}");
    of_entry(scope, plan.entries()[entry as usize], coordinates)
}

/// The index of a 1-D coordinate of a layout whose offsets 32 bits hold.
pub(crate) fn index(scope: &Scope, layout: &Layout, i: Number) -> Number {
    let plan = plan(layout).unwrap_or_else(|reason| panic!("{layout}: {reason}"));
    of_entry(scope, &plan.factored().fused().index, vec![i])
}

/// The offset after swizzles, the first of which is applied first.
pub(crate) fn twisted(scope: &Scope, twists: &[Twist], offset: Number) -> Number {
    of_arithmetic(scope, &Arithmetic::of_twists(twists), vec![offset])
}

fn of_entry(scope: &Scope, entry: &layout_codegen::Entry, coordinates: Vec<Number>) -> Number {
    let word = Word { bits: u32::BITS, is_signed: false };
    of_arithmetic(scope, &Arithmetic::of(entry, word), coordinates)
}

fn of_arithmetic(scope: &Scope, arithmetic: &Arithmetic, coordinates: Vec<Number>) -> Number {
    let mut function = Expansion { scope, coordinates, variables: Vec::new() };
    for variable in &arithmetic.variables {
        let value = function.value(&variable.value);
        function.variables.push(value);
    }
    function.value(&arithmetic.value)
}

/// The plan of a layout of constants, which its notation says whole.
fn planned(notation: &str) -> Plan {
    let planned = match notation.parse::<Function>() {
        Ok(Function::Layout(layout)) => plan(&layout),
        Ok(Function::Composed(layout)) => plan_composed(&layout),
        Ok(Function::Swizzle(_)) => panic!("{notation} has no coordinates"),
        Err(error) => panic!("{notation}: {error}"),
    };
    planned.unwrap_or_else(|reason| panic!("{notation}: {reason}")).factored().fused()
}

/// The numbers of one call, as far as they are computed.
struct Expansion<'a> {
    scope: &'a Scope,
    coordinates: Vec<Number>,
    variables: Vec<Number>,
}

impl Expansion<'_> {
    fn value(&self, node: &Node) -> Number {
        let number = |number: u64| -> Number { NativeExpand::from(number as u32) };
        match node {
            Node::Coordinate(place) => self.coordinates[*place],
            Node::Variable(place) => self.variables[*place],
            Node::Number(of) => number(*of),
            Node::Negative(of) => self.joined(Op::Sub, number(0), self.value(of)),
            Node::Binary(op, a, b) => self.joined(*op, self.value(a), self.value(b)),
            Node::Quotient { of, by, division } => match *division {
                Division::Narrow(Reciprocal { multiplier, shift, in_u32: true }) => {
                    let product = self.joined(Op::Mul, self.value(of), number(multiplier));
                    self.joined(Op::Shr, product, number(shift.into()))
                }
                _ => self.joined(Op::Div, self.value(of), number(*by)),
            },
            Node::Offset(of) => self.value(of),
            Node::Symbol(_) => unreachable!("a layout of constants has no symbols"),
        }
    }

    fn joined(&self, op: Op, a: Number, b: Number) -> Number {
        let joined = match op {
            Op::Add => add::expand,
            Op::Sub => sub::expand,
            Op::Mul => mul::expand,
            Op::And => and::expand,
            Op::Or => or::expand,
            Op::Xor => xor::expand,
            Op::Shl => shl::expand,
            Op::Shr => shr::expand,
            Op::Div => div::expand,
            Op::Rem => rem::expand,
            Op::Min | Op::Max => unreachable!("only conditions of symbols have {op:?}"),
        };
        joined(self.scope, a, b)
    }
}

#[cube]
pub(crate) fn add(a: u32, b: u32) -> u32 {
    a + b
}

#[cube]
pub(crate) fn sub(a: u32, b: u32) -> u32 {
    a - b
}

#[cube]
pub(crate) fn mul(a: u32, b: u32) -> u32 {
    a * b
}

#[cube]
pub(crate) fn and(a: u32, b: u32) -> u32 {
    a & b
}

#[cube]
pub(crate) fn or(a: u32, b: u32) -> u32 {
    a | b
}

#[cube]
pub(crate) fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

#[cube]
pub(crate) fn shl(a: u32, b: u32) -> u32 {
    a << b
}

#[cube]
pub(crate) fn shr(a: u32, b: u32) -> u32 {
    a >> b
}

#[cube]
pub(crate) fn div(a: u32, b: u32) -> u32 {
    a / b
}

#[cube]
pub(crate) fn rem(a: u32, b: u32) -> u32 {
    a % b
}

/// In signed words, as in Rust.
#[cube]
pub(crate) fn below(a: u32, b: u32) -> bool {
    (a as i32) < (b as i32)
}

#[cube]
pub(crate) fn both(a: bool, b: bool) -> bool {
    a && b
}

#[cube]
pub(crate) fn less(a: u32, b: u32) -> bool {
    a < b
}

/// An index as cubecl has them.
#[cube]
pub(crate) fn widened(a: u32) -> usize {
    a as usize
}
