//! `copy!`, `zip_with!` and `fold!` by the names of modes, against loops that name each mode.

use layout_view::{Array, View, ViewMut, coordinate, copy, fold, layout, zip_with};

layout! {
    struct Rows = (row: 6, col: 8):(8,1);
    struct Columns = (col: 8, row: 6):(6,1);
    struct Banked = Sw<1,1,2> o (col: 8, row: 8):(1,8);
    struct Planes = (col: 8, plane: 3, row: 6):(18,6,1);
    struct Blocks = (row: (tile: 2, rest: 3), col: 8):((8,16),1);
    struct Turned = (col: 8, row: (tile: 2, rest: 3)):(6,(1,2));
    struct Row = (col: 8):(1);
    struct Run<m, n> = (row: m, col: n):(n,1);
    struct Turn<m, n> = (col: n, row: m):(m,1);
    struct Sums<m> = (row: m):(1);
}

fn numbers(count: usize) -> Vec<u32> {
    (0..count as u32).map(|i| i * 7 + 3).collect()
}

#[test]
fn copies_match_modes_by_name() {
    let numbers = numbers(48);
    let rows = View::new(&numbers, Rows);
    let mut columns = vec![0; 48];
    copy!(rows: Rows, ViewMut::new(&mut columns, Columns): Columns);
    let columns = View::new(&columns, Columns);
    let mut planes = Array::<u32, Planes, { Planes::COSIZE }>::filled(0, Planes);
    copy!(columns: Columns, planes: Planes);
    for (row, col) in (0..6).flat_map(|row| (0..8).map(move |col| (row, col))) {
        let expected = rows[coordinate!(Rows, row = row, col = col)];
        assert_eq!(columns[coordinate!(Columns, row = row, col = col)], expected);
        for plane in 0..3 {
            assert_eq!(planes[coordinate!(Planes, row = row, plane = plane, col = col)], expected);
        }
    }
}

/// A comma between the parameters of a path ends no operand.
#[test]
fn operands_have_paths_with_parameters() {
    let numbers = numbers(48);
    let mut columns = vec![0; 48];
    zip_with!(
        ViewMut::<u32, Columns>::new(&mut columns, Columns): Columns,
        <View<'_, u32, Rows>>::new(&numbers, Rows): Rows,
        View::<u32, _>::new(&numbers, Rows): Rows,
        |to, a, b| *to = a + 2 * b
    );
    let columns = View::new(&columns, Columns);
    for (row, col) in (0..6).flat_map(|row| (0..8).map(move |col| (row, col))) {
        let expected = 3 * numbers[8 * row + col];
        assert_eq!(columns[coordinate!(Columns, row = row, col = col)], expected);
    }
}

#[test]
fn parts_of_modes_and_swizzles_keep_their_names() {
    let blocks = numbers(48);
    let blocks = View::new(&blocks, Blocks);
    let mut turned = vec![0; 48];
    let mut target = ViewMut::new(&mut turned, Turned);
    copy!(blocks: Blocks, target: Turned);
    let turned = View::new(&turned, Turned);
    for (tile, rest, col) in (0..2)
        .flat_map(|tile| (0..3).flat_map(move |rest| (0..8).map(move |col| (tile, rest, col))))
    {
        let at = coordinate!(Turned, rest = rest, tile = tile, col = col);
        assert_eq!(turned[at], blocks[coordinate!(Blocks, rest = rest, tile = tile, col = col)]);
    }

    let square = numbers(64);
    let plain = View::new(&square, layout!((row: 8, col: 8):(8,1)));
    let mut banked = vec![0; 64];
    let mut target = ViewMut::new(&mut banked, Banked);
    copy!(plain: (row: 8, col: 8):(8,1), target: Banked);
    let banked = View::new(&banked, Banked);
    let mut back = vec![0; 64];
    let mut target = ViewMut::new(&mut back, layout!((row: 8, col: 8):(8,1)));
    copy!(banked: Banked, target: (row: 8, col: 8):(8,1));
    assert_eq!(back, square);
    assert_eq!(banked[coordinate!(Banked, row = 3, col = 5)], plain[(3, 5)]);
}

#[test]
fn functions_and_folds_match_modes_by_name() {
    let mut numbers = numbers(48);
    let before = numbers.clone();
    let bias: Vec<u32> = (0..8).map(|i| 1000 * i).collect();
    let bias = View::new(&bias, Row);
    let mut rows = ViewMut::new(&mut numbers, Rows);
    zip_with!(rows: Rows, bias: Row, |x, y| *x += y);
    for (row, col) in (0..6).flat_map(|row| (0..8).map(move |col| (row, col))) {
        assert_eq!(rows[(row, col)], before[row * 8 + col] + 1000 * col as u32);
    }
    let mut sums = Array::<u32, Row, 8>::filled(0, Row);
    fold!(rows.as_view(): Rows, sums: Row, |sum, x| *sum += x);
    for col in 0..8 {
        assert_eq!(sums[col], (0..6).map(|row| rows[(row, col)]).sum::<u32>());
    }
    // What the source lacks has the same fold everywhere.
    let mut planes = vec![0; 144];
    let mut target = ViewMut::new(&mut planes, Planes);
    fold!(rows: Rows, target: Planes, |sum, x| *sum += x);
    assert_eq!(View::new(&planes, Planes)[(5, 2, 4)], rows[(4, 5)]);
}

#[test]
fn layouts_of_run_time_match_by_name() {
    for (m, n) in [(3, 5), (1, 7), (16, 4), (0, 3)] {
        let numbers = numbers(m * n);
        let source = View::new(&numbers, Run::of(m, n));
        let mut turned = vec![0; m * n];
        let mut target = ViewMut::new(&mut turned, Turn::of(m, n));
        copy!(source: Run<m, n>, target: Turn<m, n>);
        let turned = View::new(&turned, Turn::of(m, n));
        let mut sums = vec![0; m];
        let mut target = ViewMut::new(&mut sums, Sums::of(m));
        fold!(turned: Turn<m, n>, target: Sums<m>, |sum, x| *sum += x);
        for row in 0..m {
            for col in 0..n {
                assert_eq!(turned[(col, row)], source[(row, col)]);
            }
            assert_eq!(sums[row], (0..n).map(|col| source[(row, col)]).sum::<u32>());
        }
    }
}

#[test]
#[should_panic = "k = 3, m = 4 and k must be m, for zip_with!"]
fn modes_of_one_name_have_one_length() {
    let (m, n, k) = (4, 5, 3);
    let (mut numbers, sums) = (numbers(m * n), numbers(k));
    let mut rows = ViewMut::new(&mut numbers, Run::of(m, n));
    let sums = View::new(&sums, Sums::of(k));
    zip_with!(rows: Run<m, n>, sums: Sums<k>, |x, y| *x += y);
}

#[test]
fn operands_of_a_contraction_are_tiles_of_its_space() {
    layout! {
        struct A = (m: 4, k: 6):(6,1);
        struct B = (k: 6, n: 5):(5,1);
        struct C = (m: 4, n: 5):(5,1);
        struct OfA = get(einsum("m k, k n -> m n", A, B), 0);
        struct OfB = get(einsum("m k, k n -> m n", A, B), 1);
    }
    let (a, b) = (numbers(24), numbers(30));
    let (a, b) = (View::new(&a, A), View::new(&b, B));
    let mut product = vec![0; 20];
    let mut c = ViewMut::new(&mut product, C);
    for ((c, a), b) in c.iter_mut().zip(a.tiles(OfA)).zip(b.tiles(OfB)) {
        *c = a.iter().zip(b.iter()).map(|(a, b)| a * b).sum();
    }
    for (m, n) in (0..4).flat_map(|m| (0..5).map(move |n| (m, n))) {
        assert_eq!(c[(m, n)], (0..6).map(|k| a[(m, k)] * b[(k, n)]).sum::<u32>());
    }
}

#[test]
#[should_panic = "the layout that is given is not that of the view: mode = 1, written = 8, read = 4 and each mode must have as many"]
fn sources_have_the_layout_that_is_given() {
    let numbers = numbers(48);
    let rows = View::new(&numbers, Run::of(6, 8));
    let mut turned = vec![0; 24];
    // A part of the elements, which a transpose of 6x4 would find in other places.
    copy!(rows: Run<6, 4>, ViewMut::new(&mut turned, Turn::of(6, 4)): Turn<6, 4>);
}

#[test]
#[should_panic = "the layout that is given is not that of the view: mode = 0, coordinate = 1, written = 6, read = 1"]
fn targets_have_the_layout_that_is_given() {
    let numbers = numbers(48);
    let rows = View::new(&numbers, Run::of(6, 8));
    let mut turned = vec![0; 48];
    let mut target = ViewMut::new(&mut turned, Turn::of(6, 8));
    copy!(rows: Run<6, 8>, target: (col: 8, row: 6):(1,8));
}

/// A buffer that is too short is an error of the layout by its name, with its numbers where the layout is given.
#[test]
fn errors_of_short_buffers_name_the_layout() {
    let buffer = [0; 31];
    let text = |view: fn(&[i32])| {
        let panic = std::panic::catch_unwind(|| view(&buffer)).unwrap_err();
        let text = panic.downcast_ref::<String>().expect("a message").clone();
        text.split(" and a buffer must").next().expect("what is wrong").to_owned()
    };
    let texts = [
        text(|buffer| _ = View::new(buffer, Rows)),
        text(|buffer| _ = View::new(buffer, Banked)),
        text(|buffer| _ = View::new(buffer, Run::of(4, 9))),
        text(|buffer| _ = View::new(buffer, layout!((4,9):(9,1)))),
        text(|buffer| _ = ViewMut::new(&mut buffer.to_vec(), Sums::of(32))),
    ];
    assert_eq!(
        texts,
        [
            "Rows, (6,8):(8,1): length = 31, cosize = 48",
            "Banked, Sw<1,1,2> o 0 o (8,8):(1,8): length = 31, cosize = 64",
            "Run, (4,9):(9,1): length = 31, cosize = 36",
            "(4,9):(9,1): length = 31, cosize = 36",
            "Sums, (32):(1): length = 31, cosize = 32",
        ]
    );
    let error = View::try_new(&buffer, Run::of(4, 9)).unwrap_err().to_string();
    assert!(error.starts_with("Run: length = 31, cosize = 36 and "), "{error}");
    let error = View::try_from_start(&buffer, 5, Rows).unwrap_err().to_string();
    assert!(error.starts_with("Rows: length = 31, start = 5, "), "{error}");
}
