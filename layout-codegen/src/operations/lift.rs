//! The kinds of a layout, lifted once: plain layouts, those whose strides have several terms, and composed ones.
//!
//! An operation is defined on plain layouts, or by [`OnDomain`](layout_algebra::ops::OnDomain) on functions of their coordinates. A
//! row says by the name of a macro, or by its [`Composed`], which kinds it takes; no row asks of which kind an operand is.

/// The function of a row: an operation of the algebra on its operands, each as one of [`Operands`]' methods takes it.
macro_rules! answer {
    ($op:path, $a:ident) => {
        |x| Ok($op(&x.$a(0)?)?.into())
    };
    ($op:path, $a:ident, $b:ident) => {
        |x| Ok($op(&x.$a(0)?, &x.$b(1)?)?.into())
    };
    ($op:path, $a:ident, $b:ident, $c:ident) => {
        |x| Ok($op(&x.$a(0)?, &x.$b(1)?, &x.$c(2)?)?.into())
    };
}

/// Lifts an operation whose answer may come with an objection.
macro_rules! outcome {
    ($op:path, $a:ident) => {
        |x| x.outcome($op(&x.$a(0)?)?)
    };
    ($op:path, $a:ident, $b:ident) => {
        |x| x.outcome($op(&x.$a(0)?, &x.$b(1)?)?)
    };
    ($op:path, $a:ident, $b:ident, $c:ident) => {
        |x| x.outcome($op(&x.$a(0)?, &x.$b(1)?, &x.$c(2)?)?)
    };
}

/// The function of a row that asks a question of operand 0, of the kinds that `function!` or `one_term!` takes.
macro_rules! question {
    ($kinds:ident, $method:ident) => {
        |x| $kinds!(x, 0, of => Ok(of.$method()?.into()))
    };
}

/// The function of a row that applies an operation to operand 0, of the kinds that `on_domain!` or `nested!` takes, and to operand 1,
/// as one of [`Operands`]' methods takes it.
macro_rules! applied {
    ($kinds:ident, $op:path) => {
        |x| $kinds!(x, 0, $op)
    };
    (on_domain, $op:path, $other:ident) => {
        |x| {
            let other = x.$other(1)?;
            on_domain!(x, 0, of => $op(of, &other))
        }
    };
    (nested, $op:path, $other:ident) => {
        |x| {
            let other = x.$other(1)?;
            nested!(x, 0, of => $op(of, &other)?)
        }
    };
}

/// Applies an operation to the coordinates of a layout, whose strides have one term or several. Where steps of its answer go along
/// several elements of a basis, the answer has several terms.
macro_rules! on_domain {
    ($x:ident, $index:expr, $op:path) => {
        on_domain!($x, $index, of => $op(of))
    };
    ($x:ident, $index:expr, $of:ident => $result:expr) => {
        match $x.value($index) {
            $crate::value::Value::Vectors($of) => $x.made($of, $result),
            _ => {
                let plain = $x.layout($index)?;
                let $of = &plain;
                match $result {
                    Err(error) if $crate::operations::lift::is_of_several_terms(&error) => {
                        let $of = &layout_algebra::VectorLayout::from(&plain);
                        $x.made($of, $result)
                    }
                    result => $x.made($of, result),
                }
            }
        }
    };
}

/// Asks a function of coordinates, an operand: a layout, whose strides have one term or several, or a composed one.
macro_rules! function {
    ($x:ident, $index:expr, $of:ident => $result:expr) => {
        match $x.value($index) {
            $crate::value::Value::Vectors($of) => $result,
            _ => one_term!($x, $index, $of => $result),
        }
    };
}

/// Asks a function of coordinates, an operand: a layout, whose strides have one term, or a composed one.
macro_rules! one_term {
    ($x:ident, $index:expr, $of:ident => $result:expr) => {
        match $x.value($index) {
            $crate::value::Value::Composed($of) => $result,
            _ => {
                let $of = &$x.layout($index)?;
                $result
            }
        }
    };
}

/// Asks two functions of coordinates: two layouts, one of which has a stride of several terms, or two of any kinds without.
macro_rules! two_functions {
    ($x:ident, $of_vectors:path, $of_functions:path $(, $more:expr)*) => {
        match $x.has_vectors() {
            true => $of_vectors(&$x.vectors(0)?, &$x.vectors(1)? $(, $more)*),
            false => $of_functions(&$x.function(0)?, &$x.function(1)? $(, $more)*),
        }
    };
}

/// Applies an operation on modes to an operand: a layout or a tuple.
macro_rules! nested {
    ($x:ident, $index:expr, $op:path) => {
        nested!($x, $index, of => $op(of)?)
    };
    ($x:ident, $index:expr, $of:ident => $result:expr) => {
        match $x.value($index) {
            $crate::value::Value::Layout($of) => Ok($result.into()),
            $crate::value::Value::Vectors($of) => Ok($result.into()),
            _ => {
                let $of = &$x.atoms($index)?;
                Ok($result.into())
            }
        }
    };
}

/// Applies an operation on modes to operand 0 and another: two layouts if one is.
macro_rules! nested_pair {
    ($x:ident, $index:expr, $op:path) => {
        nested_pair!($x, $index, of, other => $op(of, other)?)
    };
    ($x:ident, $index:expr, $of:ident, $other:ident => $result:expr) => {
        if $x.has_vectors() {
            let ($of, $other) = (&$x.vectors(0)?, &$x.vectors($index)?);
            Ok($result.into())
        } else if $x.value(0).is_plain_layout() || $x.value($index).is_plain_layout() {
            let ($of, $other) = (&$x.layout(0)?, &$x.layout($index)?);
            Ok($result.into())
        } else {
            let ($of, $other) = (&$x.atoms(0)?, &$x.atoms($index)?);
            Ok($result.into())
        }
    };
}

use layout_algebra::{CollectVec, Error, ErrorAddress, ErrorKind};

use super::operands::{Applied, Operands};
use super::row::{Composed, Operation};
use crate::allow::Allow;
use crate::failure::Failure;
use crate::value::Value;

impl Operation {
    /// The value of the operation, its operands counted already: of composed layouts by their domains, where that is what it takes.
    pub(crate) fn apply(&self, values: &[Value], allow: Allow) -> Result<Applied, Failure> {
        let mut domains = values.to_vec();
        // The functions after the layouts among the operands.
        let mut after = Vec::new();
        for (operand, value) in domains.iter_mut().enumerate() {
            let is_taken = match self.composed {
                Composed::Whole => false,
                Composed::EachDomain => true,
                Composed::Domain(place) | Composed::Strides(place) => place == operand,
            };
            if !is_taken || matches!(value, Value::Text(_) | Value::Sizes(_)) {
                continue;
            }
            let composed = value.as_composed().cloned();
            if let Some(composed) = &composed {
                *value = composed.domain().in_operand(operand)?.clone().into();
            }
            after.push(composed);
        }
        if after.iter().all(Option::is_none) {
            return (self.apply)(&Operands { values, allow });
        }
        let Applied { value, padded } = (self.apply)(&Operands { values: &domains, allow })?;
        let value = match (self.composed, value) {
            (Composed::Strides(_), value) => value,
            (Composed::EachDomain, Value::List(items)) => {
                let items = items.into_iter().zip(&after);
                let under = items.map(|(item, after)| item.under(after.as_ref()));
                Value::List(under.try_collect_vec()?)
            }
            (_, value) => value.under(after.first().and_then(Option::as_ref))?,
        };
        Ok(Applied { value, padded })
    }
}

/// Returns whether an operation on strides of one term has an answer of strides of several.
pub(super) fn is_of_several_terms(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::SeveralTerms { .. })
}
