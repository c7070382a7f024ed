//! The tests of the workspace that need more than one crate.

mod conformance;
mod diagnostics;
mod expand;
mod hygiene;
mod invocation;
mod language;
mod language_modes;
mod laws;
mod laws_inverses;
mod laws_modes;
mod notes;
mod plan;
mod runtime;
