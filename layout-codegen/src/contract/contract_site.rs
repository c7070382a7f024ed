//! `ContractSite`: the scope and the symbols of a contract, for the operations that it applies to its layout.

use layout_algebra::Need;

use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::{Evaluated, Purpose, Reason, Symbol, Unevaluated};
use crate::report::Diagnostic;
use crate::symbols::{Owner, Used, prove_for};
use crate::syntax::{Allowed, Expr, ExprKind, OpName};
use crate::value::Value;

use super::depends_on;

/// The names and the symbols of the layout that a contract is of.
pub(crate) struct ContractSite<'a> {
    /// The layouts that have names.
    pub(crate) scope: &'a Scope,
    /// The owner of the symbols.
    pub(crate) owner: &'a Owner<'a>,
}

impl ContractSite<'_> {
    /// Asks an operation of the layout that a contract is for, the value of `expr`. The operands are written in the attribute, or are
    /// `expr` itself.
    ///
    /// The conditions under which the answer holds become obligations of the layout, so that they are checked where it is made. Symbols
    /// that only the attribute has are taken from the scope, as those of the layout are. The answer `false` refuses the layout and
    /// adds nothing.
    ///
    /// # Errors
    ///
    /// The errors of the operation; a symbol that an item does not have; conditions where the layout is made without a check,
    /// because all its numbers are known.
    pub(super) fn evaluate(
        &self,
        attribute: &'static str,
        op: &str,
        operands: Vec<Expr>,
        (evaluated, expr, allow): (&mut Evaluated, &Allowed<Expr>, Allow),
    ) -> Result<Evaluated, Unevaluated> {
        if let Owner::Item(..) = self.owner {
            // Each parameter of an item is a symbol of its layout.
            for of in &operands {
                let alone = Allowed { allow, assume: Vec::new(), of: of.clone() };
                for symbol in &Used::of(&alone, self.scope, &Owner::Scope)?.symbols {
                    if !has_symbol(evaluated, symbol) {
                        return Err(depends_on(attribute, symbol).into());
                    }
                }
            }
        }
        let range = operands.first().unwrap_or(&expr.of).range;
        let of = Expr { kind: ExprKind::Call(OpName::new(op, range), operands), range };
        let call = Allowed { allow, assume: expr.assume.clone(), of };
        let answer = prove_for(&call, self.scope, self.owner)?;
        if answer.value == Value::Bool(false) {
            return Ok(answer);
        }
        let mut new = answer.obligations.clone();
        new.retain(|it| evaluated.obligations.iter().all(|own| own.condition != it.condition));
        if let (Some(first), false) = (new.first(), evaluated.is_symbolic()) {
            return Err(match answer.symbols.first() {
                Some(symbol) => depends_on(attribute, symbol).into(),
                None => Diagnostic::new(first.range, first.rule()).into(),
            });
        }
        for symbol in &answer.symbols {
            if !has_symbol(evaluated, symbol) {
                evaluated.symbols.push(symbol.clone());
            }
        }
        let purpose = Purpose::Operation(format!("#[{attribute}]"));
        let is_kept = answer.value == Value::Bool(true);
        for mut own in new {
            // Without the condition the answer would be another one; a contract has no other case.
            let need = if is_kept { Need::Must } else { own.reason.need() };
            own.reason = Reason::new(purpose.clone(), None, need);
            evaluated.obligations.push(own);
        }
        Ok(answer)
    }
}

/// Returns whether a value has a symbol.
fn has_symbol(evaluated: &Evaluated, symbol: &Symbol) -> bool {
    evaluated.symbols.iter().any(|own| own.name == symbol.name)
}
