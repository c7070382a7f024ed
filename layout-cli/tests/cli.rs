//! The command `layout`, end to end.

mod book;
mod command;
mod draw;
mod emit;
mod eval;
mod plan;
mod print;
mod stdin;
