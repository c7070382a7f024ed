//! `in_bounds` of what the macros make: by its definition, at every coordinate.
//!
//! The leaves of what is padded are apart, so that a coordinate is in bounds just if its
//! offset is one of the layout that was divided.

use std::collections::BTreeSet;

use layout_view::bounds::Known;
use layout_view::{StaticLayout, divide, layout};

/// Checks a padded layout against the one that it pads: at 1-D coordinates and at natural
/// ones. `$offset` is where it begins.
macro_rules! check {
    ($padded:expr, $origin:expr) => {
        check!($padded, $origin, 0)
    };
    ($padded:expr, $origin:expr, $offset:expr) => {{
        let (padded, origin) = ($padded, $origin);
        let inside: BTreeSet<isize> = origin.offsets().collect();
        let at = |offset: isize| inside.contains(&(offset + $offset as isize));
        let mut out = 0;
        for (i, c) in padded.coordinates().enumerate() {
            let expected = at(padded.crd2offset(c));
            assert_eq!(padded.in_bounds(c), expected, "{} at {c:?}", stringify!($padded));
            assert_eq!(padded.in_bounds(i), expected, "{} at {i}", stringify!($padded));
            out += usize::from(!expected);
        }
        out
    }};
}

/// The same at one coordinate for each of two modes.
macro_rules! check_modes {
    ($padded:expr, $m:expr, $n:expr) => {{
        let padded = $padded;
        for i in 0..$m {
            for j in 0..$n {
                assert_eq!(padded.in_bounds((i, j)), padded.in_bounds(i + $m * j));
            }
        }
    }};
}

layout! {
    struct Matrix = (10,16):(1,1000);
    #[allow(padding)]
    struct Tiles = zipped_divide(Matrix, (4,7));
    #[allow(padding)]
    struct Runs = zipped_divide((9,2):(1,9), 4);
}

#[test]
fn padded_layouts_of_numbers() {
    assert_eq!(check!(Tiles, Matrix), 12 * 21 - 160);
    check_modes!(Tiles, 28, 9);
    assert!(check!(Runs, layout!(18:1)) > 0);
    assert!(
        check!(
            divide!(
                #[allow(padding)]
                Matrix,
                (4, 7)
            ),
            Matrix
        ) > 0
    );
    check_modes!(
        divide!(
            #[allow(padding)]
            Matrix,
            (4, 7)
        ),
        12,
        21
    );
    assert!(
        check!(
            layout!(
                #[allow(padding)]
                tiled_divide(Matrix, (3, 5))
            ),
            Matrix
        ) > 0
    );
    assert!(
        check!(
            layout!(
                #[allow(padding)]
                flat_divide(Matrix, (3, 5))
            ),
            Matrix
        ) > 0
    );
    assert!(check!(layout!(#[allow(padding)] logical_divide(10:1, 4)), layout!(10:1)) == 2);
    assert!(
        check!(layout!(#[allow(padding)] (4,5):(1,1000) o (4,7)), layout!((4,5):(1,1000))) == 8
    );
    assert!(
        check!(
            layout!(#[allow(padding)] logical_divide(((2,3),5):((1,1000),100000), ((2:1,2:4),3))),
            layout!(((2,3),5):((1,1000),100000))
        ) > 0
    );
    // Within tiles of three levels, some of which divide.
    let deep = layout!(
        #[allow(padding)]
        logical_divide(Tiles, ((2, 7), (3, 2)))
    );
    assert!(check!(deep, Matrix) > 0);
}

/// By name, and after what keeps bounds.
#[test]
fn bounds_are_kept() {
    layout! {
        let tiles = Tiles;
        #[allow(padding)]
        let runs = logical_divide(10:1, 4);
    }
    assert!(check!(layout!(flatten(Tiles)), Matrix) > 0);
    assert!(check!(layout!(get(Tiles, 0)), Matrix) == 0);
    assert!(check!(layout!(get(Tiles, 1)), Matrix) == 0);
    assert!(check!(layout!(flatten(tiles)), Matrix) > 0);
    assert!(check!(layout!(select(Tiles, 1, 0)), Matrix) > 0);
    assert!(check!(layout!(flatten(runs)), layout!(10:1)) == 2);
    assert!(check!(layout!(logical_divide(runs, (2, 3))), layout!(10:1)) == 2);
    let (last, offset) = layout!(slice_and_offset((_, (2, 2)), Tiles));
    assert_eq!(check!(last, Matrix, offset), 28 - 2 * 2);
    let (part, offset) = layout!(
        #[allow(padding)]
        local_tile(Matrix, (4, 7), (2, _))
    );
    assert!(check!(part, Matrix, offset) > 0);
    layout! {
        #[allow(padding)]
        struct Part = get(local_tile(Matrix, (4, 7), (2, _)), 0);
    }
    assert!(check!(Part, Matrix, offset) > 0);
    let (past, offset) = layout!(
        #[allow(padding)]
        local_tile(Matrix, (4, 7), (3, 1))
    );
    assert_eq!(check!(past, Matrix, offset), 28);
    let (part, offset) = layout!(#[allow(padding)] local_partition(Matrix, (3,5):(5,1), 14));
    assert!(check!(part, Matrix, offset) > 0);
}

/// Under a swizzle, the same coordinates are in bounds.
#[test]
fn swizzled_layouts_have_the_bounds_of_their_domain() {
    layout! {
        #[allow(padding)]
        struct Banked = Sw<2,0,3> o zipped_divide((10,8):(8,1), (4,8));
    }
    let plain = layout!(#[allow(padding)] zipped_divide((10,8):(8,1), (4,8)));
    let mut out = 0;
    for (i, c) in Banked.coordinates().enumerate() {
        assert_eq!(Banked.in_bounds(c), plain.in_bounds(c));
        out += usize::from(!Banked.in_bounds(i));
    }
    assert_eq!(out, 16);
}

/// The indices of any layout, without padding.
fn indices<L: StaticLayout<Bounds: Known>>(layout: L) -> Vec<isize> {
    (0..L::SIZE).filter(|&i| layout.in_bounds(i)).map(|i| layout.offset(i)).collect()
}

#[test]
fn generic_code_need_not_know() {
    let all: Vec<isize> = indices(Matrix);
    assert_eq!(all.len(), 160);
    let (mut inside, mut all) = (indices(Tiles), all);
    inside.sort_unstable();
    all.sort_unstable();
    assert_eq!(inside, all);
    assert!(Matrix.in_bounds((9, 15)) && layout!((4, 8)).in_bounds(31));
}

layout! {
    pub struct Rows<m, n> = (m, n):(1, 1000);
    #[allow(padding)]
    pub struct RowTiles<m, n> = zipped_divide(Rows, (4,7));
    #[allow(padding)]
    pub struct Blocks<m, n, const BM: usize> = logical_divide(Rows, (BM, _));
    #[allow(padding)]
    struct Constants<const M: usize, const BM: usize> = zipped_divide((M,3):(1,1000), (BM,2));
    #[allow(padding)]
    struct Ragged<m, n, bm, bn> = logical_divide(Rows, (bm, bn));
}

#[test]
fn layouts_of_the_run_by_their_values() {
    for m in [1, 3, 4, 5, 8, 11] {
        for n in [1, 6, 7, 15] {
            let rows = Rows::of(m, n);
            let padding = m.next_multiple_of(4) * n.next_multiple_of(7) - m * n;
            assert_eq!(check!(RowTiles::of(m, n), rows), padding);
            check_modes!(RowTiles::of(m, n), 28, m.div_ceil(4) * n.div_ceil(7));
            assert_eq!(check!(layout!(flatten(RowTiles)), rows), padding);
            check!(Blocks::<3>::of(m, n), rows);
            check_modes!(Blocks::<3>::of(m, n), m.next_multiple_of(3), n);
            for (bm, bn) in [(1, 1), (2, 5), (3, 4)] {
                let padding = m.next_multiple_of(bm) * n.next_multiple_of(bn) - m * n;
                assert_eq!(check!(Ragged::of(m, n, bm, bn), rows), padding);
                let wide = m.next_multiple_of(bm);
                check_modes!(Ragged::of(m, n, bm, bn), wide, n.next_multiple_of(bn));
            }
            for (i, j) in [(0, 0), (1, 0), (1, 1), (2, 3)] {
                let (tile, offset) = layout!(
                    #[allow(padding)]
                    local_tile(Rows, (4, 7), (i, j))
                );
                let (rows, columns) = (m.saturating_sub(4 * i), n.saturating_sub(7 * j));
                assert_eq!(check!(tile, rows_of(m, n), offset), 28 - rows.min(4) * columns.min(7));
            }
        }
    }
}

fn rows_of(m: usize, n: usize) -> Rows {
    Rows::of(m, n)
}

#[test]
fn layouts_of_constants() {
    const BM: usize = 4;
    assert_eq!(check!(Constants::<10, 4>, layout!((10,3):(1,1000))), 12 * 4 - 30);
    assert_eq!(check!(Constants::<8, 4>, layout!((8,3):(1,1000))), 8);
    let tiles = layout!(
        #[allow(padding)]
        zipped_divide(Matrix, (BM, { BM + 3 }))
    );
    assert_eq!(check!(tiles, Matrix), 12 * 21 - 160);
    fn generic<const SIZE: usize>(m: usize) -> usize {
        layout! {
            #[allow(padding)]
            let tiles = logical_divide((m):(1), (SIZE));
        }
        check!(tiles, layout!((m):(1)))
    }
    assert_eq!((generic::<4>(10), generic::<5>(10)), (2, 0));
}

/// Row-major columns that are padded share offsets with the next row: not in bounds.
#[test]
fn what_padding_shares_is_no_collision() {
    let (m, n) = (5, 10);
    let tiles = layout!(#[allow(padding)] zipped_divide((m,n):(n,1), (4,4)));
    let inside = (0..tiles.size()).filter(|&i| tiles.in_bounds(i));
    let offsets: BTreeSet<usize> = inside.clone().map(|i| tiles.index(i)).collect();
    assert_eq!((inside.count(), offsets.len()), (50, 50));
    let numbers = layout!(#[allow(padding)] zipped_divide((5,10):(10,1), (4,4)));
    assert!((0..96).all(|i| numbers.in_bounds(i) == tiles.in_bounds(i)));
}

layout! {
    struct Five = (5,2):(1,5);
    #[allow(padding)]
    struct Pairs = composition(zipped_divide(Five, (4,1)), <(2,2):(2,1), _>);
    #[allow(padding)]
    struct Vectors = composition(
        zipped_divide((70,37):(40,1), (32,16)),
        <with_shape(right_inverse(raked_product((32,4):(4,1), (1,4):(4,1))), (128,4)), _>,
    );
    struct A<m, k, lda> = (m,k):(lda,1);
    // Threads in rows, each with some values of a row.
    struct Copy<const TM: usize, const TK: usize, const V: usize> = with_shape(
        right_inverse(raked_product((TM,TK):(TK,1), (1,V):(V,1))), (TM * TK, V),
    );
    #[allow(padding)]
    struct Threads<m, k, lda, const TM: usize, const TK: usize, const V: usize> =
        composition(zipped_divide(A, (TM, TK * V)), <Copy, _>);
}

/// The number of coordinates in bounds: as many as offsets.
macro_rules! count_apart {
    ($layout:expr) => {{
        let layout = $layout;
        let inside = (0..layout.size()).filter(|&i| layout.in_bounds(i));
        let offsets: Vec<usize> = inside.map(|i| layout.index(i)).collect();
        assert_eq!(offsets.iter().collect::<BTreeSet<_>>().len(), offsets.len());
        offsets.len()
    }};
}

/// Threads and values that take a tile in an order of their own.
#[test]
fn padding_may_share_in_every_order() {
    assert_eq!(count_apart!(Pairs), 10);
    assert_eq!(count_apart!(Vectors), 70 * 37);
    assert_eq!(count_apart!(Threads::<32, 4, 4>::of(70, 37, 40)), 70 * 37);
    assert_eq!(count_apart!(Threads::<32, 4, 4>::of(70, 37, 37)), 70 * 37);
    assert_eq!(count_apart!(Threads::<8, 2, 8>::of(1, 3, 0)), 3);
    let error = Threads::<32, 4, 4>::new(70, 37, 36).unwrap_err().to_string();
    assert!(error.contains("(m,k):(lda,1) must be injective"), "{error}");
    // A swizzle takes nothing away.
    assert_eq!(count_apart!(layout!(#[allow(padding)] Sw<1,0,3> o zipped_divide(Five, (4,1)))), 10);
}

#[test]
fn named_layouts_of_the_run_are_written_with_their_numbers() {
    let tiles = RowTiles::of(10, 16);
    assert_eq!(tiles.to_string(), "((4,7),(3,3)):((1,1000),(4,7000))");
    assert_eq!(format!("{tiles:?}"), "RowTiles(((4,7),(3,3)):((1,1000),(4,7000)))");
}
