//! `Backend`: a macro of another crate, whose operands are values of the language.

use proc_macro2::{Span, TokenStream};

use super::state::{State, find};
use crate::allow::Allow;
use crate::eval::{Scope, Unevaluated};
use crate::parse::parse_expr;
use crate::placeholder::Tainted;
use crate::report::{Diagnostic, Lint, SpanRange};
use crate::symbols::{Evaluated, prove};
use crate::syntax::{Allowed, Expr, ExprKind, Input};

/// A macro of another crate. The language parses its operands, asks for the layouts that they name and evaluates them; the macro
/// makes Rust of the values.
pub trait Backend {
    /// The expressions of the language among the tokens of an invocation.
    ///
    /// # Errors
    ///
    /// Tokens that are no invocation of the macro.
    fn operands(&self, tokens: &TokenStream) -> Result<Vec<TokenStream>, Diagnostic>;

    /// The expansion of an invocation of these tokens, whose operands have these values. `krate` is the `$crate` of the macro.
    ///
    /// # Errors
    ///
    /// Values that the macro does not take.
    fn emit(
        &self,
        krate: &TokenStream,
        tokens: &TokenStream,
        values: &[(Evaluated, SpanRange)],
    ) -> Result<TokenStream, Diagnostic>;
}

/// The operands of an invocation of these tokens. They may be layouts that are not injective: the macro knows which values two coordinates may share.
fn parsed(backend: &dyn Backend, tokens: &TokenStream) -> Result<Vec<Allowed<Expr>>, Diagnostic> {
    let operand = |tokens| {
        let mut operand = parse_expr(tokens)?;
        operand.allow.permit(Lint::NonInjective);
        Ok(operand)
    };
    backend.operands(tokens)?.into_iter().map(operand).collect()
}

/// The values of the operands of an invocation of these tokens, and where they are written.
///
/// # Errors
///
/// The first operand that does not parse, or has no value.
pub fn operand_values(
    backend: &dyn Backend,
    tokens: &TokenStream,
    scope: &Scope,
) -> Result<Vec<(Evaluated, SpanRange)>, Unevaluated> {
    let value = |operand: &Allowed<Expr>| Ok((prove(operand, scope)?, operand.of.range));
    parsed(backend, tokens)?.iter().map(value).collect()
}

impl State {
    /// The operands of a macro of another crate, as one expression.
    pub(super) fn operands(&self, backend: &dyn Backend) -> Result<Input, Diagnostic> {
        let operands = parsed(backend, &self.tokens)?;
        let call = SpanRange::from(Span::call_site());
        let range = match operands.as_slice() {
            [first, .., last] => first.of.range.to(last.of.range),
            [one] => one.of.range,
            [] => call,
        };
        let all = operands.into_iter().map(|operand| operand.of).collect();
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
        let emitted = operand_values(backend, &self.tokens, scope)
            .and_then(|values| Ok(backend.emit(&self.krate, &self.tokens, &values)?));
        match emitted {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => self.wrong(diagnostic),
            Err(Unevaluated::Tainted(name)) => {
                find(tainted, &name).map_or(name.tokens, Tainted::layout)
            }
        }
    }
}
