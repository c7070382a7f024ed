//! `Rustc`: the compiler in which a macro is expanded.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use proc_macro2::Span;

use super::backend::Backend;
use super::state::Compiler;

/// The names of the layouts that the expansions of a crate have met so far.
static DEFINED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// The compiler that runs a proc-macro crate; its functions work there alone.
#[derive(Default)]
pub struct Rustc {
    /// The macro of the crate, where it is none of the language.
    pub backend: Option<&'static dyn Backend>,
}

impl Compiler for Rustc {
    /// Hidden macros are exported at the root of the user's crate: their names hold
    /// the version of this crate, in case two versions define layouts there.
    fn next(&mut self) -> String {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        format!("{}_{count}", env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_"))
    }

    fn define(&mut self, name: &str) {
        if let Ok(mut defined) = DEFINED.lock() {
            defined.insert(name.to_owned());
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        matches!(DEFINED.lock(), Ok(defined) if defined.contains(name))
    }

    fn backend(&self) -> Option<&'static dyn Backend> {
        self.backend
    }

    fn place(&self, at: Span) -> Option<String> {
        let at = at.unwrap();
        Some(format!("{}:{}:{}", at.file(), at.line(), at.column()))
    }

    fn between(&self, before: Span, after: Span) -> Option<String> {
        let (before, after) = (before.unwrap().end(), after.unwrap().start());
        let file = before.local_file().filter(|file| after.local_file().as_ref() == Some(file))?;
        let text = std::fs::read_to_string(file).ok()?;
        let start = offset(&text, before.line(), before.column())?;
        text.get(start..offset(&text, after.line(), after.column())?).map(str::to_owned)
    }
}

/// The byte at a line and a column, counted from 1.
fn offset(text: &str, line: usize, column: usize) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let (at, _) = text.get(before..)?.char_indices().nth(column.checked_sub(1)?)?;
    Some(before + at)
}
