//! The tests of the workspace that need more than one crate.

mod conformance;
mod conformance_mixed;
mod diagnostics;
mod expand;
mod hostile;
mod hygiene;
mod invocation;
mod language;
mod language_modes;
mod laws;
mod laws_inverses;
mod laws_modes;
mod laws_swizzle;
mod laws_symbols;
mod notes;
mod plan;
mod runtime;
mod swizzled_answers;
