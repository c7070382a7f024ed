//! `slice`, `dice` and `slice_and_offset`: the modes that a coordinate leaves open.

use alloc::vec::Vec;

use crate::{
    Coordinate, Crd, Error, ErrorAddress, ErrorKind, HTuple, IntTuple, Layout, ModePath, Terms,
};

/// The modes of a layout that stand against a `_` of the coordinate, in a tuple:
/// `slice((1,(_,2)), (4,(2,3)):(59,(13,1)))` is `(2):(13)`.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the coordinate is none of the layout.
///
/// ```
/// use layout_algebra::{Crd, HTuple, Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let row = HTuple::Tuple(vec![HTuple::Leaf(Crd::At(Int::ONE)), HTuple::Leaf(Crd::All)]);
/// assert_eq!(ops::slice(&row, &rows).unwrap().to_string(), "(8):(1)");
/// ```
pub fn slice<D: Terms>(coordinate: &Coordinate, layout: &Layout<D>) -> Result<Layout<D>, Error> {
    pick(coordinate, layout, Keep::Open, "slice")
}

/// The modes of a layout that stand against a position of the coordinate, in a
/// tuple: `dice((_,1), (4,8):(8,1))` is `(8):(1)`.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the coordinate is none of the layout.
///
/// ```
/// use layout_algebra::{Crd, HTuple, Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let row = HTuple::Tuple(vec![HTuple::Leaf(Crd::At(Int::ONE)), HTuple::Leaf(Crd::All)]);
/// assert_eq!(ops::dice(&row, &rows).unwrap().to_string(), "(4):(8)");
/// ```
pub fn dice<D: Terms>(coordinate: &Coordinate, layout: &Layout<D>) -> Result<Layout<D>, Error> {
    pick(coordinate, layout, Keep::Fixed, "dice")
}

/// The slice, and the value of the layout at the positions of the coordinate:
/// `L(c with x for _) = offset + slice(x)`.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the coordinate is none of the layout.
///
/// ```
/// use layout_algebra::{Crd, HTuple, Int, Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let row = HTuple::Tuple(vec![HTuple::Leaf(Crd::At(Int::ONE)), HTuple::Leaf(Crd::All)]);
/// let (slice, offset) = ops::slice_and_offset(&row, &rows).unwrap();
/// assert_eq!((slice.to_string(), offset.to_string()), ("(8):(1)".into(), "8".into()));
/// ```
pub fn slice_and_offset<D: Terms>(
    coordinate: &Coordinate,
    layout: &Layout<D>,
) -> Result<(Layout<D>, IntTuple), Error> {
    let op = "slice_and_offset";
    let sliced = pick(coordinate, layout, Keep::Open, op)?;
    let offset = super::evaluate(&coordinate.positions(), layout).in_op(op).in_operand(0)?;
    Ok((sliced, offset))
}

#[derive(Clone, Copy, PartialEq)]
enum Keep {
    Open,
    Fixed,
}

fn pick<D: Terms>(
    coordinate: &Coordinate,
    layout: &Layout<D>,
    keep: Keep,
    op: &'static str,
) -> Result<Layout<D>, Error> {
    if let HTuple::Leaf(crd) = coordinate {
        let kept = (*crd == Crd::All) == (keep == Keep::Open);
        return if kept { Ok(layout.clone()) } else { Layout::from_modes(&[]) };
    }
    let mut kept = Vec::new();
    collect(coordinate, layout, keep, op, &ModePath::root(), &mut kept)?;
    Layout::from_modes(&kept)
}

fn collect<D: Terms>(
    coordinate: &Coordinate,
    layout: &Layout<D>,
    keep: Keep,
    op: &'static str,
    path: &ModePath,
    kept: &mut Vec<Layout<D>>,
) -> Result<(), Error> {
    match coordinate {
        HTuple::Leaf(crd) => {
            if (*crd == Crd::All) == (keep == Keep::Open) {
                kept.push(layout.clone());
            }
            Ok(())
        }
        HTuple::Tuple(crds) => {
            let modes = layout.modes();
            if !layout.shape().is_tuple() || crds.len() != modes.len() {
                let kind = ErrorKind::Incompatible {
                    coordinate: alloc::format!("{coordinate}"),
                    shape: alloc::format!("{}", layout.shape()),
                };
                return Err(Error::new(op, kind).at_path(path.clone()));
            }
            for (i, (crd, mode)) in crds.iter().zip(&modes).enumerate() {
                collect(crd, mode, keep, op, &path.child(i), kept)?;
            }
            Ok(())
        }
    }
}
