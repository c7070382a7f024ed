//! A transpose by tiles: both sides are read and written along their lines.

use layout_runtime::{Layout, layout, wgsl};

use crate::device::{Device, numbers, words};

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

/// Transposes a matrix of numbers on a device, and says whether each is where it belongs.
pub fn check(device: &Device) -> bool {
    let source: Vec<f32> = (0..Rows.size()).map(|i| i as f32).collect();
    let groups = [256 / 32, 512 / 32];
    let target = numbers(&device.run(SHADER, &[&words(&source)], Columns.size(), groups));
    let mut coordinates = (0..512).flat_map(|row| (0..256).map(move |column| (row, column)));
    coordinates.all(|(row, column)| target[Columns.at(row, column)] == source[Rows.at(row, column)])
}
