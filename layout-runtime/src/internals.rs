//! The types and functions that `layout-view` and `layout-gpu` use besides the public ones. No part of the public interface:
//! all crates of the library have one version and depend on each other exactly.

// The numbers of a geometry, and the words in which it computes.
pub use crate::geometry::Written;
pub use crate::geometry::evaluate::Evaluate;
pub use crate::geometry::leaves::{LeafNumbers, Leaves, numbers};
pub use crate::geometry::mode::AnyMode;
pub use crate::layout::AtRunTime;
pub use crate::map::values::located;
pub use crate::map::{OffsetMap, Origin, mapped};
pub use crate::number::{AnyExtent, AnyStride};
pub use crate::prepared::Prepared;

// Sweeps over coordinates.
pub use crate::queries::checks::{WalkOf, walk};
pub use crate::walk::Walk;

// Questions.
pub use crate::queries::checks::{Checks, Span};
pub use crate::queries::contains::{Answer, contains};
pub use crate::queries::image::{Image, apart, first_offset, kept_bits};
pub use crate::queries::message::Message;
pub use crate::queries::proofs::{Injective, Within};
pub use crate::queries::slicer::{Keep, Kept, KeptOf, Refused, fixed_offset};
pub use crate::queries::steps::{MAX_LEAVES as MAX, MAX_LEAVES_SMALL, Steps, most_leaves};

// Errors and what they show.
pub use crate::error::name_of;
pub use crate::geometry::out_of_range::{ModePath, OutOfRange};
pub use crate::notation::notation;
pub use layout_core::gcd_u64;
