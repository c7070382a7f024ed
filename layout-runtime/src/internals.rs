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
pub use crate::queries::{
    Checks, FEW, Image, Injective, Keep, Kept, KeptOf, MAX, Message, NoTiler, Recast, Refused,
    Span, Whole, Width, Within, first_offset, kept_bits,
};

// Errors and what they show.
pub use crate::dynamic::name_of;
pub use crate::notation::notation;
pub use crate::outside::{ModePath, Outside};
