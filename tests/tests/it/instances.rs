//! Named layouts with integers for their parameters, as a user writes them.

use layout_view::{ShapeError, StaticLayout, compose, divide, layout, product};

const BM: usize = 32;

mod tiles {
    const PITCH: usize = 136;

    layout_view::layout! {
        pub(crate) struct Rows<m, n> = (m, n):(n, 1);
        pub(crate) struct Tile<const BM: usize, const BK: usize> = (BM, BK):(BK, 1);
        pub(crate) struct Mixed<m, const W: usize> = (m, (W, 2)):(2 * W, (1, W));
        pub(crate) struct Pitched<const M: usize> = (M, 64):(PITCH, 1);
        pub(crate) struct Twice<const N: usize> = (N, 2):(1, { 2 * N });
        /// Each parameter stands in braces alone.
        pub(crate) struct Halo<const T: usize, const R: usize> = ({ T + R - 1 }, 8):(8, 1);
        #[assume(n % 4 == 0)]
        pub(crate) struct Fours<m, n> = (m, n);
        #[allow(padding)]
        pub(crate) struct Covered<m, n> = zipped_divide(Rows, (32, 16));
        pub(crate) struct Banked<m> = Sw<3,4,3> o 0 o (m, 64):(64, 1);
    }
}
use tiles::{Banked, Covered, Fours, Halo, Mixed, Pitched, Rows, Tile, Twice};

layout! {
    struct Square<n> = Rows<n, n>;
    struct Blocks<n> = zipped_divide(Rows<n, 2 * n>, (4, 4));
    struct Four = Rows<4, 8>;
    struct Wide<const K: usize> = Tile<8, 2 * K>;
    struct Swapped<m, n> = Rows<n, m>;
}

/// `A`, `B` and `C` of a product of matrices are one definition.
#[test]
fn one_definition_is_many_layouts() {
    let (m, n, k) = (64, 48, 32);
    let (a, b, c) = (layout!(Rows<m, k>), layout!(Rows<k, n>), layout!(Rows<m, n>));
    assert_eq!((a.to_string(), b.to_string()), ("(64,32):(32,1)".into(), "(32,48):(48,1)".into()));
    assert_eq!(c.at(2, 3), Rows::of(m, n).at(2, 3));
    let tiles = layout!(zipped_divide(Rows<n, k>, (16, 16)));
    assert_eq!(tiles.to_string(), "((16,16),(3,2)):((32,1),(512,16))");
    assert_eq!(layout!(size(Rows<m, k>) + cosize(Rows<k, n>)), 64 * 32 + 32 * 48);
    assert_eq!(divide!(Rows<2 * m, k / 2>, (BM, 8)).to_string(), "((32,4),(8,2)):((16,512),(1,8))");
    assert_eq!(compose!(Rows<m, k>, Rows<8, 4>).to_string(), "(8,4):(128,32)");
    assert_eq!(product!(Rows::<2, 2>, Rows<m, 1>).size(), 256);
}

#[test]
fn numbers_make_a_layout_of_numbers() {
    fn same<L: StaticLayout>(_: L, _: L) {}
    same(layout!(Rows<4, 8>), layout!((4,8):(8,1)));
    same(layout!(Tile<4, 2 * 4>), layout!((4,8):(8,1)));
    same(layout!(Mixed<3, 8>), layout!((3,(8,2)):(16,(1,8))));
    same(divide!(Fours<6, 8>, (2, 4)), divide!((6, 8), (2, 4)));
    same(layout!(Banked<8>), layout!(Sw<3,4,3> o 0 o (8,64):(64,1)));
    same(layout!(<Tile<2, 4>>), layout!((2,4):(4,1)));
    same(layout!(composition((8), <Tile<2, 4>>)), layout!(((2,4)):((4,1))));
    assert_eq!((Four::NOTATION, Four.at(1, 2)), ("(4,8):(8,1)", 10));
    const LAST: usize = layout!(Tile<4, 8>).at(3, 7);
    assert_eq!(LAST, 31);
}

#[test]
fn constants_make_a_type() {
    const BK: usize = 16;
    let tile = layout!(Tile<BM, 2 * BK>);
    assert_eq!((tile.notation(), size_of_val(&tile)), ("(32,32):(32,1)", 0));
    assert_eq!(layout!(Rows<BM, { BK + 1 }>).notation(), "(32,17):(17,1)");
    assert_eq!(Wide::<4>::NOTATION, "(8,8):(8,1)");
    // At run time, a parameter for constants is an integer like any other.
    let k = 5;
    assert_eq!(layout!(Tile<k, BK>).to_string(), "(5,16):(16,1)");
}

#[test]
fn constants_of_the_definition_stay_its_own() {
    const PITCH: usize = 1;
    let k = 3;
    assert_eq!(layout!(Pitched<8>).notation(), "(8,64):(136,1)");
    assert_eq!(layout!(Pitched<k + PITCH>).to_string(), "(4,64):(136,1)");
    // They are made of the arguments.
    assert_eq!(layout!(Twice<4>).notation(), "(4,2):(1,8)");
    assert_eq!(layout!(Twice<BM / 2>).notation(), "(16,2):(1,32)");
    assert_eq!(layout!(Twice<{ BM + 1 }>).notation(), "(33,2):(1,66)");
    assert_eq!(layout!(Halo<4, 3>).notation(), "(6,8):(8,1)");
    assert_eq!(Halo::<4, 5>.at(7, 7), 63);
    let both = layout!(#[allow(non_injective)] make_layout(Twice<2>, Twice<PITCH + 2>));
    assert_eq!(both.notation(), "((2,2),(3,2)):((1,4),(1,6))");
}

fn generic<const BK: usize>(m: usize) -> [String; 4] {
    let rows = layout!(Rows<m, BK>);
    let tiles = divide!(Rows<m, 2 * BK>, (2, BK));
    let mixed = layout!(Mixed<m + 1, BK>);
    let twice = divide!(Mixed<m, BK>, (2));
    [rows.to_string(), tiles.to_string(), mixed.to_string(), twice.to_string()]
}

#[test]
fn parameters_of_generic_functions_are_constants() {
    let [rows, tiles, mixed, twice] = generic::<8>(4);
    assert_eq!(rows, "(4,8):(8,1)");
    assert_eq!(tiles, "((2,2),(8,2)):((16,32),(1,8))");
    assert_eq!(mixed, "(5,(8,2)):(16,(1,8))");
    assert_eq!(twice, "((2,2),(8,2)):((16,32),(1,8))");
}

#[test]
fn items_and_locals_are_instances() -> Result<(), ShapeError> {
    assert_eq!(Square::new(3)?.to_string(), "(3,3):(3,1)");
    assert_eq!(Swapped::new(3, 5)?.to_string(), "(5,3):(3,1)");
    assert_eq!(Blocks::OBLIGATIONS, ["n % 4 == 0"]);
    let refused = Blocks::new(6).unwrap_err().to_string();
    assert_eq!(refused, "Blocks: n = 6 and n must be a multiple of 4, for zipped_divide");
    let n = 12;
    layout! {
        let rows = Rows<n, n / 2>;
        let halves = logical_divide(rows, (6, 3));
    }
    let n = 1;
    assert_eq!((rows.to_string(), n), ("(12,6):(6,1)".into(), 1));
    assert_eq!(divide!(rows, (6, 3)).to_string(), halves.to_string());
    Ok(())
}

#[test]
fn padding_is_that_of_the_definition() {
    let m = 70;
    let (covered, named) = (layout!(Covered<m, 96>), Covered::of(70, 96));
    assert_eq!(covered.to_string(), named.to_string());
    for coordinate in [((5, 15), (2, 5)), ((6, 15), (2, 5)), ((31, 0), (2, 0))] {
        assert_eq!(covered.in_bounds(coordinate), named.in_bounds(coordinate));
    }
    assert!(!layout!(Covered<70, 96>).in_bounds(((6, 15), (2, 5))));
}

#[test]
#[should_panic(expected = "n = 5 and n + 1 must be a multiple of 4, as is assumed of Fours")]
fn what_is_assumed_is_checked() {
    let n = 5;
    let _ = layout!(Fours<3, n + 1>);
}

#[test]
#[should_panic(expected = "n = 3 and n - 4 must be at least 0, as an extent of Rows")]
fn arguments_are_as_parameters_are() {
    let n = 3;
    let _ = layout!(Rows<n - 4, 2>);
}
