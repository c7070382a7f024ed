//! A transpose by tiles: both sides are read and written along their lines.

use layout_runtime::{Layout, layout, wgsl};

use crate::kernel::Kernel;

layout! {
    /// The rows of a matrix, one after the other.
    pub struct Rows = (512,256):(256,1);
    /// The same coordinates; now the columns lie one after the other.
    pub struct Columns = (512,256):(1,512);
    /// A tile in the memory of a group of threads. A row and a column of it are each in 32 banks.
    pub struct Shared = Sw<5,0,5> o 0 o (32,32):(32,1);
}

/// The shader: coordinates within a tile of 32 by 32, then that of the tile.
pub const SHADER: &str = wgsl!(
    from = zipped_divide(Rows, (32, 32)),
    to = zipped_divide(Columns, (32, 32)),
    Shared,
    include_str!("transpose.wgsl"),
);

/// The kernel, with a matrix of numbers.
pub fn kernel() -> Kernel {
    let source: Vec<f32> = (0..Rows.size()).map(|i| i as f32).collect();
    let mut answer = vec![0.0; Columns.size()];
    for (row, column) in (0..512).flat_map(|row| (0..256).map(move |column| (row, column))) {
        answer[Columns.at(row, column)] = source[Rows.at(row, column)];
    }
    Kernel {
        name: "transpose",
        shader: SHADER,
        by_hand: include_str!("by_hand/transpose.wgsl"),
        inputs: vec![source],
        groups: [256 / 32, 512 / 32],
        answer,
    }
}
