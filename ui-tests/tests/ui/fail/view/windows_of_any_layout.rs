// A generic function of windows, which has to ask for one stride of each mode.

use layout_view::{Layout, View, ViewMut};

fn halo<L: Layout>(image: View<'_, f32, L>, tile: &mut ViewMut<'_, f32, layout_view::layout!((6,6):(6,1))>) {
    image.copy_window([-1, -1], [1, 1], tile, 0.0);
}

fn main() {}
