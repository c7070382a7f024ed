//! The recipes of the book's chapter "With other crates", which this crate's documentation tests run.
#![doc = include_str!("../../../docs/integrations.md")]

/// Recipes with large crates.
#[cfg(feature = "long")]
#[doc = include_str!("../../../docs/tensors.md")]
pub struct Long;
