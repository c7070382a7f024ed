//! `Backend`: a macro of another crate, whose operands are values of the language.

use proc_macro2::{Span, TokenStream};

use super::state::{State, find};
use crate::allow::Allow;
use crate::eval::{Scope, Unevaluated};
use crate::parse::parse_expr;
use crate::placeholder::Tainted;
use crate::report::{Diagnostic, SpanRange};
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

fn parsed(backend: &dyn Backend, tokens: &TokenStream) -> Result<Vec<Allowed<Expr>>, Diagnostic> {
    backend.operands(tokens)?.into_iter().map(parse_expr).collect()
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
        let value = |operand: &Allowed<Expr>| Ok((prove(operand, scope)?, operand.of.range));
        let values = parsed(backend, &self.tokens)
            .map_err(Unevaluated::from)
            .and_then(|operands| operands.iter().map(value).collect::<Result<Vec<_>, _>>());
        let emitted =
            values.and_then(|values| Ok(backend.emit(&self.krate, &self.tokens, &values)?));
        match emitted {
            Ok(tokens) => tokens,
            Err(Unevaluated::Wrong(diagnostic)) => self.wrong(diagnostic),
            Err(Unevaluated::Tainted(name)) => {
                find(tainted, &name).map_or(name.tokens, Tainted::layout)
            }
        }
    }
}
