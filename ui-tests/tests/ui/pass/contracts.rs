// Contracts of accesses that are kept, in every position; the layouts that errors of others name are here.

use layout_view::{View, ViewMut, coordinate, copy, layout, product, wgsl};

layout! {
    /// As `fail/expression/bank_conflicts.rs` is told.
    #[banks(conflicts = 0, bits = 16, bytes = 16)]
    #[cost(div = 0)]
    pub struct Rows = Sw<3,3,3> o 0 o (8,8):(64,1);

    /// As `fail/item/bank_conflicts_padded.rs` is told.
    #[banks(conflicts = 0, bits = 32, bytes = 4)]
    struct Padded = ((16,2),1):((1,48),0);

    #[coalesced(sectors <= 4, bits = 32, bytes = 4)]
    #[vector(bytes >= 4, bits = 32)]
    struct Row = 32:1;

    struct Tile = (16,8):(8,1);

    /// As `fail/item/not_covered.rs` is told.
    #[covers(Tile)]
    struct Values = (32,(2,2)):(2,(1,64));

    #[agrees(Tile)]
    struct Split = ((4,4),8):((8,32),1);

    #[agrees(Tile, vector >= 4)]
    #[agrees((14,6):(8,1), halo = 1)]
    struct Around = (16,8):(8,1);

    #[live(4)]
    struct Ring<n> = (time: n mod 4):(1);
    struct Times<n> = (time: n):(1);

    #[live(4)]
    struct Stages<n> = (64, n mod 4):(1, 64);
}

mod matrices {
    layout_view::layout! {
        pub struct Matrix<m, n> = (m, n):(n, 1);
    }
}
use matrices::Matrix;

layout! {
    #[agrees(Matrix)]
    struct Strided<m, n, ld> = (m, n):(ld, 1);
}

type Alias = layout!(#[vector(bytes = 16, bits = 16,)] Rows);

fn main() {
    layout! {
        #[coalesced(sectors = 16, bits = 16)]
        let values = (32,8):(8,1);
    }
    let again: Alias = layout!(#[banks(bits = 16, conflicts = 0)] Rows);
    let threads = product!(#[banks(conflicts = 0, bits = 32)] 8:1, 4:1);
    let text = wgsl!(#[banks(conflicts = 0, bits = 16)] Rows);
    assert_eq!((Rows.at(1, 0), again.at(1, 0), Padded.index(16), Row.index(3)), (72, 72, 48, 3));
    assert_eq!((values.at(2, 1), threads.at(0, 1), Values.at(3, 1)), (17, 8, 7));
    assert!(text.contains("Rows"));
    assert_eq!((Split.at(5, 3), Around.at(5, 3)), (Tile.at(5, 3), Tile.at(5, 3)));
    let stages = Stages::new(12).unwrap();
    assert_eq!((stages.at(5, 7), stages.cosize()), (3 * 64 + 5, 256));
    // What repeats was allowed where the layout is defined.
    let ring = Ring::new(12).unwrap();
    assert_eq!(ring.crd2idx(coordinate!(Ring, time = 7)), 3);
    let (mut times, places) = ([0; 12], [10, 11, 12, 13]);
    let n = 12;
    copy!(View::new(&places, ring): Ring<n>, ViewMut::new(&mut times, Times::new(12).unwrap()): Times<n>);
    assert_eq!(times[4..9], [10, 11, 12, 13, 10]);
    assert!(Strided::new(4, 8, 8).is_ok() && Strided::new(4, 8, 9).is_err());
    let _ = Matrix::new(4, 8).unwrap();
}
