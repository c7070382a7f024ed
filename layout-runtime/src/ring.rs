//! The places of a ring that a window of a stream has.

use core::iter::FusedIterator;
use core::ops::Range;

/// The places of `count` positions of a stream from position `from` on, in a ring of `places` places: position `i` is at place
/// `i % places`. Each piece is a range of places one after another; the next one begins at place 0.
///
/// A window that goes over the end of a ring is no layout, because `(a + b) % places` is no sum of what `a` and `b` do. Its pieces
/// are: of a window that is no longer than the ring, one or two.
///
/// ```
/// use layout_view::{View, layout, ring_pieces};
///
/// layout! {
///     /// The last 8 samples of a stream.
///     #[live(8)]
///     struct Last<n> = (n mod 8):(1);
/// }
///
/// // Positions 6 to 11 of a stream: of 10 and 11, which are not there yet, 2 and 3 are at their places.
/// let ring: [u32; 8] = [8, 9, 2, 3, 4, 5, 6, 7];
/// let window: Vec<u32> = ring_pieces(8, 2, 8).flat_map(|piece| ring[piece].to_vec()).collect();
/// assert_eq!(window, [2, 3, 4, 5, 6, 7, 8, 9]);
///
/// let last = Last::new(16)?;
/// assert!((2..10).zip(&window).all(|(i, sample)| ring[last.index(i)] == *sample));
///
/// // Stages of 64 values: each piece is a slice of the places.
/// let buffer: Vec<usize> = (0..256).collect();
/// let places = View::new(&buffer, layout!((64,4):(1,64)));
/// let pieces: Vec<_> = ring_pieces(4, 7, 3).map(|piece| places.slice((.., piece))).collect();
/// assert_eq!((pieces[0].size(), pieces[1].size()), (64, 128));
/// assert_eq!((pieces[0][(0, 0)], pieces[1][(0, 0)]), (3 * 64, 0));
/// # Ok::<(), layout_view::ShapeError>(())
/// ```
///
/// # Panics
///
/// If the ring has no places.
#[must_use]
#[inline]
#[track_caller]
pub fn ring_pieces(places: usize, from: usize, count: usize) -> RingPieces {
    assert!(places > 0, "a ring has a place");
    RingPieces { places, at: from % places, count }
}

/// The pieces of a window of a ring, [`ring_pieces`].
#[derive(Clone, Debug)]
pub struct RingPieces {
    places: usize,
    at: usize,
    /// The positions that are left.
    count: usize,
}

impl Iterator for RingPieces {
    type Item = Range<usize>;

    #[inline]
    fn next(&mut self) -> Option<Range<usize>> {
        if self.count == 0 {
            return None;
        }
        let piece = self.count.min(self.places - self.at);
        let places = self.at..self.at + piece;
        (self.at, self.count) = (0, self.count - piece);
        Some(places)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let first = self.count.min(self.places - self.at);
        let pieces = usize::from(self.count > 0) + (self.count - first).div_ceil(self.places);
        (pieces, Some(pieces))
    }
}

impl ExactSizeIterator for RingPieces {}
impl FusedIterator for RingPieces {}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    #[test]
    fn pieces_have_the_places_of_each_position_in_order() {
        for places in 1..7 {
            for from in 0..15 {
                for count in 0..20 {
                    let pieces = ring_pieces(places, from, count);
                    assert_eq!(pieces.len(), pieces.clone().count());
                    let found: Vec<usize> = pieces.flatten().collect();
                    let expected = (from..from + count).map(|i| i % places);
                    assert_eq!(found, expected.collect::<Vec<_>>(), "{places} {from} {count}");
                }
            }
        }
        // As far as positions go.
        let mut last = ring_pieces(usize::MAX, usize::MAX - 1, usize::MAX);
        assert_eq!(last.next(), Some(usize::MAX - 1..usize::MAX));
        assert_eq!(last.next(), Some(0..usize::MAX - 1));
        assert_eq!(last.next(), None);
    }
}
