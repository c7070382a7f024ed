//! `Answer`: the numbers of a layout, asked once; `Checked`: those of them that pointers are made of.
//!
//! [`Layout`] is a safe trait, which anyone may implement, and two calls of [`Layout::geometry`] may have different results. So a
//! check of one result says nothing of another. Here a layout is asked in one place, [`Answer::of`]. Each check takes the answer
//! by value, and gives it back as [`Checked`], without which [`Place`](super::place::Place) makes no pointer: who checks holds
//! what was checked.

#![allow(unsafe_code)]

use layout_runtime::internals::{Checks, Span};

#[cfg(any(feature = "dlpack", feature = "ndarray"))]
use super::axes::check_axes;
use super::widths::{Width, check_recast};
use crate::{Geometry, Layout, Map, Phase, ShapeError};

/// The geometry of a layout, as the layout has given it once. It is neither read nor copied before it is checked.
pub(crate) struct Answer<L: Layout>(L::Geometry);

/// A geometry that was checked against the elements there are.
#[must_use]
pub(crate) struct Checked<G>(G);

/// A checked geometry with the elements that it spans.
pub(crate) struct Spanned<G> {
    pub(crate) geometry: Checked<G>,
    pub(crate) span: Span,
}

impl<L: Layout> Answer<L> {
    /// Asks a layout for its geometry: nothing else in this crate does, but for the text of an error.
    #[inline(always)]
    pub(crate) fn of(layout: &L) -> Self {
        Answer(layout.geometry())
    }

    /// The elements that the layout spans.
    ///
    /// # Errors
    ///
    /// An offset does not fit `isize`.
    #[inline(always)]
    pub(crate) fn spanned(self) -> Result<Spanned<L::Geometry>, ShapeError> {
        type When<L> = <<L as Layout>::Geometry as Geometry>::Phase;
        match When::<L>::span::<L::Geometry, L::Map>(&self.0) {
            Some(span) => Ok(Spanned { geometry: Checked(self.0), span }),
            None => Err(When::<L>::unspanned::<L::Geometry, L::Map>(&self.0)),
        }
    }

    /// The geometry, where an array has its axes, and the elements that it spans.
    ///
    /// # Errors
    ///
    /// The array has another shape or other strides; an offset does not fit `isize`.
    #[cfg(any(feature = "dlpack", feature = "ndarray"))]
    pub(crate) fn with_axes(
        self,
        axes: (&[usize], &[isize]),
    ) -> Result<Spanned<L::Geometry>, ShapeError> {
        let span = check_axes(&self.0, axes)?;
        Ok(Spanned { geometry: Checked(self.0), span })
    }

    /// The geometry, where each of its offsets is one of `G` with the map `O`.
    ///
    /// # Errors
    ///
    /// An offset is none of these, or it could not be shown that it is one.
    #[inline(always)]
    pub(crate) fn within<G: Geometry, O: Map>(
        self,
        outer: &G,
    ) -> Result<Checked<L::Geometry>, ShapeError> {
        type Both<G, L> =
            <<G as Geometry>::Phase as Phase>::And<<<L as Layout>::Geometry as Geometry>::Phase>;
        Both::<G, L>::contains::<G, O, L::Geometry, L::Map>(outer, &self.0)?;
        Ok(Checked(self.0))
    }

    /// The geometry of elements `B`, where each of their bits is one of the elements `A` by `G`.
    ///
    /// # Errors
    ///
    /// A bit is none of these, or it could not be shown that it is one.
    #[inline(always)]
    pub(crate) fn recast<A: Width, B: Width, G: Geometry>(
        self,
        outer: &G,
    ) -> Result<Checked<L::Geometry>, ShapeError> {
        check_recast::<A, B, G, L::Geometry>(outer, &self.0)?;
        Ok(Checked(self.0))
    }
}

impl<G: Geometry> Checked<G> {
    /// A geometry that was computed from one that was checked.
    ///
    /// # Safety
    ///
    /// The elements of the new geometry, from where they are pointed to, are elements of the checked one.
    #[inline(always)]
    pub(crate) unsafe fn computed(geometry: G) -> Self {
        Checked(geometry)
    }

    /// The numbers, for the pointer that is made of them.
    #[inline(always)]
    pub(crate) fn into_geometry(self) -> G {
        self.0
    }
}
