//! `by(…)` of `#[banks(…)]`: layouts `(thread, values)` of coordinates of the layout that is accessed.

use layout_algebra::{ComposedLayout, Function, Int};

use super::memory::{accessed, broken};
use super::without_symbols;
use crate::allow::Allow;
use crate::eval::Scope;
use crate::evaluated::Unevaluated;
use crate::report::Diagnostic;
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
        let wrong = |text: String| Diagnostic::new(self.of.range, text);
        let numbers =
            |of: &Function| of.numbers().map_err(|error| wrong(broken("banks", of, &error)));
        let (coordinates, size) = (numbers(&by)?, numbers(function)?.size());
        let outside = coordinates.offsets().take(MAX).find(|at| !(0..size).contains(at));
        if let Some(at) = outside {
            let message = format!(
                "{by} has coordinate {at}, and {function} has those from 0 to {}",
                size - 1
            );
            return Err(wrong(message).into());
        }
        let composed = ComposedLayout::new(function.clone(), Int::ZERO, by);
        Ok(composed.map_err(|error| wrong(error.to_string()))?.into())
    }
}

/// The most coordinates that are looked at: more accesses are refused where they are counted.
const MAX: usize = 1 << 24;
