//! The command `layout`, end to end.

mod access;
mod axes;
mod book;
mod command;
mod diff;
mod draw;
mod emit;
mod eval;
mod explain;
mod explore;
mod help;
mod import;
mod json;
mod limits;
mod man;
mod mesh;
mod pages;
mod plan;
mod print;
mod repl;
mod stdin;
mod tune;
mod watch;
