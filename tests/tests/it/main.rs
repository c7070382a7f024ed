//! The tests of the workspace that need more than one crate.

mod complete;
mod conformance;
mod conformance_mixed;
mod diagnostics;
mod expand;
mod hostile;
mod hygiene;
mod invocation;
mod language;
mod language_infer;
mod language_modes;
mod laws;
mod laws_all;
mod laws_infer;
mod laws_inverses;
mod laws_leaves;
mod laws_modes;
mod laws_swizzle;
mod laws_swizzled_tilers;
mod laws_symbols;
mod notes;
mod plan;
mod runtime;
mod silent_in_cute;
mod sweeps;
mod swizzled_answers;
