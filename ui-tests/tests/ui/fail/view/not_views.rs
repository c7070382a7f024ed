// A slice, an array, a vector or a number in the place of a view, by name: one error at each.

use layout_view::{View, ViewMut, copy, einsum, fold, layout, zip_with};

layout! {
    struct Matrix = (row: 4, col: 8):(8,1);
    struct Turned = (col: 8, row: 4):(4,1);
    struct Sums = (row: 4):(1);
}

fn main() {
    let (data, mut buffer, one) = (vec![1.0; 32], [0.0; 32], 1.0f32);
    let slice = &data[..];
    copy!(data: Matrix, ViewMut::new(&mut buffer, Turned): Turned);
    copy!(View::new(slice, Matrix): Matrix, &mut buffer: Turned);
    fold!(slice: Matrix, ViewMut::new(&mut buffer, Sums): Sums, |sum, x| *sum += x);
    zip_with!(buffer: Matrix, View::new(slice, Matrix): Matrix, |to, from| *to += from);
    zip_with!(ViewMut::new(&mut buffer, Matrix): Matrix, one: Matrix, |to, from| *to += from);
    einsum!("row col -> row", View::try_new(slice, Matrix): Matrix, ViewMut::new(&mut buffer, Sums): Sums);
}
