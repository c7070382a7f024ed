//! `Condition`: what must hold of the symbols, and cannot be shown.

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::exact::injective;
use crate::{Facts, Int, Overflow, Symbol, Truth};

/// A statement about integers over symbols.
///
/// An operation that needs one which does not follow from what is known names it in
/// its error ([`crate::Error::condition`]); assumed ([`crate::Facts::assume`]) or
/// checked once where the symbols have values, it carries the proof.
///
/// ```
/// use layout_algebra::{Condition, Facts, Int, Truth};
///
/// let mut facts = Facts::new();
/// facts.extent("m");
/// let m = facts.int("m").unwrap();
/// let divides = Condition::divides(&Int::new(128), &m);
/// assert_eq!(divides.decide(), Truth::Unknown);
/// assert_eq!(divides.to_string(), "m must be a multiple of 128");
/// assert_eq!(divides.assumption(), "m % 128 == 0");
/// assert_eq!(divides.holds_at(&|_| Some(Int::new(256))), Ok(true));
/// assert_eq!(divides.holds_at(&|_| Some(Int::new(100))), Ok(false));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Condition {
    /// `of` is a multiple of `divisor`.
    Divides {
        /// The divisor.
        divisor: Int,
        /// The dividend.
        of: Int,
    },
    /// `least ≤ most`.
    AtMost {
        /// The lesser.
        least: Int,
        /// The greater.
        most: Int,
    },
    /// Both are the same.
    Equal {
        /// One.
        left: Int,
        /// The other.
        right: Int,
    },
    /// The layout of these leaves `(extent, stride)` is injective.
    Injective {
        /// The leaves.
        leaves: Vec<(Int, Int)>,
    },
}

/// The consequence of a condition that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Need {
    /// A necessary condition: without it there is no result.
    Must,
    /// The result was computed for the case that it holds. In another case another result
    /// may be right.
    Case,
}

impl Condition {
    /// `of` is a multiple of `divisor`.
    pub fn divides(divisor: &Int, of: &Int) -> Self {
        let (divisor, of) = Int::over_one(divisor, of);
        Condition::Divides { divisor, of }
    }

    /// `least ≤ most`.
    pub fn at_most(least: &Int, most: &Int) -> Self {
        let (least, most) = Int::over_one(least, most);
        Condition::AtMost { least, most }
    }

    /// Both are the same.
    pub fn equal(left: &Int, right: &Int) -> Self {
        let (left, right) = Int::over_one(left, right);
        Condition::Equal { left, right }
    }

    /// Conditions that together show leaves `(extent, stride)` to be injective, as those of
    /// most layouts do: each stride is above what those before it reach, in the order that is
    /// likely. None where that is no order of theirs.
    pub fn injective_links(leaves: &[(Int, Int)]) -> Option<Vec<Condition>> {
        crate::exact::links(leaves).ok().flatten()
    }

    /// Decides the condition from the facts: true if they imply it, false if it cannot hold.
    pub fn decide(&self) -> Truth {
        let truth = match self {
            Condition::Divides { divisor, of } => divisor.divides(of),
            Condition::AtMost { least, most } => least.at_most(most),
            Condition::Equal { left, right } => left.equals(right),
            Condition::Injective { leaves } => {
                crate::exact::is_injective(leaves).unwrap_or(Truth::Unknown)
            }
        };
        if truth == Truth::Unknown {
            for int in self.integers() {
                if let Some(symbol) = int.some_symbol()
                    && self.is_assumed(symbol.facts())
                {
                    return Truth::True;
                }
            }
        }
        truth
    }

    /// Returns true if it was assumed in these words, or is the injectivity of a part of a layout
    /// that is assumed to be injective.
    fn is_assumed(&self, facts: &Facts) -> bool {
        if facts.contains(self) {
            return true;
        }
        let Condition::Injective { leaves } = self else { return false };
        for other in facts.assumed() {
            // The facts now say more of it than those when it was assumed.
            if let Ok(Condition::Injective { leaves: whole }) =
                other.map(&mut |int| facts.bind(int))
                && crate::exact::is_part(leaves, &whole) == Ok(true)
            {
                return true;
            }
        }
        false
    }

    /// Evaluates the condition where the symbols have these values. A condition on a quotient that
    /// is not exact there does not hold.
    ///
    /// # Errors
    ///
    /// [`Overflow`]; [`Overflow::Terms`] if a symbol has no value, or the question
    /// of injectivity leaves its budget.
    pub fn holds_at(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<bool, Overflow> {
        let at = match self.map(&mut |int| int.substitute(value_of)) {
            Err(Overflow::Inexact) => return Ok(false),
            at => at?,
        };
        if at.integers().any(Int::is_symbolic) {
            return Err(Overflow::Terms);
        }
        match at.decide() {
            Truth::True => Ok(true),
            Truth::False => Ok(false),
            Truth::Unknown => {
                let Condition::Injective { leaves } = &at else { return Err(Overflow::Terms) };
                let mut modes = Vec::new();
                for (extent, stride) in leaves {
                    modes.extend(extent.known().zip(stride.known()));
                }
                match injective::collision(&modes) {
                    Ok(found) => Ok(found.is_none()),
                    Err(_) => Err(Overflow::Terms),
                }
            }
        }
    }

    /// The condition with integers in the place of its symbols; a symbol without one stays.
    ///
    /// # Errors
    ///
    /// As [`Int::substitute`].
    pub fn substitute(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Self, Overflow> {
        self.map(&mut |int| int.substitute(value_of))
    }

    /// The same condition of other integers.
    pub(crate) fn map(
        &self,
        f: &mut dyn FnMut(&Int) -> Result<Int, Overflow>,
    ) -> Result<Self, Overflow> {
        Ok(match self {
            Condition::Divides { divisor, of } => {
                Condition::Divides { divisor: f(divisor)?, of: f(of)? }
            }
            Condition::AtMost { least, most } => {
                Condition::AtMost { least: f(least)?, most: f(most)? }
            }
            Condition::Equal { left, right } => {
                Condition::Equal { left: f(left)?, right: f(right)? }
            }
            Condition::Injective { leaves } => {
                let mut mapped = Vec::new();
                for (extent, stride) in leaves {
                    mapped.push((f(extent)?, f(stride)?));
                }
                Condition::Injective { leaves: mapped }
            }
        })
    }

    /// The integers that it speaks of.
    pub fn integers(&self) -> impl Iterator<Item = &Int> {
        let all = match self {
            Condition::Divides { divisor: a, of: b }
            | Condition::AtMost { least: a, most: b }
            | Condition::Equal { left: a, right: b } => alloc::vec![a, b],
            Condition::Injective { leaves } => {
                let mut all = Vec::new();
                for (extent, stride) in leaves {
                    all.extend([extent, stride]);
                }
                all
            }
        };
        all.into_iter()
    }

    /// The condition as a Rust expression, as `assume` takes it.
    pub fn assumption(&self) -> String {
        match self {
            Condition::Divides { divisor, of } => {
                alloc::format!(
                    "{} % {} == 0",
                    operand(of, &[" + ", " - "]),
                    operand(divisor, &[" "])
                )
            }
            Condition::AtMost { least, most } => alloc::format!("{least} <= {most}"),
            Condition::Equal { left, right } => alloc::format!("{left} == {right}"),
            Condition::Injective { leaves } => alloc::format!("injective({})", layout(leaves)),
        }
    }
}

/// An operand of `%`, in parentheses if it has one of these signs.
fn operand(int: &Int, signs: &[&str]) -> String {
    let text = alloc::format!("{int}");
    for sign in signs {
        if text.contains(sign) {
            return alloc::format!("({text})");
        }
    }
    text
}

/// The leaves as a layout prints.
fn layout(leaves: &[(Int, Int)]) -> String {
    let (mut extents, mut strides) = (Vec::new(), Vec::new());
    for (extent, stride) in leaves {
        extents.push(extent.to_string());
        strides.push(stride.to_string());
    }
    alloc::format!("({}):({})", extents.join(","), strides.join(","))
}

impl Condition {
    /// The condition as a clause, with a verb between subject and object.
    fn sentence(&self, verb: &str) -> String {
        match self {
            Condition::Divides { divisor, of } => {
                alloc::format!("{of} {verb} a multiple of {divisor}")
            }
            Condition::AtMost { least, most } => match least.known() {
                Some(_) => alloc::format!("{most} {verb} at least {least}"),
                None => alloc::format!("{least} {verb} at most {most}"),
            },
            Condition::Equal { left, right } => alloc::format!("{left} {verb} {right}"),
            Condition::Injective { leaves } => {
                alloc::format!("{} {verb} injective", layout(leaves))
            }
        }
    }

    /// The condition as a statement: `m is a multiple of 128`.
    pub fn statement(&self) -> String {
        self.sentence("is")
    }
}

impl fmt::Display for Condition {
    /// Writes the condition as a demand: `m must be a multiple of 128`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence("must be"))
    }
}
