//! The operations of the language: their names, operands and results, one table
//! a group.

mod algebra;
mod bounds;
mod constructors;
mod coordinates;
mod elementwise;
mod infer_layout;
mod inverses;
mod modes;
mod operand;
mod partition;
mod predicates;
mod queries;
mod swizzles;
mod tiled;
mod tuples;

use std::cell::Cell;

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::{self, Outcome};
use layout_algebra::{Coordinate, Error, ErrorKind, Int, IntTuple, Layout, StrideTuple, Tiler};

use self::bounds::Call;
use self::operand::Operand;
use crate::Allow;
use crate::report::{Diagnostic, Lint};
use crate::value::{Tiled, Value};

/// Every operation.
pub(crate) fn all() -> impl Iterator<Item = &'static Operation> {
    [
        algebra::TABLE,
        constructors::TABLE,
        coordinates::TABLE,
        elementwise::TABLE,
        infer_layout::TABLE,
        inverses::TABLE,
        modes::TABLE,
        partition::TABLE,
        predicates::TABLE,
        queries::TABLE,
        swizzles::TABLE,
        tiled::TABLE,
        tuples::TABLE,
    ]
    .into_iter()
    .flatten()
}

/// One operation of the language.
pub(crate) struct Operation {
    /// CuTe's name.
    pub(crate) name: &'static str,
    operands: &'static [Operand],
    /// Whether more operands than are listed make another form of it.
    open: bool,
    /// Whether it answers an integer, whatever its operands.
    pub(crate) number: bool,
    apply: fn(&Operands<'_>) -> Result<Value, Failure>,
    /// The bounds of its result, where an operand is padded or it was let through as padding.
    follow: fn(&Call<'_>) -> Option<Bounds>,
}

/// Why an operation has no value.
pub(crate) enum Failure {
    /// The algebra refuses.
    Algebra(Error),
    /// The algebra objects to a result that a lint would let through.
    Objection(Error, Lint),
    /// An operand is of the wrong kind.
    Operand {
        /// Its number.
        index: usize,
        /// What it should be.
        expected: &'static str,
    },
    /// An operand cannot be used.
    Refused {
        /// Its number.
        index: usize,
        /// Why not.
        message: String,
    },
    /// A mistake within a closure.
    Written(Diagnostic),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Algebra(error)
    }
}

const ANY: usize = usize::MAX;

const fn op(
    name: &'static str,
    operands: &'static [Operand],
    apply: fn(&Operands<'_>) -> Result<Value, Failure>,
) -> Operation {
    Operation { name, operands, open: false, number: false, apply, follow: |_| None }
}

/// An operation that answers an integer.
const fn number(
    name: &'static str,
    operands: &'static [Operand],
    apply: fn(&Operands<'_>) -> Result<Value, Failure>,
) -> Operation {
    Operation { number: true, ..op(name, operands, apply) }
}

/// The operation of a name.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    all().find(|operation| operation.name == name)
}

impl Operation {
    /// With other forms, of more operands.
    const fn open(self) -> Self {
        Operation { open: true, ..self }
    }

    /// With what it makes of the bounds of padded operands.
    const fn bounded(self, follow: fn(&Call<'_>) -> Option<Bounds>) -> Self {
        Operation { follow, ..self }
    }

    /// The operands as a user would write them.
    pub(crate) fn usage(&self) -> String {
        self.operands.iter().map(Operand::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The fewest and the most operands.
    pub(crate) fn arity(&self) -> (usize, usize) {
        let end = if self.open { ANY } else { 0 };
        self.operands.iter().map(Operand::arity).fold((0, end), |(least, most), (fewer, more)| {
            (least + fewer, most.saturating_add(more))
        })
    }

    /// Whether the operand of this number is an integer or a tuple, and no layout.
    pub(crate) fn takes_number(&self, operand: usize) -> bool {
        self.operands.get(operand).or(self.operands.last()).is_some_and(Operand::is_number)
    }

    /// Whether a word as the operand of this number names an instruction.
    pub(crate) fn takes_instruction(&self, operand: usize) -> bool {
        self.operands.get(operand).is_some_and(Operand::is_instruction)
    }

    /// The value of the operation, its operands counted already.
    pub(crate) fn apply(&self, values: &[Value], allow: Allow) -> Result<Applied, Failure> {
        let operands = Operands::new(values, allow);
        let value = (self.apply)(&operands)?;
        Ok(Applied { value, padded: operands.padded.get() })
    }
}

/// What an operation answers.
pub(crate) struct Applied {
    pub(crate) value: Value,
    /// Whether it is let through as padding.
    pub(crate) padded: bool,
}

/// The evaluated operands of one call.
struct Operands<'a> {
    values: &'a [Value],
    allow: Allow,
    /// Whether padding was let through.
    padded: Cell<bool>,
}

impl<'a> Operands<'a> {
    fn new(values: &'a [Value], allow: Allow) -> Self {
        Operands { values, allow, padded: Cell::new(false) }
    }
}

impl Operands<'_> {
    fn len(&self) -> usize {
        self.values.len()
    }

    fn value(&self, index: usize) -> &Value {
        &self.values[index]
    }

    fn layout(&self, index: usize) -> Result<Layout, Failure> {
        let layout = self.values[index].as_layout();
        let layout = layout.ok_or(Failure::Operand { index, expected: "a layout" })?;
        Ok(layout.map_err(|error| error.in_operand(index))?)
    }

    /// A layout, a swizzle or a composed layout.
    fn function(&self, index: usize) -> Result<layout_algebra::Function, Failure> {
        let expected = "a layout, a swizzle or a composed layout";
        let function = self.values[index].as_function();
        let function = function.ok_or(Failure::Operand { index, expected })?;
        Ok(function.map_err(|error| error.in_operand(index))?)
    }

    /// An instruction, or what is tiled with one.
    fn tiled(&self, index: usize) -> Option<&Tiled> {
        match &self.values[index] {
            Value::Tiled(tiled) => Some(tiled),
            _ => None,
        }
    }

    fn tiler(&self, index: usize) -> Result<Tiler, Failure> {
        let expected = "a tiler: a layout, a shape or `<…>` with a tiler for each mode";
        let tiler = self.values[index].as_tiler().ok_or(Failure::Operand { index, expected })?;
        Ok(tiler.map_err(|error| error.in_operand(index).in_part(layout_algebra::Part::Whole))?)
    }

    fn tuple(&self, index: usize) -> Result<IntTuple, Failure> {
        let expected = "an integer or a tuple of integers";
        self.values[index].as_int_tuple().ok_or(Failure::Operand { index, expected })
    }

    fn integer(&self, index: usize) -> Result<Int, Failure> {
        let integer = self.values[index].as_int();
        integer.cloned().ok_or(Failure::Operand { index, expected: "an integer" })
    }

    /// An integer whose value decides what is computed.
    fn known(&self, index: usize) -> Result<i128, Failure> {
        let int = self.integer(index)?;
        int.known().ok_or_else(|| Failure::Refused { index, message: unknown(&int) })
    }

    /// A tuple, or the shape of a layout.
    fn shape(&self, index: usize) -> Result<IntTuple, Failure> {
        let expected = "a layout, an integer or a tuple of integers";
        match &self.values[index] {
            Value::Layout(layout) => Ok(layout.shape().clone()),
            Value::Composed(layout) => Ok(layout.shape()?.clone()),
            value => value.as_int_tuple().ok_or(Failure::Operand { index, expected }),
        }
    }

    /// As [`Operands::shape`], every extent positive.
    fn extents(&self, index: usize) -> Result<IntTuple, Failure> {
        Ok(ops::col_major(&self.shape(index)?)
            .map_err(|error| error.in_operand(index).in_part(layout_algebra::Part::Whole))?
            .shape()
            .clone())
    }

    /// A tuple whose nesting alone counts: integers, and `_`.
    fn profile(&self, index: usize) -> Result<Coordinate, Failure> {
        let expected = "a profile: an integer, `_`, or a tuple of these";
        self.values[index].as_coordinate().ok_or(Failure::Operand { index, expected })
    }

    /// CuTe takes a layout for a tuple where it meets an integer: 4:1 is not
    /// compatible with 4.
    fn is_layout_against_integer(&self) -> bool {
        matches!(self.values, [Value::Layout(_), Value::Int(_)])
    }

    fn strides(&self, index: usize) -> Result<StrideTuple, Failure> {
        let expected = "an integer or a tuple of strides";
        self.values[index].as_strides().ok_or(Failure::Operand { index, expected })
    }

    fn coordinate(&self, index: usize) -> Result<Coordinate, Failure> {
        let expected = "a coordinate: integers, and `_` for a whole mode";
        self.values[index].as_coordinate().ok_or(Failure::Operand { index, expected })
    }

    /// The operands from 1 on: the path of a mode.
    fn path(&self) -> Result<Vec<usize>, Failure> {
        let index = |index: usize| {
            let int = self.values[index].as_int()?.known()?;
            usize::try_from(int).ok()
        };
        (1..self.len())
            .map(|i| {
                index(i).ok_or(Failure::Operand { index: i, expected: "the number of a mode" })
            })
            .collect()
    }

    fn mode_of_layout(&self) -> Result<Layout, Failure> {
        Ok(ops::get(&self.layout(0)?, &self.path()?)?)
    }

    /// The mode of a tuple or of the shape of a layout.
    fn mode_of_shape(&self) -> Result<IntTuple, Failure> {
        let mut mode = self.shape(0)?;
        for (level, index) in self.path()?.into_iter().enumerate() {
            mode = mode.get(&[index]).cloned().ok_or_else(|| {
                let kind = ErrorKind::NoSuchMode {
                    mode: index.to_string(),
                    of: mode.to_string(),
                    rank: mode.rank(),
                };
                Error::new("get", kind).in_operand(level + 1)
            })?;
        }
        Ok(mode)
    }

    /// What an operation makes of the coordinates of operand 0, a layout or the domain
    /// of a composed one.
    fn on_domain<R: Into<Outcome>>(
        &self,
        operation: impl FnOnce(&Layout) -> Result<R, Error>,
    ) -> Result<Value, Failure> {
        let Value::Composed(composed) = self.value(0) else {
            return self.outcome(operation(&self.layout(0)?)?.into());
        };
        let Outcome { layout, objection } = operation(composed.domain()?)?.into();
        self.outcome(Outcome { layout: composed.with_domain(layout)?, objection })
    }

    /// The layout, unless an objection to it is not allowed.
    fn outcome<T: Into<Value>>(&self, outcome: Outcome<T>) -> Result<Value, Failure> {
        outcome.objection.map_or(Ok(()), |objection| self.object(objection))?;
        Ok(outcome.layout.into())
    }

    /// An objection, unless it is allowed.
    fn object(&self, objection: Error) -> Result<(), Failure> {
        match lint(objection.kind()) {
            Some(lint) if self.allow.permits(lint) => {
                self.padded.set(self.padded.get() || lint == Lint::Padding);
                Ok(())
            }
            Some(lint) => Err(Failure::Objection(objection, lint)),
            None => Err(objection.into()),
        }
    }

    /// Objects to a coordinate, operand `index`, that is outside of a shape.
    fn in_bounds(&self, index: usize, shape: &IntTuple) -> Result<(), Failure> {
        let Some(coordinate) = self.values[index].as_coordinate() else { return Ok(()) };
        let bounds = ops::check_bounds(&coordinate, shape);
        bounds.or_else(|error| self.object(error.in_operand(index)))
    }
}

/// Why an integer over symbols cannot be used.
fn unknown(int: &Int) -> String {
    format!("the value of {int} is not known yet\nwhat is computed here depends on it")
}

/// The lint that lets an objection of the algebra through.
fn lint(kind: &ErrorKind) -> Option<Lint> {
    match kind {
        ErrorKind::Beyond { .. }
        | ErrorKind::Padded { .. }
        | ErrorKind::Hole { .. }
        | ErrorKind::OutOfBounds { .. } => Some(Lint::Padding),
        ErrorKind::NotInjective { .. } | ErrorKind::DuplicateOrder { .. } => {
            Some(Lint::NonInjective)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
