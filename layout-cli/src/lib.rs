//! What the command `layout` and the explorer in the browser share: from the text of an expression to
//! its value, what is drawn of it, and how it is explained. Nothing is decided here; `layout-codegen` parses and evaluates.
#![forbid(unsafe_code)]

pub mod expression;
pub mod steps;
pub mod views;
pub mod with;
