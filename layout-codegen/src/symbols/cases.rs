//! Cases behind an error: the conditions that were taken before it.

use layout_algebra::{Condition, Int, Lacking, Need, Unproved};
use proc_macro2::{Delimiter, Group, Span, TokenStream};

use super::contradiction::impossible;
use crate::cursor::Cursor;
use crate::evaluated::Reason;
use crate::evaluated::Unevaluated;
use crate::evaluated::{Evaluated, Obligation};
use crate::parse::assumption::parse_assumptions;
use crate::syntax::{Allowed, Expr};

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
        let taken = taken.filter_map(Obligation::of);
        let taken = taken.map(Obligation::into_parts).collect();
        Failed { error: Box::new(impossible(error, &facts)), taken }
    }

    /// The error, with the cases in which it is so, and another case in which there is none.
    pub(super) fn in_cases(
        self,
        expr: &Allowed<Expr>,
        prove: &dyn Fn(&Allowed<Expr>) -> Result<Evaluated, Failed>,
    ) -> Unevaluated {
        let Failed { error, taken } = self;
        let Unevaluated::Wrong(mut diagnostic) = *error else { return *error };
        let cases = || taken.iter().filter(|(_, reason)| reason.need() == Need::Case);
        for (condition, reason) in cases() {
            let case = format!("\nwhere {}, {reason}", condition.assumption());
            diagnostic.message.push_str(&case);
        }
        let others = cases().rev().flat_map(|(condition, _)| others(condition)).take(TRIED);
        let found = others
            .into_iter()
            .find(|other| assuming(expr, other).is_some_and(|expr| prove(&expr).is_ok()));
        Unevaluated::Wrong(match found {
            Some(other) => diagnostic.in_front(&format!("#[assume({other})]"), " is another case"),
            None => diagnostic,
        })
    }
}

/// Cases that exclude a condition, or go the other way.
fn others(condition: &Condition) -> Vec<String> {
    let above = |greater: &Int, less: &Int| match greater.known() {
        Some(greater) => format!("{less} < {greater}"),
        None => format!("{greater} > {less}"),
    };
    match condition {
        Condition::Divides { divisor, of } => {
            vec![above(divisor, of), Condition::divides(of, divisor).assumption()]
        }
        Condition::AtMost { least, most } => vec![above(least, most)],
        Condition::Equal { left, right } => vec![above(left, right), above(right, left)],
        _ => Vec::new(),
    }
}

/// The expression with one more assumption.
fn assuming(expr: &Allowed<Expr>, assumption: &str) -> Option<Allowed<Expr>> {
    let tokens: TokenStream = assumption.parse().ok()?;
    // The names are those of the expression.
    let group = at(Group::new(Delimiter::Parenthesis, tokens), expr.of.range.first);
    let mut expr = expr.clone();
    expr.assume.extend(parse_assumptions(&mut Cursor::inside(&group)).ok()?);
    Some(expr)
}

fn at(group: Group, span: Span) -> Group {
    let tokens = group.stream().into_iter().map(|mut token| {
        if let proc_macro2::TokenTree::Group(inner) = &token {
            token = at(inner.clone(), span).into();
        }
        token.set_span(span);
        token
    });
    let mut group = Group::new(group.delimiter(), tokens.collect());
    group.set_span(span);
    group
}
