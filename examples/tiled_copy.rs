//! A tiled copy from a matrix to shared memory, as kernels do it with CuTe.
//!
//! A block of threads copies a tile; each thread copies several values of it. Two layouts say
//! how, and the algebra makes one function of them, from a thread and a value to an offset:
//!
//! 1. `Threads` and `Values` say where threads are in the tile, and where the values of one
//!    are: 16 x 8 threads, row by row, each with 1 x 4 values.
//! 2. `raked_product(Threads, Values)` is the tile of 16 x 32: at each coordinate the thread
//!    that has it, and which of its values it is, `thread + 128 * value`.
//! 3. `right_inverse` turns that around: at `thread + 128 * value` the 1-D coordinate in the tile.
//!    `with_shape` gives it two modes. CuTe calls that the TV layout.
//! 4. `composition(zipped_divide(Matrix, tile), <ThreadValue, _>)` are the offsets: the divide
//!    has the modes `(tile, which tile)`, the tiler replaces the first by `(thread, value)`.
//!
//! The threads run one after the other here, which shows all there is: on a GPU `thread` is
//! `threadIdx.x`, and the index functions are the same.
//!
//! ```text
//! cargo run --example tiled_copy
//! ```

use layout_view::{ShapeError, View, layout};

const ROWS: usize = 64;
const COLUMNS: usize = 96;

layout! {
    /// 128 threads, eight to a row.
    struct Threads = (16,8):(8,1);
    /// The values of a thread, one after the other.
    struct Values = (1,4):(4,1);

    /// The thread and the value at a coordinate of the tile.
    struct Tile = raked_product(Threads, Values);
    /// The 1-D coordinate in the tile of a value of a thread.
    struct ThreadValue = with_shape(right_inverse(Tile), (size(Threads), size(Values)));

    /// A row-major matrix, by thread, value and tile: `((128,4),(4,3))`.
    struct Matrix = (64,96):(96,1);
    struct Source = composition(zipped_divide(Matrix, (16,32)), <ThreadValue, _>);

    /// A tile in shared memory: rows of 32, swizzled so that eight rows of a column are in
    /// eight banks.
    struct Shared = Sw<3,2,3> o 0 o (16,32):(32,1);
    /// The same by thread and value: the swizzle stays in its place.
    struct Target = composition(Shared, ThreadValue);

    /// A matrix of any size: the last tiles reach past it, where padding has offsets of others.
    struct Rows<m, n> = (m, n):(n, 1);
    #[allow(padding)]
    struct Ragged<m, n> = composition(zipped_divide(Rows, (16,32)), <ThreadValue, _>);
}

/// Copies each tile by threads and values, and holds it against the matrix.
fn copy_tiles() {
    let matrix: Vec<f32> = (0..Matrix::COSIZE).map(|i| i as f32).collect();
    let mut shared = [f32::NAN; Shared::COSIZE];
    for tile_row in 0..ROWS / 16 {
        for tile_column in 0..COLUMNS / 32 {
            for thread in 0..Threads::SIZE {
                for value in 0..Values::SIZE {
                    let from = Source.crd2idx(((thread, value), (tile_row, tile_column)));
                    shared[Target.at(thread, value)] = matrix[from];
                }
            }
            // What a kernel reads by row and column, against a loop without layouts.
            let tile = View::new(&shared, Shared);
            for row in 0..16 {
                for column in 0..32 {
                    let (i, j) = (16 * tile_row + row, 32 * tile_column + column);
                    assert_eq!(tile[(row, column)], matrix[COLUMNS * i + j]);
                }
            }
        }
    }
}

/// The offsets are those that one writes by hand.
fn check_offsets() {
    for thread in 0..128 {
        for value in 0..4 {
            let (row, column) = (thread / 8, thread % 8 * 4 + value);
            assert_eq!(Tile.at(row, column), thread + 128 * value);
            assert_eq!(ThreadValue.at(thread, value), row + 16 * column);
            assert_eq!(Source.at_flat([thread % 8, thread / 8, value, 2, 1]), {
                (2 * 16 + row) * COLUMNS + 32 + column
            });
            let x = 32 * row + column;
            assert_eq!(Target.at(thread, value), x ^ (x >> 3 & 0b111 << 2));
        }
    }
}

/// As [`copy_tiles`], of a matrix whose size is known at run time: padding is 0.
fn copy_ragged_tiles(m: usize, n: usize) -> Result<(), ShapeError> {
    let (rows, ragged) = (Rows::new(m, n)?, Ragged::new(m, n)?);
    let matrix: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let mut shared = [f32::NAN; Shared::COSIZE];
    for tile in (0..n.div_ceil(32)).flat_map(|j| (0..m.div_ceil(16)).map(move |i| (i, j))) {
        for thread in 0..Threads::SIZE {
            for value in 0..Values::SIZE {
                let at = ((thread, value), tile);
                let inside = ragged.in_bounds(at);
                let from = if inside { matrix[ragged.crd2idx(at)] } else { 0.0 };
                shared[Target.at(thread, value)] = from;
            }
        }
        let copied = View::new(&shared, Shared);
        for (row, column) in (0..32).flat_map(|j| (0..16).map(move |i| (i, j))) {
            let (i, j) = (16 * tile.0 + row, 32 * tile.1 + column);
            let inside = i < m && j < n;
            let expected = if inside { matrix[rows.at(i, j)] } else { 0.0 };
            assert_eq!(copied[(row, column)], expected);
        }
    }
    println!("{m} x {n}: {ragged}");
    Ok(())
}

fn main() -> Result<(), ShapeError> {
    println!("row, column -> thread and value:    {}", Tile::NOTATION);
    println!("thread, value -> row and column:    {}", ThreadValue::NOTATION);
    println!("thread, value, tile -> the matrix:  {}", Source::NOTATION);
    println!("thread, value -> shared memory:     {}", Target::NOTATION);
    // How many values of a thread are one access: as many as lie together in both.
    let vector = layout!(max_common_vector(get(Source, 0, 1), get(Target, 1)));
    println!("values of a thread in one access: {vector}");
    assert_eq!(vector, 4);

    check_offsets();
    copy_tiles();
    copy_ragged_tiles(70, 45)?;
    copy_ragged_tiles(5, 200)
}
