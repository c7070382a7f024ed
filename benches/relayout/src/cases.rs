//! A measured copy in several variants.

use layout_view::bounds::Unpadded;
use layout_view::{Coordinate, Geometry, Layout, View, ViewMut};

/// A copy to a part of the target: source, that part, its number, and how many there are, 1 or 2. Parts lie one after
/// the other.
pub type Copy = dyn Fn(&[f32], &mut [f32], usize, usize) + Sync;

/// The expected copy of a source.
pub type Expected = dyn Fn(&[f32]) -> Vec<f32>;

pub struct Case {
    pub name: &'static str,
    pub elements: usize,
    /// The target after the copy, one element after the other.
    pub expected: Box<Expected>,
    pub views: Box<Copy>,
    /// Several forms, of which the best counts.
    pub by_hand: Vec<Box<Copy>>,
    pub ndarray: Box<Copy>,
    /// With how many parts at most it does.
    pub transpose: Option<(Box<Copy>, usize)>,
}

impl Case {
    /// All variants that do with so many parts, with the column that each is in.
    pub fn variants(&self, parts: usize) -> impl Iterator<Item = (&'static str, &Copy)> {
        let transpose = self.transpose.iter().filter(move |(_, most)| parts <= *most);
        let by_hand = self.by_hand.iter().map(|copy| ("by hand", &**copy));
        [("views", &*self.views), ("ndarray", &*self.ndarray)]
            .into_iter()
            .chain(by_hand)
            .chain(transpose.map(|(copy, _)| ("transpose", &**copy)))
    }
}

/// The copy from a layout to another. `halves` is the layout of the source as two tiles, `half` that of either half of
/// the target.
pub fn views<L, M, H, N>((from, to): (L, M), (halves, half): (H, N)) -> Box<Copy>
where
    L: Layout<Bounds: Unpadded> + Send + Sync + 'static,
    M: Layout<Bounds: Unpadded> + Send + Sync + 'static,
    H: Layout<Bounds: Unpadded> + Send + Sync + 'static,
    N: Layout<Bounds: Unpadded> + Send + Sync + 'static,
    usize: Coordinate<<H::Geometry as Geometry>::Tail>,
{
    Box::new(move |source, target, part, parts| match parts {
        1 => View::new(source, from).copy_to(&mut ViewMut::new(target, to)),
        2 => View::new(source, halves).tile(part).copy_to(&mut ViewMut::new(target, half)),
        _ => unreachable!("one thread or two"),
    })
}
