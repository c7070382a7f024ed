//! Products of matrices by other crates, of views with plain strides: by rows and by columns,
//! transposed, sliced, padded, reversed; with sizes known at compile time, or at run time.

#![allow(unsafe_code)]

#[cfg(feature = "long")]
#[path = "conversions.rs"]
mod conversions;

use layout_view::Strided;
use layout_view::bounds::Unpadded;
use layout_view::{
    Coordinate, Dynamic, Extent, Fixed, Geometry, Layout, Mode, View, ViewMut, divide, layout,
};

/// A matrix taken apart.
#[derive(Clone, Copy)]
struct Matrix<P> {
    first: P,
    shape: [usize; 2],
    strides: [isize; 2],
}

fn of<L: Layout<Geometry: Strided<2>>>(view: View<f32, L>) -> Matrix<*const f32> {
    Matrix { first: view.as_ptr(), shape: view.shape(), strides: view.strides() }
}

fn of_mut<L: Layout<Geometry: Strided<2>>>(view: &mut ViewMut<f32, L>) -> Matrix<*mut f32> {
    Matrix { first: view.as_mut_ptr(), shape: view.shape(), strides: view.strides() }
}

/// A product of matrices by one of the crates: sets the target to the product.
///
/// # Safety
///
/// The three are matrices, and nobody else has the target.
type Multiply = unsafe fn(Matrix<*const f32>, Matrix<*const f32>, Matrix<*mut f32>);

const PEERS: &[(&str, Multiply)] = &[
    ("matrixmultiply", by_matrixmultiply),
    #[cfg(feature = "long")]
    ("gemm", by_gemm),
    #[cfg(feature = "long")]
    ("faer", by_faer),
];

unsafe fn by_matrixmultiply(a: Matrix<*const f32>, b: Matrix<*const f32>, c: Matrix<*mut f32>) {
    let ([m, k], [_, n]) = (a.shape, b.shape);
    // SAFETY: by the caller.
    unsafe {
        matrixmultiply::sgemm(
            m,
            k,
            n,
            1.0,
            a.first,
            a.strides[0],
            a.strides[1],
            b.first,
            b.strides[0],
            b.strides[1],
            0.0,
            c.first,
            c.strides[0],
            c.strides[1],
        );
    }
}

#[cfg(feature = "long")]
unsafe fn by_gemm(a: Matrix<*const f32>, b: Matrix<*const f32>, c: Matrix<*mut f32>) {
    let ([m, k], [_, n]) = (a.shape, b.shape);
    // SAFETY: by the caller. Strides of columns come first.
    unsafe {
        gemm::gemm(
            m,
            n,
            k,
            c.first,
            c.strides[1],
            c.strides[0],
            false,
            a.first,
            a.strides[1],
            a.strides[0],
            b.first,
            b.strides[1],
            b.strides[0],
            0.0,
            1.0,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

#[cfg(feature = "long")]
unsafe fn by_faer(a: Matrix<*const f32>, b: Matrix<*const f32>, c: Matrix<*mut f32>) {
    use faer::linalg::matmul::matmul;
    use faer::{Accum, MatMut, MatRef, Par};

    // SAFETY: by the caller.
    let (a, b, c) = unsafe {
        (
            MatRef::from_raw_parts(a.first, a.shape[0], a.shape[1], a.strides[0], a.strides[1]),
            MatRef::from_raw_parts(b.first, b.shape[0], b.shape[1], b.strides[0], b.strides[1]),
            MatMut::from_raw_parts_mut(c.first, c.shape[0], c.shape[1], c.strides[0], c.strides[1]),
        )
    };
    matmul(c, Accum::Replace, a, b, 1.0, Par::Seq);
}

/// Small integers, whose sums are exact in any order.
fn numbers(count: usize, seed: usize) -> Vec<f32> {
    (0..count).map(|i| ((i * 7 + seed) % 16) as f32).collect()
}

/// The product of two views, into every element of a target.
fn check<A: Layout, B: Layout, C: Layout<Bounds: Unpadded>>(
    a: View<f32, A>,
    b: View<f32, B>,
    layout: C,
) where
    A::Geometry: Strided<2>,
    B::Geometry: Strided<2>,
    C::Geometry: Strided<2>,
    (usize, usize): Coordinate<A::Geometry> + Coordinate<B::Geometry> + Coordinate<C::Geometry>,
{
    let ([m, k], [_, n]) = (a.shape(), b.shape());
    assert_eq!((b.shape()[0], layout.geometry().numbers().0), (k, [m, n]));
    for &(peer, multiply) in PEERS {
        let mut buffer = vec![-1.0; layout.cosize() + 2];
        let mut c = ViewMut::new(&mut buffer[1..], layout);
        // SAFETY: three matrices; the target is borrowed.
        unsafe { multiply(of(a), of(b), of_mut(&mut c)) };
        for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let sum: f32 = (0..k).map(|k| a[(i, k)] * b[(k, j)]).sum();
            assert_eq!(c[(i, j)], sum, "{peer} at {:?}", (i, j));
        }
        let written = buffer.iter().filter(|&&x| x >= 0.0).count();
        assert_eq!(written, m * n, "{peer}: nothing else is written");
    }
}

layout! {
    struct Rows = (12,8):(8,1);
    struct Tiles = zipped_divide(Rows, (4,4));
}

#[test]
fn views_of_the_compiler_are_operands() {
    let (a, b) = (numbers(96, 1), numbers(160, 5));
    let rows = View::new(&a, Rows);
    // By rows and by columns, into both.
    check(rows, View::new(&b, layout!((8,20):(20,1))), layout!((12,20):(20,1)));
    check(rows, View::new(&b, layout!((8, 20))), layout!((12, 20)));
    // A transposed, the same elements.
    let transposed = rows.with_layout(layout!((8,12):(1,8)));
    check(transposed, rows, layout!((8,8):(9,1)));
    // Slices: of a cube, and every other row.
    let cube = View::new(&a, layout!((4,3,8):(24,8,1)));
    check(cube.slice((.., 1, ..)), View::new(&b, layout!((8,20):(20,1))), layout!((4, 20)));
    let others = rows.with_layout(layout!((6,8):(16,1)));
    check(others, View::new(&b, layout!((8,7):(1,9))), layout!((6,7):(1,6)));
    // Reversed.
    let reversed = View::new(&a, layout!((12,8):(-8,-1)));
    check(reversed, View::new(&b, layout!((8,20):(-20,1))), layout!((12,20):(-20,-1)));
    // Tiles of a divide.
    let tiles = rows.with_layout(Tiles);
    check(tiles.tile((2, 1)), tiles.tile((0, 0)), layout!((4,4):(4,1)));
    let halves = rows.with_layout(divide!(Rows, (12, 4)));
    check(
        halves.slice(((.., 0), (.., 1))),
        View::new(&b, layout!((4,9):(1,4))),
        layout!((12,9):(9,1)),
    );
}

fn mode(extent: usize, stride: isize) -> Mode {
    Mode { extent: Extent::new(extent), stride }
}

/// The product of views of a run-time size, into rows with a gap.
fn check_run<A: Layout<Geometry: Strided<2>>, B: Layout<Geometry: Strided<2>>>(
    a: View<f32, A>,
    b: View<f32, B>,
) where
    (usize, usize): Coordinate<A::Geometry> + Coordinate<B::Geometry>,
{
    let ([m, _], [_, n]) = (a.shape(), b.shape());
    let rows = (mode(m, n as isize + 1), Mode { extent: Extent::new(n), stride: Fixed::<1> });
    check(a, b, Dynamic::<_, 2>::new(rows).unwrap());
}

#[test]
fn views_of_the_run_are_operands() {
    let buffer = numbers(2000, 3);
    fn matrix<M: Geometry>(modes: M) -> Dynamic<M, 2> {
        Dynamic::new(modes).unwrap()
    }
    for (m, k, n) in [(1, 1, 1), (5, 7, 3), (17, 9, 33)] {
        let rows =
            matrix((mode(m, k as isize), Mode { extent: Extent::new(k), stride: Fixed::<1> }));
        let columns = matrix((mode(k, 1), mode(n, k as isize + 2)));
        check_run(View::new(&buffer, rows), View::new(&buffer, columns));
        let reversed = matrix((mode(m, -1), mode(k, -(m as isize))));
        check_run(View::new(&buffer, reversed), View::new(&buffer, columns));
    }
    // Parts of cubes: two modes are kept, one in part.
    let row = Mode { extent: Fixed::<8>, stride: Fixed::<1> };
    let cube = Dynamic::<_, 3>::new((mode(6, 40), mode(5, 8), row)).unwrap();
    let a = View::new(&buffer, cube).slice((1..4, 2, ..));
    let cube = Dynamic::<_, 3>::new((row, mode(5, 8), mode(6, 40))).unwrap();
    check_run(a, View::new(&buffer, cube).slice((.., 3, 1..6)));
}
