//! Vectors of what an iterator yields, by one loop.
//!
//! [`Iterator::collect`] is specialised for speed: each place that calls it instantiates some ten functions of the standard library, 350 lines
//! of LLVM IR, all of which the first build of the macros compiles. These functions are 40 lines each.

use alloc::vec::Vec;

/// Collects into a vector, by one loop.
pub trait CollectVec: Iterator + Sized {
    /// The vector of all items.
    #[allow(clippy::while_let_on_iterator, reason = "`for` is an instance more")]
    fn collect_vec(mut self) -> Vec<Self::Item> {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item);
        }
        items
    }

    /// The vector of all values, or the first error.
    ///
    /// # Errors
    ///
    /// The first that the iterator yields.
    #[allow(clippy::while_let_on_iterator, reason = "`for` is an instance more")]
    fn try_collect_vec<T, E>(mut self) -> Result<Vec<T>, E>
    where
        Self: Iterator<Item = Result<T, E>>,
    {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item?);
        }
        Ok(items)
    }

    /// The vector of all values, or `None` if one is missing.
    #[allow(clippy::while_let_on_iterator, reason = "`for` is an instance more")]
    fn collect_some<T>(mut self) -> Option<Vec<T>>
    where
        Self: Iterator<Item = Option<T>>,
    {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item?);
        }
        Some(items)
    }
}

impl<I: Iterator> CollectVec for I {}
