//! The tests of the workspace that need more than one crate.

mod conformance;
mod diagnostics;
mod expand;
mod hygiene;
mod invocation;
mod language;
mod laws;
mod notes;
mod plan;
mod runtime;
