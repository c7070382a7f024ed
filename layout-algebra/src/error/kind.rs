//! `ErrorKind`: why an operation has no answer, with the numbers that show it.

use alloc::boxed::Box;
use alloc::string::String;

use crate::Int;

/// The reason why an extent has a least value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// An extent: 0 or more among numbers, and 1 or more beside symbols.
    Layout,
    /// The operation takes layouts that have coordinates.
    Coordinate,
    /// The divisor of an operation.
    Divisor,
}

/// The reason why an operation has no answer.
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
    /// An extent below 0, or below 1 where that is the least.
    Extent {
        /// The extent.
        extent: Int,
        /// The reason why there is a least one.
        least: Least,
    },
    /// A layout without coordinates where there must be one.
    Empty {
        /// The layout.
        layout: String,
    },
    /// A number left the range of the integers.
    Overflow,
    /// A number, or what is computed of it, does not fit 64 bits.
    Wide,
    /// An expression over symbols has more parts than are worked with.
    TooManyTerms,
    /// A quotient that was known to be exact has a remainder.
    Inexact,
    /// Symbols decide if the operation has a result: [`Error::condition`](crate::Error::condition)
    /// says how.
    Unproved,
    /// Two coordinates share an offset.
    NotInjective {
        /// The layout.
        layout: String,
        /// One coordinate.
        first: String,
        /// Another coordinate with that offset.
        second: String,
        /// Their common offset.
        offset: String,
    },
    /// Symbols decide if two coordinates share an offset.
    MayCollide {
        /// The layout.
        layout: String,
    },
    /// A question was not settled within the budget of the search.
    Undecided {
        /// The question.
        question: String,
    },
    /// The result depends on an integer over symbols.
    NotKnown {
        /// The integer.
        int: Int,
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
        /// The sum of the strides of the modes.
        sum: String,
    },
    /// Modes of which one is swizzled are not the modes of one swizzled layout.
    NoSum {
        /// The layout that they would be the modes of.
        function: String,
        /// A coordinate at which they are not.
        coordinate: String,
        /// The value of that layout there.
        value: Int,
        /// The sum of the modes.
        sum: Int,
    },
    /// A mode without a tiler is neither a tile nor its repetitions.
    NotTiled {
        /// The mode.
        mode: String,
        /// Its size.
        size: Int,
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
        /// The value with which the run would continue.
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
    /// The number to be tiled is no multiple of the number that the tiles are made of.
    Unfit {
        /// The number to be tiled, in words: `64 values a thread`.
        what: String,
        /// Its number.
        found: Int,
        /// The taker, with its verb: `SM75_U32x4_LDSM_N takes`.
        by: String,
        /// The number that is taken at once.
        unit: Int,
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
        /// The least stride that would do: stride × extent of the next smaller one.
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
    /// A stride that steps along several elements of a basis at once, where one is defined.
    SeveralTerms {
        /// The sum of its steps.
        stride: String,
    },
    /// An operand with more modes than the other.
    TooManyModes {
        /// The operand with too many modes.
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
        /// The value that was asked for it.
        of: String,
        /// The number of modes at that place.
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
        /// The dividend.
        dividend: Int,
        /// The divisor.
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
        /// The offset up to which no layout does.
        offset: Int,
    },
    /// A function given by its values is no layout.
    NoLayout {
        /// Up to where no layout agrees with it, but one does before: `index 5`,
        /// `coordinate (1,2)`.
        at: String,
        /// The value there.
        value: String,
        /// The value that every layout with the values before it has there, if there is one.
        expected: Option<Box<Int>>,
        /// The reason why no layout has it.
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
        /// The offset of the layout there.
        offset: Int,
        /// The place of its parts in the new elements.
        element: Int,
        /// The place that the modes give them.
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
        /// The value that it is moved to.
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
    /// A swizzle of addresses that moves what is inside of an element.
    SwizzleInElements {
        /// The swizzle.
        swizzle: String,
        /// The bits of an element.
        bits: Int,
        /// The first bit of an address that the swizzle flips.
        first: Int,
        /// The first that it may flip.
        least: Int,
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
        /// The number that it should be a multiple of.
        of: Int,
    },
    /// No instruction accesses memory so.
    Access {
        /// The bytes of a lane.
        bytes: Int,
        /// The bits of an element.
        bits: Int,
        /// The values of a thread.
        values: Int,
    },
    /// Values that one instruction moves do not follow each other.
    NoVector {
        /// The thread.
        thread: Int,
        /// Its value.
        value: Int,
        /// The offset of it.
        offset: Int,
        /// The one that follows the value before.
        expected: Int,
    },
    /// The part that one instruction moves begins at an address that is not a multiple of its
    /// bytes.
    Misaligned {
        /// The thread.
        thread: Int,
        /// Its first value there.
        value: Int,
        /// The offset of it.
        offset: Int,
        /// The bytes.
        bytes: Int,
    },
    /// A layout that does not take each of its 1-D coordinates once.
    NotPermutation {
        /// The layout.
        layout: String,
        /// The reason: two coordinates with one value, or another.
        why: String,
    },
    /// A function that is not linear over the bits of its 1-D coordinates.
    NotLinear {
        /// The function.
        function: String,
    },
}
