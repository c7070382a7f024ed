// Two rows of 16 lanes lie 40 words apart: no swizzle keeps them from each other, a padding does. The item exists for all that use it.

use layout_view::{StaticLayout, layout};

layout! {
    #[derive(Debug)]
    #[banks(conflicts = 0, bits = 32, bytes = 4)]
    pub struct Rows = ((16,2),1):((1,40),0);
}

fn main() {
    let _: usize = Rows.index(3) + Rows::SIZE + layout!(coalesce(Rows)).index(0);
}
