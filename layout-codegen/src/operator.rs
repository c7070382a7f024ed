//! `Operator`: what stands between two integers, and what it makes of them.

use layout_algebra::{Condition, Error, Int, Overflow};
use layout_core::{floor_div, modulo};

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `||`: 1 where one of them is not 0
    Either,
    /// `&&`: 1 where both are not 0
    Both,
    /// `==`: 1 where they are equal, else 0, as of every comparison
    Equal,
    /// `!=`
    Different,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    Greater,
    /// `|`
    Or,
    /// `^`
    Xor,
    /// `&`
    And,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, as Rust rounds
    Div,
    /// `%`, what `/` leaves
    Rem,
    /// `div_floor(a, b)`
    DivFloor,
    /// `rem_floor(a, b)`, and Python's `%`
    RemFloor,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

/// Reason why an operator has no value.
pub(crate) enum NoValue {
    /// A divisor that may be below 1.
    Unproved(Error),
    /// The result does not fit.
    Overflow(Overflow),
    /// The operands are none that it takes.
    Refused(&'static str),
}

/// The reason why integers have no sum, product or negative.
pub(crate) const OVERFLOW: &str = "overflows: integers have 127 bits and a sign";

impl Operator {
    /// The operators between their operands by Rust's precedence, the loosest first.
    pub(crate) const LEVELS: [&[Operator]; 9] = [
        &[Operator::Either],
        &[Operator::Both],
        &[
            Operator::Equal,
            Operator::Different,
            Operator::AtMost,
            Operator::AtLeast,
            Operator::Less,
            Operator::Greater,
        ],
        &[Operator::Or],
        &[Operator::Xor],
        &[Operator::And],
        &[Operator::Shl, Operator::Shr],
        &[Operator::Add, Operator::Sub],
        &[Operator::Mul, Operator::Div, Operator::Rem],
    ];
    /// The level of comparisons.
    pub(crate) const COMPARISONS: usize = 2;
    /// The level of sums: those below it are of bits and of truth.
    pub(crate) const SUMS: usize = 7;

    /// The operator as it is written.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Operator::Either => "||",
            Operator::Both => "&&",
            Operator::Equal => "==",
            Operator::Different => "!=",
            Operator::AtMost => "<=",
            Operator::AtLeast => ">=",
            Operator::Less => "<",
            Operator::Greater => ">",
            Operator::Or => "|",
            Operator::Xor => "^",
            Operator::And => "&",
            Operator::Shl => "<<",
            Operator::Shr => ">>",
            Operator::Add => "+",
            Operator::Sub => "-",
            Operator::Mul => "*",
            Operator::Div => "/",
            Operator::Rem => "%",
            Operator::DivFloor => "div_floor",
            Operator::RemFloor => "rem_floor",
            Operator::Min => "min",
            Operator::Max => "max",
        }
    }

    /// The operator as it is written, with its operands.
    pub(crate) fn with(self, a: &str, b: &str) -> String {
        let text = self.text();
        match self {
            Operator::DivFloor | Operator::RemFloor | Operator::Min | Operator::Max => {
                format!("{text}({a}, {b})")
            }
            _ => format!("{a} {text} {b}"),
        }
    }

    /// Returns whether the second operand divides the first.
    pub(crate) fn divides(self) -> bool {
        use Operator::{Div, DivFloor, Rem, RemFloor};
        matches!(self, Div | Rem | DivFloor | RemFloor)
    }

    /// The value, which is Rust's wherever that does not wrap; or why there is none.
    pub(crate) fn apply(self, a: i128, b: i128) -> Result<i128, &'static str> {
        const SHIFT: &str = "shifts out of range: from 0 to 127 bits";
        let shift = || u32::try_from(b).ok().filter(|by| *by < i128::BITS).ok_or(SHIFT);
        match self {
            Operator::Either => Ok(i128::from(a != 0 || b != 0)),
            Operator::Both => Ok(i128::from(a != 0 && b != 0)),
            Operator::Equal => Ok(i128::from(a == b)),
            Operator::Different => Ok(i128::from(a != b)),
            Operator::AtMost => Ok(i128::from(a <= b)),
            Operator::AtLeast => Ok(i128::from(a >= b)),
            Operator::Less => Ok(i128::from(a < b)),
            Operator::Greater => Ok(i128::from(a > b)),
            Operator::Min => Ok(a.min(b)),
            Operator::Max => Ok(a.max(b)),
            Operator::Or => Ok(a | b),
            Operator::Xor => Ok(a ^ b),
            Operator::And => Ok(a & b),
            // Bits that leave at the top are lost in Rust.
            Operator::Shl => {
                let shifted = a << shift()?;
                if shifted >> b == a { Ok(shifted) } else { Err(OVERFLOW) }
            }
            Operator::Shr => Ok(a >> shift()?),
            Operator::Add => a.checked_add(b).ok_or(OVERFLOW),
            Operator::Sub => a.checked_sub(b).ok_or(OVERFLOW),
            Operator::Mul => a.checked_mul(b).ok_or(OVERFLOW),
            Operator::Div | Operator::Rem | Operator::DivFloor | Operator::RemFloor if b == 0 => {
                Err("divides by zero")
            }
            Operator::Div => a.checked_div(b).ok_or(OVERFLOW),
            Operator::Rem => a.checked_rem(b).ok_or(OVERFLOW),
            Operator::DivFloor => floor_div(a, b).ok_or(OVERFLOW),
            Operator::RemFloor => modulo(a, b).ok_or(OVERFLOW),
        }
    }

    /// The value of integers that may be symbols.
    pub(crate) fn of_integers(self, a: &Int, b: &Int) -> Result<Int, NoValue> {
        if self.divides() && b.known().is_none() && !Int::ZERO.less(b).is_true() {
            let condition = Condition::at_most(&Int::ONE, b);
            return Err(NoValue::Unproved(Error::unproved("division", condition)));
        }
        let known = a.known().zip(b.known()).map(|(a, b)| self.apply(a, b));
        let result = match (self, known) {
            (_, Some(Ok(value))) => Ok(Int::new(value)),
            (Operator::Add, _) => a.add(b),
            (Operator::Sub, _) => a.sub(b),
            (Operator::Mul, _) => a.mul(b),
            (_, Some(Err(why))) => return Err(NoValue::Refused(why)),
            (Operator::Div, _) => a.div_trunc(b),
            (Operator::Rem, _) => a.rem_trunc(b),
            (Operator::DivFloor, _) => a.div_floor(b),
            (Operator::RemFloor, _) => a.rem_floor(b),
            _ => return Err(NoValue::Refused("takes numbers, not symbols")),
        };
        result.map_err(NoValue::Overflow)
    }
}
