//! `Number`: an extent or a stride that is computed where a layout is made.

use layout_algebra::Int;

use super::compile_time::CompileTime;
use super::non_negative::Product;
use super::size::Size;

/// Source of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A constant.
    Fixed(i128),
    /// Rustc computes it: the place among the constants.
    Constant(usize),
    /// A number that is computed where the layout is made: its place among the numbers.
    Number(usize),
}

/// A number that is computed once, where a layout is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The number.
    pub of: Int,
    /// True if the number is an extent.
    pub is_extent: bool,
    /// The computation of the number.
    pub value: Computation,
    /// The check by which the number fits an `isize`.
    pub fits: Fits,
}

/// Computation of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computation {
    /// A product of `usize`, which is right where it fits.
    Product(Product),
    /// Exact arithmetic.
    Exact,
}

/// The check by which a number fits an `isize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fits {
    /// The check of the layout that is made of it.
    Layout,
    /// The size of the layout.
    Size,
    /// A check of its own.
    Check,
}

/// The numbers of a layout, each once.
pub(super) struct Numbers<'a> {
    pub(super) known: &'a CompileTime<'a>,
    pub(super) size: Option<&'a Size>,
    /// The extents of the layout, whose size is a multiple of them.
    pub(super) extents: Vec<Int>,
    pub(super) all: Vec<Number>,
}

impl Numbers<'_> {
    /// The source of an extent or a stride.
    pub(super) fn source(&mut self, int: &Int, is_extent: bool) -> Source {
        match (int.known(), self.known.constant(int)) {
            (Some(known), _) => Source::Fixed(known),
            (None, Some(place)) => Source::Constant(place),
            (None, None) => Source::Number(self.number(int, is_extent)),
        }
    }

    /// The place of a number.
    pub(super) fn number(&mut self, int: &Int, is_extent: bool) -> usize {
        let is = |other: &Number| other.of == *int && other.is_extent == is_extent;
        if let Some(place) = self.all.iter().position(is) {
            return place;
        }
        let number = self.computed(int, is_extent);
        self.all.push(number);
        self.all.len() - 1
    }

    fn computed(&self, int: &Int, is_extent: bool) -> Number {
        // Only what wraps can have another extent than it should.
        let is_checked = self.extents.contains(int);
        let (value, is_asked) = match Product::of(self.known, int) {
            Some(product) => {
                let is_asked = match product.alone() {
                    Some(_) => !is_extent && !is_checked,
                    None => !is_extent || is_checked,
                };
                (Computation::Product(product), is_asked)
            }
            None => (Computation::Exact, true),
        };
        let fits = match &value {
            _ if !is_asked => Fits::Layout,
            // Whatever the size says: what is computed on the way may not fit.
            Computation::Exact => Fits::Check,
            Computation::Product(_) if self.size.is_some_and(|size| size.holds_for(int)) => {
                Fits::Size
            }
            Computation::Product(_) => Fits::Check,
        };
        Number { of: int.clone(), is_extent, value, fits }
    }
}
