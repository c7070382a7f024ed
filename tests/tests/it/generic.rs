//! Layouts of constants in generic functions, whose parameters they are.

use layout_view::{Dynamic, Fixed, Layout, Mode, View, divide, layout};

/// The notation of a layout, and all its offsets.
macro_rules! answers {
    ($layout:expr) => {{
        let layout = $layout;
        let offsets: Vec<isize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
        assert!(layout.offsets().eq(offsets.iter().copied()));
        (layout.notation().to_string(), offsets)
    }};
}

/// Layouts of the parameters of a function.
fn of_parameters<const BM: usize, const BK: usize>() -> [(String, Vec<isize>); 6] {
    [
        answers!(layout!((BM,2*BK):(2*BK,1))),
        answers!(divide!((BM,2*BK):(2*BK,1), (BM / 2, BK))),
        answers!(layout!(((BM,2),BK % 4 + 1):((1,BM * BK),2 * max(BM, BK) * BM))),
        answers!(layout!(Sw<1,1,2> o 0 o (BM,8):(8,1))),
        answers!(layout!(#[allow(non_injective)] (ceil_div(BM, BK),3):(min(BM, BK) - 1,0))),
        answers!(layout!((BK,4):(-1,BM * BK))),
    ]
}

#[test]
fn layouts_of_parameters_are_those_of_their_numbers() {
    assert_eq!(
        of_parameters::<4, 6>(),
        [
            answers!(layout!((4,12):(12,1))),
            answers!(divide!((4,12):(12,1), (2,6))),
            answers!(layout!(((4,2),3):((1,24),48))),
            answers!(layout!(Sw<1,1,2> o 0 o (4,8):(8,1))),
            answers!(layout!(#[allow(non_injective)] (1,3):(3,0))),
            answers!(layout!((6,4):(-1,24))),
        ]
    );
    assert_eq!(
        of_parameters::<8, 2>(),
        [
            answers!(layout!((8,4):(4,1))),
            answers!(divide!((8,4):(4,1), (4,2))),
            answers!(layout!(((8,2),3):((1,16),128))),
            answers!(layout!(Sw<1,1,2> o 0 o (8,8):(8,1))),
            answers!(layout!(#[allow(non_injective)] (4,3):(1,0))),
            answers!(layout!((2,4):(-1,16))),
        ]
    );
}

/// The number of coordinates in bounds, offsets by coordinates of a mode, an element of a view, and numbers.
fn by_parameters<const BM: usize, const BK: usize>() -> [usize; 4] {
    let padded = layout!(#[allow(padding)] logical_divide((BM):(1), (BK)));
    let tile = layout!((BM,BK):(BK,1));
    let buffer: Vec<usize> = (0..tile.cosize()).collect();
    [
        padded.coordinates().filter(|&c| padded.in_bounds(c)).count(),
        tile.at(BM - 1, 1),
        View::new(&buffer, tile)[(1, BK - 1)],
        layout!(cosize((BM,BK):(BK + 1,1))),
    ]
}

#[test]
fn layouts_of_parameters_have_all_that_others_have() {
    assert_eq!(by_parameters::<10, 4>(), [10, 37, 7, 49]);
    assert_eq!(by_parameters::<3, 8>(), [3, 17, 15, 26]);
}

struct Kernel<const BM: usize>;

impl<const BM: usize> Kernel<BM> {
    /// Constants of a type's parameters, in constants of the type.
    const SIZE: usize = layout!(size((BM,2):(2,1)));
    const LAST: usize = layout!((BM,2):(2,1)).index(2 * BM - 1);

    /// Beside run-time numbers.
    fn last(m: usize) -> usize {
        let tiles = layout!(#[assume(BM % 2 == 0)] logical_divide((m,BM):(BM,1), (4,BM / 2)));
        tiles.index(tiles.size() - 1)
    }
}

#[test]
fn constants_of_types_are_of_their_parameters() {
    assert_eq!((Kernel::<7>::SIZE, Kernel::<7>::LAST), (14, 13));
    assert_eq!((Kernel::<6>::last(8), Kernel::<2>::last(12)), (47, 23));
}

layout! {
    // Their conditions leave numbers alone: these are constants, of values that are made at run time.
    struct Times<n> = get(einsum("ik,kj->ij", (3,8):(1,3), (n,9):(9,1)), 1);
    struct Both<k> = get(einsum("ij,ij->ij", (k,6):(6,1), (4,6):(1,4)), 1);
    struct Folded<k> = Sw<2,0,3> o 0 o get(einsum("ij,ij->ij", (k,8):(8,1), (4,8):(8,1)), 1);
    struct Backwards<n> = align_as((row: 4, col: 8):(-8,1), (col: 8, row: n):(n,1));
}

/// Generic code has the offsets that the layout has itself.
fn check_generic<L: Layout>(layout: L, own: impl Fn(usize) -> isize) {
    let offsets: Vec<isize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
    assert!(offsets.iter().copied().eq((0..layout.size()).map(own)));
    assert!(layout.offsets().eq(offsets.iter().copied()));
}

#[test]
fn constants_of_values_are_layouts_in_generic_code() {
    let (times, both) = (Times::of(8), Both::of(4));
    check_generic(times, |i| times.offset(i));
    check_generic(both, |i| both.offset(i));
    assert_eq!(both.to_string(), "(1,4,6):(0,1,4)");
    let (folded, backwards) = (Folded::of(4), Backwards::of(4));
    check_generic(folded, |i| folded.offset(i));
    check_generic(backwards, |i| backwards.offset(i));
    assert!(Times::new(7).is_err() && Both::new(5).is_err() && Backwards::new(3).is_err());
    let modes = (
        Mode { extent: Fixed::<4>, stride: Fixed::<8> },
        Mode { extent: Fixed::<8>, stride: Fixed::<1> },
    );
    let dynamic = Dynamic::<_, 2>::new(modes).unwrap();
    check_generic(dynamic, |i| dynamic.offset(i));
}
