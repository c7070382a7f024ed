//! `Operation`: the row of one operation, and how a table writes it.

use layout_algebra::CollectVec;
use layout_algebra::bounds::Bounds;
use layout_algebra::pattern::PatternOp;

use super::operand::{ANY, LAYOUT, Operand, TILER};
use super::operands::{Applied, Operands};
use crate::allow::Allow;
use crate::failure::Failure;
use crate::mode_names::ModeNames;
use crate::value::{Annotations, Value};

/// One operation of the language: its row is all there is to say of it here.
#[derive(Clone, Copy)]
pub struct Operation {
    pub(super) name: &'static str,
    pub(super) note: &'static str,
    pub(super) equation: &'static str,
    pub(super) example: &'static str,
    pub(super) operands: &'static [Operand],
    /// True if more operands than are listed select another form of the operation.
    pub(super) open: bool,
    /// True if the result is an integer, whatever the operands are.
    pub(super) number: bool,
    /// True if the last operand is a tiler, which divides the first.
    pub(super) divides: bool,
    /// True if all tiles are in the result before all rests, so that each mode that is divided has both.
    pub(super) rests_apart: bool,
    /// True if tuples among the operands are the shapes of layouts, whatever the other operands are.
    pub(super) of_shapes: bool,
    /// The form that acts on one mode.
    pub(super) at_mode: AtMode,
    /// The use of a pattern of axes, if an operand may be one.
    pub(super) pattern: Option<PatternOp>,
    /// The operation's effect on whether elements stand at several coordinates.
    pub(super) copies: Copies,
    /// True if the operation is the composition of two layouts.
    pub(super) composes: bool,
    pub(super) apply: Apply,
    /// The operation's effect on padding.
    pub(super) padding: Padding,
    /// The part of a composed operand that the operation acts on.
    pub(super) composed: Composed,
    /// The reason why it takes no composed layout as operands of these numbers.
    pub(super) refused: &'static [(usize, &'static str)],
    /// The names of the modes of its result, where those of an operand have some.
    pub(super) mode_names: fn(&Call<'_>) -> ModeNames,
    /// True if the values of the result are coordinates of an operand, and no values of one.
    pub(super) answers_coordinates: bool,
    /// The meaning of modes of replicas for it.
    pub(super) replicas: Replicas,
}

/// The meaning that modes of replicas have for an operation: over them the same element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replicas {
    /// Modes of replicas are modes like others.
    Modes,
    /// The elements of two layouts are compared, each with all of its places.
    Compared,
    /// Each place of an element counts once.
    Once,
    /// The result leads to elements.
    Inverted,
}

/// Bounds of an operation's result, where an operand is padded or the result was allowed as padding.
#[derive(Clone, Copy)]
pub(super) enum Padding {
    /// Its result has no coordinates, or no operand of it has any.
    None,
    /// Bounds that follow from those of the operands; where nothing shows them, they are unknown.
    Followed(fn(&Call<'_>) -> Option<Bounds>),
    /// Unknown bounds, for this reason.
    Unknown(&'static str),
}

/// The part of a composed operand `A o O o L` that an operation acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Composed {
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
    /// No such form.
    Nothing,
    /// A mode that changes in its place: of layouts, and tuples are shapes of such.
    Layouts,
    /// A mode that changes in its place: of layouts and of tuples.
    Any,
}

/// Effect of an operation on whether elements stand at several coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copies {
    /// No copies: two coordinates for one offset are a mistake.
    Nothing,
    /// Elements stand at several coordinates, which is the purpose of the operation.
    Some,
    /// Elements stand at several coordinates, on purpose where an operand is a pattern.
    ByPattern,
    /// Copies as those of the first operand, a part of which is the result.
    OfOperand,
}

/// The reason why a question about strides is none of a composed layout.
pub(super) const NO_STRIDES: &str = "the functions after a layout take its steps to others; `get_nonswizzle_portion` is the layout before \
                          them, and `xor_strides` are the steps of a swizzled one";

/// The reason why an operand that becomes modes of another is a layout.
pub(super) const NO_FUNCTIONS: &str = "what follows the first operand follows all modes of the answer: `concat` adds up functions of their own";

/// The function of a row: the result of its operation.
pub(super) type Apply = fn(&Operands<'_>) -> Result<Applied, Failure>;

pub(super) const fn op(
    name: &'static str,
    operands: &'static [Operand],
    apply: Apply,
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
        rests_apart: false,
        of_shapes: false,
        at_mode: AtMode::Nothing,
        pattern: None,
        copies: Copies::Nothing,
        composes: false,
        apply,
        padding: Padding::None,
        composed: Composed::Whole,
        refused: &[],
        mode_names: |_| ModeNames::NONE,
        answers_coordinates: false,
        replicas: Replicas::Modes,
    }
}

/// An operation that answers an integer.
pub(super) const fn number(
    name: &'static str,
    operands: &'static [Operand],
    apply: Apply,
) -> Operation {
    Operation { number: true, ..op(name, operands, apply) }
}

/// An operation that rearranges the coordinates of its first operand.
pub(super) const fn rearranging(
    name: &'static str,
    operands: &'static [Operand],
    apply: Apply,
) -> Operation {
    Operation { composed: Composed::Domain(0), ..op(name, operands, apply) }
}

/// An operation that divides a layout by a tiler.
pub(super) const fn divide(name: &'static str, apply: Apply) -> Operation {
    Operation { divides: true, of_shapes: true, ..rearranging(name, &[LAYOUT, TILER], apply) }
}

/// An operation that was applied.
pub(super) struct Call<'a> {
    pub(super) operation: &'static Operation,
    pub(super) operands: Operands<'a>,
    /// The annotations of each operand.
    pub(super) of: &'a [Annotations],
    /// True if the result was allowed as padding.
    pub(super) padded: bool,
    pub(super) result: &'a Value,
}

impl Operation {
    /// Adds other forms, of more operands.
    pub(super) const fn open(self) -> Self {
        Operation { open: true, ..self }
    }

    /// Restricts the operation to layouts, so that tuples are shapes.
    pub(super) const fn of_shapes(self) -> Self {
        Operation { of_shapes: true, ..self }
    }

    /// Puts all tiles before all rests.
    pub(super) const fn rests_apart(self) -> Self {
        Operation { rests_apart: true, ..self }
    }

    /// Adds a form that changes a mode of a layout in its place.
    pub(super) const fn at_mode(self) -> Self {
        Operation { at_mode: AtMode::Layouts, ..self }
    }

    /// Adds a form that changes a mode of a layout or of a tuple in its place.
    pub(super) const fn at_any_mode(self) -> Self {
        Operation { at_mode: AtMode::Any, ..self }
    }

    /// Adds a note of the documentation on the operands.
    pub(super) const fn note(self, note: &'static str) -> Self {
        Operation { note, ..self }
    }

    /// Adds the result `R`, in an equation or a few words, and an expression with a value.
    pub(super) const fn help(self, equation: &'static str, example: &'static str) -> Self {
        Operation { equation, example, ..self }
    }

    /// Sets the part of composed operands that the operation acts on.
    pub(super) const fn composed(self, composed: Composed) -> Self {
        Operation { composed, ..self }
    }

    /// Sets the operands that are no composed layouts, and the reason for each.
    pub(super) const fn refuses(self, refused: &'static [(usize, &'static str)]) -> Self {
        Operation { refused, ..self }
    }

    /// Sets the function that follows the bounds of padded operands.
    pub(super) const fn bounded(self, follow: fn(&Call<'_>) -> Option<Bounds>) -> Self {
        Operation { padding: Padding::Followed(follow), ..self }
    }

    /// Sets the reason for which the bounds of padded operands become unknown.
    pub(super) const fn unbounded(self, reason: &'static str) -> Self {
        Operation { padding: Padding::Unknown(reason), ..self }
    }

    /// Sets the use of a pattern of axes.
    pub(super) const fn by_pattern(self, pattern: PatternOp) -> Self {
        Operation { pattern: Some(pattern), ..self }
    }

    /// Marks the operation as the composition of two layouts.
    pub(super) const fn composition(self) -> Self {
        Operation { composes: true, ..self }
    }

    /// Sets the effect on whether elements stand at several coordinates.
    pub(super) const fn copies(self, copies: Copies) -> Self {
        Operation { copies, ..self }
    }

    /// Sets the function of the names of the result's modes.
    pub(super) const fn mode_names(self, mode_names: fn(&Call<'_>) -> ModeNames) -> Self {
        Operation { mode_names, ..self }
    }

    /// Marks an operation whose values are coordinates of an operand.
    pub(super) const fn answers_coordinates(self) -> Self {
        Operation { answers_coordinates: true, ..self }
    }

    /// Sets the meaning of modes of replicas.
    pub(super) const fn replicas(self, replicas: Replicas) -> Self {
        Operation { replicas, ..self }
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

    /// The reason why the bounds of its result are unknown where an operand is padded.
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

    /// The use of a pattern of axes, if an operand may be one.
    pub(crate) fn pattern(&self) -> Option<PatternOp> {
        self.pattern
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
        matches!(self.operands, [_, mode] if mode.is_list_of_modes())
    }

    /// Returns whether the operation divides a layout by a tiler, for which another tiler could be suggested.
    pub(crate) fn divides(&self) -> bool {
        self.divides
    }

    /// Returns whether all tiles are in the result before all rests.
    pub(crate) fn has_rests_apart(&self) -> bool {
        self.rests_apart
    }

    /// The operands as a user would write them.
    #[must_use]
    pub fn usage(&self) -> String {
        self.operands.iter().map(Operand::to_string).collect_vec().join(", ")
    }

    /// The fewest and the most operands.
    #[must_use]
    pub fn arity(&self) -> (usize, usize) {
        let (mut least, mut most) = (0, if self.open { ANY } else { 0 });
        for (fewer, more) in self.operands.iter().map(Operand::arity) {
            least += fewer;
            most = most.saturating_add(more);
        }
        (least, most)
    }

    /// Returns whether the operand of this number is of a kind.
    pub(crate) fn takes(&self, operand: usize, kind: fn(&Operand) -> bool) -> bool {
        self.operands.get(operand).is_some_and(kind)
    }

    /// Returns whether the operand of this number is of a kind, or the last one where there are more.
    pub(crate) fn takes_or_ends_in(&self, operand: usize, kind: fn(&Operand) -> bool) -> bool {
        self.operands.get(operand).or(self.operands.last()).is_some_and(kind)
    }

    /// Returns whether tuples among the operands are shapes, so that their integers are extents.
    pub(crate) fn takes_shapes(&self) -> bool {
        self.of_shapes
    }

    /// The result, with all lints allowed; `None` if the operation refuses the operands.
    #[must_use]
    pub fn answer(&self, operands: &[Value]) -> Option<Value> {
        let (least, most) = self.arity();
        if !(least..=most).contains(&operands.len()) {
            return None;
        }
        Some(self.apply(operands, Allow::all()).ok()?.value)
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

    /// The reason why it takes no composed layout as an operand.
    #[must_use]
    pub fn refuses_composed(&self, operand: usize) -> Option<&'static str> {
        let (_, reason) = self.refused.iter().find(|(place, _)| *place == operand)?;
        Some(reason)
    }
}
