//! `Tiler`: what divides, composes with or multiplies a layout.

use alloc::vec::Vec;
use core::fmt;

use crate::{CollectVec, Error, HTuple, Int, IntTuple, Layout};

/// A tiler: one layout over the whole domain, or one tiler a mode.
///
/// An integer `n` is the layout `n:1`; a tuple of integers is a shape tiler,
/// which acts by mode; `<…>` lists a tiler for each mode, where `_` leaves the
/// mode as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// A layout into the 1-D coordinates of what is tiled.
    Layout(Layout),
    /// The first `n` 1-D coordinates, `n:1`.
    Size(Int),
    /// One tiler for each of the leading modes.
    Modes(Vec<Tiler>),
    /// CuTe's `_`: the mode as it is.
    All,
}

impl Tiler {
    /// The tiler of a shape: a tuple acts by mode, an integer on the whole.
    ///
    /// # Errors
    ///
    /// An extent below 0.
    pub fn from_shape(shape: &IntTuple) -> Result<Self, Error> {
        crate::layout::check_not_negative(shape)?;
        Ok(Tiler::of_extents(shape))
    }

    fn of_extents(shape: &IntTuple) -> Self {
        match shape {
            HTuple::Leaf(extent) => Tiler::Size(extent.clone()),
            HTuple::Tuple(items) => Tiler::Modes(items.iter().map(Tiler::of_extents).collect_vec()),
        }
    }

    /// Returns true for a tuple of integers, of any depth.
    fn is_shape(&self) -> bool {
        match self {
            Tiler::Size(_) => true,
            Tiler::Modes(modes) => modes.iter().all(Tiler::is_shape),
            Tiler::Layout(_) | Tiler::All => false,
        }
    }

    /// Writes a tiler for each mode as `<…>`, which no shape and no layout is read as.
    ///
    /// # Errors
    ///
    /// As the formatter.
    pub fn write_modes(modes: &[Tiler], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<")?;
        for (i, mode) in modes.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            match mode {
                // Between `<` and `>` a word alone is the name of a layout.
                Tiler::Size(size) if size.known().is_none() => write!(f, "{comma}{size}:1")?,
                mode => write!(f, "{comma}{mode}")?,
            }
        }
        f.write_str(">")
    }

    /// The layout of a tiler that acts on the whole domain.
    pub fn as_layout(&self) -> Option<Result<Layout, Error>> {
        match self {
            Tiler::Layout(layout) => Some(Ok(layout.clone())),
            Tiler::Size(size) => Some(Layout::leaf(size.clone(), Int::ONE)),
            Tiler::Modes(_) | Tiler::All => None,
        }
    }
}

impl From<Layout> for Tiler {
    fn from(layout: Layout) -> Self {
        Tiler::Layout(layout)
    }
}

impl fmt::Display for Tiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::Layout(layout) => write!(f, "{layout}"),
            Tiler::Size(size) => write!(f, "{size}"),
            Tiler::All => f.write_str("_"),
            Tiler::Modes(modes) if self.is_shape() => {
                f.write_str("(")?;
                for (i, mode) in modes.iter().enumerate() {
                    let comma = if i > 0 { "," } else { "" };
                    write!(f, "{comma}{mode}")?;
                }
                f.write_str(")")
            }
            Tiler::Modes(modes) => Tiler::write_modes(modes, f),
        }
    }
}
