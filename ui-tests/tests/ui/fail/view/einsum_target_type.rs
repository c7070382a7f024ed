// A target of another type of elements than the source.

use layout_view::{View, ViewMut, einsum, layout};

layout! {
    struct A = (4,8):(8,1);
    struct C = (4):(1);
}

fn main() {
    let (a, mut c) = ([0_f32; 32], [0_i32; 4]);
    let (a, mut c) = (View::new(&a, A), ViewMut::new(&mut c, C));
    einsum!("m k -> m", a: A, c: C);
}
