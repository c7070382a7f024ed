//! `Mode`: a leaf as a value has it, with its flow.
//!
//! The flow of a leaf is what it adds for each quotient of a 1-D coordinate: its stride, less
//! what it takes back for the leaf before (`layout-runtime/src/geometry/split.rs`).

use layout_algebra::bounds::Bound;
use layout_algebra::{HTuple, Int};

use super::leaf::{SymbolicLeaf, bound_leaves, goes_on};
use super::number::{Numbers, Source};

/// A leaf of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The extent.
    pub extent: Source,
    /// The stride.
    pub stride: Source,
    /// The offset that the leaf adds for each quotient of a 1-D coordinate.
    pub flow: Flow,
}

/// The offset that a leaf adds for each quotient of a 1-D coordinate, modulo 2⁶⁴.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// A stride, or what is known of the difference.
    Stride(Source),
    /// A stride, less what it takes back.
    Less(Source, Taken),
    /// The flow after an extent that rustc may find to be 1, so that it takes nothing.
    Unless {
        /// The extent before.
        extent: Source,
        /// The flow if it is 1.
        one: Box<Flow>,
        /// The flow otherwise.
        other: Box<Flow>,
    },
}

/// The offset that a leaf takes back for the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A number.
    Known(i128),
    /// An extent times a stride.
    Product(Source, Source),
}

/// A bound of the coordinates of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueBound {
    /// The stride of each leaf of the coordinate; none where it goes on where the leaf before
    /// ends.
    pub coordinate: HTuple<Option<Source>>,
    /// The extent.
    pub extent: Source,
}

/// A leaf, and where its numbers come from.
struct Before {
    leaf: SymbolicLeaf,
    extent: Source,
    stride: Source,
}

impl Numbers<'_> {
    /// The leaves of a profile.
    pub(super) fn modes(&mut self, profile: &HTuple<SymbolicLeaf>) -> HTuple<Mode> {
        let mut before = Vec::new();
        profile.map(&mut |leaf| {
            let (extent, stride) =
                (self.source(&leaf.extent, true), self.source(&leaf.stride, false));
            let flow = self.flow(&before, leaf, stride);
            // An extent of 1 takes nothing.
            if leaf.extent != Int::ONE {
                before.push(Before { leaf: leaf.clone(), extent, stride });
            }
            Mode { extent, stride, flow }
        })
    }

    fn flow(&self, before: &[Before], leaf: &SymbolicLeaf, stride: Source) -> Flow {
        let Some((back, further)) = before.split_last() else { return Flow::Stride(stride) };
        let taken = back.leaf.extent.mul(&back.leaf.stride).ok();
        let difference = taken.as_ref().and_then(|taken| leaf.stride.sub(taken).ok());
        let flow = match (literal(difference), literal(taken)) {
            (Some(known), _) => Flow::Stride(Source::Fixed(known)),
            (None, Some(taken)) => Flow::Less(stride, Taken::Known(taken)),
            (None, None) => Flow::Less(stride, Taken::Product(back.extent, back.stride)),
        };
        let may_be_one = matches!(back.extent, Source::Constant(_))
            && !Int::new(2).at_most(&back.leaf.extent).is_true();
        match may_be_one {
            false => flow,
            true => {
                let one = Box::new(self.flow(further, leaf, stride));
                Flow::Unless { extent: back.extent, one, other: Box::new(flow) }
            }
        }
    }

    /// A bound of the coordinates.
    pub(super) fn bound(&mut self, bound: &Bound) -> ValueBound {
        let mut last = None;
        let coordinate = bound_leaves(bound)
            .map(&mut |leaf| (!goes_on(&mut last, leaf)).then(|| self.source(&leaf.stride, false)));
        ValueBound { coordinate, extent: self.source(bound.extent(), false) }
    }
}

/// A number that any `isize` has room for.
fn literal(int: Option<Int>) -> Option<i128> {
    int?.known().filter(|known| i32::try_from(*known).is_ok())
}
