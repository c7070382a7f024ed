//! `local_tile`, `outer_partition` and `local_partition`: one tile, and one
//! position in every tile.

use alloc::vec::Vec;

use super::get_coord::flat_coord_of_number;
use super::{
    OnDomain, Outcome, check_bounds, check_injective, get_flat_coord, is_bijective, product_each,
    zipped_divide,
};
use crate::exact::integer_stride;
use crate::{
    CollectVec, Coordinate, Crd, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout,
    ModePath, Part as At, Stride, Terms, Tiler,
};

/// A part of a layout: a layout of its own, and the value of the layout at which it
/// begins, a tuple where the strides step along a basis.
pub type Part<D = Stride> = (Layout<D>, IntTuple);

/// The tile at a coordinate of tiles, and the offset where it begins: with
/// `D = zipped_divide(L, T)`,
///
/// ```text
/// offset + R(t) = D(t, c)
/// ```
///
/// for every coordinate `t` of the tile; each `_` in `c`, and each mode that it lacks,
/// keeps all tiles along it as a further mode of `R`. CuTe's `local_tile` and
/// `inner_partition`.
///
/// # Errors
///
/// The errors of [`zipped_divide`], [`ErrorKind::Incompatible`], and [`ErrorKind::NoDomain`] of a
/// composed layout.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Tiler, ops};
/// let matrix = ops::row_major(&(8, 12).into()).unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let tile = ops::local_tile(&matrix, &tiler, &(1, 1).into()).unwrap();
/// let (tile, offset) = tile.strict().unwrap();
/// assert_eq!((tile.to_string().as_str(), offset), ("(2,4):(12,1)", Int::new(28).into()));
///
/// // Of 4x3 tiles there is none at (3,3), which is an error of the second 3.
/// let outside = ops::local_tile(&matrix, &tiler, &(3, 3).into()).unwrap().strict().unwrap_err();
/// assert_eq!((outside.operand(), outside.path().indices()), (2, &[1][..]));
///
/// // No bit of the columns of one tile is flipped, so that a layout does it.
/// let swizzled: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse().unwrap();
/// let tile = ops::local_tile(&swizzled, &"(8,8)".parse().unwrap(), &(0, 1).into()).unwrap();
/// assert_eq!(tile.layout.0.to_string(), "((2,4),8):((56,144),1)");
/// ```
pub fn local_tile<L: OnDomain>(
    layout: &L,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<L::Part>, Error> {
    part(layout, tile_at(layout.domain()?, tiler, coordinate)?)
}

/// The position `c` in every tile, and the offset of the first: with
/// `D = zipped_divide(L, T)`, `offset + R(r) = D(c, r)` for every coordinate `r` of the
/// tiles.
///
/// # Errors
///
/// As [`local_tile`].
///
/// ```
/// use layout_algebra::{Int, Tiler, ops};
/// let matrix = ops::row_major(&(8, 12).into()).unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let part = ops::outer_partition(&matrix, &tiler, &(1, 2).into()).unwrap();
/// let (part, offset) = part.strict().unwrap();
/// assert_eq!((part.to_string().as_str(), offset), ("(4,3):(24,4)", Int::new(14).into()));
/// ```
pub fn outer_partition<L: OnDomain>(
    layout: &L,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<L::Part>, Error> {
    part(layout, position_at(layout.domain()?, tiler, coordinate)?)
}

/// The elements of thread `index`, where the threads lie over each tile as `threads`
/// numbers them: [`outer_partition`] by the extents of `threads`, at the coordinate
/// that has the number `index`.
///
/// The numbers must be those from 0 on, each of one coordinate. CuTe does not look:
/// threads over `(2,2):(1,4)` have the numbers 0, 1, 4 and 5, and 2 is given the
/// elements of 0. A number known only at run time must be shown to be below the size of
/// the threads.
///
/// # Errors
///
/// The errors of [`outer_partition`]; [`crate::ErrorKind::NotInjective`] where two coordinates have
/// one number, [`crate::ErrorKind::NoCoordinate`] with a number that none has.
///
/// ```
/// use layout_algebra::{Int, ops};
/// let matrix = ops::row_major(&(8, 12).into()).unwrap();
/// let threads = ops::col_major(&(2, 4).into()).unwrap();
/// let part = ops::local_partition(&matrix, &threads, &Int::new(5)).unwrap().strict().unwrap();
/// assert_eq!((part.0.to_string().as_str(), part.1), ("(4,3):(24,4)", Int::new(14).into()));
/// ```
pub fn local_partition<L: OnDomain>(
    layout: &L,
    threads: &Layout,
    index: &Int,
) -> Result<Outcome<L::Part>, Error> {
    part(layout, thread_at(layout.domain()?, threads, index)?)
}

/// A divided layout, and the coordinate of a part in it.
pub(crate) struct Located<D = Stride> {
    pub(crate) op: &'static str,
    pub(crate) divided: Layout<D>,
    pub(crate) coordinate: Coordinate,
}

impl<D> Located<D> {
    /// An error of the coordinate, of which the user wrote a part.
    pub(crate) fn blame(&self, error: Error) -> Error {
        error.in_op(self.op).in_operand(2).at_path(ModePath::root())
    }

    /// An error of one of its integers, which is in the place of the coordinate of the tile or of the rest. That of a thread is computed.
    fn blame_integer(&self, error: Error) -> Error {
        let path = match (self.op, error.path().indices()) {
            ("local_tile" | "outer_partition", [_, path @ ..]) => path.into(),
            _ => ModePath::root(),
        };
        self.blame(error).at_path(path)
    }
}

/// The coordinate of [`local_tile`] in the divided layout.
pub(crate) fn tile_at<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<Located<D>>, Error> {
    locate("local_tile", layout, tiler, &|tile, rest| [whole(tile), padded(coordinate, rest)])
}

/// The coordinate of [`outer_partition`] in the divided layout.
pub(crate) fn position_at<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<Outcome<Located<D>>, Error> {
    locate("outer_partition", layout, tiler, &|tile, rest| [padded(coordinate, tile), whole(rest)])
}

/// The extents of threads, and the coordinate of the one with the number `index`: [`local_partition`] is
/// [`outer_partition`] of them, and of what [`project`](super::project) keeps of them, where a projection is given.
///
/// # Errors
///
/// As [`local_partition`], of its threads and its index.
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
/// let threads: Layout = "(16,8):(8,1)".parse().unwrap();
/// let (extents, at) = ops::thread_coordinate(&threads, &Int::new(77)).unwrap();
/// assert_eq!((extents.to_string(), at.to_string()), ("(16,8)".into(), "(9,5)".into()));
/// ```
pub fn thread_coordinate(threads: &Layout, index: &Int) -> Result<(Tiler, Coordinate), Error> {
    const OP: &str = "local_partition";
    check_injective(threads).in_op(OP).in_operand(1)?;
    if !is_bijective(threads).in_op(OP).in_operand(1)? {
        check_from_zero(threads).in_op(OP).in_operand(1)?;
        // Some number is missing; asking for it says so.
        let missing = super::complement::first_hole(threads).in_op(OP).in_operand(1)?;
        get_flat_coord(threads, &missing).in_op(OP).in_operand(1)?;
    }
    let at = match index.known() {
        Some(_) => get_flat_coord(threads, index),
        None => flat_coord_of_number(threads, index),
    };
    let at = at.in_op(OP).in_operand(2)?;
    let tiler = Tiler::from_shape(&product_each(threads.shape())?)?;
    let at = at.map(&mut |i| Crd::At(i.clone()));
    let at = if at.is_tuple() { at } else { HTuple::Tuple(alloc::vec![at]) };
    Ok((tiler, at))
}

/// The coordinate of [`local_partition`] in the divided layout.
pub(crate) fn thread_at<D: Terms>(
    layout: &Layout<D>,
    threads: &Layout,
    index: &Int,
) -> Result<Outcome<Located<D>>, Error> {
    let (tiler, at) = thread_coordinate(threads, index)?;
    locate("local_partition", layout, &tiler, &|tile, rest| [padded(&at, tile), whole(rest)])
}

/// No number is below 0.
fn check_from_zero(threads: &Layout) -> Result<(), Error> {
    let paths = threads.shape().leaf_paths().into_iter().map(|(path, _)| path);
    for ((extent, stride), path) in threads.leaves().into_iter().zip(paths) {
        let stride = integer_stride(stride, "local_partition")?;
        if *extent != Int::ONE && stride.less(&Int::ZERO).is_true() {
            let kind = ErrorKind::NegativeStride { stride: stride.clone() };
            return Err(Error::new("local_partition", kind).in_part(At::Stride).at_path(path));
        }
    }
    Ok(())
}

/// The coordinate of a tile and that of the rest, given both.
type InTile<'a, D> = dyn Fn(&Layout<D>, &Layout<D>) -> [Coordinate; 2] + 'a;

fn locate<D: Terms>(
    op: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
    coordinate: &InTile<'_, D>,
) -> Result<Outcome<Located<D>>, Error> {
    let divided = zipped_divide(layout, tiler).in_op(op)?.in_op(op);
    let coordinate = match divided.layout.modes().as_slice() {
        [tile, rest] => HTuple::Tuple(coordinate(tile, rest).into()),
        _ => HTuple::Leaf(Crd::All),
    };
    let located = Located { op, divided: divided.layout, coordinate };
    let outside = check_bounds(&located.coordinate, located.divided.shape());
    let objection = divided.objection.or(outside.err().map(|error| located.blame_integer(error)));
    Ok(Outcome { layout: located, objection })
}

fn part<L: OnDomain>(
    layout: &L,
    located: Outcome<Located<L::Steps>>,
) -> Result<Outcome<L::Part>, Error> {
    let Outcome { layout: at, objection } = located;
    let part = layout.part(&at.divided, &at.coordinate).map_err(|error| at.blame(error))?;
    Ok(Outcome { layout: part, objection })
}

/// `_` for each mode of a tuple.
fn whole<D: Terms>(mode: &Layout<D>) -> Coordinate {
    match mode.shape() {
        HTuple::Leaf(_) => HTuple::Leaf(Crd::All),
        HTuple::Tuple(modes) => {
            HTuple::Tuple(modes.iter().map(|_| HTuple::Leaf(Crd::All)).collect_vec())
        }
    }
}

/// A tuple with `_` for the modes that it lacks.
fn padded<D: Terms>(coordinate: &Coordinate, mode: &Layout<D>) -> Coordinate {
    let HTuple::Tuple(given) = coordinate else { return coordinate.clone() };
    let mut all: Vec<Coordinate> = given.clone();
    while all.len() < mode.rank() {
        all.push(HTuple::Leaf(Crd::All));
    }
    HTuple::Tuple(all)
}
