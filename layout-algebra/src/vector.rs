//! `Vector` and `VectorLayout`: strides that step along several elements of a basis at once.

use alloc::vec::Vec;
use core::fmt;

use crate::{CollectVec, HTuple, Int, Layout, Overflow, SortFew, Stride, Terms};

/// A stride of any number of terms, each a number of steps along one element of a basis: `1@0+2@1` is one step along element 0 and two
/// along 1.
///
/// ```
/// use layout_algebra::{Int, ModePath, Stride, Vector};
/// let along = |scale, mode| Stride::basis(Int::new(scale), ModePath::from_iter([mode]));
/// let diagonal = Vector::from(along(1, 0)).plus(&along(-2, 1).into()).unwrap();
/// assert_eq!(diagonal.to_string(), "1@0-2@1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Vector {
    /// Terms along different elements, ascending, none of them 0.
    terms: Vec<Stride>,
}

impl Vector {
    /// The terms, by ascending elements of the basis; none of 0.
    pub fn terms(&self) -> &[Stride] {
        &self.terms
    }

    /// The stride, if it has one term or none.
    pub fn as_stride(&self) -> Option<Stride> {
        match self.terms.as_slice() {
            [] => Some(Stride::zero()),
            [term] => Some(term.clone()),
            _ => None,
        }
    }

    /// The sum of both.
    ///
    /// # Errors
    ///
    /// [`Overflow`].
    pub fn plus(&self, other: &Vector) -> Result<Vector, Overflow> {
        let mut terms: Vec<Stride> = Vec::new();
        let mut axes = self.terms.iter().chain(&other.terms).map(Stride::mode).collect_vec();
        axes.sort_few();
        axes.dedup();
        for axis in axes {
            let scale = self.along(axis).add(&other.along(axis))?;
            terms.push(Stride::basis(scale, axis.clone()));
        }
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
            let term = alloc::format!("{term}");
            write!(f, "{}{term}", if i > 0 && !term.starts_with('-') { "+" } else { "" })?;
        }
        Ok(())
    }
}

/// A layout of strides that may have several terms: `(4,4):(1@0+1@1,2@0)`. Its values are
/// coordinates, and what it does along each element of the basis is a layout of integers.
///
/// ```
/// use layout_algebra::{HTuple, Int, Layout, VectorLayout, ops};
/// let rows: Layout = "4:1@0".parse().unwrap();
/// let columns: Layout = "4:1@1".parse().unwrap();
/// let diagonal: VectorLayout = ops::vectors::layout_add(&rows.into(), &columns.into()).unwrap();
/// assert_eq!(diagonal.to_string(), "4:1@0+1@1");
/// ```
pub type VectorLayout = Layout<Vector>;

impl VectorLayout {
    /// The layout, if each stride has one term.
    ///
    /// # Errors
    ///
    /// This layout, where one has several.
    pub fn into_layout(self) -> Result<Layout, Self> {
        let strides = self
            .stride()
            .try_flat_map(&mut |vector| vector.as_stride().map(HTuple::Leaf).ok_or(()));
        let layout = strides.ok().and_then(|stride| Layout::of(self.shape().clone(), stride).ok());
        layout.ok_or(self)
    }
}

impl From<Layout> for VectorLayout {
    fn from(layout: Layout) -> Self {
        VectorLayout::from(&layout)
    }
}

impl From<&Layout> for VectorLayout {
    fn from(layout: &Layout) -> Self {
        Layout::lifted(layout)
    }
}
