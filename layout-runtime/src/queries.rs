//! The questions that a geometry answers, on which views and kernels rest: which offsets it has, whether two coordinates share
//! one, whether it stays on the elements of another, which part of it a slicer or a tiler keeps. There are no pointers.

pub(crate) mod checks;
pub(crate) mod contains;
mod contiguous;
pub(crate) mod image;
mod injective;
pub(crate) mod message;
pub(crate) mod proofs;
pub(crate) mod slicer;
pub(crate) mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod tiler;
mod walk;
