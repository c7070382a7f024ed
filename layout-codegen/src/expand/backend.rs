//! `Backend`: a macro of another crate, whose operands are values of the language.

use layout_algebra::CollectVec;
use proc_macro2::{Span, TokenStream};

use super::state::State;
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::Evaluated;
use crate::evaluated::Unevaluated;
use crate::parse::parse_expr;
use crate::placeholder::Tainted;
use crate::report::{Diagnostic, Lint, SpanRange};
use crate::symbols::prove;
use crate::syntax::{Allowed, Expr, ExprKind, Input};

/// A macro of another crate. The language parses its operands, asks for the layouts that they name and evaluates them; the macro
/// makes Rust of the values.
pub trait Backend {
    /// The invocation of the macro with these tokens.
    ///
    /// # Errors
    ///
    /// Tokens that are no invocation of the macro.
    fn parse(&self, tokens: &TokenStream) -> Result<Box<dyn Invocation>, Diagnostic>;
}

/// An invocation of a macro of another crate.
pub trait Invocation {
    /// The expressions of the language in it.
    fn operands(&self) -> Vec<TokenStream>;

    /// The expansion, if the operands have these values. `krate` is the `$crate` of the macro.
    ///
    /// # Errors
    ///
    /// Values that the macro does not take.
    fn emit(
        &self,
        krate: &TokenStream,
        values: &[(Evaluated, SpanRange)],
    ) -> Result<TokenStream, Diagnostic>;
}

/// An invocation with its operands, which are parsed.
pub(super) struct Parsed {
    invocation: Box<dyn Invocation>,
    operands: Vec<Allowed<Expr>>,
}

/// Operands may be layouts that are not injective: the macro knows which values two coordinates may share.
fn parsed(operands: Vec<TokenStream>) -> Result<Vec<Allowed<Expr>>, Diagnostic> {
    let mut parsed = Vec::new();
    for tokens in operands {
        let mut operand = parse_expr(tokens)?;
        operand.allow.permit(Lint::NonInjective);
        parsed.push(operand);
    }
    Ok(parsed)
}

fn values(
    operands: &[Allowed<Expr>],
    scope: &Scope,
) -> Result<Vec<(Evaluated, SpanRange)>, Unevaluated> {
    let value = |operand: &Allowed<Expr>| Ok((prove(operand, scope)?, operand.of.range));
    operands.iter().map(value).try_collect_vec()
}

/// The values of the operands of an invocation, and where they are written.
///
/// # Errors
///
/// The first operand that does not parse, or has no value.
pub fn operand_values(
    invocation: &dyn Invocation,
    scope: &Scope,
) -> Result<Vec<(Evaluated, SpanRange)>, Unevaluated> {
    values(&parsed(invocation.operands())?, scope)
}

impl State {
    /// The invocation of a macro of another crate, which is parsed once.
    fn invocation(&self, backend: &dyn Backend) -> Result<&Parsed, Diagnostic> {
        let parse = || {
            let invocation = backend.parse(&self.tokens)?;
            let operands = parsed(invocation.operands())?;
            Ok(Parsed { invocation, operands })
        };
        self.invocation.get_or_init(parse).as_ref().map_err(Diagnostic::clone)
    }

    /// The operands of a macro of another crate, as one expression.
    pub(super) fn operands(&self, backend: &dyn Backend) -> Result<Input, Diagnostic> {
        let operands = &self.invocation(backend)?.operands;
        let range = match operands.as_slice() {
            [first, .., last] => first.of.range.to(last.of.range),
            [one] => one.of.range,
            [] => Span::call_site().into(),
        };
        let all = operands.iter().map(|operand| operand.of.clone()).collect_vec();
        let of = Expr { kind: ExprKind::List(all), range };
        let all = Allowed { allow: Allow::all(), assume: Vec::new(), of };
        Ok(Input::Expr(all, Box::default()))
    }

    /// The expansion of a macro of another crate.
    pub(super) fn emitted(
        &self,
        backend: &dyn Backend,
        scope: &Scope,
        tainted: &[(String, Tainted)],
    ) -> TokenStream {
        let emit = || {
            let Parsed { invocation, operands } = self.invocation(backend)?;
            Ok(invocation.emit(&self.krate, &values(operands, scope)?)?)
        };
        match emit() {
            Ok(tokens) => tokens,
            Err(failed) => self.failed(failed, tainted),
        }
    }
}
