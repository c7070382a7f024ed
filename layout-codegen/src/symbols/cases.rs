//! Cases behind an error: the conditions that were taken before it.

use layout_algebra::{Condition, Int, Lacking, Need, Unproved};
use proc_macro2::{Delimiter, Group, TokenStream};

use super::contradiction::impossible;
use super::{Owner, prove_once};
use crate::cursor::Cursor;
use crate::eval::Scope;
use crate::evaluated::{Obligation, Reason, Unevaluated};
use crate::parse::assumption::parse_assumptions;
use crate::syntax::{Allowed, Expr};
use crate::token::respanned;

/// Other cases that are tried, at most.
const TRIED: usize = 4;

/// An error after conditions that were taken for granted.
pub(super) struct Failed {
    pub(super) error: Box<Unevaluated>,
    pub(super) taken: Box<[(Condition, Reason)]>,
}

impl<T: Into<Unevaluated>> From<T> for Failed {
    fn from(error: T) -> Self {
        Failed { error: Box::new(error.into()), taken: Box::default() }
    }
}

impl Failed {
    /// The outcome of an evaluation that failed.
    pub(super) fn of(unproved: Unproved<Unevaluated>) -> Self {
        let Unproved { error, taken, facts } = unproved;
        // It failed for want of the last one.
        let last = error.condition();
        let taken = taken.into_iter().filter(|need| last != Some(&need.condition));
        let taken = taken.filter_map(Obligation::of).map(Obligation::into_parts).collect();
        Failed { error: Box::new(impossible(error, &facts)), taken }
    }

    /// The error, with the cases in which it is so, and another case in which there is none.
    pub(super) fn in_cases(
        self,
        expr: &Allowed<Expr>,
        scope: &Scope,
        owner: &Owner<'_>,
    ) -> Unevaluated {
        let Failed { error, taken } = self;
        let Unevaluated::Wrong(mut diagnostic) = *error else { return *error };
        let mut tried = Vec::new();
        for (condition, reason) in &taken {
            if reason.need() == Need::Case {
                let case = format!("\nwhere {}, {reason}", condition.assumption());
                diagnostic.message.push_str(&case);
                tried = [others(condition), tried].concat();
            }
        }
        for other in tried.iter().take(TRIED) {
            if let Some(expr) = assuming(expr, other)
                && prove_once(&expr, scope, owner).is_ok()
            {
                diagnostic =
                    diagnostic.in_front(&format!("#[assume({other})]"), " is another case");
                break;
            }
        }
        Unevaluated::Wrong(diagnostic)
    }
}

/// Cases that exclude a condition, or go the other way.
fn others(condition: &Condition) -> Vec<String> {
    match condition {
        Condition::Divides { divisor, of } => {
            vec![above(divisor, of), Condition::divides(of, divisor).assumption()]
        }
        Condition::AtMost { least, most } => vec![above(least, most)],
        Condition::Equal { left, right } => vec![above(left, right), above(right, left)],
        _ => Vec::new(),
    }
}

/// The assumption that an integer is above another.
fn above(greater: &Int, less: &Int) -> String {
    match greater.known() {
        Some(greater) => format!("{less} < {greater}"),
        None => format!("{greater} > {less}"),
    }
}

/// The expression with one more assumption.
fn assuming(expr: &Allowed<Expr>, assumption: &str) -> Option<Allowed<Expr>> {
    let tokens: TokenStream = assumption.parse().ok()?;
    // The names are those of the expression.
    let span = expr.of.range.first;
    let mut group = Group::new(Delimiter::Parenthesis, respanned(tokens, span));
    group.set_span(span);
    let mut expr = expr.clone();
    expr.assume.extend(parse_assumptions(&mut Cursor::inside(&group)).ok()?);
    Some(expr)
}
