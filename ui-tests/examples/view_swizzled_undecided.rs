// A swizzle by hand of so many bits that its largest offset takes too long to find.

use layout_view::PartLayout;
use layout_view::{Leaf, Swizzled, View};

type Mixed = PartLayout<Leaf<{ 1 << 40 }, 1>, Swizzled<20, 0, 20, 0, 0, 0>>;

fn main() {
    let _ = View::<u8, Mixed>::try_new(&[], Mixed::NEW).is_err();
}
