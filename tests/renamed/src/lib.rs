//! Every macro form in a hostile place: the runtime crate has another name, there
//! is no prelude, and what expansions might name by accident is something else.
//!
//! The test is that it builds without a warning.
#![no_std]
#![no_implicit_prelude]
#![deny(warnings, missing_docs, clippy::pedantic)]

pub mod across;
pub mod forms;
pub mod mesh;
pub mod shadowed;
