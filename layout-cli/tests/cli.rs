//! The command `layout`, end to end.

mod command;
mod eval;
mod plan;
mod print;
mod stdin;
