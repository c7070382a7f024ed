//! The tests of the workspace that need more than one crate.

mod conformance;
mod diagnostics;
mod expand;
mod hostile;
mod hygiene;
mod invocation;
mod language;
mod language_infer;
mod language_modes;
mod laws;
mod laws_infer;
mod laws_inverses;
mod laws_modes;
mod laws_swizzle;
mod notes;
mod plan;
mod runtime;
mod sweeps;
mod swizzled_answers;
