//! Placements and plans of `layout-mesh`, which documents them, without its engines: no data, and no byte that is sent.
//!
//! Lists in a plan are `Cow`s: a plan that was made while a program compiled is the same type, in the program's constants. `internals` has
//! the parts of which the macro writes it.

mod axis;
mod collective;
mod cut;
mod error;
#[cfg(feature = "language")]
mod language;
mod limits;
mod message;
mod notation;
mod placement;
mod plan;
mod section;

pub use collective::Collective;
pub use cut::Cut;
pub use error::{Error, ErrorKind};
#[cfg(feature = "language")]
pub use language::{Redistribute, Written, placement_of, placements, plan_of};
pub use limits::{MAX_DEVICES, MAX_ELEMENTS, MAX_SECTIONS};
pub use message::{Message, Transfer};
pub use notation::{Role, dtensor, jax, notation};
pub use placement::{Mesh, Order, Placement};
pub use plan::{Plan, StaticPlan, Step, Traffic};

/// Items of `layout-mesh` and of its macro: no part of what is stable, and no plan is checked that is made of them.
#[doc(hidden)]
pub mod internals {
    pub use crate::axis::{Axis, Digit, Piece};
    pub use crate::message::{Part, Run, merge, parts, places, visit};
    pub use crate::placement::{PartOfAxis, Use};
    pub use crate::section::{Section, Steps};
}
