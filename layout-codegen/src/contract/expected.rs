//! `#[expect(padding)]`: what would be an error without it.

use layout_algebra::explain::untraced;

use super::contract_site::ContractSite;
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
        site: &ContractSite<'_>,
    ) -> Result<(), Diagnostic> {
        for &(lint, range) in &self.expects {
            let mut without = expr.clone();
            without.allow.forbid(lint);
            if untraced(|| prove_for(&without, site.scope, site.owner)).is_err() {
                continue;
            }
            let fact = match lint {
                Lint::NonInjective => "no two coordinates share an offset",
                Lint::Padding => "nothing here is padding",
            };
            let name = lint.name();
            let message = format!("`#[expect({name})]` is not met: {fact}");
            let diagnostic = Diagnostic::new(range, message);
            return Err(diagnostic.help("leave it out"));
        }
        Ok(())
    }
}
