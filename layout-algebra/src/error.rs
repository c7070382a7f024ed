//! `Error`: what went wrong, and at which address.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::{Condition, Int, ModePath, Overflow};

/// The part of an operand that an address starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The operand itself.
    Whole,
    /// The shape of a layout.
    Shape,
    /// The stride of a layout.
    Stride,
}

/// A failed operation: its name, the operand at fault, the mode, and the reason.
///
/// Boxed, since errors are rare and results are returned everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(Box<Fault>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    op: &'static str,
    operand: usize,
    part: Part,
    path: ModePath,
    kind: ErrorKind,
    /// There is no error if this holds.
    unless: Option<Condition>,
}

/// Why an operation has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Shape and stride differ in their profile.
    Incongruent {
        /// The shape from the mode on where they part.
        shape: String,
        /// The stride there.
        stride: String,
    },
    /// An extent below 1.
    Extent {
        /// The extent.
        extent: Int,
    },
    /// A number left the range of the integers.
    Overflow,
    /// An expression over symbols has more parts than are worked with.
    TooManyTerms,
    /// A quotient that was known to be exact has a remainder.
    Inexact,
    /// Whether the operation has a result depends on symbols:
    /// [`Error::condition`] says how.
    Unproved,
    /// Two coordinates share an offset.
    NotInjective {
        /// The layout.
        layout: String,
        /// One coordinate.
        first: String,
        /// Another.
        second: String,
        /// Their common offset.
        offset: String,
    },
    /// Whether two coordinates share an offset depends on symbols.
    MayCollide {
        /// The layout.
        layout: String,
    },
    /// A question was not settled within the budget of the search.
    Undecided {
        /// The question.
        question: String,
    },
    /// The composed function is no layout: it does not add up over the modes.
    NotAdditive {
        /// The left operand.
        lhs: String,
        /// The right operand.
        rhs: String,
        /// The coordinate of the right operand at which it fails.
        coordinate: String,
        /// The right operand there.
        position: Int,
        /// The left operand at that position.
        value: String,
        /// What the strides of the modes add up to.
        sum: String,
    },
    /// The composed function is no layout: its first run does not divide the extent.
    BrokenRun {
        /// The left operand.
        lhs: String,
        /// The mode of the right operand.
        mode: String,
        /// The length of the run of equal steps.
        run: Int,
        /// The extent that it must divide.
        extent: Int,
        /// The position in the left operand after the run.
        position: Int,
        /// The left operand there.
        value: String,
        /// What the run would continue with.
        expected: String,
    },
    /// An operand reaches positions that the layout does not have.
    Beyond {
        /// The layout.
        layout: String,
        /// Its size.
        size: Int,
        /// The first position past it (or below 0) that is reached.
        position: Int,
    },
    /// The tiles cover more than the layout.
    Padded {
        /// The tile.
        tile: String,
        /// The layout or mode that it does not divide.
        layout: String,
        /// Its size.
        size: Int,
        /// The number of positions that the tiles cover.
        covered: Int,
    },
    /// The tiles do not reach every position of the layout.
    Uncovered {
        /// The tile.
        tile: String,
        /// The layout or mode.
        layout: String,
        /// A position that no tile holds.
        position: Int,
    },
    /// Two modes of a layout whose complement is sought overlap.
    Overlap {
        /// The layout.
        layout: String,
        /// The larger stride.
        stride: Int,
        /// What it would have to reach: stride × extent of the next smaller one.
        reach: Int,
    },
    /// The complement leaves offsets below the cotarget uncovered.
    Hole {
        /// The layout.
        layout: String,
        /// The number of offsets to cover.
        cotarget: Int,
        /// The first offset that stays free.
        offset: Int,
        /// The best complement, which is not enough.
        complement: String,
    },
    /// A negative stride where only positive ones are defined.
    NegativeStride {
        /// The stride.
        stride: Int,
    },
    /// A stride over a basis where only integers are defined.
    BasisStride {
        /// The stride.
        stride: String,
    },
    /// Strides of which one steps along a basis element and another within or around it:
    /// what they add up to is neither an integer nor a coordinate.
    MixedStrides {
        /// The first of two that do not go together.
        first: String,
        /// The second.
        second: String,
    },
    /// More modes than the other operand has.
    TooManyModes {
        /// What has too many modes.
        modes: String,
        /// Their number.
        found: usize,
        /// The layout that has fewer.
        layout: String,
        /// Its rank.
        rank: usize,
    },
    /// Two tuples differ in rank or nesting where they must agree.
    Mismatch {
        /// One.
        left: String,
        /// The other.
        right: String,
    },
    /// Two shapes or layouts of different sizes where they must agree.
    Sizes {
        /// One.
        left: String,
        /// Its size.
        left_size: Int,
        /// The other.
        right: String,
        /// Its size.
        right_size: Int,
    },
    /// A mode that is not there.
    NoSuchMode {
        /// The mode asked for.
        mode: String,
        /// Of what.
        of: String,
        /// How many there are at that place.
        rank: usize,
    },
    /// An empty or reversed range of modes.
    EmptyRange {
        /// The first mode.
        begin: usize,
        /// The mode after the last.
        end: usize,
    },
    /// A coordinate that is none of the shape.
    Incompatible {
        /// The coordinate.
        coordinate: String,
        /// The shape.
        shape: String,
    },
    /// A position of a coordinate at or past its extent, or below 0.
    OutOfBounds {
        /// The position.
        coordinate: Int,
        /// The mode of the shape.
        shape: String,
        /// The number of positions that it has.
        size: Int,
    },
    /// An offset that the layout does not take.
    NoCoordinate {
        /// The layout.
        layout: String,
        /// The offset.
        offset: Int,
        /// The coordinate that its division by the strides gives.
        coordinate: String,
        /// The layout there.
        value: String,
    },
    /// `_` where a position or a tile is needed.
    Underscore,
    /// Neither of two integers divides the other.
    Indivisible {
        /// What is divided.
        dividend: Int,
        /// By what.
        divisor: Int,
    },
    /// The same order is given to two modes.
    DuplicateOrder {
        /// The order.
        order: Int,
    },
    /// No layout leads the offsets of a layout back to its coordinates.
    NoInverse {
        /// The layout.
        layout: String,
        /// None does for the offsets up to this one.
        offset: Int,
    },
    /// A function given by its values is no layout.
    NoLayout {
        /// Up to where no layout agrees with it, but one does before: `index 5`,
        /// `coordinate (1,2)`.
        at: String,
        /// The value there.
        value: Int,
        /// Why no layout has it.
        reason: String,
    },
    /// A number of elements or bits below 1.
    Factor {
        /// The number.
        factor: Int,
    },
    /// An element that is spread over several, or several that share one, where the
    /// layout of the larger or smaller elements has them apart.
    Straddle {
        /// The layout.
        layout: String,
        /// The elements that become one, or that one becomes.
        factor: Int,
        /// The coordinate of the layout.
        coordinate: String,
        /// What the layout has there.
        offset: Int,
        /// Where its parts are in the new elements.
        element: Int,
        /// Where the modes have them.
        sum: Int,
    },
    /// The parts of an element have no one mode to follow each other along.
    Adjacent {
        /// The layout.
        layout: String,
        /// The number of its modes of stride 1 or -1.
        found: usize,
    },
    /// No elements of a layout are neighbours along a mode.
    NoUnitStride {
        /// The layout.
        layout: String,
    },
    /// Parameters that are none of a swizzle.
    SwizzleParameters {
        /// `B`.
        bits: Int,
        /// `M`.
        base: Int,
        /// `S`.
        shift: Int,
    },
    /// Masks that are none of a swizzle.
    SwizzleMasks {
        /// The bits that are to flip others.
        y: Int,
        /// The bits that are to be flipped.
        z: Int,
    },
    /// Two swizzles that one swizzle does not replace.
    NoSwizzle {
        /// The swizzles.
        function: String,
        /// An offset that they move.
        at: Int,
        /// Where to.
        value: Int,
    },
    /// A function without a shape: a swizzle is applied first.
    NoDomain {
        /// The function.
        function: String,
    },
    /// A layout after the domain where only swizzles may follow it.
    NotSwizzled {
        /// The function.
        function: String,
    },
    /// Blocks that no swizzle repeats as a swizzled layout has it.
    SwizzledBlocks {
        /// The block.
        block: String,
        /// The swizzled layout.
        tiler: String,
    },
    /// Elements that become one, or parts of one, which a function has apart.
    ElementsApart {
        /// The function.
        function: String,
        /// The elements that become one, or that one becomes.
        factor: Int,
    },
    /// A number of elements that is no power of two.
    NoPowerOfTwo {
        /// The number.
        int: Int,
    },
    /// An offset inside of an element.
    NoMultiple {
        /// The offset.
        int: Int,
        /// What it should be a multiple of.
        of: Int,
    },
}

impl Error {
    /// An error of the whole first operand.
    pub fn new(op: &'static str, kind: ErrorKind) -> Self {
        let path = ModePath::root();
        Error(Box::new(Fault { op, operand: 0, part: Part::Whole, path, kind, unless: None }))
    }

    /// The error of an operation that can go on only if a condition holds.
    pub fn unproved(op: &'static str, condition: Condition) -> Self {
        Error::new(op, ErrorKind::Unproved).unless(condition)
    }

    /// The same error, which there is not if the condition holds.
    #[must_use]
    pub(crate) fn unless(mut self, condition: Condition) -> Self {
        self.0.unless = Some(condition);
        self
    }

    /// What is not known: if it holds, there is no such error.
    pub fn condition(&self) -> Option<&Condition> {
        self.0.unless.as_ref()
    }

    /// The error of `modes`, `found` in number, for an operand of fewer.
    pub(crate) fn too_many_modes(
        op: &'static str,
        (modes, found): (impl fmt::Display, usize),
        (layout, rank): (impl fmt::Display, usize),
    ) -> Self {
        let (modes, layout) = (alloc::format!("{modes}"), alloc::format!("{layout}"));
        Error::new(op, ErrorKind::TooManyModes { modes, found, layout, rank })
    }

    /// The same error, blamed on operand `operand` (from 0).
    #[must_use]
    pub fn in_operand(mut self, operand: usize) -> Self {
        self.0.operand = operand;
        self
    }

    /// The same error, in a part of its operand.
    #[must_use]
    pub fn in_part(mut self, part: Part) -> Self {
        self.0.part = part;
        self
    }

    /// The same error, at a mode of its operand.
    #[must_use]
    pub fn at_path(mut self, path: ModePath) -> Self {
        self.0.path = path;
        self
    }

    /// The same error, seen from a tuple whose mode `mode` was the operand.
    #[must_use]
    pub fn under_mode(mut self, mode: usize) -> Self {
        self.0.path = self.0.path.under(mode);
        self
    }

    /// The same error as one of operation `op`, which was computed by another.
    #[must_use]
    pub fn in_op(mut self, op: &'static str) -> Self {
        self.0.op = op;
        self
    }

    /// The operation, by CuTe's name.
    pub fn op(&self) -> &'static str {
        self.0.op
    }

    /// The number of the operand at fault, from 0.
    pub fn operand(&self) -> usize {
        self.0.operand
    }

    /// The part of the operand that the path starts in.
    pub fn part(&self) -> Part {
        self.0.part
    }

    /// The mode within that part.
    pub fn path(&self) -> &ModePath {
        &self.0.path
    }

    /// The reason.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }
}

impl From<Overflow> for Error {
    fn from(overflow: Overflow) -> Self {
        let kind = match overflow {
            Overflow::Range => ErrorKind::Overflow,
            Overflow::Terms => ErrorKind::TooManyTerms,
            Overflow::Inexact => ErrorKind::Inexact,
        };
        Error::new("make_layout", kind)
    }
}

impl core::error::Error for Error {}

impl fmt::Display for Error {
    /// The fact with its numbers; further lines state the rule or a way out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.op())?;
        self.fmt_kind(f)?;
        match (self.condition(), self.kind()) {
            (None, _) | (_, ErrorKind::Unproved) => Ok(()),
            (Some(condition), _) => write!(f, "\nunless assume({})", condition.assumption()),
        }
    }
}

impl Error {
    fn fmt_kind(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ErrorKind::Incongruent { shape, stride } => write!(
                f,
                "stride {stride} is not congruent to shape {shape}\n\
                 shape and stride must be nested alike, one stride for each extent"
            ),
            ErrorKind::Extent { extent } => {
                write!(f, "extent {extent} is not positive\nevery extent of a shape is at least 1")
            }
            ErrorKind::Overflow => {
                f.write_str("a size or an offset overflows: integers have 127 bits and a sign")
            }
            ErrorKind::TooManyTerms => {
                f.write_str("an expression over symbols becomes too large to work with")
            }
            ErrorKind::Inexact => f.write_str("a quotient that must be exact has a remainder"),
            ErrorKind::Unproved => match self.condition() {
                Some(condition) => write!(
                    f,
                    "it is not known that {}\nassume({})",
                    condition.statement(),
                    condition.assumption()
                ),
                None => f.write_str("it is not known whether there is a result"),
            },
            ErrorKind::NotInjective { layout, first, second, offset } => write!(
                f,
                "{layout} is not injective: coordinates {first} and {second} share offset {offset}"
            ),
            ErrorKind::MayCollide { layout } => {
                write!(f, "it is not known that {layout} is injective")
            }
            ErrorKind::Undecided { question } => write!(f, "cannot decide whether {question}"),
            ErrorKind::NotAdditive { lhs, rhs, coordinate, position, value, sum } => write!(
                f,
                "{lhs} o {rhs} is not a layout\n\
                 at coordinate {coordinate} it is {lhs} at {position}, which is {value}, \
                 but its modes add up to {sum}"
            ),
            ErrorKind::BrokenRun { lhs, mode, run, extent, position, value, expected } => write!(
                f,
                "{lhs} o {mode} is not a layout: its run of {run} equal steps does not divide {extent}\n\
                 {lhs} at {position} is {value}, where the run would have {expected}"
            ),
            ErrorKind::Beyond { layout, size, position } => write!(
                f,
                "position {position} is outside of {layout}, which has size {size}\n\
                 a composition that leaves its left operand extends the last mode"
            ),
            ErrorKind::Padded { tile, layout, size, covered } => write!(
                f,
                "tile {tile} does not divide {layout}: the tiles cover {covered} of {size} positions"
            ),
            ErrorKind::Uncovered { tile, layout, position } => {
                write!(f, "tile {tile} does not divide {layout}: no tile holds position {position}")
            }
            ErrorKind::Overlap { layout, stride, reach } => write!(
                f,
                "the modes of {layout} interleave: stride {stride} is below {reach}\n\
                 a complement exists where every stride is at least extent times stride of the next smaller one"
            ),
            ErrorKind::Hole { layout, cotarget, offset, complement } => write!(
                f,
                "no layout complements {layout} below {cotarget}: \
                 {complement} leaves offset {offset} free\n\
                 every stride must be a multiple of extent times stride of the next smaller one"
            ),
            ErrorKind::NegativeStride { stride } => {
                write!(f, "stride {stride} is negative; only strides from 0 on are defined here")
            }
            ErrorKind::BasisStride { stride } => {
                write!(f, "stride {stride} steps along a basis; only integers are defined here")
            }
            ErrorKind::MixedStrides { first, second } => write!(
                f,
                "strides {first} and {second} do not add up to one coordinate\n\
                 strides are integers, or each steps along a leaf of the basis, as 1@0 and 1@1 do"
            ),
            ErrorKind::TooManyModes { modes, found, layout, rank } => {
                write!(f, "{modes} has {found} modes, but {layout} has {rank}")
            }
            ErrorKind::Mismatch { left, right } => {
                write!(f, "{left} and {right} differ in rank or nesting")
            }
            ErrorKind::Sizes { left, left_size, right, right_size } => {
                write!(f, "{left} has size {left_size}, but {right} has size {right_size}")
            }
            ErrorKind::NoSuchMode { mode, of, rank } => {
                write!(f, "there is no mode {mode} in {of}: it has {rank}, counted from 0")
            }
            ErrorKind::EmptyRange { begin, end } => {
                write!(f, "the range of modes from {begin} up to {end} is empty")
            }
            ErrorKind::Incompatible { coordinate, shape } => {
                write!(
                    f,
                    "{coordinate} is not a coordinate of {shape}\n\
                     each mode takes one integer, or a tuple of its rank"
                )
            }
            ErrorKind::OutOfBounds { coordinate, shape, size } => write!(
                f,
                "coordinate {coordinate} is outside of {shape}, which has {size} positions from 0 on\n\
                 past its end a layout continues along its last mode"
            ),
            ErrorKind::NoCoordinate { layout, offset, coordinate, value } => {
                writeln!(f, "no coordinate of {layout} has offset {offset}")?;
                let same = alloc::format!("{offset}") == *value;
                let there = match same {
                    true => "which is outside of the shape".into(),
                    false => alloc::format!("where the layout is {value}"),
                };
                write!(f, "divided by the strides it gives {coordinate}, {there}")
            }
            ErrorKind::Underscore => {
                f.write_str("`_` stands for a whole mode; here a value is needed")
            }
            ErrorKind::Indivisible { dividend, divisor } => {
                write!(f, "neither of {dividend} and {divisor} divides the other")
            }
            ErrorKind::DuplicateOrder { order } => {
                write!(f, "order {order} is given twice: two modes would share their offsets")
            }
            ErrorKind::NoInverse { layout, offset } => write!(
                f,
                "{layout} has no left inverse\n\
                 no layout leads all its offsets up to {offset} back to coordinates that have them"
            ),
            ErrorKind::NoLayout { at, value, reason } => {
                write!(f, "value {value} at {at}: {reason}")
            }
            ErrorKind::Factor { factor } => write!(f, "{factor} is not positive"),
            ErrorKind::Straddle { layout, factor, coordinate, offset, element, sum } => write!(
                f,
                "{layout} does not fall into whole elements of {factor}\n\
                 at {coordinate} it is {offset}, which is in element {element}, \
                 but its modes add up to {sum}"
            ),
            ErrorKind::Adjacent { layout, found } => {
                match found {
                    0 => write!(f, "no mode of {layout} has stride 1")?,
                    1 => write!(f, "the mode of {layout} that steps by one has stride -1")?,
                    found => write!(f, "{found} modes of {layout} have stride 1 or -1")?,
                }
                f.write_str(
                    "\nthe parts of an element follow each other along a single mode, of stride 1",
                )
            }
            ErrorKind::NoUnitStride { layout } => {
                write!(f, "no mode of {layout} with an extent above 1 has stride 1")
            }
            ErrorKind::SwizzleParameters { bits, base, shift } => write!(
                f,
                "there is no swizzle Sw<{bits},{base},{shift}>\n\
                 Sw<B,M,S> needs B and M from 0 on, |S| from B on, and M+B+|S| up to {}",
                crate::MAX_SWIZZLE_BITS
            ),
            ErrorKind::SwizzleMasks { y, z } => write!(
                f,
                "no swizzle flips the bits of {z} by those of {y}\n\
                 both must be equally many adjacent bits, and share none"
            ),
            ErrorKind::NoSwizzle { function, at, value } => write!(
                f,
                "{function} is not a swizzle: it takes {at} to {value}\n\
                 a swizzle flips adjacent bits by equally many adjacent bits, all at one distance"
            ),
            ErrorKind::NoDomain { function } => {
                write!(
                    f,
                    "{function} has no shape\na swizzle takes any integer; a layout after `o` gives it a shape"
                )
            }
            ErrorKind::NotSwizzled { function } => write!(
                f,
                "{function} applies a layout after its domain\n\
                 swizzles take different offsets to different ones, a layout may not"
            ),
            ErrorKind::SwizzledBlocks { block, tiler } => write!(
                f,
                "no swizzle repeats the blocks {block} in the order of {tiler}\n\
                 a block must have none of the bits that the swizzle looks at or flips"
            ),
            ErrorKind::ElementsApart { function, factor } => write!(
                f,
                "{function} does not keep {factor} elements together that are one\n\
                 a swizzle must not flip bits of elements by bits inside of them, and a layout \
                 must go through them one by one"
            ),
            ErrorKind::NoPowerOfTwo { int } => {
                write!(f, "{int} is not a power of two\na swizzle moves blocks of powers of two")
            }
            ErrorKind::NoMultiple { int, of } => {
                write!(f, "offset {int} is not a multiple of {of}")
            }
        }
    }
}
