//! `#[expect(padding)]`: what would be an error without it.

use layout_algebra::explain::untraced;

use super::Within;
use crate::report::{Diagnostic, Lint};
use crate::symbols::prove_for;
use crate::syntax::{Allowed, Contract, Expr};

impl Contract {
    /// Holds a layout to the lints that it is expected to need.
    ///
    /// # Errors
    ///
    /// A lint without which there is no error.
    pub(super) fn check_expected(
        &self,
        expr: &Allowed<Expr>,
        within: &Within<'_>,
    ) -> Result<(), Diagnostic> {
        for &(lint, range) in &self.expects {
            let mut without = expr.clone();
            without.allow.forbid(lint);
            if untraced(|| prove_for(&without, within.scope, within.owner)).is_err() {
                continue;
            }
            let expected = match lint {
                Lint::NonInjective => "two coordinates that share an offset",
                Lint::Padding => "padding",
            };
            let name = lint.name();
            let message = format!("`#[expect({name})]` expects {expected}, and there is none");
            let diagnostic = Diagnostic::new(range, message);
            return Err(diagnostic.help("leave it out"));
        }
        Ok(())
    }
}
