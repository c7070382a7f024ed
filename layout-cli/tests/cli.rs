//! The command `layout`, end to end.

mod command;
mod eval;
mod print;
mod stdin;
