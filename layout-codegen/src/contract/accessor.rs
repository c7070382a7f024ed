//! `by(…)` of `#[banks(…)]`: layouts `(thread, values)` of coordinates of the layout that is accessed.

use layout_algebra::{ComposedLayout, Function, Int, Numbers};

use super::memory::{accessed, broken};
use super::without_symbols;
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::Unevaluated;
use crate::report::{At, Diagnostic};
use crate::symbols::prove;
use crate::syntax::{Accessor, Allowed};

impl Accessor {
    /// The layout of the accesses: what a layout has at the coordinates.
    ///
    /// # Errors
    ///
    /// An error if the accessor is no layout of numbers, or has a coordinate that the layout does not have.
    pub(super) fn accesses(
        &self,
        function: &Function,
        scope: &Scope,
    ) -> Result<Function, Unevaluated> {
        // Several lanes may have one coordinate.
        let of = Allowed { allow: Allow::all(), assume: Vec::new(), of: self.of.clone() };
        let evaluated = prove(&of, scope)?;
        without_symbols("banks", &evaluated)?;
        let by = accessed("banks", &evaluated, &self.of)?;
        let (coordinates, size) = (self.numbers(&by)?, self.numbers(function)?.size());
        let outside = coordinates.offsets().take(MAX).find(|at| !(0..size).contains(at));
        if let Some(at) = outside {
            let message = format!(
                "{by} has coordinate {at}, and {function} has those from 0 to {}",
                size - 1
            );
            return Err(Diagnostic::new(self.of.range, message).into());
        }
        Ok(ComposedLayout::new(function.clone(), Int::ZERO, by).at(self.of.range)?.into())
    }

    fn numbers(&self, of: &Function) -> Result<Numbers, Diagnostic> {
        match of.numbers() {
            Ok(numbers) => Ok(numbers),
            Err(error) => Err(broken("banks", of, &error, self.of.range)),
        }
    }
}

/// The most coordinates that are looked at: more accesses are refused where they are counted.
const MAX: usize = 1 << 24;
