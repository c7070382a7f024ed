//! Parts of a thread or a tile known at run time.

use layout_view::layout;

/// A thread over 8 by 4 has one element of each such tile, wherever the numbers of the threads
/// go, and all threads have all elements.
#[test]
fn threads_of_the_run_have_their_elements() {
    let (m, n) = (24, 12);
    macro_rules! check {
        ($threads:ident, $of:expr) => {
            let mut all = Vec::new();
            for t in 0..32 {
                let (part, first) = layout!(local_partition((m,n):(n,1), $threads, t));
                let (i, j): (usize, usize) = $of(t);
                for (a, b) in (0..3).flat_map(|a| (0..3).map(move |b| (a, b))) {
                    assert_eq!(first + part.at(a, b), (8 * a + i) * n + 4 * b + j, "thread {t}");
                }
                all.extend(part.indices().map(|index| first + index));
            }
            all.sort_unstable();
            assert!(all.into_iter().eq(0..m * n));
        };
    }
    layout! {
        struct Columns = (8,4):(1,8);
        struct Rows = (8,4):(4,1);
        struct Nested = ((2,4),4):((1,8),2);
    }
    check!(Columns, |t| (t % 8, t / 8));
    check!(Rows, |t| (t / 4, t % 4));
    check!(Nested, |t| (t % 2 + 2 * (t / 8), t / 2 % 4));
}

layout! {
    struct Matrix<m, n> = (m,n):(n,1);
    /// The part of the matrix of a block, and the part of that of a thread.
    struct Block<m, n, i, j> = get(local_tile(Matrix, (32,16), (i,j)), 0);
    struct Part<m, n, i, j, t> = get(local_partition(Block, (8,4):(4,1), t), 0);
}

#[test]
fn parts_have_names() -> Result<(), layout_view::ShapeError> {
    let part = Part::new(64, 48, 1, 2, 5)?;
    assert_eq!(part.to_string(), "(4,4):(384,4)");
    let first = layout!(get(local_partition((32,16):(48,1), (8,4):(4,1), 5), 1));
    assert_eq!(first, 48 + 1);
    let tile = |i| Block::new(64, 48, i, 0).map(|block| block.size());
    assert_eq!(tile(1)?, 512);
    assert_eq!(
        tile(2).unwrap_err().to_string(),
        "Block: m = 64, i = 2 and 32 * i + 32 must be at most m, for local_tile"
    );
    assert_eq!(
        Part::new(64, 48, 1, 2, 32).unwrap_err().to_string(),
        "Part: t = 32 and t + 1 must be at most 32, for local_partition"
    );
    Ok(())
}

/// The threads of a padded matrix: each element in bounds is one thread's.
#[test]
fn threads_of_the_run_know_what_is_padding() {
    for (m, n) in [(24, 12), (19, 9), (8, 4), (1, 1), (25, 13)] {
        let mut all = Vec::new();
        for t in 0..32 {
            let (part, first) = layout!(
                #[allow(padding)]
                local_partition((m,n):(n,1), (8,4):(1,8), t)
            );
            let inside = part.coordinates().filter(|&c| part.in_bounds(c));
            all.extend(inside.map(|c| first + part.crd2idx(c)));
        }
        all.sort_unstable();
        assert!(all.into_iter().eq(0..m * n), "{m} x {n}");
    }
}

/// One tiler of (M,N,K) cuts the operands of a product, each by what a projection keeps of it.
#[test]
fn a_projection_keeps_modes_of_the_tiler_and_the_coordinate() {
    layout! {
        struct A = (64,48):(48,1);
        struct B = (96,48):(1,96);
        struct TileOfA = get(local_tile(A, (16,32,8), (3,2,_), (1,_,1)), 0);
        struct TileOfB = get(local_tile(B, (16,32,8), (3,2,_), (_,1,1)), 0);
        struct Threads = (4,8):(8,1);
        struct Whole = zipped_divide(A, (16,8));
    }
    const BEGIN: usize = layout!(get(local_tile(A, (16, 32, 8), (3, 2, _), (1, _, 1)), 1));
    const BEGIN_OF_B: usize = layout!(get(local_tile(B, (16, 32, 8), (3, 2, _), (_, 1, 1)), 1));
    for (i, k, step) in
        (0..16).flat_map(|i| (0..8).flat_map(move |k| (0..6).map(move |s| (i, k, s))))
    {
        assert_eq!(BEGIN + TileOfA.at(i, k, step), A.at(3 * 16 + i, 8 * step + k));
        assert_eq!(BEGIN + TileOfA.at(i, k, step), Whole.crd2idx(((i, k), (3, step))));
    }
    for (j, k, step) in
        (0..32).flat_map(|j| (0..8).flat_map(move |k| (0..6).map(move |s| (j, k, s))))
    {
        assert_eq!(BEGIN_OF_B + TileOfB.at(j, k, step), B.at(2 * 32 + j, 8 * step + k));
    }

    // The coordinate of a thread is that among all threads: 21 is (2,5) of (4,8).
    for t in 0..32 {
        let (rows, first) = layout!(local_partition((64,48):(48,1), Threads, t, (1,_)));
        assert_eq!(first + rows.at(1, 3), A.at(4 + t / 8, 3), "thread {t}");
        let (rows, first) = layout!(local_partition((64,48):(48,1), Threads, t, (_,1)));
        assert_eq!(first + rows.at(1, 3), A.at(8 + t % 8, 3), "thread {t}");
    }

    // What is past the end of an operand is padding, as without a projection.
    layout! {
        #[allow(padding)]
        struct Padded = get(local_tile((60,48):(48,1), (16,32,8), (3,2,_), (1,_,1)), 0);
    }
    let inside = (0..16).filter(|&i| Padded.in_bounds((i, 0, 0)));
    assert_eq!(inside.count(), 60 - 3 * 16);
}
