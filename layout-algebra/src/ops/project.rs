//! `project`: the modes of a tiler and of a coordinate that a projection keeps.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::{CollectVec, Coordinate, Crd, Error, ErrorKind, HTuple, Tiler};

/// The modes of a tiler, and of the coordinate of one of its tiles, that do not stand against a `_` of the projection: one
/// tiler of `(M,N,K)` and one coordinate so serve the operands `(M,K)` and `(N,K)` of a product, by `(1,_,1)` and `(_,1,1)`. CuTe's
/// `local_tile(tensor, tiler, coordinate, Step<_1,X,_1>{})` is `local_tile` of these.
///
/// # Errors
///
/// [`ErrorKind::Incompatible`] where the tiler or the coordinate has not as many modes as the projection.
///
/// ```
/// use layout_algebra::{Coordinate, Crd, HTuple, Tiler, ops};
/// let tiler: Tiler = "(128,256,64)".parse().unwrap();
/// let at = |crd: [Crd; 3]| Coordinate::Tuple(crd.map(HTuple::Leaf).to_vec());
/// let one = || Crd::At(1.into());
/// let kept = ops::project(&at([one(), Crd::All, one()]), &tiler, &at([one(), one(), Crd::All])).unwrap();
/// assert_eq!((kept.0.to_string(), kept.1.to_string()), ("(128,64)".into(), "(1,_)".into()));
/// ```
pub fn project(
    projection: &Coordinate,
    tiler: &Tiler,
    coordinate: &Coordinate,
) -> Result<(Tiler, Coordinate), Error> {
    let unfit = |what: &dyn ToString| {
        let (coordinate, shape) = (projection.to_string(), what.to_string());
        Error::new("project", ErrorKind::Incompatible { coordinate, shape })
    };
    let HTuple::Tuple(steps) = projection else { return Err(unfit(tiler)) };
    let tiles = match tiler {
        Tiler::Modes(tiles) if tiles.len() == steps.len() => tiles,
        _ => return Err(unfit(tiler)),
    };
    let at = match coordinate {
        HTuple::Tuple(at) if at.len() == steps.len() => at,
        _ => return Err(unfit(coordinate)),
    };
    let kept: Vec<bool> = steps.iter().map(|step| *step != HTuple::Leaf(Crd::All)).collect_vec();
    Ok((Tiler::Modes(only(&kept, tiles)), HTuple::Tuple(only(&kept, at))))
}

fn only<T: Clone>(kept: &[bool], of: &[T]) -> Vec<T> {
    of.iter().zip(kept).filter(|(_, kept)| **kept).map(|(mode, _)| mode.clone()).collect_vec()
}
