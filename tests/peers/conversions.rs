//! Matrices of faer as views, and views as matrices of faer: by an address, extents and strides, without a copy.

use faer::{Mat, MatMut, MatRef};
use layout_view::Strided;
use layout_view::dynamic::{StridedLayout, strided};
use layout_view::{Layout, ShapeError, View, ViewMut, layout};

/// The layout of a matrix of faer, and how far its least element is from the first one, at which views begin.
fn layout_of<T>(matrix: MatRef<'_, T>) -> Result<(StridedLayout<2>, isize), ShapeError> {
    let shape = [matrix.nrows(), matrix.ncols()];
    let strides = [matrix.row_stride(), matrix.col_stride()];
    let steps = shape.iter().zip(strides).map(|(&extent, stride)| match extent {
        0 => 0,
        _ => (extent - 1).cast_signed() * stride.min(0),
    });
    Ok((strided(shape, strides)?, steps.sum()))
}

/// A matrix of faer as a view.
fn from_faer<T>(matrix: MatRef<'_, T>) -> Result<View<'_, T, StridedLayout<2>>, ShapeError> {
    let (layout, least) = layout_of(matrix)?;
    // SAFETY: the elements of a matrix are at the sums of its strides from its first one, and are borrowed as long as it is.
    Ok(unsafe { View::from_ptr(matrix.as_ptr().offset(least), layout) })
}

/// A matrix of faer as a view that is written.
fn from_faer_mut<T>(matrix: MatMut<'_, T>) -> Result<ViewMut<'_, T, StridedLayout<2>>, ShapeError> {
    let (layout, least) = layout_of(matrix.as_ref())?;
    // SAFETY: as above; nobody else has the matrix.
    Ok(unsafe { ViewMut::from_ptr(matrix.as_ptr_mut().offset(least), layout) })
}

/// A view as a matrix of faer.
fn to_faer<T, L: Layout<Geometry: Strided<2>>>(view: View<'_, T, L>) -> MatRef<'_, T> {
    let ([m, n], [down, across]) = (view.shape(), view.strides());
    // SAFETY: the elements of a view are at the sums of its strides from its first one, and are borrowed as long as it is.
    unsafe { MatRef::from_raw_parts(view.as_ptr(), m, n, down, across) }
}

#[test]
fn matrices_of_faer_are_views() {
    let mut matrix = Mat::from_fn(5, 7, |i, j| (10 * i + j) as f32);
    for (part, rows, columns) in [
        (matrix.as_ref(), 5, 7),
        (matrix.as_ref().transpose(), 7, 5),
        (matrix.as_ref().submatrix(1, 2, 3, 4), 3, 4),
        (matrix.as_ref().reverse_rows(), 5, 7),
        (matrix.as_ref().submatrix(1, 2, 3, 4).transpose().reverse_rows_and_cols(), 4, 3),
    ] {
        let view = from_faer(part).expect("a layout");
        assert_eq!(view.extents(), (rows, columns));
        for (i, j) in (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j))) {
            assert_eq!(view[(i, j)], part[(i, j)]);
        }
        assert_eq!(to_faer(view), part);
    }
    let mut view = from_faer_mut(matrix.as_mut().transpose_mut()).expect("a layout");
    view[(6, 0)] = -1.0;
    assert_eq!(matrix[(0, 6)], -1.0);
}

#[test]
fn views_are_matrices_of_faer() {
    let numbers: Vec<f32> = (0..96).map(|i| i as f32).collect();
    let view = View::new(&numbers, layout!((12,8):(8,1)));
    let tile = view.with_layout(layout!(zipped_divide((12,8):(8,1), (4,2)))).tile((1, 3));
    let matrix = to_faer(tile);
    assert_eq!((matrix.nrows(), matrix.ncols()), (4, 2));
    assert_eq!(matrix[(3, 1)], view[(7, 7)]);
    let reversed = View::new(&numbers, layout!((12,8):(-8,1)));
    assert_eq!(to_faer(reversed)[(0, 5)], 93.0);
}
