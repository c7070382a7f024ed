// Generic code that makes a view says so.

use layout_view::bounds::Unpadded;
use layout_view::{StaticLayout, View, layout};

fn first<L: StaticLayout<Bounds: Unpadded>>(buffer: &[u32], layout: L) -> u32 {
    View::new(buffer, layout)[0]
}

fn last<L: StaticLayout>(buffer: &[u32], layout: L) -> u32 {
    View::new(buffer, layout)[L::SIZE - 1]
}

fn main() {
    let _ = first(&[0; 12], layout!(10:1)) + last(&[0; 12], layout!(10:1));
}
