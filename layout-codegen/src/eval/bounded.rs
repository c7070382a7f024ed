//! `A in bounds L < 10 and …`, as padded layouts are printed.

use layout_algebra::Int;
use layout_algebra::bounds::{Bound, Bounds};

use super::scope::Evaluator;
use crate::evaluated::Unevaluated;
use crate::report::Diagnostic;
use crate::syntax::Expr;
use crate::value::Value;

impl Evaluator<'_> {
    /// A layout with the coordinates of it that are no padding: those at which each layout of a bound is below its extent.
    pub(super) fn bounded(&self, parts: &[Expr]) -> Result<Value, Unevaluated> {
        let [of, bounds @ ..] = parts else { return Ok(Value::List(Vec::new())) };
        let (value, mut annotations) = self.eval(of)?.parted();
        let value = match value.as_layout() {
            Some(Ok(layout)) => Value::Layout(layout),
            _ => value,
        };
        let Some(shape) = value.domain_shape().cloned() else {
            return Err(Diagnostic::new(of.range, "only a layout has bounds").into());
        };
        let mut all = Vec::new();
        for [coordinate, extent] in bounds.as_chunks().0 {
            let wrong =
                |message: String| Unevaluated::from(Diagnostic::new(coordinate.range, message));
            let layout = match self.eval(coordinate)?.as_layout() {
                Some(Ok(layout)) => layout,
                _ => return Err(wrong("a bound compares a layout with an extent".to_owned())),
            };
            if *layout.shape() != shape {
                return Err(wrong(format!(
                    "the bound is of coordinates {}, and the layout has {shape}\n\
                     a bound is a layout of the same shape",
                    layout.shape()
                )));
            }
            let is_upward =
                |stride: &layout_algebra::Stride| Int::ZERO.at_most(stride.scale()).is_true();
            if !layout.leaves().into_iter().all(|(_, stride)| is_upward(stride)) {
                return Err(wrong("a bound has a stride that may be negative".to_owned()));
            }
            all.push(Bound::new(layout, self.integer(extent)?));
        }
        let stated = if bounds.is_empty() { Bounds::Unknown } else { Bounds::of(all) };
        annotations.bounds = annotations.bounds.and(stated);
        Ok(value.with(annotations))
    }
}
