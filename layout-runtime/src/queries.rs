//! The questions that a geometry answers, on which views and kernels rest: which offsets it has, whether two coordinates share
//! one, whether it stays on the elements of another, which part of it a slicer or a tiler keeps. There are no pointers.

mod checks;
mod contains;
mod contiguous;
mod disjoint;
mod image;
mod injective;
mod message;
mod proofs;
mod slicer;
mod steps;
#[cfg(test)]
mod tests;
mod tiler;
mod walk;
mod widths;

pub use checks::{Checks, Span};
pub(crate) use image::apart;
pub use image::{Image, first_offset, kept_bits};
pub use message::Message;
pub use proofs::{Injective, Within};
pub use slicer::{Keep, Kept, KeptOf, Refused, Slicer};
pub use steps::{MAX_LEAVES, MAX_LEAVES_SMALL};
pub use tiler::{NoTiler, Tiler};
pub use widths::{Recast, Whole, Width};
