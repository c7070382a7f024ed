//! `Layout`: a shape and a congruent stride.

use alloc::vec::Vec;
use core::fmt;

use crate::{
    CollectVec, Condition, Error, ErrorAddress, ErrorKind, HTuple, Int, IntTuple, Least, ModePath,
    Part, SortFew, Stride, StrideTuple, Symbol, Terms, decide,
};

/// A layout `S:D`, the function `c ↦ Σ cᵢ·dᵢ` on the coordinates of `S`.
///
/// The shape and the stride always have the same profile and no extent is
/// negative; there is no other way to build one. An extent over symbols is shown to be positive. A 1-D coordinate is split
/// colexicographically over the leaves; the last leaf is not wrapped, so that
/// a layout also answers beyond its size, as in CuTe.
///
/// Leaves step by a [`Stride`] each, or by a sum of several, `(4,4):(1@0+1@1,2@0)`: a [`VectorLayout`](crate::VectorLayout).
///
/// A layout of numbers with an extent of 0 is [empty](Layout::is_empty): it has no coordinates, and no offset. Beside
/// symbols an extent is at least 1.
///
/// ```
/// use layout_algebra::{Int, Layout, ops};
///
/// let layout = Layout::new((4, 8), (8, 1))?;
/// assert_eq!(layout, "(4,8):(8,1)".parse()?);
/// assert_eq!(layout.to_string(), "(4,8):(8,1)");
/// assert_eq!(ops::size(&layout)?, Int::new(32));
/// assert!(Layout::new((4, 8), 1).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout<D = Stride> {
    shape: IntTuple,
    stride: HTuple<D>,
}

impl Layout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Incongruent`] where the profiles part, [`ErrorKind::Extent`]
    /// for an extent below 0 and, beside symbols, below 1, [`ErrorKind::Unproved`] for one over symbols that may be
    /// below 1,
    /// [`ErrorKind::MixedStrides`] for integers beside steps along a basis,
    /// [`ErrorKind::Overflow`] if the size or an offset
    /// does not fit [`Int`].
    pub fn new(shape: impl Into<IntTuple>, stride: impl Into<StrideTuple>) -> Result<Self, Error> {
        Layout::of(shape.into(), stride.into())
    }

    /// A layout of one leaf.
    pub fn leaf(extent: impl Into<Int>, stride: impl Into<Stride>) -> Result<Self, Error> {
        Layout::of(HTuple::Leaf(extent.into()), HTuple::Leaf(stride.into()))
    }

    /// The layout `1:0`, the unit of composition and product.
    pub fn unit() -> Self {
        Layout { shape: HTuple::Leaf(Int::ONE), stride: HTuple::Leaf(Stride::zero()) }
    }

    /// The layout `0:1`, which has no coordinates.
    pub(crate) fn nothing() -> Self {
        Layout { shape: HTuple::Leaf(Int::ZERO), stride: HTuple::from(Int::ONE) }
    }
}

impl<D: Terms> Layout<D> {
    /// The layout `shape:stride` of strides with any number of terms.
    ///
    /// # Errors
    ///
    /// As [`Layout::new`].
    ///
    /// ```
    /// use layout_algebra::{HTuple, Int, Layout, ModePath, Stride, Vector};
    /// let along = |mode| Vector::from(Stride::basis(Int::ONE, ModePath::from_iter([mode])));
    /// let diagonal = Layout::of(Int::new(4).into(), HTuple::Leaf(along(0).plus(&along(1))?))?;
    /// assert_eq!(diagonal.to_string(), "4:1@0+1@1");
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn of(shape: IntTuple, stride: HTuple<D>) -> Result<Self, Error> {
        check_congruent(&shape, &stride, &mut Vec::new())?;
        check_not_negative(&shape)?;
        check_bases(&shape, &stride)?;
        let layout = Layout { shape, stride };
        layout.check_symbols()?;
        layout.check_reach()?;
        Ok(layout)
    }

    /// A layout of strides of one term, as one of strides with any number of terms.
    pub fn lifted(layout: &Layout) -> Self {
        let stride = layout.stride.map(&mut |stride| D::from(stride.clone()));
        Layout { shape: layout.shape.clone(), stride }
    }

    /// The layout of the given modes, as CuTe's `make_layout(l0, l1, …)`.
    pub fn from_modes(modes: &[Layout<D>]) -> Result<Self, Error> {
        let shape = modes.iter().map(|mode| mode.shape.clone()).collect_vec();
        let stride = modes.iter().map(|mode| mode.stride.clone()).collect_vec();
        let (shape, stride) = (HTuple::Tuple(shape), HTuple::Tuple(stride));
        // Each mode is congruent, and none of its extents is negative.
        check_bases(&shape, &stride)?;
        let layout = Layout { shape, stride };
        layout.check_symbols()?;
        layout.check_reach()?;
        Ok(layout)
    }

    /// The shape: the extents, nested as the modes are.
    pub fn shape(&self) -> &IntTuple {
        &self.shape
    }

    /// The strides, congruent to the shape.
    pub fn stride(&self) -> &HTuple<D> {
        &self.stride
    }

    /// The number of modes.
    pub fn rank(&self) -> usize {
        self.shape.rank()
    }

    /// The levels of nesting.
    pub fn depth(&self) -> usize {
        self.shape.depth()
    }

    /// The modes as layouts of their own.
    pub fn modes(&self) -> Vec<Self> {
        let pairs = self.shape.modes().iter().zip(self.stride.modes());
        pairs.map(|(s, d)| Layout { shape: s.clone(), stride: d.clone() }).collect_vec()
    }

    /// The leaves as `(extent, stride)`, from left to right.
    pub fn leaves(&self) -> Vec<(&Int, &D)> {
        self.shape.leaves().into_iter().zip(self.stride.leaves()).collect_vec()
    }

    /// The sub-layout at a path, as CuTe's `get<I0,I1,…>`.
    pub fn get(&self, path: &[usize]) -> Option<Self> {
        let (shape, stride) = (self.shape.get(path)?, self.stride.get(path)?);
        Some(Layout { shape: shape.clone(), stride: stride.clone() })
    }

    /// Returns true if an extent is 0, so that there is no coordinate.
    ///
    /// ```
    /// use layout_algebra::Layout;
    /// assert!(Layout::new((4, 0), (1, 4))?.is_empty());
    /// assert!(!Layout::unit().is_empty());
    /// # Ok::<(), layout_algebra::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        is_empty(&self.shape)
    }

    /// Refuses a layout without coordinates, as an operand of an operation that needs one.
    pub(crate) fn check_inhabited(&self, op: &'static str, operand: usize) -> Result<(), Error> {
        if !self.is_empty() {
            return Ok(());
        }
        let kind = ErrorKind::Empty { layout: alloc::format!("{self}") };
        Err(Error::new(op, kind).in_operand(operand))
    }

    /// Returns true if some extent or stride is not known.
    pub fn is_symbolic(&self) -> bool {
        self.shape.leaves().into_iter().any(Int::is_symbolic)
            || self.stride.leaves().into_iter().any(D::is_symbolic)
    }

    /// The elements of the basis that it steps along, ascending: the root for integers.
    pub fn axes(&self) -> Vec<ModePath> {
        let mut axes = Vec::new();
        for stride in self.stride.leaves() {
            for term in stride.terms() {
                if *term.scale() != Int::ZERO {
                    axes.push(term.mode().clone());
                }
            }
        }
        axes.sort_few();
        axes.dedup();
        axes
    }

    /// The part along one element of the basis, as a layout of integers of the same shape: `c ↦`
    /// the component of `L(c)` there.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Overflow`].
    pub fn along(&self, axis: &ModePath) -> Result<Layout, Error> {
        let stride = self.stride.map(&mut |stride| Stride::from(stride.along(axis)));
        Layout::of(self.shape.clone(), stride)
    }

    /// The layout with integers in the place of its symbols; a symbol without one stays.
    ///
    /// # Errors
    ///
    /// As [`Layout::new`], and [`ErrorKind::Inexact`] where a condition does not hold
    /// under which the layout was made.
    ///
    /// ```
    /// use layout_algebra::{Facts, Int, Layout};
    ///
    /// let mut facts = Facts::new();
    /// facts.extent("m");
    /// let m = facts.int("m").unwrap();
    /// let layout = Layout::leaf(m.clone(), m).unwrap();
    /// let five = layout.substitute(&|_| Some(Int::new(5))).unwrap();
    /// assert_eq!((layout.to_string(), five.to_string()), ("m:m".into(), "5:5".into()));
    /// ```
    pub fn substitute(&self, value_of: &dyn Fn(&Symbol) -> Option<Int>) -> Result<Self, Error> {
        let mut strides = Vec::new();
        for stride in self.stride.leaves() {
            strides.push(stride.substitute(value_of)?);
        }
        Layout::of(self.shape.substitute(value_of)?, self.stride.with_leaves(strides))
    }

    /// The conditions on the symbols for this to be a layout whose offsets fit `bits` bits and a
    /// sign: positive extents are shown when it is made, and the reach of the offsets is left.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::TooManyTerms`].
    pub fn fits(&self, bits: u32) -> Result<Vec<Condition>, Error> {
        let limit = if bits < 127 { (1i128 << bits) - 1 } else { i128::MAX };
        let mut size = Int::ONE;
        let mut reach: Vec<(&ModePath, Int)> = Vec::new();
        for (extent, stride) in self.leaves() {
            size = size.mul(extent)?;
            let last = if *extent == Int::ZERO { Int::ZERO } else { extent.sub(&Int::ONE)? };
            for term in stride.terms() {
                let step = last.mul(&term.scale().abs()?)?;
                match reach.iter_mut().find(|(mode, _)| *mode == term.mode()) {
                    Some((_, sum)) => *sum = sum.add(&step)?,
                    None => reach.push((term.mode(), step)),
                }
            }
        }
        let mut conditions = alloc::vec![Condition::at_most(&size, &Int::new(limit))];
        for (_, most) in reach {
            conditions.push(Condition::at_most(&most, &Int::new(limit)));
        }
        conditions.retain(|condition| !condition.decide().is_true());
        Ok(conditions)
    }

    /// Proofs over symbols take it that extents are at least 1: beside them there is no 0.
    fn check_symbols(&self) -> Result<(), Error> {
        let zero = self.shape.leaves().into_iter().position(|extent| *extent == Int::ZERO);
        match zero {
            Some(zero) if self.is_symbolic() => {
                let kind = ErrorKind::Extent { extent: Int::ZERO, least: Least::Layout };
                let error = Error::new("make_layout", kind).in_part(Part::Shape);
                Err(error.at_path(path_of(&self.shape, zero)))
            }
            _ => Ok(()),
        }
    }

    /// The size and every offset of the domain must fit, as far as they are known.
    fn check_reach(&self) -> Result<(), Error> {
        let mut size = Int::ONE;
        let mut reach = Int::ZERO;
        for (leaf, (extent, stride)) in self.leaves().into_iter().enumerate() {
            if extent.known().is_none() || stride.is_symbolic() {
                continue;
            }
            // An extent of 0 counts as 1: what a layout continues with must fit, too.
            let extent = if *extent == Int::ZERO { &Int::ONE } else { extent };
            match size.mul(extent) {
                Ok(next) => size = next,
                Err(_) => return Err(self.overflow(leaf, Part::Shape)),
            }
            for term in stride.terms() {
                match term.scale().abs().and_then(|scale| extent.mul(&scale)?.add(&reach)) {
                    Ok(next) => reach = next,
                    Err(_) => return Err(self.overflow(leaf, Part::Stride)),
                }
            }
        }
        Ok(())
    }

    fn overflow(&self, leaf: usize, part: Part) -> Error {
        let error = Error::new("make_layout", ErrorKind::Overflow);
        error.in_part(part).at_path(path_of(&self.shape, leaf))
    }
}

/// The path of a leaf, counted from the left.
fn path_of(shape: &IntTuple, leaf: usize) -> ModePath {
    let path = shape.leaf_paths().into_iter().nth(leaf);
    path.map_or_else(ModePath::root, |(path, _)| path)
}

pub(crate) fn check_congruent<T: fmt::Display>(
    shape: &IntTuple,
    stride: &HTuple<T>,
    path: &mut Vec<usize>,
) -> Result<(), Error> {
    match (shape, stride) {
        (HTuple::Leaf(_), HTuple::Leaf(_)) => Ok(()),
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) if shapes.len() == strides.len() => {
            for (i, (shape, stride)) in shapes.iter().zip(strides).enumerate() {
                path.push(i);
                check_congruent(shape, stride, path)?;
                path.pop();
            }
            Ok(())
        }
        _ => {
            let (shape, stride) = (alloc::format!("{shape}"), alloc::format!("{stride}"));
            let error = Error::new("make_layout", ErrorKind::Incongruent { shape, stride });
            Err(error.in_part(Part::Stride).at_path(path.as_slice().into()))
        }
    }
}

/// Returns true if an extent is 0.
pub(crate) fn is_empty(shape: &IntTuple) -> bool {
    shape.leaves().contains(&&Int::ZERO)
}

/// Every extent is at least 0, and one over symbols at least 1.
pub(crate) fn check_not_negative(shape: &IntTuple) -> Result<(), Error> {
    check_from(0, shape)
}

/// Every extent is at least 1.
pub(crate) fn check_extents(shape: &IntTuple) -> Result<(), Error> {
    check_from(1, shape)
}

fn check_from(least: i128, shape: &IntTuple) -> Result<(), Error> {
    for (leaf, extent) in shape.leaves().into_iter().enumerate() {
        let fits = match extent.known() {
            Some(extent) => extent >= least,
            None => decide::positive("make_layout", extent)
                .in_part(Part::Shape)
                .at_path(path_of(shape, leaf))?,
        };
        if !fits {
            let least = if least == 0 { Least::Layout } else { Least::Coordinate };
            let kind = ErrorKind::Extent { extent: extent.clone(), least };
            let error = Error::new("make_layout", kind).in_part(Part::Shape);
            return Err(error.at_path(path_of(shape, leaf)));
        }
    }
    Ok(())
}

/// Checks that the strides of several coordinates add up to an integer or a tuple: no term of a
/// stride steps along a part of what another steps along.
pub(crate) fn check_bases<D: Terms>(shape: &IntTuple, stride: &HTuple<D>) -> Result<(), Error> {
    let strides = stride.leaves();
    if strides.iter().all(|stride| is_integer(*stride)) {
        return Ok(());
    }
    // A stride of 0 or an extent of 1 adds nothing.
    let mut before: Vec<&Stride> = Vec::new();
    for ((path, extent), stride) in shape.leaf_paths().into_iter().zip(strides) {
        let count = before.len();
        for second in stride.terms().iter().filter(|term| *term.scale() != Int::ZERO) {
            // The terms of one stride are one sum, whatever the extent.
            let others = if *extent == Int::ONE { &before[count..] } else { &before };
            if let Some(first) = others.iter().find(|first| is_mixed(first, second)) {
                let (first, second) = (alloc::format!("{first}"), alloc::format!("{second}"));
                let kind = ErrorKind::MixedStrides { first, second };
                let error = Error::new("make_layout", kind);
                return Err(error.in_part(Part::Stride).at_path(path));
            }
            before.push(second);
        }
        if *extent == Int::ONE {
            before.truncate(count);
        }
    }
    Ok(())
}

/// Returns true if a stride steps along no element of the basis but the root.
fn is_integer<D: Terms>(stride: &D) -> bool {
    stride.terms().iter().all(|term| term.mode().is_root())
}

/// Returns true if one of two strides steps along a mode of what the other steps along.
fn is_mixed(a: &Stride, b: &Stride) -> bool {
    let (a, b) = (a.mode().indices(), b.mode().indices());
    a != b && (a.starts_with(b) || b.starts_with(a))
}

impl<D: fmt::Display> fmt::Display for Layout<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}
