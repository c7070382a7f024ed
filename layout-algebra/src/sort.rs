//! Sorting of a few items: `slice::sort` is 1,700 lines of LLVM IR for each type and key that are sorted, this is 100.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Stable sorting that instantiates little for each type. For many items, [`slice::sort`] is faster.
pub trait SortFew {
    /// The type of an item.
    type Item;

    /// Sorts by an order.
    fn sort_few_by(&mut self, compare: &dyn Fn(&Self::Item, &Self::Item) -> Ordering);

    /// Sorts by a key.
    fn sort_few_by_key<K: Ord>(&mut self, key: impl Fn(&Self::Item) -> K) {
        self.sort_few_by(&|a, b| key(a).cmp(&key(b)));
    }

    /// Sorts by the items' own order.
    fn sort_few(&mut self)
    where
        Self::Item: Ord,
    {
        self.sort_few_by(&Ord::cmp);
    }
}

impl<T> SortFew for [T] {
    type Item = T;

    fn sort_few_by(&mut self, compare: &dyn Fn(&T, &T) -> Ordering) {
        for (a, b) in swaps(self.len(), &|a, b| compare(&self[a], &self[b])) {
            self.swap(a, b);
        }
    }
}

/// The exchanges that sort `length` items, each from its place to a later one: after the exchange at place `i`, places up to `i` are in
/// order.
fn swaps(length: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<(usize, usize)> {
    let mut sorted: Vec<usize> = (0..length).collect();
    sorted.sort_by(|&a, &b| compare(a, b));
    let mut swaps = Vec::new();
    for place in 0..length {
        // The item that belongs here has been moved as often as its place was exchanged for a later one.
        let mut from = sorted[place];
        while from < place {
            from = sorted[from];
        }
        if from != place {
            swaps.push((place, from));
        }
    }
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_few_is_the_stable_sort() {
        // All lists of up to six items of three keys, each with its place.
        for length in 0..=6 {
            for number in 0..3_usize.pow(length) {
                let item = |place: u32| (number / 3_usize.pow(place) % 3, place);
                let items: Vec<(usize, u32)> = (0..length).map(item).collect();
                let (mut few, mut std) = (items.clone(), items);
                few.sort_few_by_key(|(key, _)| *key);
                std.sort_by_key(|(key, _)| *key);
                assert_eq!(few, std);
                few.sort_few_by(&|a, b| b.cmp(a));
                std.sort_by(|a, b| b.cmp(a));
                assert_eq!(few, std);
                few.sort_few();
                std.sort();
                assert_eq!(few, std);
            }
        }
    }
}
