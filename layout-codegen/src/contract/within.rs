//! `Within`: where a contract stands, and what is asked there of a layout over symbols.

use crate::Allow;
use crate::eval::{Scope, Unevaluated};
use crate::symbols::{Evaluated, Owner, Purpose, Reason, prove, prove_for};
use crate::syntax::{Allowed, Expr, ExprKind, OpName};

use super::depends_on;

/// The names and the symbols of the layout that a contract is of.
pub(crate) struct Within<'a> {
    /// The layouts that have names.
    pub(crate) scope: &'a Scope,
    /// Who has the symbols.
    pub(crate) owner: &'a Owner<'a>,
}

impl Within<'_> {
    /// An operation on the layout of an expression and on an operand of an attribute. What it asks of the symbols is asked where the
    /// layout is made, too.
    ///
    /// # Errors
    ///
    /// Those of the operation; a symbol that the layout does not have.
    pub(super) fn asked(
        &self,
        attribute: &'static str,
        op: &str,
        (evaluated, expr): (&mut Evaluated, &Allowed<Expr>),
        (operand, allow): (&Expr, Allow),
    ) -> Result<Evaluated, Unevaluated> {
        let has = |name: &str| evaluated.symbols.iter().any(|symbol| symbol.name == name);
        let alone = Allowed { allow: Allow::all(), assume: Vec::new(), of: operand.clone() };
        let symbols = prove(&alone, self.scope)?.symbols;
        if let Some(symbol) = symbols.iter().find(|symbol| !has(&symbol.name)) {
            return Err(depends_on(attribute, symbol).into());
        }
        let kind =
            ExprKind::Call(OpName::new(op, expr.of.range), vec![expr.of.clone(), operand.clone()]);
        let of = Expr { kind, range: expr.of.range };
        let call = Allowed { allow, assume: expr.assume.clone(), of };
        let answer = prove_for(&call, self.scope, self.owner)?;
        for obligation in &answer.obligations {
            let known = &mut evaluated.obligations;
            if known.iter().all(|other| other.condition != obligation.condition) {
                let purpose = Purpose::Operation(format!("#[{attribute}]"));
                let mut own = obligation.clone();
                own.reason = Reason::new(purpose, None, obligation.reason.need());
                known.push(own);
            }
        }
        Ok(answer)
    }
}
