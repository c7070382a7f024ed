// A wrong local; methods, generic calls, other macros and constants that use it are silent.

use layout_view::{StaticLayout, divide, layout};

fn size<L: StaticLayout>(_: L) -> usize {
    L::SIZE
}

fn main() {
    layout! { let t = (4,8):(1,0); }
    let _: usize = t.index(0) + t.at(1, 2) + size(t) + divide!(t, 4).index(2);
    const N: usize = layout!(cosize(t));
    let _ = [0; N];
    layout! { let u = logical_divide(t, 2); let v = logical_divide(u, t); }
    let _ = v.index(1);
}
