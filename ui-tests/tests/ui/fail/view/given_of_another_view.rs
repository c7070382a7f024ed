// The layout after a view is that of another view: one error of each, at the layout, and one that is right in generic code.

use layout_view::{Layout, View, ViewMut, copy, einsum, fold, layout, zip_with};

layout! {
    struct Rows = (i: 4, j: 8):(8,1);
    struct Columns = (i: 4, j: 8):(1,4);
    struct Sums = (i: 4):(1);
    struct Bias = (j: 8):(1);
}

fn generic<L: Layout>(a: View<'_, u8, L>, b: &mut ViewMut<'_, u8, Columns>) {
    copy!(a: Rows, b: Columns);
}

fn main() {
    let (a, bias, mut b, mut sums) = ([1u8; 32], [1u8; 8], [0u8; 32], [0u8; 4]);
    let (a, bias) = (View::new(&a, Rows), View::new(&bias, Bias));
    let (mut b, mut sums) = (ViewMut::new(&mut b, Columns), ViewMut::new(&mut sums, Sums));
    generic(a, &mut b);
    copy!(a: Columns, b: Columns);
    fold!(a: Rows, sums: Rows, |sum, x| *sum += x);
    zip_with!(b: Columns, bias: Sums, |x, bias| *x += bias);
    einsum!("i j, j -> i", a: Columns, bias: Bias, sums: Sums);
}
