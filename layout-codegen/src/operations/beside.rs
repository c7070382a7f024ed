//! What stands beside a result: its padding and the names of its modes, followed from those of
//! the operands.

use layout_algebra::bounds::{Bound, Bounds};
use layout_algebra::explain::untraced;
use layout_algebra::{IntTuple, Layout};

use super::{Operands, Operation, Padding};
use crate::Allow;
use crate::mode_names::ModeNames;
use crate::value::{Beside, Value};

/// An operation that was applied.
pub(super) struct Call<'a> {
    pub(super) operation: &'static Operation,
    pub(super) operands: Operands<'a>,
    /// What stands beside each operand.
    pub(super) of: &'a [Beside],
    /// Whether the result was let through as padding.
    pub(super) padded: bool,
    pub(super) result: &'a Value,
}

impl Operation {
    /// A result, with what stands beside it: of each operand, `of` has that. `padded` says that it
    /// was let through as padding.
    pub(crate) fn beside(
        &'static self,
        operands: &[Value],
        of: &[Beside],
        result: Value,
        padded: bool,
    ) -> Value {
        let is_everywhere = !padded && of.iter().all(|beside| beside.bounds.is_everywhere());
        // A pattern has names of its own.
        let is_text = |value: &Value| matches!(value, Value::Text(_));
        let by_pattern = operands.iter().any(is_text);
        let has_names = by_pattern || of.iter().any(|beside| !beside.names.is_none());
        if is_everywhere && !has_names {
            return result;
        }
        let operands = Operands { values: operands, allow: Allow::all() };
        let call = Call { operation: self, operands, of, padded, result: &result };
        let bounds = match is_everywhere {
            true => Bounds::EVERYWHERE,
            false => untraced(|| call.bounds()),
        };
        let names = match has_names {
            true => call.names(),
            false => ModeNames::NONE,
        };
        match result {
            // The layouts of several operands over one index space.
            Value::List(items) if items.iter().filter(|item| item.is_layout()).count() > 1 => {
                let with = |item: Value| {
                    item.with(Beside { bounds: bounds.clone(), names: names.clone() })
                };
                Value::List(items.into_iter().map(with).collect())
            }
            result => result.with(Beside { bounds, names }),
        }
    }
}

impl Call<'_> {
    /// The names of the modes of the result that there are.
    fn names(&self) -> ModeNames {
        match shape(self.result) {
            Some(shape) => (self.operation.called)(self).within(&shape),
            None => ModeNames::NONE,
        }
    }

    /// Which coordinates of the result are padding, as far as that is known.
    fn bounds(&self) -> Bounds {
        let Padding::Followed(follow) = self.operation.padding else { return Bounds::Unknown };
        match (follow(self), shape(self.result)) {
            (Some(Bounds::Within(bounds)), Some(shape)) => {
                let is_of = |bound: &Bound| *bound.coordinate().shape() == shape;
                if bounds.iter().all(is_of) { Bounds::Within(bounds) } else { Bounds::Unknown }
            }
            (bounds, _) => bounds.unwrap_or(Bounds::Unknown),
        }
    }

    /// The layout of a value that is one, or the domain of a composed one.
    pub(super) fn domain(&self, operand: usize) -> Option<Layout> {
        domain(self.operands.value(operand))
    }
}

/// The shape of a value that is a layout, of the domain of a composed one, or one that is written alone.
pub(super) fn shape(value: &Value) -> Option<IntTuple> {
    match value {
        Value::List(values) => values.first().and_then(shape),
        value => value.domain_shape().cloned().or_else(|| Some(domain(value)?.shape().clone())),
    }
}

pub(super) fn domain(value: &Value) -> Option<Layout> {
    match value {
        Value::Composed(layout) => layout.domain().ok().cloned(),
        Value::List(values) => values.first().and_then(domain),
        value => value.as_layout()?.ok(),
    }
}
