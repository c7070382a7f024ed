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
mod limits;
mod pages;
mod plan;
mod print;
mod stdin;
mod tune;
