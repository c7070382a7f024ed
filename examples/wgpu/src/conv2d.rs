//! A convolution, `R(x,y,k) = Σ I(x+i, y+j, c)·F(i,j,c,k)`: windows of the image in the memory of a group.

use layout_runtime::{Layout, layout, wgsl};

use crate::kernel::Kernel;

layout! {
    /// The image, with an edge of one element around it: its coordinates are `(x, y, channel)`.
    pub struct Image = (34,34,8):(1,34,1156);
    /// The filters, whose coordinates are `(x, y, channel, filter)`.
    pub struct Filters = (3,3,8,16):(16,48,144,1);
    /// The result, whose coordinates are `(x, y, filter)`.
    pub struct Output = (32,32,16):(1,32,1024);
    /// The elements of one channel that a tile of 16 x 16 needs.
    pub struct Window = (18,18);
    /// The windows of all tiles in the image: `(place, channel, tile, tile)`. They begin 16 elements apart, so that neighbours
    /// share what is at their edge.
    #[allow(non_injective)]
    pub struct Windows = ((18,18),8,2,2):((1,34),1156,16,544);
    /// The elements of a window under the filters, at each place of the tile: `(place, element of a filter)`. They begin one element
    /// further at the next place.
    #[allow(non_injective)]
    pub struct Taps = ((16,16),(3,3)):((1,18),(1,18));
}

/// The shader.
pub const SHADER: &str = wgsl!(
    tiles = zipped_divide(Output, (16, 16)),
    Window,
    #[allow(non_injective)]
    Windows,
    #[allow(non_injective)]
    Taps,
    Filters,
    include_str!("conv2d.wgsl"),
);

/// The kernel, with an image and filters of small integers.
pub fn kernel() -> Kernel {
    let filled = |size: usize, by: usize| -> Vec<f32> {
        (0..size).map(|i| ((i * by) % 17) as f32 - 8.0).collect()
    };
    let (image, filters) = (filled(Image.size(), 5), filled(Filters.size(), 7));
    let mut answer = vec![0.0; Output.size()];
    for (x, y) in (0..32).flat_map(|x| (0..32).map(move |y| (x, y))) {
        for k in 0..16 {
            let mut sum = 0.0;
            for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                for c in 0..8 {
                    sum += image[Image.at(x + i, y + j, c)] * filters[Filters.at(i, j, c, k)];
                }
            }
            answer[Output.at(x, y, k)] = sum;
        }
    }
    Kernel {
        name: "conv2d",
        shader: SHADER,
        by_hand: include_str!("by_hand/conv2d.wgsl"),
        inputs: vec![image, filters],
        groups: [2, 2],
        answer,
    }
}
