//! The tests of the workspace that need more than one crate.

mod conformance;
mod language;
mod laws;
mod laws_swizzle;
mod swizzled_answers;
