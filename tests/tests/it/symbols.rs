//! Layouts with symbols, as a user writes them.

use layout_view::{ShapeError, StaticLayout, divide, layout};

const BM: usize = 128;
const BK: usize = 64;

mod config {
    pub(crate) const ROWS: usize = 32;
}

layout! {
    /// Rows of a matrix.
    pub struct Global<m, n> = (m, n):(n, 1);
    pub struct Tile<const BM: usize, const BK: usize> = (BM, BK):(BK, 1);
    pub struct Tiled<m, n> = zipped_divide(Global, (32, 16));
    pub struct Fixed = (BM, config::ROWS):({ 2 * config::ROWS }, 1);
    struct Mixed<m, const W: usize> = (m, (W, 2)):(2 * W, (1, W));
    struct Parts<m, const W: usize> = logical_divide(m, W);
    struct Corner<m, n, const W: usize> = composition(Global, <m, W>);
}

#[test]
fn anonymous_layouts_take_their_symbols_from_the_scope() {
    let (m, n) = (100, 300);
    let g = layout!((m, n):(n, 1));
    assert_eq!((g.at(2, 3), g.index(2 + 3 * 100), g.size()), (603, 603, 30000));
    assert_eq!(g.to_string(), "(100,300):(300,1)");
    let tile = layout!((BM, BK):(BK, 1));
    assert_eq!((tile.at(2, 3), std::mem::size_of_val(&tile)), (131, 0));
    assert_eq!(tile.notation(), "(128,64):(64,1)");
    const LAST: usize = layout!((BM, BK):(BK, 1)).at(127, 63);
    assert_eq!(LAST, 8191);
    assert_eq!(layout!(cosize((m, n):(n + 4, 1))), 99 * 304 + 300);
}

#[test]
fn declared_symbols_are_operands() {
    assert_eq!(Parts::<4>::of(12).to_string(), "(4,3):(1,4)");
    assert_eq!(Corner::<2>::of(3, 4).to_string(), "(3,2):(4,1)");
}

#[test]
fn named_layouts_print_as_their_values() {
    assert_eq!(format!("{}|{Fixed:>16}|", Tile::<2, 3>), "(2,3):(3,1)| (128,32):(64,1)|");
    assert_eq!(format!("{}", Global::of(2, 3)), "(2,3):(3,1)");
}

#[test]
fn words_are_integers_where_an_operation_takes_no_layout() {
    let (n, m) = (100, 7);
    assert_eq!(layout!(ceil_div(n, BM)), 1);
    assert_eq!(layout!(ceil_div(n, m)), 15);
    assert_eq!(layout!(ceil_div(n, m) + 1), 16);
    assert_eq!((layout!(min(n, m)), layout!(max(n, m, BM))), (7, 128));
    assert_eq!((layout!(round_up(n, 8)), layout!(gcd(n, 25))), (104, 25));
    assert_eq!((layout!(shape_div(n, 4)), layout!(elem_add(n, m))), (25, 107));
    assert!(layout!(lex_less(m, 8)));
    assert_eq!(layout!(crd2idx(m, (4,8):(8,1))), 25);
    assert_eq!(layout!(idx2crd(m, (4, 8))), (3, 1));
    assert_eq!(layout!(div_floor(n, m)), 14);
    const TILES: usize = layout!(ceil_div(BM, BK));
    assert_eq!(TILES, 2);
    assert_eq!(layout!(shape_mod(n, 4)), 4);
    // A local of the invocation comes first.
    layout! {
        let rows = (n, 4):(4, 1);
        let all = make_layout(ceil_div(size(rows), m));
    }
    assert_eq!((rows.size(), all.size()), (400, 58));
}

#[test]
#[should_panic(expected = "n = 0 and n must be at least 4, for shape_mod")]
fn nothing_is_divided_by_0() {
    let n = 0;
    layout!(shape_mod(n, 4));
}

#[test]
#[should_panic(expected = "n + 1 must fit `isize`, as a number")]
fn numbers_that_do_not_fit_are_told_of() {
    let n = usize::MAX;
    layout!(n + 1);
}

mod generic {
    use layout_view::{divide, layout};

    trait Size {
        const N: usize;
    }

    struct Eight;

    impl Size for Eight {
        const N: usize = 8;
    }

    struct Kernel<T, const W: usize>(T);

    impl<T: Size, const W: usize> Kernel<T, W> {
        const K: usize = T::N * 2;

        fn offsets(m: usize) -> [usize; 3] {
            let rows = layout!((m, T::N):(T::N, 1));
            let tiles = divide!((m, Self::K):(Self::K, 1), (W, Self::K));
            [rows.at(1, 2), tiles.at_flat([1, 2, 3, 0]), layout!(ceil_div(m, Self::K))]
        }
    }

    const COLUMNS: usize = 6;

    layout! { struct L<m> = (m, COLUMNS):(COLUMNS, 1); }

    #[test]
    fn constants_of_generic_types_stand_beside_variables() {
        let m = 4;
        // The constants of a layout stay constants.
        assert_eq!(size_of_val(&divide!(L, (2, 3))), size_of_val(&divide!((m, 6):(6, 1), (2, 3))));
        assert_eq!(Kernel::<Eight, 4>::offsets(64), [10, 147, 4]);
    }

    #[test]
    #[should_panic(expected = "m = 62, W = 4 and m must be a multiple of W, for logical_divide")]
    fn rules_of_constants_of_generic_types_are_checked() {
        Kernel::<Eight, 4>::offsets(62);
    }
}

mod derived {
    use layout_view::layout;

    layout! {
        pub struct Own<m> = (m, 4);
        #[derive(Debug)]
        pub struct Derived<m> = (m, 4);
        #[cfg_attr(any(), derive(Debug))]
        pub struct Never<m> = (m, 4);
        #[cfg_attr(all(), derive(PartialEq, Debug))]
        #[allow(dead_code)]
        pub struct Always<m> = (m, 4);
        #[cfg_attr(all(), allow(dead_code), cfg_attr(any(), derive(Debug)), derive(Eq, PartialEq))]
        #[cfg_attr(any(), derive(Debug))]
        pub struct Nested<m> = (m, 4);
    }

    #[test]
    fn what_attributes_implement_is_not_implemented_again() {
        assert_eq!(format!("{:?}", Own::of(3)), "Own((3,4):(1,3))");
        assert_eq!(format!("{:?}", Never::of(3)), "Never((3,4):(1,3))");
        assert_eq!(format!("{:?}", Nested::of(3)), "Nested((3,4):(1,3))");
        for derived in [format!("{:?}", Derived::of(3)), format!("{:?}", Always::of(3))] {
            assert!(derived.contains("{ m: 3, layout: "), "{derived}");
        }
        assert!(Nested::of(3) == Nested::of(3) && Always::of(3) == Always::of(3));
    }
}

/// Constants in lower case, of the names that an expansion may like.
#[allow(non_upper_case_globals, dead_code)]
mod lower_case {
    use layout_view::{divide, layout};

    const s0: usize = 3;
    const s1: usize = 3;
    const h0: bool = true;
    const e0: usize = 3;
    const d0: usize = 3;
    const d1: usize = 3;
    const e2: usize = 3;
    const x0: usize = 3;
    const x2: usize = 3;
    const layout: usize = 3;

    layout! { pub struct Rows<m, n> = (m, n):(n + 1, 1); }
    layout! { pub struct Tile<const M: usize> = (M, M):(M, 1); }

    #[test]
    fn constants_in_lower_case_are_no_variables_of_an_expansion() {
        let (m, n) = (4, 6);
        assert_eq!(layout!((m, n):(n + 1, 1)).at(1, 2), 9);
        assert_eq!(layout!(size((m, n)) + m), 28);
        assert_eq!(divide!(Rows, (2, 3)).index(2), 14);
        assert_eq!(Rows::of(4, 6).at(1, 2), 9);
        assert_eq!(Tile::<4>.at(1, 2), 6);
        // As a symbol it is an integer like any other.
        assert_eq!(layout!((s0, 4):(4, 1)).at(1, 2), 6);
    }
}

/// An extent may be 0, except where it is assumed not to be.
#[test]
fn what_is_assumed_of_an_extent_is_asked() {
    layout! {
        #[assume(1 <= m)]
        struct Some<m, n> = (m, n):(n, 1);
        #[assume(1 <= m * n)]
        struct Both<m, n> = (m, n):(n, 1);
        struct Of<m, n> = logical_divide(Some, (_, 4));
    }
    assert_eq!(
        Some::new(0, 3).unwrap_err().to_string(),
        "Some: m = 0 and m must be at least 1, as is assumed"
    );
    assert_eq!(Some::of(3, 0).size(), 0);
    let text = |made: Result<Both, ShapeError>| made.unwrap_err().to_string();
    let rule = "and m * n must be at least 1, as is assumed";
    assert_eq!(text(Both::new(0, 3)), format!("Both: m = 0, n = 3 {rule}"));
    assert_eq!(text(Both::new(3, 0)), format!("Both: m = 3, n = 0 {rule}"));
    assert!(Of::new(0, 4).is_err());
    assert_eq!(Of::of(4, 0).size(), 0);
}

#[test]
fn named_layouts_check_their_symbols() {
    let g = Global::of(64, 48);
    assert_eq!((g.m(), g.n(), g.at(1, 2)), (64, 48, 50));
    assert_eq!(Global::NOTATION, "(m,n):(n,1)");
    // Rows of nothing are nothing.
    assert!(Global::OBLIGATIONS.is_empty());
    assert_eq!(Global::of(0, 3).size(), 0);
    assert_eq!(Tile::<4, 8>::NOTATION, "(4,8):(8,1)");
    assert_eq!(Tile::<4, 8>.at(3, 7), 31);
    assert_eq!(Tile::<4, 8>::SYMBOLIC, "(BM,BK):(BK,1)");
    const LAST: usize = Tile::<4, 8>.index(31);
    assert_eq!(LAST, 31);
    let t: Result<Tiled, ShapeError> = Tiled::new(64, 48);
    assert_eq!(t.unwrap().to_string(), "((32,16),(2,3)):((48,1),(1536,16))");
    assert_eq!(
        Tiled::new(64, 47).unwrap_err().to_string(),
        "Tiled: n = 47 and n must be a multiple of 16, for zipped_divide"
    );
    assert_eq!(Fixed::NOTATION, "(128,32):(64,1)");
    assert_eq!(Fixed.at(1, 1), 65);
    let mixed = Mixed::<8>::of(3);
    assert_eq!(mixed.to_string(), "(3,(8,2)):(16,(1,8))");
}

fn generic<L: StaticLayout>(l: L) -> usize {
    (0..l.size()).map(|i| l.index(i)).sum()
}

fn tile_of<const M: usize, const K: usize>() -> usize {
    generic(Tile::<M, K>)
}

#[test]
fn names_are_used_by_other_invocations() {
    let (m, n) = (64, 64);
    let t = divide!(Global, (BM / 4, 16));
    assert_eq!(t.to_string(), "((32,2),(16,4)):((64,2048),(1,16))");
    let g = layout!(Global);
    assert_eq!((g.m(), g.at(1, 1)), (64, 65));
    let f = divide!(Fixed, (32, 32));
    assert_eq!(f.notation(), "((32,4),(32,1)):((64,2048),(1,32))");
    assert_eq!(tile_of::<4, 4>(), 120);
    {
        // The constants of a name are those of the same name here.
        const BM: usize = 8;
        assert_eq!(layout!(Tile).notation(), "(8,64):(64,1)");
    }
}

/// The tiles of a kernel that is generic over their size.
fn tile_offsets<const BM: usize, const BK: usize>(m: usize, n: usize) -> Vec<usize> {
    let tiles = divide!(Global, (BM, BK));
    (0..BM * BK).map(|i| tiles.crd2idx(((i % BM, 1), (i / BM, 2)))).collect()
}

#[test]
fn kernels_are_generic_over_their_tiles() {
    let offsets = tile_offsets::<4, 8>(8, 32);
    let expected = (0..32).map(|i| (4 + i % 4) * 32 + 16 + i / 4);
    assert!(offsets.into_iter().eq(expected));
    assert_eq!(Mixed::<8>::of(3).at(2, 9), 2 * 16 + 1 + 8);
}

#[test]
fn locals_keep_their_symbols() {
    let n = 48;
    layout! { let row = (4, n):(n, 1); }
    let n = 7;
    let t = divide!(row, (2, 8));
    assert_eq!(t.to_string(), "((2,2),(8,6)):((48,96),(1,8))");
    assert_eq!((row.at(1, 0), n), (48, 7));
}

#[test]
#[should_panic(expected = "m = 100 and m must be a multiple of 128, for logical_divide")]
fn broken_obligations_panic() {
    let m = 100;
    let _ = divide!((m):(1), 128);
}

mod banked {
    layout_view::layout! {
        pub(crate) struct Banked<m> = Sw<3,4,3> o 0 o (m, 64):(64, 1);
        pub(crate) struct BankedTile<const BM: usize, const BK: usize> =
            Sw<2,3,3> o 0 o (BM, BK):(BK, 1);
        pub(crate) struct Padded<m> = Sw<2,1,-4> o 5 o Sw<1,0,2> o 0 o ((4, m), 8):((8, 32), 1);
        #[allow(padding)]
        pub(crate) struct Ragged<m> = logical_divide(Sw<3,4,3> o 0 o (m, 64):(64, 1), (8, 16));
    }
}

use banked::{Banked, BankedTile, Padded, Ragged};

fn swizzle(bits: u32, base: u32, shift: u32, x: usize) -> usize {
    x ^ (x >> shift & (((1 << bits) - 1) << base))
}

#[test]
fn swizzled_layouts_have_symbols() {
    let banked = Banked::new(20).unwrap();
    for (i, j) in (0..20).flat_map(|i| (0..64).map(move |j| (i, j))) {
        let index = swizzle(3, 4, 3, 64 * i + j);
        assert_eq!((banked.at(i, j), banked.index(i + 20 * j)), (index, index));
        assert_eq!((banked.at_flat([i, j]), banked.crd2idx((i, j))), (index, index));
    }
    assert_eq!(banked.to_string(), "Sw<3,4,3> o 0 o (20,64):(64,1)");
    assert_eq!((banked.size(), banked.cosize(), banked.max_offset()), (1280, 1280, 1279));
    assert_eq!(Banked::NOTATION, "Sw<3,4,3> o 0 o (m,64):(64,1)");
    assert_eq!(Banked::of(0).size(), 0);
    // A swizzle moves offsets past the end of the rows, and not out of its block.
    let few = Banked::of(9);
    let most = (0..few.size()).map(|i| few.index(i)).max().unwrap();
    assert!((9 * 64..few.cosize()).contains(&most), "{most}");
    let narrow = banked.narrow().unwrap();
    assert!((0..1280).all(|i| narrow.index_u32(i as u32) as usize == banked.index(i)));
}

#[test]
fn swizzled_layouts_of_constants_are_types() {
    let tile = BankedTile::<16, 32>;
    assert_eq!(size_of_val(&tile), 0);
    for (i, j) in (0..16).flat_map(|i| (0..32).map(move |j| (i, j))) {
        let index = swizzle(2, 3, 3, 32 * i + j);
        assert_eq!((tile.at(i, j), tile.index(i + 16 * j)), (index, index));
        assert_eq!(tile.at_u32(i as u32, j as u32) as usize, index);
    }
    const LAST: u32 = BankedTile::<16, 32>.index_u32(511);
    assert_eq!(LAST as usize, swizzle(2, 3, 3, 511));
    assert_eq!(BankedTile::<16, 32>::NOTATION, "Sw<2,3,3> o 0 o (16,32):(32,1)");
    assert_eq!((BankedTile::<16, 32>::COSIZE, BankedTile::<3, 32>::COSIZE), (512, 96));
    let local = layout!(Sw<2,3,3> o 0 o (BM, BK):(BK, 1));
    assert_eq!((local.at(3, 5), size_of_val(&local)), (swizzle(2, 3, 3, 3 * 64 + 5), 0));
    assert_eq!(generic(local), (0..BM * BK).sum::<usize>());
}

#[test]
fn swizzled_names_with_symbols_are_divided() {
    let m = 32;
    let tiles = divide!(Banked, (8, 16));
    assert_eq!(tiles.to_string(), "Sw<3,4,3> o 0 o ((8,4),(16,4)):((64,512),(1,16))");
    let banked = Banked::of(m);
    for (i, j) in (0..m).flat_map(|i| (0..64).map(move |j| (i, j))) {
        assert_eq!(tiles.crd2idx(((i % 8, i / 8), (j % 16, j / 16))), banked.at(i, j));
    }
    let corner = layout!(Banked o (8, 16):(1, m));
    assert_eq!(corner.at(7, 3), banked.at(7, 3));
    let n = 20;
    layout! { let local = Sw<3,4,3> o 0 o (8, n):(n, 1); }
    let halves = divide!(local, (4, 10));
    assert_eq!(halves.crd2idx(((3, 1), (9, 1))), local.at(7, 19));
    let twice = Padded::of(3);
    assert_eq!(twice.to_string(), "Sw<2,1,-4> o 5 o Sw<1,0,2> o 0 o ((4,3),8):((8,32),1)");
    for i in 0..12 {
        let x = 5 + swizzle(1, 0, 2, 8 * i + 3);
        assert_eq!(twice.at(i, 3), x ^ ((x & 6) << 4));
    }
    let (least, most) = (twice.min_offset(), twice.max_offset());
    assert!((0..twice.size()).all(|i| (least..=most).contains(&twice.offset(i))));
}

/// Run-time numbers and constants together are integers, not layouts' types.
#[test]
fn integers_of_the_run_and_constants_are_plain() {
    let m = 3;
    let shape: (usize, usize) = layout!(shape((m, BK):(BK, 1)));
    let stride: (usize, usize) = layout!(stride((m, BK):(2 * BK, 1)));
    assert_eq!((shape, stride), ((3, 64), (128, 1)));
}

/// A padded layout knows its bounds behind a swizzle too.
#[test]
fn swizzled_tiles_of_the_run_are_padded() {
    let (ragged, banked) = (Ragged::of(20), Banked::of(20));
    assert_eq!(ragged.to_string(), "Sw<3,4,3> o 0 o ((8,3),(16,4)):((64,512),(1,16))");
    for (i, j) in (0..24).flat_map(|i| (0..64).map(move |j| (i, j))) {
        let coordinate = ((i % 8, i / 8), (j % 16, j / 16));
        assert_eq!(ragged.in_bounds(coordinate), i < 20);
        if i < 20 {
            assert_eq!(ragged.crd2idx(coordinate), banked.at(i, j));
        }
    }
    assert_eq!(
        Ragged::new(usize::MAX / 128).unwrap_err().to_string(),
        "Ragged: m = 144115188075855871 and its size and offsets must fit `isize`, \
         with 1 for each extent that is 0"
    );
    let m = 20;
    let local = layout!(#[allow(padding)] logical_divide(Sw<3,4,3> o 0 o (m, 64):(64, 1), (8, 16)));
    assert!(local.in_bounds((19, 0)) && !local.in_bounds((20, 0)));
}

#[test]
fn functions_in_32_bits_are_those_of_the_layout() {
    let (g, wide) = (Global::of(300, 200), Global::of(1 << 16, 1 << 15));
    let narrow = g.narrow().unwrap();
    assert!((0..g.size()).all(|i| narrow.index_u32(i as u32) as usize == g.index(i)));
    assert_eq!((narrow.at_u32(7, 9), narrow.at_flat_u32([7, 9])), (1409, 1409));
    assert!(wide.narrow().is_err());
    let (m, n) = (96, 160);
    let tiles = divide!(Global, (32, 16)).narrow().unwrap();
    assert_eq!(tiles.at_u32(33, 17) as usize, layout!(Global).at(33, 17));
    assert_eq!(Tile::<4, 8>.index_u32(31), 31);
    let mixed = Mixed::<8>::of(3).narrow().unwrap();
    assert_eq!(mixed.at_u32(2, 9), 2 * 16 + 1 + 8);
}
