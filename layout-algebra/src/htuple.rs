//! `HTuple`: hierarchical tuples, the profile of shapes, strides and coordinates.

use alloc::vec::Vec;
use core::fmt;

use crate::{CollectVec, ModePath};

/// A leaf, or a tuple of hierarchical tuples.
///
/// `24` is a leaf and `(24)` a tuple of one: they are different profiles.
///
/// ```
/// use layout_algebra::HTuple;
///
/// let t = HTuple::Tuple(vec![HTuple::Leaf(4), HTuple::Tuple(vec![HTuple::Leaf(2), HTuple::Leaf(3)])]);
/// assert_eq!((t.rank(), t.depth(), t.leaf_count()), (2, 2, 3));
/// assert_eq!(t.to_string(), "(4,(2,3))");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HTuple<T> {
    /// A single element.
    Leaf(T),
    /// A tuple of elements, possibly empty.
    Tuple(Vec<HTuple<T>>),
}

impl<T> HTuple<T> {
    /// The number of modes: a leaf has one.
    pub fn rank(&self) -> usize {
        match self {
            HTuple::Leaf(_) => 1,
            HTuple::Tuple(items) => items.len(),
        }
    }

    /// The levels of nesting: a leaf has none, a tuple of leaves one.
    pub fn depth(&self) -> usize {
        match self {
            HTuple::Leaf(_) => 0,
            HTuple::Tuple(items) => 1 + items.iter().map(HTuple::depth).max().unwrap_or(0),
        }
    }

    /// The number of leaves.
    pub fn leaf_count(&self) -> usize {
        match self {
            HTuple::Leaf(_) => 1,
            HTuple::Tuple(items) => items.iter().map(HTuple::leaf_count).sum(),
        }
    }

    /// Returns true for a tuple, and false for a leaf.
    pub fn is_tuple(&self) -> bool {
        matches!(self, HTuple::Tuple(_))
    }

    /// The modes: the items of a tuple, or the leaf itself.
    pub fn modes(&self) -> &[HTuple<T>] {
        match self {
            HTuple::Leaf(_) => core::slice::from_ref(self),
            HTuple::Tuple(items) => items,
        }
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<&T> {
        let mut leaves = Vec::new();
        self.collect_leaves(&mut leaves);
        leaves
    }

    fn collect_leaves<'a>(&'a self, into: &mut Vec<&'a T>) {
        match self {
            HTuple::Leaf(leaf) => into.push(leaf),
            HTuple::Tuple(items) => items.iter().for_each(|item| item.collect_leaves(into)),
        }
    }

    /// The leaves with their paths, from left to right.
    pub fn leaf_paths(&self) -> Vec<(ModePath, &T)> {
        fn walk<'a, T>(t: &'a HTuple<T>, path: ModePath, into: &mut Vec<(ModePath, &'a T)>) {
            match t {
                HTuple::Leaf(leaf) => into.push((path, leaf)),
                HTuple::Tuple(items) => {
                    for (i, item) in items.iter().enumerate() {
                        walk(item, path.child(i), into);
                    }
                }
            }
        }
        let mut leaves = Vec::new();
        walk(self, ModePath::root(), &mut leaves);
        leaves
    }

    /// The element at a path, as CuTe's `get<I0,I1,…>`; `get<0>` of a leaf is the leaf.
    pub fn get(&self, path: &[usize]) -> Option<&HTuple<T>> {
        match path.split_first() {
            None => Some(self),
            Some((&first, rest)) => self.modes().get(first)?.get(rest),
        }
    }

    /// Applies `f` to every leaf.
    pub fn map<U>(&self, f: &mut impl FnMut(&T) -> U) -> HTuple<U> {
        match self {
            HTuple::Leaf(leaf) => HTuple::Leaf(f(leaf)),
            HTuple::Tuple(items) => {
                HTuple::Tuple(items.iter().map(|item| item.map(f)).collect_vec())
            }
        }
    }

    /// The tuple of this profile with these leaves, as many as it has, from left to right.
    ///
    /// ```
    /// use layout_algebra::HTuple;
    ///
    /// let pair = HTuple::Tuple(vec![HTuple::Leaf(2), HTuple::Leaf(3)]);
    /// let shape = HTuple::Tuple(vec![HTuple::Leaf(4), pair]);
    /// assert_eq!(shape.with_leaves(vec!["i", "j", "k"]).to_string(), "(i,(j,k))");
    /// ```
    pub fn with_leaves<U>(&self, leaves: Vec<U>) -> HTuple<U> {
        self.with_parts(leaves.into_iter().map(HTuple::Leaf).collect_vec())
    }

    /// The tuple of this profile with these parts in the places of its leaves, as many as it has, from left to right.
    pub(crate) fn with_parts<U>(&self, mut parts: Vec<HTuple<U>>) -> HTuple<U> {
        parts.reverse();
        self.fill(&mut parts).unwrap_or(HTuple::Tuple(Vec::new()))
    }

    fn fill<U>(&self, reversed: &mut Vec<HTuple<U>>) -> Option<HTuple<U>> {
        match self {
            HTuple::Leaf(_) => reversed.pop(),
            HTuple::Tuple(items) => {
                let mut filled = Vec::new();
                for item in items {
                    filled.extend(item.fill(reversed));
                }
                Some(HTuple::Tuple(filled))
            }
        }
    }

    /// Replaces every leaf by a tuple, or stops at the first error.
    pub fn try_flat_map<U, E>(
        &self,
        f: &mut impl FnMut(&T) -> Result<HTuple<U>, E>,
    ) -> Result<HTuple<U>, E> {
        match self {
            HTuple::Leaf(leaf) => f(leaf),
            HTuple::Tuple(items) => {
                items.iter().map(|item| item.try_flat_map(f)).try_collect_vec().map(HTuple::Tuple)
            }
        }
    }

    /// The list of modes; one mode alone is itself.
    pub(crate) fn of_modes(mut modes: Vec<HTuple<T>>) -> HTuple<T> {
        match modes.pop() {
            Some(only) if modes.is_empty() => only,
            last => {
                modes.extend(last);
                HTuple::Tuple(modes)
            }
        }
    }

    /// Returns true if both have the same profile.
    pub fn congruent<U>(&self, other: &HTuple<U>) -> bool {
        match (self, other) {
            (HTuple::Leaf(_), HTuple::Leaf(_)) => true,
            (HTuple::Tuple(a), HTuple::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.congruent(b))
            }
            _ => false,
        }
    }
}

impl<T> From<T> for HTuple<T> {
    fn from(leaf: T) -> Self {
        HTuple::Leaf(leaf)
    }
}

impl<T: fmt::Display> fmt::Display for HTuple<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HTuple::Leaf(leaf) => write!(f, "{leaf}"),
            HTuple::Tuple(items) => {
                f.write_str("(")?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{item}")?;
                }
                f.write_str(")")
            }
        }
    }
}
