//! The types and functions that `layout-view` and `layout-gpu` use besides the public ones. No part of the public interface:
//! all crates of the library have one version and depend on each other exactly.

// The numbers of a geometry, and the words in which it computes.
pub use crate::geometry::{AnyMode, LeafNumbers, Leaves, Written};
pub use crate::layout::AtRunTime;
pub use crate::map::{Origin, mapped};
pub use crate::number::{AnyExtent, AnyStride};
pub use crate::ready::Ready;

// Sweeps over coordinates.
pub use crate::iterate::Walk;

// Questions.
// Views name the most leaves by these until they are rewritten.
pub use crate::queries::{
    Checks, Image, Injective, Keep, Kept, KeptOf, Message, NoTiler, Recast, Refused, Span, Whole,
    Width, Within, first_offset, kept_bits,
};
pub use crate::queries::{MAX_LEAVES as MAX, MAX_LEAVES_SMALL as FEW};

// Errors and what they show.
pub use crate::error::name_of;
pub use crate::geometry::out_of_range::{ModePath, OutOfRange};
pub use crate::notation::notation;
