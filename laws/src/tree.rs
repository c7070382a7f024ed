//! Nested tuples, and layouts as nested tuples of their leaves.

use std::fmt;

/// An item, or a tuple of trees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tree<T> {
    /// An item.
    Leaf(T),
    /// Trees in parentheses.
    Tuple(Vec<Tree<T>>),
}

/// A layout: its leaves are `(extent, stride)`.
pub type Layout = Tree<(i128, i128)>;

impl<T: Clone> Tree<T> {
    /// The modes; a leaf is its own only mode.
    pub fn modes(&self) -> Vec<Tree<T>> {
        match self {
            Tree::Leaf(_) => vec![self.clone()],
            Tree::Tuple(modes) => modes.clone(),
        }
    }

    /// The items from left to right.
    pub fn leaves(&self) -> Vec<T> {
        match self {
            Tree::Leaf(leaf) => vec![leaf.clone()],
            Tree::Tuple(modes) => modes.iter().flat_map(Tree::leaves).collect(),
        }
    }

    /// The mode at a path.
    pub fn get(&self, path: &[usize]) -> Option<&Tree<T>> {
        match (self, path) {
            (_, []) => Some(self),
            (Tree::Tuple(modes), [first, rest @ ..]) => modes.get(*first)?.get(rest),
            (Tree::Leaf(_), _) => None,
        }
    }

    /// A tuple of leaves.
    pub fn flat(leaves: impl IntoIterator<Item = T>) -> Self {
        Tree::Tuple(leaves.into_iter().map(Tree::Leaf).collect())
    }

    /// The same tuple of other items.
    pub fn map<U>(&self, of: &mut impl FnMut(&T) -> U) -> Tree<U> {
        match self {
            Tree::Leaf(leaf) => Tree::Leaf(of(leaf)),
            Tree::Tuple(modes) => Tree::Tuple(modes.iter().map(|mode| mode.map(of)).collect()),
        }
    }

    /// The levels of parentheses.
    pub fn depth(&self) -> usize {
        match self {
            Tree::Leaf(_) => 0,
            Tree::Tuple(modes) => 1 + modes.iter().map(Tree::depth).max().unwrap_or(0),
        }
    }
}

/// The product of the extents.
pub fn size(shape: &Tree<i128>) -> i128 {
    volume(shape, &|extent| *extent)
}

fn volume<T>(tree: &Tree<T>, extent: &impl Fn(&T) -> i128) -> i128 {
    match tree {
        Tree::Leaf(leaf) => extent(leaf),
        Tree::Tuple(modes) => modes.iter().map(|mode| volume(mode, extent)).product(),
    }
}

/// The extents of a layout.
pub fn shape(layout: &Layout) -> Tree<i128> {
    layout.map(&mut |leaf| leaf.0)
}

/// True if `fine` is `coarse` with integers replaced by tuples of their size.
pub fn refines(fine: &Tree<i128>, coarse: &Tree<i128>) -> bool {
    match (fine, coarse) {
        (_, Tree::Leaf(extent)) => size(fine) == *extent,
        (Tree::Leaf(_), Tree::Tuple(_)) => false,
        (Tree::Tuple(fine), Tree::Tuple(coarse)) => {
            fine.len() == coarse.len() && fine.iter().zip(coarse).all(|(a, b)| refines(a, b))
        }
    }
}

/// The number of coordinates of a layout.
pub fn size_of(layout: &Layout) -> i128 {
    volume(layout, &|leaf| leaf.0)
}

/// The value of a layout at a 1-D coordinate. The last mode continues past its end, and
/// what is before the start is the value of the opposite coordinate, negated: quotients
/// round towards zero. Arithmetic wraps: an equation that holds for the integers also holds
/// modulo 2^128.
pub fn at(layout: &Layout, mut position: i128) -> i128 {
    match layout {
        Tree::Leaf((_, stride)) => position.wrapping_mul(*stride),
        Tree::Tuple(modes) => {
            let Some((last, first)) = modes.split_last() else { return 0 };
            let mut value = 0i128;
            for mode in first {
                let extent = size_of(mode);
                value = value.wrapping_add(at(mode, position % extent));
                position /= extent;
            }
            value.wrapping_add(at(last, position))
        }
    }
}

/// The value at a coordinate of one 1-D coordinate for each of some modes.
pub fn at_modes(modes: &[Layout], coordinates: &[i128]) -> i128 {
    let values = modes.iter().zip(coordinates).map(|(mode, &c)| at(mode, c));
    values.fold(0, i128::wrapping_add)
}

/// The digits of a number in mixed radix, the first one first.
pub fn digits(mut number: i128, radices: &[i128]) -> Vec<i128> {
    let digit = |radix: &i128| {
        let digit = number % radix;
        number /= radix;
        digit
    };
    radices.iter().map(digit).collect()
}

impl<T: fmt::Display> fmt::Display for Tree<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Leaf(leaf) => write!(f, "{leaf}"),
            Tree::Tuple(modes) => {
                let modes: Vec<String> = modes.iter().map(Tree::to_string).collect();
                write!(f, "({})", modes.join(","))
            }
        }
    }
}

/// A layout in CuTe's notation.
pub fn notation(layout: &Layout) -> String {
    format!("{}:{}", shape(layout), layout.map(&mut |leaf| leaf.1))
}

/// A tiler that is written out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tiler {
    /// `_`, which leaves a mode as it is.
    All,
    /// An integer `n`, the layout `n:1`.
    Size(i128),
    /// A layout.
    Layout(Layout),
    /// One for each mode.
    Modes(Vec<Tiler>),
}

impl Tiler {
    /// The layout of one that acts on the whole.
    pub fn layout(&self) -> Option<Layout> {
        match self {
            Tiler::Size(size) => Some(Tree::Leaf((*size, 1))),
            Tiler::Layout(layout) => Some(layout.clone()),
            Tiler::All | Tiler::Modes(_) => None,
        }
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::All => f.write_str("_"),
            Tiler::Size(size) => write!(f, "{size}"),
            Tiler::Layout(layout) => write!(f, "{}", notation(layout)),
            Tiler::Modes(modes) => {
                let modes: Vec<String> = modes.iter().map(Tiler::to_string).collect();
                write!(f, "<{}>", modes.join(","))
            }
        }
    }
}
