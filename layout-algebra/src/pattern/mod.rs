//! Patterns of axes, as einops and `einsum` write them: `b (h d) n -> b h n d`.
//!
//! A pattern names the modes of a layout, on the left of `->`, and says what modes the result has.
//! Nothing is copied: what a library of arrays does to data, this does to a layout.
//!
//! | in a pattern | is |
//! |---|---|
//! | `b` | a mode, or an axis of one |
//! | `(h d)` | on the left, a mode that is split; on the right, one mode of several axes. The last axis is the fastest, as in an array in C order: the mode is `(d, h)` here, where the first is. |
//! | `1`, `()` | a mode of extent 1 |
//! | `...` | all other modes |
//! | `,` | between the operands of [`einsum`] |
//!
//! A size that follows from no extent is given beside the pattern.
//!
//! ```
//! use layout_algebra::{Layout, pattern};
//!
//! // Tokens of 8 heads with 64 numbers each, in one row.
//! let tokens: Layout = "(2,512,100):(51200,1,512)".parse()?;
//! let heads = pattern::rearrange("b (h d) n -> b h n d", &tokens, &[("h", 8.into())])?;
//! assert_eq!(heads.to_string(), "(2,8,100,64):(51200,64,512,1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bind;
mod error;
mod parse;
mod space;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use core::str::FromStr;

pub use error::PatternError;

use crate::{Int, Layout, ModePath};

/// A pattern, `b (h d) n -> b h n d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    text: String,
    inputs: Vec<Term>,
    /// The term after `->`.
    output: Option<Term>,
}

/// The modes of one operand, or of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    items: Vec<Item>,
    at: Range<usize>,
}

/// A mode, or an axis in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Axis(Axis),
    Number(u64, Range<usize>),
    Rest(Range<usize>),
    Group(Vec<Item>, Range<usize>),
}

/// The name of an axis, where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Axis {
    name: String,
    at: Range<usize>,
}

/// The use of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternOp {
    /// The same axes on both sides.
    Rearrange,
    /// Axes on the right alone are new: all their coordinates have the same element.
    Repeat,
    /// Axes on the left alone are what is reduced: they are the first mode of the result.
    Reduce,
    /// Several operands; axes that the result has not are contracted, and the first mode.
    Einsum,
}

/// Layouts over the index space of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The layout of each operand over the space; all have the same extents.
    pub layouts: Vec<Layout>,
    /// The axes of the space.
    pub axes: Vec<SpaceAxis>,
}

/// An axis of the index space of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceAxis {
    /// The mode that it is.
    pub path: ModePath,
    /// Its name; one of `...` has none.
    pub name: Option<String>,
    /// The operand and the mode that it is the whole of.
    pub source: Option<(usize, usize)>,
}

/// A size that is given beside a pattern.
pub type Size<'a> = (&'a str, Int);

/// The modes of a layout in another order, split and grouped.
///
/// `R(…) = L(…)`, where the coordinates of the same axis are the same. A group that is split is
/// `h * D + d`, the last axis the fastest.
///
/// # Errors
///
/// [`PatternError`], with the token: an axis that is on one side alone, sizes that do not multiply to the
/// extent, another number of modes, a mode that cannot be split so.
///
/// ```
/// use layout_algebra::{Layout, pattern};
/// let image: Layout = "(4,6,3):(18,3,1)".parse()?;
/// let patches = pattern::rearrange("(y p) (x q) c -> (y x) (p q c)", &image, &[("p", 2.into()), ("q", 2.into())])?;
/// assert_eq!(patches.to_string(), "((3,2),(3,2,2)):((6,36),(1,3,18))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rearrange(
    pattern: &str,
    layout: &Layout,
    sizes: &[Size<'_>],
) -> Result<Layout, PatternError> {
    one(pattern, PatternOp::Rearrange, layout, sizes)
}

/// [`rearrange`] with new axes, or numbers, on the right: they have stride 0.
///
/// # Errors
///
/// As [`rearrange`]; a new axis without a size.
///
/// ```
/// use layout_algebra::{Layout, pattern};
/// let gray: Layout = "(4,6):(6,1)".parse()?;
/// let color = pattern::repeat("h w -> h w c", &gray, &[("c", 3.into())])?;
/// assert_eq!(color.to_string(), "(4,6,3):(6,1,0)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn repeat(pattern: &str, layout: &Layout, sizes: &[Size<'_>]) -> Result<Layout, PatternError> {
    one(pattern, PatternOp::Repeat, layout, sizes)
}

/// The layout whose first mode is what a reduction runs over, and whose other modes are those of the
/// result.
///
/// # Errors
///
/// As [`rearrange`], but that axes on the left alone are meant.
///
/// ```
/// use layout_algebra::{Layout, pattern};
/// let image: Layout = "(4,6,3):(18,3,1)".parse()?;
/// let pooled = pattern::reduce("(y p) (x q) c -> y x c", &image, &[("p", 2.into()), ("q", 2.into())])?;
/// assert_eq!(pooled.to_string(), "((2,2),2,3,3):((18,3),36,6,1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reduce(pattern: &str, layout: &Layout, sizes: &[Size<'_>]) -> Result<Layout, PatternError> {
    one(pattern, PatternOp::Reduce, layout, sizes)
}

/// The layouts of the operands of a contraction over one index space: the axes that the result lacks, as
/// the first mode, and then those of the result. An operand has stride 0 along what it lacks.
///
/// `i k, k j -> i j` names axes; where the terms have the modes of the operands letter by letter, as NumPy's
/// `ik,kj->ij`, each letter is an axis. Without `->`, the result has the axes that stand once, in
/// alphabetical order. A name twice in one operand is its diagonal.
///
/// With one layout more than the pattern has operands, the last is that of the result, and the last of the answer is
/// its layout over the index space: it has stride 0 along the axes that it lacks, which are summed over.
///
/// # Errors
///
/// As [`rearrange`]; one axis with two extents; another number of operands.
///
/// ```
/// use layout_algebra::{Layout, pattern};
/// let (a, b): (Layout, Layout) = ("(4,8):(8,1)".parse()?, "(8,6):(6,1)".parse()?);
/// let over = pattern::einsum("ik,kj->ij", &[a, b], &[])?;
/// assert_eq!(over[0].to_string(), "(8,4,6):(1,8,0)");
/// assert_eq!(over[1].to_string(), "(8,4,6):(6,0,1)");
/// let (a, b, c): (Layout, Layout, Layout) = ("(4,8):(8,1)".parse()?, "(8,6):(6,1)".parse()?, "(4,6):(6,1)".parse()?);
/// let over = pattern::einsum("ik,kj->ij", &[a, b, c], &[])?;
/// assert_eq!(over[2].to_string(), "(8,4,6):(0,6,1)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn einsum(
    pattern: &str,
    layouts: &[Layout],
    sizes: &[Size<'_>],
) -> Result<Vec<Layout>, PatternError> {
    let pattern: Pattern = pattern.parse()?;
    Ok(pattern.apply(PatternOp::Einsum, layouts, sizes)?.layouts)
}

fn one(
    pattern: &str,
    op: PatternOp,
    layout: &Layout,
    sizes: &[Size<'_>],
) -> Result<Layout, PatternError> {
    let pattern: Pattern = pattern.parse()?;
    let space = pattern.apply(op, core::slice::from_ref(layout), sizes)?;
    // One operand has one layout.
    Ok(space.layouts.into_iter().next().unwrap_or_else(Layout::unit))
}

impl Pattern {
    /// The layouts of the operands over the index space of the pattern.
    ///
    /// # Errors
    ///
    /// The errors of the function of the use.
    pub fn apply(
        &self,
        op: PatternOp,
        layouts: &[Layout],
        sizes: &[Size<'_>],
    ) -> Result<Space, PatternError> {
        let pattern = self.read_for(op, layouts);
        let space = space::space(&pattern, op, layouts, sizes);
        space.map_err(|error| error.in_text(&self.text))
    }

    /// The number of operands on the left.
    pub fn operands(&self) -> usize {
        self.inputs.len()
    }

    /// The layout of an array in C order that the left side fits, whose axes all have sizes.
    ///
    /// # Errors
    ///
    /// An axis without a size.
    pub fn array(&self, sizes: &[Size<'_>]) -> Result<Layout, PatternError> {
        bind::array(self, sizes).map_err(|error| error.in_text(&self.text))
    }

    /// The modes that the names on the left are those of: operand, mode, name and place.
    pub fn modes(
        &self,
        op: PatternOp,
        layouts: &[Layout],
    ) -> Vec<(usize, usize, String, Range<usize>)> {
        let pattern = self.read_for(op, layouts);
        let mut named = Vec::new();
        for (operand, (term, layout)) in pattern.inputs.iter().zip(layouts).enumerate() {
            for (item, modes) in bind::places(term, layout.rank()) {
                if let Item::Axis(axis) = item {
                    named.push((operand, modes.start, axis.name.clone(), axis.at.clone()));
                }
            }
        }
        named
    }

    /// Returns true if an axis is on the left.
    fn has_input_axis(&self, name: &str) -> bool {
        self.inputs.iter().any(|term| term.axes().into_iter().any(|axis| axis.name == name))
    }

    /// The pattern as it is meant for these layouts: with each letter as an axis, where that is what fits, and with the
    /// result as one more operand, where there is a layout for it.
    fn read_for(&self, op: PatternOp, layouts: &[Layout]) -> Pattern {
        if op != PatternOp::Einsum {
            return self.clone();
        }
        let fitting = |pattern: &Pattern| {
            let terms = pattern.inputs.iter().zip(layouts);
            terms.filter(|(term, layout)| bind::fits(term, layout)).count()
        };
        // Where no reading fits all layouts, the one that fits more of them is meant, so that its error is of what does not.
        let words = fitting(self);
        let by_letter = if words == self.inputs.len().min(layouts.len()) {
            None
        } else {
            self.by_letter().filter(|letters| fitting(letters) > words)
        };
        let mut pattern = by_letter.unwrap_or_else(|| self.clone());
        if layouts.len() == pattern.inputs.len() + 1
            && let Ok(output) = space::result(&pattern, op)
            // An axis of the result alone is an error of its own.
            && output.axes().into_iter().all(|axis| pattern.has_input_axis(&axis.name))
        {
            pattern.inputs.push(output.clone());
            pattern.output = Some(output);
        }
        pattern
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        parse::parse(text).map_err(|error| error.in_text(text))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Axis(axis) => f.write_str(&axis.name),
            Item::Number(number, _) => write!(f, "{number}"),
            Item::Rest(_) => f.write_str("..."),
            Item::Group(items, _) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i > 0 { " " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

impl Item {
    fn at(&self) -> &Range<usize> {
        match self {
            Item::Axis(axis) => &axis.at,
            Item::Number(_, at) | Item::Rest(at) | Item::Group(_, at) => at,
        }
    }
}
