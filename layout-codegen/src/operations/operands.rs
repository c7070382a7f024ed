//! `Operands`: the evaluated operands of one call, each as what a row takes it for.

use std::ops::RangeFrom;

use layout_algebra::ops::{self, Outcome};
use layout_algebra::{
    CollectVec, Coordinate, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, Part,
    StrideTuple, Terms, Tiler, VectorLayout,
};

use crate::allow::Allow;
use crate::failure::Failure;
use crate::report::Lint;
use crate::value::{Tiled, TupleLeaf, Value};

/// The result of an operation.
pub(crate) struct Applied {
    pub(crate) value: Value,
    /// True if the result was allowed as padding.
    pub(crate) padded: bool,
}

impl<T: Into<Value>> From<T> for Applied {
    fn from(value: T) -> Self {
        Applied { value: value.into(), padded: false }
    }
}

/// The evaluated operands of one call.
pub(super) struct Operands<'a> {
    pub(super) values: &'a [Value],
    pub(super) allow: Allow,
}

/// A method that takes an operand for something.
type Take<'a, T> = fn(&Operands<'a>, usize) -> Result<T, Failure>;

impl<'a> Operands<'a> {
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn value(&self, index: usize) -> &Value {
        &self.values[index]
    }

    /// The operands from a first one on, each as `of` takes it.
    pub(super) fn each<T>(
        &self,
        from: RangeFrom<usize>,
        of: Take<'a, T>,
    ) -> Result<Vec<T>, Failure> {
        (from.start..self.len()).map(|index| of(self, index)).try_collect_vec()
    }

    /// The operands from a first one on, as one tuple.
    pub(super) fn tuples(&self, first: usize) -> Result<IntTuple, Failure> {
        Ok(HTuple::Tuple(self.each(first.., Operands::tuple)?))
    }

    pub(super) fn layout(&self, index: usize) -> Result<Layout, Failure> {
        let layout = self.values[index].as_layout().ok_or(Failure::NoLayout { index })?;
        Ok(layout.in_operand(index)?)
    }

    /// A layout of strides of any number of terms.
    pub(super) fn vectors(&self, index: usize) -> Result<VectorLayout, Failure> {
        let layout = self.values[index].as_vector_layout().ok_or(Failure::NoLayout { index })?;
        Ok(layout.in_operand(index)?)
    }

    /// Returns whether an operand is a layout with a stride of several terms.
    pub(super) fn has_vectors(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Vectors(_)))
    }

    /// Returns whether an operand is a composed layout.
    pub(super) fn has_composed(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Composed(_)))
    }

    /// A layout, a swizzle or a composed layout.
    pub(super) fn function(&self, index: usize) -> Result<layout_algebra::Function, Failure> {
        let expected = "a layout, a swizzle or a composed layout";
        let function =
            self.values[index].as_function().ok_or(Failure::Operand { index, expected })?;
        Ok(function.in_operand(index)?)
    }

    /// An instruction, or what is tiled with one.
    pub(super) fn tiled(&self, index: usize) -> Option<&Tiled> {
        match &self.values[index] {
            Value::Tiled(tiled) => Some(tiled),
            _ => None,
        }
    }

    pub(super) fn tiler(&self, index: usize) -> Result<Tiler, Failure> {
        let expected = "a tiler: a layout, a shape or `<…>` with a tiler for each mode";
        let tiler = self.values[index].as_tiler().ok_or(Failure::Operand { index, expected })?;
        Ok(tiler.in_operand(index).in_part(Part::Whole)?)
    }

    pub(super) fn tuple(&self, index: usize) -> Result<IntTuple, Failure> {
        let expected = "an integer or a tuple of integers";
        self.values[index].as_int_tuple().ok_or(Failure::NoIntegers { index, expected })
    }

    pub(super) fn integer(&self, index: usize) -> Result<Int, Failure> {
        let integer = self.values[index].as_int();
        integer.cloned().ok_or(Failure::Operand { index, expected: "an integer" })
    }

    /// An integer whose value decides what is computed.
    pub(super) fn known(&self, index: usize) -> Result<i128, Failure> {
        let int = self.integer(index)?;
        match int.known() {
            Some(known) => Ok(known),
            None => Err(Failure::Refused { index, message: unknown(&int) }),
        }
    }

    /// A tuple, or the shape of a layout.
    pub(super) fn shape(&self, index: usize) -> Result<IntTuple, Failure> {
        let expected = "a layout, an integer or a tuple of integers";
        match self.values[index].layout_shape() {
            Some(shape) => Ok(shape?.clone()),
            None => {
                self.values[index].as_int_tuple().ok_or(Failure::NoIntegers { index, expected })
            }
        }
    }

    /// The extents of a shape, as [`Operands::shape`], every one positive.
    pub(super) fn extents(&self, index: usize) -> Result<IntTuple, Failure> {
        let layout = ops::col_major(&self.shape(index)?).in_operand(index).in_part(Part::Whole)?;
        Ok(layout.shape().clone())
    }

    /// A tuple of anything.
    pub(super) fn atoms(&self, index: usize) -> Result<HTuple<TupleLeaf>, Failure> {
        let expected = "a layout or a tuple";
        self.values[index].as_tuple().ok_or(Failure::Operand { index, expected })
    }

    /// An operand whose nesting alone counts, also that of a layout.
    pub(super) fn guide(&self, index: usize) -> Result<HTuple<TupleLeaf>, Failure> {
        match self.value(index).layout_shape() {
            Some(shape) => Ok(shape?.map(&mut |_| TupleLeaf::All)),
            None => self.atoms(index),
        }
    }

    /// A tuple whose nesting alone counts: integers, and `_`.
    pub(super) fn profile(&self, index: usize) -> Result<Coordinate, Failure> {
        let expected = "a profile: an integer, `_`, or a tuple of these";
        self.values[index].as_coordinate().ok_or(Failure::Operand { index, expected })
    }

    /// CuTe takes a layout for a tuple where it meets an integer: 4:1 is not
    /// compatible with 4.
    pub(super) fn is_layout_against_integer(&self) -> bool {
        matches!(self.values, [Value::Layout(_), Value::Int(_)])
    }

    pub(super) fn strides(&self, index: usize) -> Result<StrideTuple, Failure> {
        let expected = "an integer or a tuple of strides";
        self.values[index].as_strides().ok_or(Failure::Operand { index, expected })
    }

    pub(super) fn coordinate(&self, index: usize) -> Result<Coordinate, Failure> {
        let expected = "a coordinate: integers, and `_` for a whole mode";
        self.values[index].as_coordinate().ok_or(Failure::Operand { index, expected })
    }

    /// The operands from 1 on: the path of a mode.
    pub(super) fn path(&self) -> Result<Vec<usize>, Failure> {
        self.path_in(self.nesting())
    }

    /// The operands from 1 on: the path of a mode of what is nested so.
    pub(super) fn path_in(&self, mut of: Option<HTuple<()>>) -> Result<Vec<usize>, Failure> {
        let mut path = Vec::new();
        for index in 1..self.len() {
            let mode = self.mode(index, &path, of.as_ref())?;
            of = of.and_then(|of| of.get(&[mode]).cloned());
            path.push(mode);
        }
        Ok(path)
    }

    /// The operands from a first one on: modes.
    pub(super) fn modes(&self, first: usize) -> Result<Vec<usize>, Failure> {
        let of = self.nesting();
        (first..self.len()).map(|index| self.mode(index, &[], of.as_ref())).try_collect_vec()
    }

    /// The number of a mode of the part at a path, which is nested as `of` and counts from the end where it is negative.
    pub(super) fn mode(
        &self,
        index: usize,
        path: &[usize],
        of: Option<&HTuple<()>>,
    ) -> Result<usize, Failure> {
        let expected = "the number of a mode";
        let number = self.values[index].as_int().and_then(Int::known);
        let number = number.ok_or(Failure::Operand { index, expected })?;
        let rank = of.map_or(1, HTuple::rank);
        let from_start = if number < 0 { number + rank as i128 } else { number };
        match usize::try_from(from_start) {
            Ok(mode) => Ok(mode),
            Err(_) => Err(no_such_mode(number, self.part(path), rank).in_operand(index).into()),
        }
    }

    /// The part of operand 0 at a path, as text.
    pub(super) fn part(&self, path: &[usize]) -> String {
        if let Value::Layout(layout) = self.value(0)
            && let Ok(part) = ops::get(layout, path)
        {
            return part.to_string();
        }
        match self.value(0) {
            Value::Tuple(tuple) => tuple.get(path).unwrap_or(tuple).to_string(),
            whole => whole.to_string(),
        }
    }

    /// The nesting of operand 0, if it has modes.
    pub(super) fn nesting(&self) -> Option<HTuple<()>> {
        match self.value(0) {
            Value::Tuple(tuple) => Some(tuple.map(&mut |_| ())),
            Value::List(items) => Some(HTuple::Tuple(vec![HTuple::Leaf(()); items.len()])),
            value => value.domain_shape().map(|shape| shape.map(&mut |_| ())),
        }
    }

    pub(super) fn mode_of_layout(&self) -> Result<VectorLayout, Failure> {
        Ok(ops::get(&self.vectors(0)?, &self.path()?)?)
    }

    /// The mode of a tuple or of the shape of a layout.
    pub(super) fn mode_of_shape(&self) -> Result<IntTuple, Failure> {
        let mut mode = self.shape(0)?;
        for (level, index) in self.path()?.into_iter().enumerate() {
            let Some(part) = mode.get(&[index]) else {
                return Err(no_such_mode(index, &mode, mode.rank()).in_operand(level + 1).into());
            };
            mode = part.clone();
        }
        Ok(mode)
    }

    /// The result of an operation on a layout.
    pub(super) fn made<D: Terms, R: Into<Outcome<Layout<D>>>>(
        &self,
        _: &Layout<D>,
        result: Result<R, Error>,
    ) -> Result<Applied, Failure>
    where
        Layout<D>: Into<Value>,
    {
        self.outcome(result?.into())
    }

    /// The layout, unless an objection to it is not allowed.
    pub(super) fn outcome<T: Into<Value>>(&self, outcome: Outcome<T>) -> Result<Applied, Failure> {
        let padded = match outcome.objection {
            Some(objection) => self.object(objection)?,
            None => false,
        };
        Ok(Applied { value: outcome.layout.into(), padded })
    }

    /// The result at a coordinate of a shape, which is operand `index`.
    pub(super) fn within(
        &self,
        index: usize,
        shape: &IntTuple,
        answer: impl Into<Value>,
    ) -> Result<Applied, Failure> {
        Ok(Applied { value: answer.into(), padded: self.is_outside(index, shape)? })
    }

    /// Returns whether a coordinate, operand `index`, is outside of a shape, and that is allowed.
    pub(super) fn is_outside(&self, index: usize, shape: &IntTuple) -> Result<bool, Failure> {
        let Some(coordinate) = self.values[index].as_coordinate() else { return Ok(false) };
        match ops::check_bounds(&coordinate, shape) {
            Ok(()) => Ok(false),
            Err(error) => self.object(error.in_operand(index)),
        }
    }

    /// An objection, unless it is allowed; whether it is one to padding.
    pub(super) fn object(&self, objection: Error) -> Result<bool, Failure> {
        match lint(objection.kind()) {
            Some(lint) if self.allow.permits(lint) => Ok(lint == Lint::Padding),
            Some(lint) => Err(Failure::Objection(objection, lint)),
            None => Err(objection.into()),
        }
    }
}

/// The error of `get` where there is no mode of this number.
pub(super) fn no_such_mode(mode: impl ToString, of: impl ToString, rank: usize) -> Error {
    let (mode, of) = (mode.to_string(), of.to_string());
    Error::new("get", ErrorKind::NoSuchMode { mode, of, rank })
}

/// The reason why an integer over symbols cannot be used.
pub(super) fn unknown(int: &Int) -> String {
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
