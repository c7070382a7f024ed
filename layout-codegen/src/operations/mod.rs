//! The operations of the language: their names, operands and results, one table
//! a group.

/// Applies an operation to the coordinates of a layout, whose strides have one term or several. Where steps of its answer go along
/// several elements of a basis, the answer has several terms.
macro_rules! on_domain {
    ($x:ident, $index:expr, |$of:ident| $result:expr) => {
        match $x.value($index) {
            Value::Vectors($of) => $x.made($of, $result),
            _ => {
                let plain = $x.layout($index)?;
                let $of = &plain;
                match $result {
                    Err(error) if matches!(error.kind(), ErrorKind::SeveralTerms { .. }) => {
                        let $of = &VectorLayout::from(&plain);
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
    ($x:ident, $index:expr, |$of:ident| $result:expr) => {
        match $x.value($index) {
            Value::Composed($of) => $result,
            Value::Vectors($of) => $result,
            _ => {
                let $of = &$x.layout($index)?;
                $result
            }
        }
    };
}

mod algebra;
mod annotations;
mod bounds;
mod constructors;
mod coordinates;
mod elements;
mod hardware;
mod infer_layout;
mod inverses;
mod mode_names;
mod modes;
mod operand;
mod partition;
mod patterns;
mod predicates;
mod queries;
mod swizzles;
mod tiled;
mod tuples;

use layout_algebra::bounds::Bounds;
use layout_algebra::ops::{self, Outcome};
use layout_algebra::{
    ComposedLayout, Coordinate, Error, ErrorKind, HTuple, Int, IntTuple, Layout, StrideTuple,
    Terms, Tiler, VectorLayout,
};

use self::annotations::Call;
pub use self::operand::Operand;
use self::operand::{LAYOUT, TILER};
pub(crate) use self::patterns::pattern_op;
use crate::Allow;
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::nearest::nearest;
use crate::report::Lint;
use crate::shorthand::Shorthand;
use crate::value::{Tiled, Value};

/// Operations of one purpose.
#[derive(Clone, Copy)]
pub struct Group {
    /// The purpose of the operations.
    pub title: &'static str,
    /// The operations, the most used first.
    pub operations: &'static [Operation],
}

/// All operations, as the documentation of `layout!` lists them.
pub const GROUPS: &[Group] = &[
    Group { title: "making layouts", operations: constructors::TABLE },
    Group { title: "queries", operations: queries::TABLE },
    Group { title: "predicates", operations: predicates::TABLE },
    Group { title: "coordinates", operations: coordinates::TABLE },
    Group { title: "parts, each with its offset", operations: partition::TABLE },
    Group { title: "algebra", operations: algebra::TABLE },
    Group { title: "inverses", operations: inverses::TABLE },
    Group { title: "element types", operations: elements::TABLE },
    Group { title: "what memory does, with the threads in mode 0", operations: hardware::TABLE },
    Group { title: "modes", operations: modes::TABLE },
    Group { title: "modes by name and by pattern", operations: patterns::TABLE },
    Group { title: "tuples", operations: tuples::TABLE },
    Group { title: "swizzles", operations: swizzles::TABLE },
    Group { title: "instructions, products and copies tiled with them", operations: tiled::TABLE },
];

/// Every operation.
pub(crate) fn all() -> impl Iterator<Item = &'static Operation> {
    GROUPS.iter().flat_map(|group| group.operations)
}

/// One operation of the language: its row is all there is to say of it here.
#[derive(Clone, Copy)]
pub struct Operation {
    name: &'static str,
    note: &'static str,
    equation: &'static str,
    example: &'static str,
    operands: &'static [Operand],
    /// True if more operands than are listed select another form of the operation.
    open: bool,
    /// True if the result is an integer, whatever the operands are.
    number: bool,
    /// True if the last operand is a tiler, which divides the first.
    divides: bool,
    /// True if tuples among the operands are the shapes of layouts, whatever the other operands are.
    of_shapes: bool,
    /// The form that acts on one mode.
    at_mode: AtMode,
    /// The operation's effect on whether elements stand at several coordinates.
    copies: Copies,
    /// True if the operation is the composition of two layouts.
    composes: bool,
    apply: fn(&Operands<'_>) -> Result<Applied, Failure>,
    /// The operation's effect on padding.
    padding: Padding,
    /// The part of a composed operand that the operation acts on.
    composed: Composed,
    /// Why it takes no composed layout as operands of these numbers.
    refused: &'static [(usize, &'static str)],
    /// The names of the modes of its result, where those of an operand have some.
    called: fn(&Call<'_>) -> ModeNames,
}

/// Bounds of an operation's result, where an operand is padded or the result was allowed as padding.
#[derive(Clone, Copy)]
enum Padding {
    /// Its result has no coordinates, or no operand of it has any.
    None,
    /// They follow from those of the operands; where nothing shows them, they are unknown.
    Followed(fn(&Call<'_>) -> Option<Bounds>),
    /// They are unknown, for this reason.
    Unknown(&'static str),
}

/// The part of a composed operand `A o O o L` that an operation acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Composed {
    /// All of it.
    Whole,
    /// `L` of the operand of this number, whose coordinates it rearranges: the answer is `A o O o R`.
    Domain(usize),
    /// `L` of each operand other than patterns; layout `i` of the result has the functions after layout `i` of the operands.
    EachDomain,
    /// `L` of the operand of this number, at whose extents and strides it looks: the answer is `R`.
    Strides(usize),
}

/// The form `op[1](A, …)` of an operation, which acts on one mode of its first operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtMode {
    /// It has no such form.
    Nothing,
    /// It changes the mode in its place: of layouts, and tuples are shapes of such.
    Layouts,
    /// It changes the mode in its place: of layouts and of tuples.
    Any,
}

/// Effect of an operation on whether elements stand at several coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copies {
    /// Nothing: two coordinates for one offset are a mistake.
    Nothing,
    /// Elements stand at several coordinates, which is the purpose of the operation.
    Some,
    /// The same, where an operand is a pattern.
    ByPattern,
    /// The same as for the first operand, a part of which is the result.
    OfOperand,
}

/// Why a question about strides is none of a composed layout.
const NO_STRIDES: &str = "the functions after a layout take its steps to others; `get_nonswizzle_portion` is the layout before \
                          them, and `xor_strides` are the steps of a swizzled one";

/// Why an operand that becomes modes of another is a layout.
const NO_FUNCTIONS: &str = "what follows the first operand follows all modes of the answer: `concat` adds up functions of their own";

const ANY: usize = usize::MAX;

const fn op(
    name: &'static str,
    operands: &'static [Operand],
    apply: fn(&Operands<'_>) -> Result<Applied, Failure>,
) -> Operation {
    Operation {
        name,
        note: "",
        equation: "",
        example: "",
        operands,
        open: false,
        number: false,
        divides: false,
        of_shapes: false,
        at_mode: AtMode::Nothing,
        copies: Copies::Nothing,
        composes: false,
        apply,
        padding: Padding::None,
        composed: Composed::Whole,
        refused: &[],
        called: |_| ModeNames::NONE,
    }
}

/// An operation that answers an integer.
const fn number(
    name: &'static str,
    operands: &'static [Operand],
    apply: fn(&Operands<'_>) -> Result<Applied, Failure>,
) -> Operation {
    Operation { number: true, ..op(name, operands, apply) }
}

/// An operation that rearranges the coordinates of its first operand.
const fn rearranging(
    name: &'static str,
    operands: &'static [Operand],
    apply: fn(&Operands<'_>) -> Result<Applied, Failure>,
) -> Operation {
    Operation { composed: Composed::Domain(0), ..op(name, operands, apply) }
}

/// An operation that divides a layout by a tiler.
const fn divide(
    name: &'static str,
    apply: fn(&Operands<'_>) -> Result<Applied, Failure>,
) -> Operation {
    Operation { divides: true, of_shapes: true, ..rearranging(name, &[LAYOUT, TILER], apply) }
}

/// The operation of a name.
pub(crate) fn find(name: &str) -> Option<&'static Operation> {
    all().find(|operation| operation.name == name)
}

/// The name of the operation that a name without one is meant for.
pub fn nearest_operation(name: &str) -> Option<&'static str> {
    let shorthand = Shorthand::of(name).map(|shorthand| shorthand.op);
    shorthand.or_else(|| nearest(name, all().map(Operation::name)))
}

impl Operation {
    /// Adds other forms, of more operands.
    const fn open(self) -> Self {
        Operation { open: true, ..self }
    }

    /// Restricts the operation to layouts, so that tuples are shapes.
    const fn of_shapes(self) -> Self {
        Operation { of_shapes: true, ..self }
    }

    /// Adds a form that changes a mode of a layout in its place.
    const fn at_mode(self) -> Self {
        Operation { at_mode: AtMode::Layouts, ..self }
    }

    /// Adds a form that changes a mode of a layout or of a tuple in its place.
    const fn at_any_mode(self) -> Self {
        Operation { at_mode: AtMode::Any, ..self }
    }

    /// Adds a note of the documentation on the operands.
    const fn note(self, note: &'static str) -> Self {
        Operation { note, ..self }
    }

    /// Adds the result `R`, in an equation or a few words, and an expression with a value.
    const fn help(self, equation: &'static str, example: &'static str) -> Self {
        Operation { equation, example, ..self }
    }

    /// Sets the part of composed operands that the operation acts on.
    const fn composed(self, composed: Composed) -> Self {
        Operation { composed, ..self }
    }

    /// Sets the operands that are no composed layouts, and the reason for each.
    const fn refuses(self, refused: &'static [(usize, &'static str)]) -> Self {
        Operation { refused, ..self }
    }

    /// Sets the function that follows the bounds of padded operands.
    const fn bounded(self, follow: fn(&Call<'_>) -> Option<Bounds>) -> Self {
        Operation { padding: Padding::Followed(follow), ..self }
    }

    /// Sets the reason for which the bounds of padded operands become unknown.
    const fn unbounded(self, reason: &'static str) -> Self {
        Operation { padding: Padding::Unknown(reason), ..self }
    }

    /// Marks the operation as the composition of two layouts.
    const fn composition(self) -> Self {
        Operation { composes: true, ..self }
    }

    /// Sets the effect on whether elements stand at several coordinates.
    const fn copies(self, copies: Copies) -> Self {
        Operation { copies, ..self }
    }

    /// Sets the function of the names of the result's modes.
    const fn called(self, called: fn(&Call<'_>) -> ModeNames) -> Self {
        Operation { called, ..self }
    }

    /// Its name in the language, which is CuTe's.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// A note of the documentation on the operands, if they need one.
    #[must_use]
    pub fn described(&self) -> &'static str {
        self.note
    }

    /// The result `R`, in an equation or a few words.
    #[must_use]
    pub fn equation(&self) -> &'static str {
        self.equation
    }

    /// An expression that shows it, and has a value.
    #[must_use]
    pub fn example(&self) -> &'static str {
        self.example
    }

    /// Returns whether the operation follows the bounds of padded operands.
    #[must_use]
    pub fn keeps_bounds(&self) -> bool {
        matches!(self.padding, Padding::Followed(_))
    }

    /// Why the bounds of its result are unknown where an operand is padded.
    #[must_use]
    pub fn loses_bounds(&self) -> Option<&'static str> {
        match self.padding {
            Padding::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// The operands, in order.
    #[must_use]
    pub fn operands(&self) -> &'static [Operand] {
        self.operands
    }

    /// Returns whether the result is an integer, whatever the operands are.
    pub(crate) fn is_number(&self) -> bool {
        self.number
    }

    /// Returns whether the operation is the composition of two layouts.
    pub(crate) fn composes(&self) -> bool {
        self.composes
    }

    /// Returns whether the result is an item of a list.
    pub(crate) fn takes_items(&self) -> bool {
        self.copies == Copies::OfOperand
    }

    /// The operation's effect on whether elements stand at several coordinates.
    pub(crate) fn says_of_copies(&self) -> Copies {
        self.copies
    }

    /// Returns whether the first operand has modes.
    pub(crate) fn is_of_modes(&self) -> bool {
        self.operands.first().is_some_and(Operand::has_modes)
    }

    /// The form of the operation that acts on one mode.
    pub(crate) fn of_mode(&self) -> AtMode {
        self.at_mode
    }

    /// Returns whether the numbers of a mode may follow the first operand.
    pub(crate) fn lists_modes(&self) -> bool {
        matches!(self.operands, [_, mode] if mode.word() == "mode" && mode.arity() == (0, ANY))
    }

    /// Returns whether the operation divides a layout by a tiler, for which another tiler could be suggested.
    pub(crate) fn divides(&self) -> bool {
        self.divides
    }

    /// The operands as a user would write them.
    #[must_use]
    pub fn usage(&self) -> String {
        self.operands.iter().map(Operand::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The fewest and the most operands.
    #[must_use]
    pub fn arity(&self) -> (usize, usize) {
        let end = if self.open { ANY } else { 0 };
        self.operands.iter().map(Operand::arity).fold((0, end), |(least, most), (fewer, more)| {
            (least + fewer, most.saturating_add(more))
        })
    }

    /// Returns whether the operand of this number is an integer or a tuple, and no layout.
    pub(crate) fn takes_number(&self, operand: usize) -> bool {
        self.operands.get(operand).or(self.operands.last()).is_some_and(Operand::is_number)
    }

    /// Returns whether the operand of this number is a mode.
    pub(crate) fn takes_mode(&self, operand: usize) -> bool {
        let operand = self.operands.get(operand).or(self.operands.last());
        operand.is_some_and(|operand| matches!(operand.word(), "mode" | "name"))
    }

    /// Returns whether the operand of this number is a projection, in which an integer keeps a mode and `_` leaves it out.
    pub(crate) fn takes_projection(&self, operand: usize) -> bool {
        let dices = self.name == "dice" && operand == 0;
        dices || self.operands.get(operand).is_some_and(|it| it.word() == "projection")
    }

    /// Returns whether tuples among the operands are shapes, so that their integers are extents.
    pub(crate) fn takes_shapes(&self) -> bool {
        self.of_shapes
    }

    /// Returns whether a tuple as the operand of this number is one of strides.
    pub(crate) fn takes_strides(&self, operand: usize) -> bool {
        self.operands.get(operand).is_some_and(Operand::is_strides)
    }

    /// The result, with all lints allowed; `None` if the operation refuses the operands.
    #[must_use]
    pub fn answer(&self, operands: &[Value]) -> Option<Value> {
        let (least, most) = self.arity();
        let counted = (least..=most).contains(&operands.len());
        let applied = counted.then(|| self.apply(operands, Allow::all()).ok()).flatten()?;
        Some(applied.value)
    }

    /// Returns whether the operand of this number is a layout, so that a tuple there is its shape.
    fn takes_layout(&self, operand: usize) -> bool {
        let operand = self.operands.get(operand).or(self.operands.last());
        operand.is_some_and(|operand| matches!(operand.word(), "layout" | "block" | "tensor"))
    }

    /// Returns whether a word as the operand of this number names an instruction.
    pub(crate) fn takes_instruction(&self, operand: usize) -> bool {
        self.operands.get(operand).is_some_and(Operand::is_instruction)
    }

    /// Returns whether the operand of this number is a shape.
    pub(crate) fn takes_shape(&self, operand: usize) -> bool {
        self.operands.get(operand).is_some_and(Operand::is_shape)
    }

    /// Returns whether the operation rearranges the coordinates of an operand, so that the functions after the domain of a
    /// composed operand follow the result.
    #[must_use]
    pub fn keeps_functions(&self, operand: usize) -> bool {
        match self.composed {
            Composed::Domain(place) => place == operand,
            Composed::EachDomain => true,
            Composed::Whole | Composed::Strides(_) => false,
        }
    }

    /// Why it takes no composed layout as an operand.
    #[must_use]
    pub fn refuses_composed(&self, operand: usize) -> Option<&'static str> {
        let refused = |(place, why): &(usize, &'static str)| (*place == operand).then_some(*why);
        self.refused.iter().find_map(refused)
    }

    /// The value of the operation, its operands counted already: of composed layouts by their domains, where that is what it takes.
    pub(crate) fn apply(&self, values: &[Value], allow: Allow) -> Result<Applied, Failure> {
        let is_taken = |operand: usize| match self.composed {
            Composed::Whole => false,
            Composed::EachDomain => true,
            Composed::Domain(place) | Composed::Strides(place) => place == operand,
        };
        let mut domains = values.to_vec();
        // The functions after the layouts among the operands.
        let mut after = Vec::new();
        for (operand, value) in domains.iter_mut().enumerate().filter(|(at, _)| is_taken(*at)) {
            let composed = match value {
                Value::Text(_) | Value::Sizes(_) => continue,
                Value::Composed(composed) => Some(composed.clone()),
                _ => None,
            };
            if let Some(composed) = &composed {
                *value =
                    composed.domain().map_err(|error| error.in_operand(operand))?.clone().into();
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
                Value::List(
                    items
                        .map(|(item, after)| under(after.as_ref(), item))
                        .collect::<Result<_, _>>()?,
                )
            }
            (_, value) => under(after.first().and_then(Option::as_ref), value)?,
        };
        Ok(Applied { value, padded })
    }
}

/// A layout with functions after it, or what else an operation has made of one.
fn under(after: Option<&ComposedLayout>, value: Value) -> Result<Value, Error> {
    let Some(after) = after else { return Ok(value) };
    Ok(match value {
        Value::Layout(layout) => after.with_domain(layout)?.into(),
        Value::Composed(layout) => after.with_domain(layout)?.into(),
        value => value,
    })
}

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
struct Operands<'a> {
    values: &'a [Value],
    allow: Allow,
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
        let layout = layout.ok_or(Failure::NoLayout { index })?;
        Ok(layout.map_err(|error| error.in_operand(index))?)
    }

    /// A layout of strides of any number of terms.
    fn vectors(&self, index: usize) -> Result<VectorLayout, Failure> {
        let layout = self.values[index].as_vector_layout();
        let layout = layout.ok_or(Failure::NoLayout { index })?;
        Ok(layout.map_err(|error| error.in_operand(index))?)
    }

    /// Returns whether an operand is a layout with a stride of several terms.
    fn has_vectors(&self) -> bool {
        self.values.iter().any(|value| matches!(value, Value::Vectors(_)))
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
        self.values[index].as_int_tuple().ok_or(Failure::NoIntegers { index, expected })
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
            Value::Vectors(layout) => Ok(layout.shape().clone()),
            value => value.as_int_tuple().ok_or(Failure::NoIntegers { index, expected }),
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
        self.path_in(self.nesting())
    }

    /// The operands from 1 on: the path of a mode of what is nested so.
    fn path_in(&self, mut of: Option<HTuple<()>>) -> Result<Vec<usize>, Failure> {
        let mut path = Vec::new();
        for index in 1..self.len() {
            let mode = self.mode(index, &path, of.as_ref())?;
            of = of.and_then(|of| of.get(&[mode]).cloned());
            path.push(mode);
        }
        Ok(path)
    }

    /// The operands from 1 on: modes.
    fn modes(&self) -> Result<Vec<usize>, Failure> {
        let of = self.nesting();
        (1..self.len()).map(|index| self.mode(index, &[], of.as_ref())).collect()
    }

    /// The number of a mode of the part at a path, which is nested as `of` and counts from the end where it is negative.
    fn mode(
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
        usize::try_from(from_start).map_err(|_| {
            let (mode, of) = (number.to_string(), self.part(path));
            Error::new("get", ErrorKind::NoSuchMode { mode, of, rank }).in_operand(index).into()
        })
    }

    /// The part of operand 0 at a path, as text.
    fn part(&self, path: &[usize]) -> String {
        let part = match self.value(0) {
            Value::Layout(layout) => ops::get(layout, path).ok().map(|part| part.to_string()),
            Value::Tuple(tuple) => tuple.get(path).map(ToString::to_string),
            _ => None,
        };
        part.unwrap_or_else(|| self.value(0).to_string())
    }

    /// How operand 0 is nested, if it has modes.
    fn nesting(&self) -> Option<HTuple<()>> {
        match self.value(0) {
            Value::Layout(layout) => Some(layout.shape().map(&mut |_| ())),
            Value::Composed(layout) => layout.shape().ok().map(|shape| shape.map(&mut |_| ())),
            Value::Vectors(layout) => Some(layout.shape().map(&mut |_| ())),
            Value::Tuple(tuple) => Some(tuple.map(&mut |_| ())),
            Value::List(items) => {
                Some(HTuple::Tuple(items.iter().map(|_| HTuple::Leaf(())).collect()))
            }
            _ => None,
        }
    }

    fn mode_of_layout(&self) -> Result<VectorLayout, Failure> {
        Ok(ops::get(&self.vectors(0)?, &self.path()?)?)
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

    /// The result of an operation on a layout.
    fn made<D: Terms, R: Into<Outcome<Layout<D>>>>(
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
    fn outcome<T: Into<Value>>(&self, outcome: Outcome<T>) -> Result<Applied, Failure> {
        let padded = outcome.objection.map_or(Ok(false), |objection| self.object(objection))?;
        Ok(Applied { value: outcome.layout.into(), padded })
    }

    /// The result at a coordinate of a shape, which is operand `index`.
    fn within(
        &self,
        index: usize,
        shape: &IntTuple,
        answer: impl Into<Value>,
    ) -> Result<Applied, Failure> {
        Ok(Applied { value: answer.into(), padded: self.is_outside(index, shape)? })
    }

    /// Returns whether a coordinate, operand `index`, is outside of a shape, and that is allowed.
    fn is_outside(&self, index: usize, shape: &IntTuple) -> Result<bool, Failure> {
        let Some(coordinate) = self.values[index].as_coordinate() else { return Ok(false) };
        match ops::check_bounds(&coordinate, shape) {
            Ok(()) => Ok(false),
            Err(error) => self.object(error.in_operand(index)),
        }
    }

    /// An objection, unless it is allowed; whether it is one to padding.
    fn object(&self, objection: Error) -> Result<bool, Failure> {
        match lint(objection.kind()) {
            Some(lint) if self.allow.permits(lint) => Ok(lint == Lint::Padding),
            Some(lint) => Err(Failure::Objection(objection, lint)),
            None => Err(objection.into()),
        }
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
