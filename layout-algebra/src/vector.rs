//! `VectorLayout`: a layout whose strides step along several elements of a basis at once.

use alloc::vec::Vec;
use core::fmt;

use crate::exact::known;
use crate::layout::check_congruent;
use crate::ops::{Term, arithmetic_tuple, that_nest};
use crate::{Error, ErrorKind, HTuple, Int, IntTuple, Layout, ModePath, Nested, Overflow, Stride};

/// A stride of any number of terms, each so many steps along one element of a basis: `1@0+2@1`.
///
/// ```
/// use layout_algebra::{Int, ModePath, Stride, Vector};
/// let along = |scale, mode| Stride::basis(Int::new(scale), ModePath::from_iter([mode]));
/// let diagonal = Vector::from(along(1, 0)).plus(&along(-2, 1).into()).unwrap();
/// assert_eq!(diagonal.to_string(), "1@0-2@1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vector {
    /// Of different elements, ascending, none of them 0.
    terms: Vec<Stride>,
}

impl Vector {
    /// The terms, by ascending elements of the basis; none of 0.
    pub fn terms(&self) -> &[Stride] {
        &self.terms
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The stride, if it has one term or none.
    pub fn as_stride(&self) -> Option<Stride> {
        match self.terms.as_slice() {
            [] => Some(Stride::zero()),
            [term] => Some(term.clone()),
            _ => None,
        }
    }

    /// The steps along one element.
    pub fn along(&self, axis: &ModePath) -> Int {
        let term = self.terms.iter().find(|term| term.mode() == axis);
        term.map_or(Int::ZERO, |term| term.scale().clone())
    }

    /// The sum of both.
    ///
    /// # Errors
    ///
    /// [`Overflow`].
    pub fn plus(&self, other: &Vector) -> Result<Vector, Overflow> {
        let mut terms: Vec<Stride> = Vec::new();
        let mut axes: Vec<&ModePath> =
            self.terms.iter().chain(&other.terms).map(Stride::mode).collect();
        axes.sort();
        axes.dedup();
        for axis in axes {
            let scale = self.along(axis).add(&other.along(axis))?;
            terms.push(Stride::basis(scale, axis.clone()));
        }
        terms.retain(|term| *term.scale() != Int::ZERO);
        Ok(Vector { terms })
    }

    /// `factor` times this.
    ///
    /// # Errors
    ///
    /// [`Overflow`].
    pub fn times(&self, factor: &Int) -> Result<Vector, Overflow> {
        let terms = self.terms.iter().map(|term| term.times(factor));
        let mut terms = terms.collect::<Result<Vec<_>, _>>()?;
        terms.retain(|term| *term.scale() != Int::ZERO);
        Ok(Vector { terms })
    }
}

impl From<Stride> for Vector {
    fn from(stride: Stride) -> Self {
        let is_zero = *stride.scale() == Int::ZERO;
        Vector { terms: if is_zero { Vec::new() } else { alloc::vec![stride] } }
    }
}

impl fmt::Display for Vector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (i, term) in self.terms.iter().enumerate() {
            let is_positive = Int::ZERO.less(term.scale()).is_true();
            write!(f, "{}{term}", if i > 0 && is_positive { "+" } else { "" })?;
        }
        Ok(())
    }
}

/// A layout of strides that may have several terms, all of numbers: `(4,4):(1@0+1@1,2@0)`. Its values are
/// coordinates, and what it does along each element of the basis is a layout of integers.
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, VectorLayout, ops};
/// let rows: Layout = "4:1@0".parse().unwrap();
/// let columns: Layout = "4:1@1".parse().unwrap();
/// let diagonal = ops::vectors::layout_add(&rows.into(), &columns.into()).unwrap();
/// assert_eq!(diagonal.to_string(), "4:1@0+1@1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VectorLayout {
    shape: IntTuple,
    stride: HTuple<Vector>,
}

impl VectorLayout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    ///
    /// Those of [`Layout::new`]; [`ErrorKind::NotKnown`] for symbols.
    pub fn new(shape: IntTuple, stride: HTuple<Vector>) -> Result<Self, Error> {
        check_congruent(&shape, &stride, &mut Vec::new())?;
        let layout = VectorLayout { shape, stride };
        layout.check_terms()?;
        for (extent, vector) in layout.leaves() {
            known(extent)?;
            vector.terms().iter().try_for_each(|term| known(term.scale()).map(drop))?;
        }
        // Along each element it is a layout of integers; without terms, the shape is looked at.
        let axes = layout.axes();
        axes.iter().chain([&ModePath::root()]).try_for_each(|axis| layout.along(axis).map(drop))?;
        Ok(layout)
    }

    /// The extents.
    pub fn shape(&self) -> &IntTuple {
        &self.shape
    }

    /// The strides, congruent to the shape.
    pub fn stride(&self) -> &HTuple<Vector> {
        &self.stride
    }

    /// The leaves as `(extent, stride)`, from left to right.
    pub fn leaves(&self) -> Vec<(&Int, &Vector)> {
        self.shape.leaves().into_iter().zip(self.stride.leaves()).collect()
    }

    /// The sub-layout at a path.
    pub fn get(&self, path: &[usize]) -> Option<Self> {
        let (shape, stride) = (self.shape.get(path)?.clone(), self.stride.get(path)?.clone());
        Some(VectorLayout { shape, stride })
    }

    /// The elements of the basis that it steps along, ascending: the root for integers.
    pub fn axes(&self) -> Vec<ModePath> {
        let terms = self.stride.leaves().into_iter().flat_map(Vector::terms);
        let mut axes: Vec<ModePath> = terms.map(|term| term.mode().clone()).collect();
        axes.sort();
        axes.dedup();
        axes
    }

    /// What it does along one element of the basis, as a layout of integers of the same shape.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Overflow`].
    pub fn along(&self, axis: &ModePath) -> Result<Layout, Error> {
        let stride = self.stride.map(&mut |vector| Stride::from(vector.along(axis)));
        Layout::new(self.shape.clone(), stride)
    }

    /// The sum of so many steps of each leaf, as a tuple.
    pub(crate) fn sum(&self, counts: &[Int]) -> Result<IntTuple, Error> {
        let mut terms: Vec<Term> = Vec::new();
        for ((extent, vector), count) in self.leaves().into_iter().zip(counts) {
            for term in vector.terms() {
                let moves = *extent != Int::ONE;
                terms.push((moves, term.mode().clone(), term.scale().mul(count)?));
            }
        }
        Ok(arithmetic_tuple(&that_nest(&terms))?)
    }

    /// The layout with each step forwards.
    pub(crate) fn absolute(&self) -> Result<Self, Error> {
        let stride = self.stride.try_flat_map(&mut |vector| {
            let terms = vector.terms().iter().map(|term| {
                Ok::<_, Overflow>(Stride::basis(term.scale().abs()?, term.mode().clone()))
            });
            Ok::<_, Overflow>(HTuple::Leaf(Vector { terms: terms.collect::<Result<_, _>>()? }))
        })?;
        Ok(VectorLayout { shape: self.shape.clone(), stride })
    }

    /// The layout, if each stride has one term.
    ///
    /// # Errors
    ///
    /// This layout, where one has several.
    pub fn into_layout(self) -> Result<Layout, Self> {
        let strides =
            self.stride.try_flat_map(&mut |vector| vector.as_stride().map(HTuple::Leaf).ok_or(()));
        let layout = strides.ok().and_then(|stride| Layout::new(self.shape.clone(), stride).ok());
        layout.ok_or(self)
    }

    /// No term steps along a part of what another steps along.
    fn check_terms(&self) -> Result<(), Error> {
        let mut all: Vec<(ModePath, &Stride)> = Vec::new();
        for ((path, vector), (extent, _)) in self.stride.leaf_paths().into_iter().zip(self.leaves())
        {
            let is_one = *extent == Int::ONE;
            for term in vector.terms() {
                let apart = |other: &&Stride| {
                    let (a, b) = (term.mode().indices(), other.mode().indices());
                    a == b || !a.starts_with(b) && !b.starts_with(a)
                };
                // Those of one stride are one sum, whatever the extent.
                let before = all.iter().filter(|(at, _)| !is_one || *at == path);
                if let Some((_, first)) =
                    before.map(|(at, first)| (at, first)).find(|(_, first)| !apart(first))
                {
                    let [first, second] = [*first, term].map(|term| alloc::format!("{term}"));
                    let kind = ErrorKind::MixedStrides { first, second };
                    let error = Error::new("make_layout", kind);
                    return Err(error.in_part(crate::Part::Stride).at_path(path));
                }
                all.push((path.clone(), term));
            }
            if is_one {
                all.retain(|(at, _)| *at != path);
            }
        }
        Ok(())
    }
}

impl From<Layout> for VectorLayout {
    fn from(layout: Layout) -> Self {
        VectorLayout::from(&layout)
    }
}

impl From<&Layout> for VectorLayout {
    fn from(layout: &Layout) -> Self {
        let stride = layout.stride().map(&mut |stride| Vector::from(stride.clone()));
        VectorLayout { shape: layout.shape().clone(), stride }
    }
}

impl Nested for VectorLayout {
    const EMPTY: bool = false;

    fn is_tuple(&self) -> bool {
        self.shape.is_tuple()
    }

    fn to_modes(&self) -> Vec<Self> {
        let pairs = self.shape.modes().iter().zip(self.stride.modes());
        pairs.map(|(s, d)| VectorLayout { shape: s.clone(), stride: d.clone() }).collect()
    }

    fn of_modes(modes: Vec<Self>) -> Result<Self, Error> {
        let (shape, stride) = modes.into_iter().map(|mode| (mode.shape, mode.stride)).unzip();
        VectorLayout::new(HTuple::Tuple(shape), HTuple::Tuple(stride))
    }
}

impl fmt::Display for VectorLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}
