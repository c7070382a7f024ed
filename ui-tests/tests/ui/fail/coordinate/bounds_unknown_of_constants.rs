// Tiles of threads that are not said to divide a tile are padded themselves.

use layout_view::layout;

layout! {
    struct Matrix<m, n> = (m,n):(n,1);
    #[allow(padding)]
    struct Lost<m, n, const BM: usize, const TY: usize> =
        composition(zipped_divide(Matrix, (BM,8)), <zipped_divide((BM,8),(TY,8)), _>);
    #[allow(padding)]
    #[assume(BM % TY == 0)]
    struct Kept<m, n, const BM: usize, const TY: usize> =
        composition(zipped_divide(Matrix, (BM,8)), <zipped_divide((BM,8),(TY,8)), _>);
}

fn main() {
    let _ = Kept::<32, 8>::of(100, 10).in_bounds(1);
    let _ = Lost::<32, 8>::of(100, 10).in_bounds(1);
}
