//! `composition`: one layout after another.

mod empty;
mod symbolic;

use alloc::string::String;
use alloc::vec::Vec;

use super::coalesce::merged_leaves;
use super::coshape::arithmetic_tuple;
use super::{Outcome, size};
use crate::exact::step_sum::{Linear, Mode, Runs, StepSum};
use crate::exact::{checked_mul_add, known};
use crate::explain::{says, step};
use crate::{
    Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Stride, StrideTuple,
    Terms, Tiler,
};

const OP: &str = "composition";

/// The layout `A∘B`: `(A∘B)(c) = A(B(c))` for every coordinate `c` of `B`, in a
/// shape that refines the shape of `B`.
///
/// Found wherever it exists. Each leaf `s:d` of `B` becomes the coalesced
/// layout of `c ↦ A(d·c)`, which is unique; the sum over the leaves is then
/// shown to be `A∘B`, by the condition of `exact::step_sum`, which
/// contains those of arXiv 2603.02298, section 3.3, or by visiting every point
/// of a box within a budget.
///
/// Over symbols, CuTe's rule for the digits is followed where the facts show that it
/// applies: each leaf of `A` is divided by, or divides, what is left of a stride.
///
/// If `B` reaches past the size of `A`, the last mode of `A` continues; the
/// outcome says so.
///
/// If `B` has no coordinates, neither has `A∘B`, whatever `A` is. Its leaves have the steps that `A` has for those of
/// `B`, and 0 where they would not add up.
///
/// # Errors
///
/// [`ErrorKind::BrokenRun`] and [`ErrorKind::NotAdditive`] where `A∘B` is no
/// layout, with the point that proves it; [`ErrorKind::Undecided`];
/// [`ErrorKind::NoSuchMode`] where a stride of `B` steps along a mode that `A`
/// has not; [`ErrorKind::Empty`] where `A` alone has no coordinates;
/// [`ErrorKind::Unproved`]; [`ErrorKind::Overflow`].
///
/// ```
/// use layout_algebra::{Layout, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let composed = ops::composition(&rows, &"8:4".parse().unwrap()).unwrap();
/// assert_eq!(composed.layout.to_string(), "8:1");
/// ```
pub fn composition<D: Terms>(lhs: &Layout<D>, rhs: &Layout) -> Result<Outcome<Layout<D>>, Error> {
    D::compose(lhs, rhs)
}

/// [`composition`] of strides of one term.
pub(crate) fn composition_of_strides(lhs: &Layout, rhs: &Layout) -> Result<Outcome, Error> {
    step!(("composition({lhs}, {rhs})") compose(lhs, rhs))
}

fn compose(lhs: &Layout, rhs: &Layout) -> Result<Outcome, Error> {
    if lhs.is_empty() || rhs.is_empty() {
        return empty::composition(lhs, rhs).in_op(OP);
    }
    if lhs.is_symbolic() || rhs.is_symbolic() {
        says!("over symbols: each leaf is divided by what is left of a stride, or divides it");
        return symbolic::composition(lhs, rhs).in_op(OP);
    }
    Composition::new(lhs, rhs)?.compose().in_op(OP)
}

/// Composition with a tiler: a layout or a size acts on the whole layout, a
/// list composes mode by mode and drops the modes past it, `_` keeps a mode.
///
/// # Errors
///
/// As [`composition`], and [`ErrorKind::TooManyModes`].
///
/// ```
/// use layout_algebra::{Layout, Tiler, ops};
/// let rows: Layout = "(4,8):(8,1)".parse().unwrap();
/// let tiler: Tiler = "(2,4)".parse().unwrap();
/// let corner = ops::composition_with(&rows, &tiler).unwrap();
/// assert_eq!(corner.layout.to_string(), "(2,4):(8,1)");
/// ```
pub fn composition_with<D: Terms>(
    layout: &Layout<D>,
    tiler: &Tiler,
) -> Result<Outcome<Layout<D>>, Error> {
    step!(("composition({layout}, {tiler})") compose_with(layout, tiler))
}

fn compose_with<D: Terms>(layout: &Layout<D>, tiler: &Tiler) -> Result<Outcome<Layout<D>>, Error> {
    match tiler {
        Tiler::Layout(rhs) => composition(layout, rhs),
        Tiler::Size(size) => composition(layout, &Layout::leaf(size.clone(), Int::ONE)?),
        Tiler::All => Ok(layout.clone().into()),
        Tiler::Modes(tilers) => {
            check_rank(OP, layout, tiler, tilers.len())?;
            let mut composed = Vec::new();
            for (i, (mode, tiler)) in layout.modes().iter().zip(tilers).enumerate() {
                composed.push(composition_with(mode, tiler).under_mode(i)?);
            }
            Outcome::join(composed)
        }
    }
}

/// A tiler has at most as many modes as its layout.
pub(crate) fn check_rank<D: Terms>(
    op: &'static str,
    layout: &Layout<D>,
    tiler: &Tiler,
    found: usize,
) -> Result<(), Error> {
    if found <= layout.rank() {
        return Ok(());
    }
    Err(Error::too_many_modes(op, (format_args!("tiler {tiler}"), found), (layout, layout.rank()))
        .in_operand(1))
}

/// The mode of the left operand that a stride of the right one steps along.
pub(crate) fn mode_at<D: Terms>(lhs: &Layout<D>, path: &ModePath) -> Result<Layout<D>, Error> {
    lhs.get(path.indices()).ok_or_else(|| {
        let kind = ErrorKind::NoSuchMode {
            mode: alloc::format!("{path}"),
            of: alloc::format!("{lhs}"),
            rank: lhs.rank(),
        };
        Error::new(OP, kind).in_operand(1)
    })
}

/// Shape and stride, which a layout is not made of yet.
type Composed = Result<(IntTuple, StrideTuple), Error>;

/// Shape and stride of what the leaves of the right operand become, nested like it.
fn leaf(extent: &Int, stride: Stride) -> (IntTuple, StrideTuple) {
    (HTuple::Leaf(extent.clone()), HTuple::Leaf(stride))
}

fn by_leaf(
    rhs: &Layout,
    compose: &mut dyn FnMut(&Int, &Stride, &ModePath) -> Composed,
) -> Composed {
    nested(rhs.shape(), rhs.stride(), &ModePath::root(), compose)
}

fn nested(
    shape: &IntTuple,
    stride: &StrideTuple,
    path: &ModePath,
    compose: &mut dyn FnMut(&Int, &Stride, &ModePath) -> Composed,
) -> Composed {
    match (shape, stride) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            let (mut new_shapes, mut new_strides) = (Vec::new(), Vec::new());
            for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                let (shape, stride) = nested(shape, stride, &path.child(i), compose)?;
                new_shapes.push(shape);
                new_strides.push(stride);
            }
            Ok((HTuple::Tuple(new_shapes), HTuple::Tuple(new_strides)))
        }
        (HTuple::Leaf(extent), HTuple::Leaf(stride)) => compose(extent, stride, path),
        // A layout is congruent.
        _ => Ok((shape.clone(), stride.clone())),
    }
}

struct Composition<'a> {
    lhs: &'a Layout,
    rhs: &'a Layout,
    /// The domains along which the strides of `rhs` step: all of `lhs`, or some of its modes.
    domains: Vec<Domain>,
    beyond: Option<Error>,
}

/// A mode of the left operand, as a function on the integers.
struct Domain {
    path: ModePath,
    layout: Layout,
    /// The basis elements that its strides step along, one for each component.
    basis: Vec<ModePath>,
    function: StepSum,
    /// The refined modes of `rhs` that step along it.
    modes: Vec<Mode>,
}

impl Domain {
    fn new(lhs: &Layout, path: &ModePath) -> Result<Self, Error> {
        let layout = mode_at(lhs, path)?;
        let mut basis: Vec<ModePath> = Vec::new();
        for (_, stride) in layout.leaves() {
            if !basis.contains(stride.mode()) {
                basis.push(stride.mode().clone());
            }
        }
        let mut leaves = Vec::new();
        for (extent, stride) in layout.leaves() {
            let mut vector = alloc::vec![0; basis.len()];
            if let Some(component) = basis.iter().position(|mode| mode == stride.mode()) {
                vector[component] = known(stride.scale())?;
            }
            leaves.push((known(extent)?, vector));
        }
        let function = StepSum::of_leaves(&leaves)?;
        Ok(Domain { path: path.clone(), layout, basis, function, modes: Vec::new() })
    }

    /// The value at a position as a stride, if it steps along one basis element.
    fn stride_at(&self, position: i128) -> Result<Option<Stride>, Error> {
        let value = self.function.at(position)?;
        let mut terms = value.iter().zip(&self.basis).filter(|(value, _)| **value != 0);
        let Some((&scale, mode)) = terms.next() else { return Ok(Some(Stride::zero())) };
        let stride = Stride::basis(Int::new(scale), mode.clone());
        Ok(terms.next().is_none().then_some(stride))
    }

    /// The value at a position, times `factor`, as it prints.
    fn value_at(&self, position: i128, factor: i128) -> Result<String, Error> {
        let mut terms = Vec::new();
        for (value, mode) in self.function.at(position)?.iter().zip(&self.basis) {
            terms.push((mode.clone(), Int::new(*value).mul(&Int::new(factor))?));
        }
        Ok(alloc::format!("{}", arithmetic_tuple(&terms)?))
    }
}

impl<'a> Composition<'a> {
    fn new(lhs: &'a Layout, rhs: &'a Layout) -> Result<Self, Error> {
        let mut domains: Vec<Domain> = Vec::new();
        for (_, stride) in rhs.leaves() {
            if !domains.iter().any(|domain| domain.path == *stride.mode()) {
                domains.push(Domain::new(lhs, stride.mode()).in_op(OP)?);
            }
        }
        Ok(Composition { lhs, rhs, domains, beyond: None })
    }

    fn compose(mut self) -> Result<Outcome, Error> {
        let (shape, stride) =
            by_leaf(self.rhs, &mut |extent, stride, path| self.compose_leaf(extent, stride, path))?;
        for domain in &self.domains {
            match domain.function.linear_on(&domain.modes)? {
                Linear::Yes => {}
                Linear::FailsAt(point) => return Err(self.not_additive(domain, &point)?),
                Linear::Undecided => return Err(self.undecided()),
            }
        }
        self.check_domain()?;
        Ok(Outcome { layout: Layout::new(shape, stride)?, objection: self.beyond })
    }

    /// The layout of `c ↦ A(d·c)` on `[0, extent)`.
    fn compose_leaf(
        &mut self,
        extent: &Int,
        stride: &Stride,
        path: &ModePath,
    ) -> Result<(IntTuple, StrideTuple), Error> {
        if *stride.scale() == Int::ZERO {
            return Ok(leaf(extent, Stride::zero()));
        }
        let Some(at) = self.domains.iter().position(|domain| domain.path == *stride.mode()) else {
            return Ok(leaf(extent, stride.clone()));
        };
        if *extent == Int::ONE {
            let stride = unit_stride(&self.domains[at].layout, stride.scale())?;
            return Ok(leaf(extent, stride));
        }
        let (s, d) = (known(extent)?, known(stride.scale())?);
        let modes = match self.domains[at].function.runs(s, d)? {
            Runs::Found(modes) => modes,
            Runs::Undecided => return Err(self.undecided()),
            Runs::Broken { scale, run, extent: left } => {
                let domain = &self.domains[at];
                let position = Int::new(scale).mul(&Int::new(run))?;
                let kind = ErrorKind::BrokenRun {
                    lhs: alloc::format!("{}", domain.layout),
                    mode: alloc::format!("{extent}:{stride}"),
                    run: Int::new(run),
                    extent: Int::new(left),
                    value: domain.value_at(known(&position)?, 1)?,
                    expected: domain.value_at(scale, run)?,
                    position,
                };
                return Err(Error::new(OP, kind).in_operand(1).at_path(path.clone()));
            }
        };
        let domain = &mut self.domains[at];
        let (mut shapes, mut strides) = (Vec::new(), Vec::new());
        for &(extent, scale) in &modes {
            shapes.push(HTuple::Leaf(Int::new(extent)));
            let Some(stride) = domain.stride_at(scale)? else {
                let kind = ErrorKind::SeveralTerms { stride: domain.value_at(scale, 1)? };
                return Err(Error::new(OP, kind).in_operand(1).at_path(path.clone()));
            };
            says!(
                "leaf {}:{d} of the right operand: {extent} steps of {scale} are {extent} steps of {stride}, \
                 as {} at {scale} is {stride}",
                s,
                domain.layout
            );
            strides.push(HTuple::Leaf(stride));
        }
        domain.modes.extend(modes);
        Ok((HTuple::of_modes(shapes), HTuple::of_modes(strides)))
    }

    /// Checks that the right operand stays within the left one.
    fn check_domain(&mut self) -> Result<(), Error> {
        for domain in &self.domains {
            let (mut least, mut most) = (Int::ZERO, Int::ZERO);
            for &(extent, stride) in &domain.modes {
                let reach = Int::new(stride).mul(&Int::new(extent - 1))?;
                if reach.less(&Int::ZERO).is_true() {
                    least = least.add(&reach)?;
                } else {
                    most = most.add(&reach)?;
                }
            }
            let size = size(&domain.layout)?;
            let position = if least.less(&Int::ZERO).is_true() { least } else { most };
            if position.less(&Int::ZERO).is_true() || !position.less(&size).is_true() {
                says!(
                    "position {position} is past the {size} of {}: its last mode goes on",
                    domain.layout
                );
                let layout = alloc::format!("{}", domain.layout);
                let kind = ErrorKind::Beyond { layout, size, position };
                self.beyond = Some(Error::new(OP, kind).in_operand(1));
                return Ok(());
            }
        }
        Ok(())
    }

    /// The error of a point, given in the refined modes of a domain, at which
    /// the modes do not add up.
    fn not_additive(&self, domain: &Domain, point: &[i128]) -> Result<Error, Error> {
        let mut position = 0i128;
        let mut sum = Vec::new();
        for (&c, &(_, d)) in point.iter().zip(&domain.modes) {
            position = checked_mul_add(c, d, position).ok_or(crate::Overflow::Range)?;
            for (value, mode) in domain.function.at(d)?.iter().zip(&domain.basis) {
                sum.push((mode.clone(), Int::new(*value).mul(&Int::new(c))?));
            }
        }
        // Gather the refined digits of each leaf of the right operand.
        let mut digits = point.iter().zip(&domain.modes);
        let mut coordinate = Vec::new();
        for (extent, stride) in self.rhs.leaves() {
            let (mut c, mut place) = (0i128, 1i128);
            let here = *stride.mode() == domain.path && *stride.scale() != Int::ZERO;
            let end = known(extent)?;
            while here && place < end {
                let Some((digit, (extent, _))) = digits.next() else { break };
                c += digit * place;
                place *= extent;
            }
            coordinate.push(Int::new(c));
        }
        let coordinate = self.rhs.shape().with_leaves(coordinate);
        let kind = ErrorKind::NotAdditive {
            lhs: alloc::format!("{}", self.lhs),
            rhs: alloc::format!("{}", self.rhs),
            coordinate: alloc::format!("{coordinate}"),
            position: Int::new(position),
            value: domain.value_at(position, 1)?,
            sum: alloc::format!("{}", arithmetic_tuple(&sum)?),
        };
        Ok(Error::new(OP, kind).in_operand(1))
    }

    fn undecided(&self) -> Error {
        Error::undecided(OP, format_args!("{} o {} is a layout", self.lhs, self.rhs)).in_operand(1)
    }
}

/// The stride that CuTe gives to a mode of extent 1, which no coordinate sees:
/// what is left of `d` after the leaves before the last, in steps of the last.
fn unit_stride(layout: &Layout, d: &Int) -> Result<Stride, Error> {
    let leaves = merged_leaves(layout)?;
    let Some(((_, last), before)) = leaves.split_last() else { return Ok(Stride::zero()) };
    let mut rest = d.abs()?;
    for (extent, _) in before {
        rest = rest.div_ceil(extent)?;
    }
    let sign = if d.less(&Int::ZERO).is_true() { -1 } else { 1 };
    Ok(last.times(&rest.mul(&Int::new(sign))?)?)
}
