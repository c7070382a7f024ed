//! `ModeNames`: what the modes of a layout are called, and the axes of its values.
//!
//! Names are annotations of a shape and no part of it: the algebra does not know them, and a plan has
//! none. A mode within one that has a name is called by both, `block.warp`. Axes of values have names in the
//! same way, `4@lane`, and numbers beneath them (`axis_names.rs`).

mod align;
mod axis_names;

use std::collections::HashMap;
use std::fmt::{self, Write};

use layout_algebra::{CollectVec, HTuple, Layout, ModePath, SortFew, Terms};

pub(crate) use align::{Aligned, Misaligned, Named, align};
pub(crate) use axis_names::renumbered;

use crate::keyword;
use crate::syntax::{SymbolKind, is_word};

/// The name of a mode of replicas.
pub(crate) const REPLICA: &str = "copy";

/// The names of modes by their paths, in the order in which they are written, and those of the axes of values by their numbers. No
/// two of either are the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModeNames {
    modes: Vec<(ModePath, String)>,
    axes: Vec<String>,
}

impl ModeNames {
    /// The names of a layout whose modes and axes have none.
    pub const NONE: ModeNames = ModeNames { modes: Vec::new(), axes: Vec::new() };

    /// These names, in any order. A name that two modes would have is that of neither.
    pub(crate) fn new(names: impl IntoIterator<Item = (ModePath, String)>) -> Self {
        let mut names = names.into_iter().filter(|(path, _)| !path.is_root()).collect_vec();
        names.sort_few();
        let mut counts = HashMap::<String, usize>::new();
        for (_, name) in &names {
            *counts.entry(name.clone()).or_default() += 1;
        }
        names.retain(|(_, name)| counts.get(name) == Some(&1));
        ModeNames { modes: names, axes: Vec::new() }
    }

    /// Returns whether no mode and no axis has a name.
    pub fn is_none(&self) -> bool {
        !self.has_modes() && self.axes.is_empty()
    }

    /// The modes of replicas, over whose coordinates the same element is: those called `copy`.
    pub(crate) fn replicas(&self) -> Vec<ModePath> {
        let mut replicas = Vec::new();
        for (path, name) in &self.modes {
            if name == REPLICA {
                replicas.push(path.clone());
            }
        }
        replicas
    }

    /// Returns whether a mode has a name.
    pub(crate) fn has_modes(&self) -> bool {
        !self.modes.is_empty()
    }

    /// The names with the paths of their modes, from left to right and from outside to inside.
    pub fn iter(&self) -> impl Iterator<Item = (&[usize], &str)> {
        self.modes.iter().map(|(path, name)| (path.indices(), name.as_str()))
    }

    /// The names of the modes within a mode.
    pub(crate) fn inside<'a>(
        &'a self,
        mode: &'a [usize],
    ) -> impl Iterator<Item = (&'a [usize], &'a str)> {
        self.iter().filter(move |(path, _)| path.len() > mode.len() && path.starts_with(mode))
    }

    /// The names alone.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(_, name)| name)
    }

    /// The whole name of a mode.
    pub fn of(&self, path: &[usize]) -> Option<&str> {
        Some(self.iter().find(|(other, _)| *other == path)?.1)
    }

    /// The whole names in a mode, and its own as that of the whole.
    pub(crate) fn part(&self, mode: usize) -> Self {
        let mut modes = Vec::new();
        for (path, name) in &self.modes {
            match path.indices() {
                [first, inside @ ..] if *first == mode => modes.push((inside.into(), name.clone())),
                _ => {}
            }
        }
        ModeNames { modes, axes: Vec::new() }
    }

    /// The names where a mode has others in it, and its own still.
    pub(crate) fn with_part(&self, mode: usize, part: &ModeNames) -> Self {
        let own = self.of(&[mode]);
        let mut all = self.modes.clone();
        all.retain(|(path, _)| path.indices().len() < 2 || path.indices()[0] != mode);
        for (path, name) in &part.modes {
            let name = match own {
                _ if path.is_root() => continue,
                Some(own) if !is_within(name, own) => format!("{own}.{name}"),
                None if !self.texts().any(|known| is_within(name, known)) => continue,
                _ => name.clone(),
            };
            all.push((path.under(mode), name));
        }
        ModeNames::new(all)
    }

    /// The names of the modes that a tuple has.
    pub(crate) fn within<T>(mut self, tuple: &HTuple<T>) -> Self {
        let has = |path: &[usize]| {
            path.iter().try_fold(tuple, |tuple, &mode| match tuple {
                HTuple::Tuple(items) => items.get(mode),
                HTuple::Leaf(_) => None,
            })
        };
        self.modes.retain(|(path, _)| has(path.indices()).is_some());
        self
    }

    /// A shape with its names, as it is written.
    pub fn shape<T: fmt::Display>(&self, shape: &HTuple<T>) -> String {
        let mut text = String::new();
        self.write(shape, &mut Vec::new(), "", &mut text);
        text
    }

    fn write<T: fmt::Display>(
        &self,
        shape: &HTuple<T>,
        path: &mut Vec<usize>,
        around: &str,
        text: &mut String,
    ) {
        let HTuple::Tuple(items) = shape else {
            // Text takes all that is written to it.
            let _ = write!(text, "{shape}");
            return;
        };
        let depth = path.len() + 1;
        let has_names =
            self.iter().any(|(other, _)| other.len() == depth && other.starts_with(path));
        text.push('(');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                text.push_str(if has_names { ", " } else { "," });
            }
            path.push(i);
            let name = self.of(path);
            if let Some(name) = name {
                let _ = write!(text, "{}: ", name_in(name, around).unwrap_or(name));
            }
            self.write(item, path, name.unwrap_or(around), text);
            path.pop();
        }
        text.push(')');
    }

    /// The text of what ends with a layout, with the names in its shape and its strides.
    pub(crate) fn notation<D: Terms>(&self, text: &str, layout: &Layout<D>) -> String {
        match text.strip_suffix(&layout.to_string()) {
            Some(before) if !self.is_none() => {
                format!("{before}{}:{}", self.shape(layout.shape()), self.strides(layout.stride()))
            }
            _ => text.to_owned(),
        }
    }
}

/// Returns whether a word can be the name of a mode.
pub(crate) fn is_name(word: &str) -> bool {
    let is_taken = is_word(word) || matches!(word, "_" | "self" | "true" | "false");
    !is_taken && SymbolKind::of(word).is_some() && keyword::name(word).is_some()
}

/// Returns whether a name is another, or names a mode in it.
fn is_within(name: &str, other: &str) -> bool {
    name == other || is_part(name, other)
}

/// Returns whether a name is one of a mode in another.
pub(crate) fn is_part(name: &str, other: &str) -> bool {
    name_in(name, other).is_some()
}

/// The name of a mode in another one, without that of the other.
fn name_in<'a>(name: &'a str, other: &str) -> Option<&'a str> {
    name.strip_prefix(other)?.strip_prefix('.')
}

#[cfg(test)]
mod tests;
