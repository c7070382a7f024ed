//! The text of an error: the fact with its numbers, then the rule.

use core::fmt;

use super::{Error, ErrorKind, Least};
use crate::Int;

impl fmt::Display for Error {
    /// The fact with its numbers; further lines state the rule or a way out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.op(), self.fact())
    }
}

/// The text of an error without its operation.
struct Fact<'a>(&'a Error);

impl fmt::Display for Fact<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact(error) = self;
        error.fmt_kind(f)?;
        match (error.condition(), error.kind()) {
            (None, _) | (_, ErrorKind::Unproved) => Ok(()),
            (Some(condition), _) => write!(f, "\nunless assume({})", condition.assumption()),
        }
    }
}

impl Error {
    /// The text without the operation, for a value that none was called for.
    #[must_use]
    pub fn fact(&self) -> impl fmt::Display {
        Fact(self)
    }

    fn fmt_kind(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ErrorKind::Incongruent { shape, stride } => write!(
                f,
                "stride {stride} is not congruent to shape {shape}\n\
                 shape and stride must be nested alike, one stride for each extent"
            ),
            ErrorKind::Extent { extent, least: Least::Divisor } => {
                write!(f, "{extent} is no divisor\nan extent that divides is at least 1")
            }
            ErrorKind::Extent { extent, .. } if extent.less(&Int::ZERO).is_true() => {
                write!(f, "extent {extent} is negative\nan extent of a shape is at least 0")
            }
            ErrorKind::Extent { extent, least: Least::Layout } => write!(
                f,
                "extent {extent} stands beside symbols\n\
                 where a size is not known while compiling, an extent that is written is at least 1"
            ),
            ErrorKind::Extent { extent, least: Least::Coordinate } => {
                write!(f, "extent {extent} is not positive\nan extent is at least 1 here")
            }
            ErrorKind::Empty { layout } => write!(
                f,
                "{layout} has no coordinates: an extent is 0\n\
                 a layout with at least one is needed here"
            ),
            ErrorKind::Overflow => {
                f.write_str("a size or an offset overflows: integers have 127 bits and a sign")
            }
            ErrorKind::Wide => f.write_str("a size, a stride or an offset does not fit 64 bits"),
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
            ErrorKind::NotKnown { int } => write!(
                f,
                "the value of {int} is not known while compiling\n\
                 what is computed depends on it: a number is needed here"
            ),
            ErrorKind::NotAdditive { lhs, rhs, coordinate, position, value, sum } => write!(
                f,
                "{lhs} o {rhs} is not a layout\n\
                 at coordinate {coordinate} it is {lhs} at {position}, which is {value}, \
                 but its modes add up to {sum}"
            ),
            ErrorKind::NoSum { function, coordinate, value, sum } => write!(
                f,
                "the modes are not those of one swizzled layout\n\
                 {function} at {coordinate} is {value}, but they add up to {sum}: \
                 the swizzle must not move what the others add"
            ),
            ErrorKind::NotTiled { mode, size } => write!(
                f,
                "`_` leaves the mode {mode} without a tile\n\
                 tiles and rests are apart here: {size} makes the whole mode a tile, 1 a rest"
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
            ErrorKind::Unfit { what, found, by, unit } => {
                write!(f, "{what} {found}, {by} {unit}: {found} is no multiple of {unit}")
            }
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
            ErrorKind::SeveralTerms { stride } => write!(
                f,
                "stride {stride} has several terms\n\
                 this takes strides that are integers, or step along one element of a basis, as 2@0 does"
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
            ErrorKind::NoLayout { at, value, reason, .. } => {
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
            ErrorKind::SwizzleInElements { swizzle, bits, first, least } => write!(
                f,
                "elements of {bits} bits are torn apart by {swizzle} of addresses\n\
                 it flips bits of the address from bit {first} on; an element is whole where they begin \
                 at bit {least}"
            ),
            ErrorKind::NoPowerOfTwo { int } => {
                write!(f, "{int} is not a power of two\na swizzle moves blocks of powers of two")
            }
            ErrorKind::NotPermutation { layout, why } => {
                write!(f, "{layout} is no permutation of its coordinates\n{why}")
            }
            ErrorKind::NotLinear { function } => write!(
                f,
                "{function} is not linear over the bits of its coordinates\n\
                 a linear layout has extents of powers of two, steps that share no bit of an offset, and 0 at coordinate 0"
            ),
            ErrorKind::NoMultiple { int, of } => {
                write!(f, "offset {int} is not a multiple of {of}")
            }
            ErrorKind::Access { bytes, bits, values } => write!(
                f,
                "no instruction moves the {values} values of a thread, of {bits} bits each, {bytes} bytes at a time\n\
                 a lane moves 1, 2, 4, 8 or 16 bytes, a CPU's vector up to 64, which are whole elements and divide those of the thread"
            ),
            ErrorKind::NoVector { thread, value, offset, expected } => write!(
                f,
                "value {value} of thread {thread} is at offset {offset}, not at {expected} beside the one before it\n\
                 what one instruction moves lies in one piece: with fewer bytes, it is several"
            ),
            ErrorKind::Misaligned { thread, value, offset, bytes } => write!(
                f,
                "value {value} of thread {thread} is at offset {offset}, which is no multiple of {bytes} bytes\n\
                 what one instruction moves begins at a multiple of its bytes: with fewer, it is several"
            ),
        }
    }
}
