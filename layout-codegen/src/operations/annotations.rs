//! Annotations of a result: its padding and the names of its modes, which follow from those of the
//! operands.

use layout_algebra::bounds::Bounds;
use layout_algebra::explain::untraced;
use layout_algebra::{CollectVec, HTuple, IntTuple, Layout};

use super::operands::Operands;
use super::row::{Call, Operation, Padding};
use crate::allow::Allow;
use crate::mode_names::ModeNames;
use crate::value::{Annotations, Value};

impl Operation {
    /// A result with its annotations, from those of each operand in `of`. `padded` says that the result
    /// was allowed as padding.
    pub(crate) fn annotated(
        &'static self,
        operands: &[Value],
        of: &[Annotations],
        result: Value,
        padded: bool,
    ) -> Value {
        // A pattern has names of its own.
        let mut has_names = operands.iter().any(|value| matches!(value, Value::Text(_)));
        let mut is_everywhere = !padded;
        for annotations in of {
            is_everywhere &= annotations.bounds.is_everywhere();
            has_names |= !annotations.names.is_none();
        }
        if is_everywhere && !has_names {
            return result;
        }
        let operands = Operands { values: operands, allow: Allow::all() };
        let call = Call { operation: self, operands, of, padded, result: &result };
        let bounds = if is_everywhere { Bounds::EVERYWHERE } else { untraced(|| call.bounds()) };
        let names = if has_names { call.names().with_axes(call.axes()) } else { ModeNames::NONE };
        match result {
            // The layouts of several operands over one index space.
            Value::List(items) if items.iter().filter(|item| item.is_layout()).count() > 1 => {
                let annotations = Annotations { bounds, names };
                let with = items.into_iter().map(|item| item.with(annotations.clone()));
                Value::List(with.collect_vec())
            }
            result => result.with(Annotations { bounds, names }),
        }
    }
}

impl Call<'_> {
    /// The names of the modes of the result, without those of modes that it does not have.
    fn names(&self) -> ModeNames {
        match shape(self.result) {
            Some(shape) => (self.operation.mode_names)(self).within(&shape),
            None => ModeNames::NONE,
        }
    }

    /// The names of the axes of the result: those of the operands, which are the same for all of them.
    fn axes(&self) -> &[String] {
        if self.operation.answers_coordinates {
            return &[];
        }
        let most = self.of.iter().max_by_key(|annotations| annotations.names.axes().len());
        if let Some(annotations) = most { annotations.names.axes() } else { &[] }
    }

    /// Bounds of the coordinates of the result that are no padding, as far as they are known.
    fn bounds(&self) -> Bounds {
        let Padding::Followed(follow) = self.operation.padding else { return Bounds::Unknown };
        let Some(bounds) = follow(self) else { return Bounds::Unknown };
        if let (Some(within), Some(shape)) = (bounds.within(), shape(self.result)) {
            for bound in within {
                if *bound.coordinate().shape() != shape {
                    return Bounds::Unknown;
                }
            }
        }
        bounds
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

/// The number of modes of what has a shape; 0 of what has none.
pub(super) fn rank(value: &Value) -> usize {
    shape(value).as_ref().map_or(0, HTuple::rank)
}

pub(super) fn domain(value: &Value) -> Option<Layout> {
    match value {
        Value::List(values) => values.first().and_then(domain),
        value => value.domain().cloned().or_else(|| value.as_layout()?.ok()),
    }
}
