// Sources of two types of elements.

use layout_view::{View, ViewMut, einsum, layout};

layout! {
    struct A = (4,8):(8,1);
    struct B = (8,4):(4,1);
    struct C = (4,4):(4,1);
}

fn main() {
    let (a, b, mut c) = ([0_f32; 32], [0_f64; 32], [0_f32; 16]);
    let (a, b, mut c) = (View::new(&a, A), View::new(&b, B), ViewMut::new(&mut c, C));
    einsum!("m k, k n -> m n", a: A, b: B, c: C);
}
