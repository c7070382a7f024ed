//! The forms that take the place of views of padded layouts: tiles that end where the layout ends,
//! indices in bounds, and parts that have no padding. `ui-tests` shows that others do not compile.

use layout_view::bounds::Unpadded;
use layout_view::{Array, Extent, Fixed, Layout, Ragged, StaticLayout, View, ViewMut, layout};

const M: usize = 37;
const N: usize = 53;

layout! {
    struct Rows = (37,53):(53,1);
    #[allow(padding)]
    struct Tiles = zipped_divide(Rows, (16,16));
    struct Inner = slice(((_,_),(1,2)), Tiles);

    // Nothing is padded.
    #[allow(padding)]
    struct Even = zipped_divide((32,48):(53,1), (16,16));
    #[allow(padding)]
    struct Sixteen = composition(Tiles, 16);

    struct RowsOf<m, n> = (m, n):(n, 1);
    struct ColumnsOf<m, n> = (m, n);
    #[allow(padding)]
    struct TilesOf<m, n> = zipped_divide(RowsOf, (16,16));
}

fn sum<L: StaticLayout<Bounds: Unpadded>>(buffer: &[u32], layout: L) -> u32 {
    View::new(buffer, layout).iter().sum()
}

#[test]
fn ragged_tiles_have_every_element_once() {
    let ones = vec![1; Tiles::COSIZE];
    let tiles = View::new(&ones, Rows).ragged_tiles((Fixed::<16>, Fixed::<16>));
    let sums: Vec<u32> = tiles
        .map(|(_, tile)| match tile {
            Ragged::Full(tile) => tile.iter().sum::<u32>(),
            Ragged::Edge(tile) => tile.iter().sum(),
        })
        .collect();
    assert_eq!(sums, [256, 256, 80, 256, 256, 80, 256, 256, 80, 80, 80, 25]);
    assert_eq!(sums.iter().sum::<u32>(), (M * N) as u32);

    let mut buffer = vec![0; Rows::COSIZE];
    let mut rows = ViewMut::new(&mut buffer, Rows);
    for (_, tile) in rows.ragged_tiles_mut((Extent::new(16), Extent::new(16))) {
        tile.into_inner().for_each_mut(|x| *x += 1);
    }
    assert!(buffer.iter().all(|&x| x == 1));
}

#[test]
fn indices_in_bounds_are_those_of_the_layout() {
    let ones = vec![1; Tiles::COSIZE];
    let inside = (0..Tiles::SIZE).filter(|&i| Tiles.in_bounds(i));
    assert_eq!(inside.map(|i| ones[Tiles.index(i)]).sum::<u32>(), (M * N) as u32);
    let tiles = TilesOf::of(M, N);
    let inside = (0..tiles.size()).filter(|&i| tiles.in_bounds(i));
    assert_eq!(inside.map(|i| ones[tiles.index(i)]).sum::<u32>(), (M * N) as u32);
}

#[test]
fn layouts_of_the_run_are_copied_tile_by_tile() {
    let source: Vec<usize> = (0..M * N).collect();
    let mut target = vec![usize::MAX; M * N];
    let (rows, columns) = (RowsOf::of(M, N), ColumnsOf::of(M, N));
    let v = View::new(&source, rows);
    let mut w = ViewMut::new(&mut target, columns);
    let tiler = (Fixed::<16>, Fixed::<16>);
    for ((_, from), (_, to)) in v.ragged_tiles(tiler).zip(w.ragged_tiles_mut(tiler)) {
        match to.zip(from) {
            Ragged::Full((mut to, from)) => from.copy_to(&mut to),
            Ragged::Edge((mut to, from)) => from.copy_to(&mut to),
        }
    }
    assert!((0..M * N).all(|i| target[columns.index(i)] == source[rows.index(i)]));
}

#[test]
fn parts_without_padding_have_views() {
    let ones = vec![1; Tiles::COSIZE];
    assert_eq!(sum(&ones, Even), 32 * 48);
    assert_eq!(sum(&ones, Sixteen), 16);
    assert_eq!(View::new(&ones, Rows).with_layout(Even).tiles(Even).len(), 6);
    assert_eq!(Array::<u32, Even, { Even::COSIZE }>::filled(1, Even).as_view().size(), 32 * 48);
    // A part of a view is as good as the whole.
    let tile = View::new(&ones, Even).tile((1, 2));
    assert_eq!(sum(&ones, tile.layout()), 256);
    assert!(tile.layout().in_bounds(255));
    assert_eq!(sum(&ones, Inner), 256);
}
