//! Modes of replicas: what an operation says of a layout whose elements have several places.

use layout_algebra::{CollectVec, ModePath, VectorLayout, ops, replicas};

use super::operands::Applied;
use super::row::{Operation, Replicas};
use crate::allow::Allow;
use crate::failure::Failure;
use crate::value::{Annotations, Value};

impl Operation {
    /// The value of the operation for operands with these annotations, of which some may have replicas.
    pub(crate) fn apply_to_elements(
        &self,
        values: &[Value],
        of: &[Annotations],
        allow: Allow,
    ) -> Result<Applied, Failure> {
        let modes: Vec<Vec<ModePath>> =
            of.iter().map(|annotations| annotations.names.replicas()).collect_vec();
        if self.replicas == Replicas::Modes || modes.iter().all(Vec::is_empty) {
            return self.apply(values, allow);
        }
        let layout = |operand: usize| {
            let layout = values.get(operand).and_then(Value::as_vector_layout);
            let layout = layout.and_then(Result::ok);
            layout.ok_or(Failure::Operand {
                index: operand,
                expected: "a layout without a swizzle, which has replicas",
            })
        };
        match self.replicas {
            Replicas::Modes => self.apply(values, allow),
            Replicas::Once => {
                let once = replicas::without_coincident(&layout(0)?, &modes[0])?;
                self.apply(&[&[once.into()], &values[1..]].concat(), allow)
            }
            Replicas::Compared => {
                let a = replicas::split_replicas(&layout(0)?, &modes[0])?;
                let b = replicas::split_replicas(&layout(1)?, &modes[1])?;
                if !replicas::same_replicas(&a.replicas, &b.replicas)? {
                    return Ok(false.into());
                }
                self.apply(&[&[a.elements.into(), b.elements.into()], &values[2..]].concat(), allow)
            }
            Replicas::Inverted => {
                let whole = layout(0)?;
                let Applied { value, padded } = self.apply(values, allow)?;
                let Some(inverse) = value.as_layout() else { return Ok(Applied { value, padded }) };
                let elements: VectorLayout = replicas::element_of(&whole, &modes[0])?.into();
                let value = ops::composition(&elements, &inverse?)?.layout;
                Ok(Applied { value: value.into(), padded })
            }
        }
    }
}
