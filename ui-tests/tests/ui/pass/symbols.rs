// Symbols in every form, in a crate whose names are those of expansions.

#![deny(warnings)]

use layout_view::{StaticLayout, ShapeError, divide, layout};

const BM: usize = 32;
const TILE_M: usize = 8;

mod sizes {
    pub const BK: usize = 16;
    pub const TILE_K: usize = 4;

    layout_view::layout! {
        /// A tile of constants from here.
        pub struct Tile = (super::BM, BK):({ BK + 1 }, 1);
        /// Constants that the user chooses.
        pub struct Square<const N: usize> = (N, N):(N, 1);
    }
}

layout! {
    /// Rows.
    #[derive(PartialEq, Debug)]
    #[assume(n % 2 == 0)]
    pub struct Rows<m, n> = (m, n):(n, 1);
    struct Halves<m, n> = logical_divide(Rows, (_, 2));
    struct Panel<k, const W: usize> = (W, k):(1, W);
}

struct Of<const N: usize>;

impl<const N: usize> Of<N> {
    fn sum(self) -> usize {
        let square = sizes::Square::<N>;
        (0..square.size()).map(|i| square.index(i)).sum()
    }
}

fn tiles(m: usize, n: usize) -> Result<usize, ShapeError> {
    Ok(Halves::new(m, n)?.at(0, 2))
}

fn kernel<const BM: usize>(m: usize, n: usize) -> usize {
    layout! { let tiles = logical_divide((m, n):(n, 1), (BM, 8)); }
    tiles.at(BM, 0) + divide!(Rows, (BM, 2)).size()
}

macro_rules! forwarded {
    ($m:ident, $n:expr) => { layout!(($m, 4):(4, 1)).at($n, 1) };
}

fn index<L: StaticLayout>(l: L) -> usize {
    l.index(1)
}

fn main() {
    let (s0, e0, made, layout) = (2, 3, 4, 5);
    let l = layout!((s0, (e0, made)):(1, (s0, layout * s0 * e0)));
    assert_eq!(l.at_flat([1, 2, 3]), 1 + 4 + 90);
    let (m, n) = (64, 48);
    let tiled = divide!(Rows, (BM, sizes::BK));
    assert_eq!((tiled.at(33, 17), tiled.size()), (layout!(Rows).at(33, 17), m * n));
    assert_eq!(layout!(size(Rows)) + layout!(Rows).n(), 64 * 48 + 48);
    assert_eq!((tiles(3, 4), tiles(3, 5).is_err()), (Ok(2), true));
    assert_eq!(Panel::<4>::of(3).index(5), 5);
    assert_eq!(index(sizes::Tile), 17);
    assert_eq!(divide!(sizes::Tile, (16, 16)).size(), 512);
    // A constant that cannot be a type's name is one as an operand, too.
    assert_eq!(divide!(128:2, TILE_M).at(1, 2), divide!(128:2, 8).at(1, 2));
    assert_eq!(divide!(128:2, sizes::TILE_K).at(1, 2), divide!(128:2, 4).at(1, 2));
    assert_eq!(layout!(size(logical_product(TILE_M, 2))), 16);
    assert_eq!(Of::<3>.sum(), 36);
    const N: usize = 8;
    assert_eq!(layout!(sizes::Square).at(1, 1), 9);
    assert_eq!(forwarded!(m, 3), 13);
    assert_eq!(kernel::<4>(8, 16), 64 + 128);
    layout! { let t = composition(Rows, <32, 16>); let u = logical_divide(t, (8, 8)); }
    let (m, n) = (m + 1, n + 2);
    assert_eq!((layout!(cosize(t)), u.size()), (31 * 48 + 16, 512));
    assert_ne!((m, n), (64, 48));
}
