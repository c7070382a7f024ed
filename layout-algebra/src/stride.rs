//! `Stride`: one leaf of a layout's strides.

use core::fmt;

use crate::{HTuple, Int, ModePath, Overflow, Truth};

/// A stride: an integer, or an integer multiple of a basis element.
///
/// `2` steps two offsets; `2@1` steps two along mode 1 of a coordinate space. A
/// basis element of a nested mode is written innermost first, as CuTe prints
/// it: `1@1@0` is mode 1 of mode 0.
///
/// ```
/// use layout_algebra::{Int, ModePath, Stride};
///
/// assert_eq!(Stride::from(Int::new(-2)).to_string(), "-2");
/// let path = ModePath::from_iter([0, 1]);
/// assert_eq!(Stride::basis(Int::new(2), path).to_string(), "2@1@0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stride {
    scale: Int,
    basis: ModePath,
}

impl Stride {
    /// The stride 0.
    pub const fn zero() -> Self {
        Stride { scale: Int::ZERO, basis: ModePath::EMPTY }
    }

    /// `scale` steps along the basis element of the mode at `basis`. Nothing
    /// along a basis element is the integer 0; the root path is the integers.
    pub fn basis(scale: Int, basis: ModePath) -> Self {
        if scale == Int::ZERO { Stride::zero() } else { Stride { scale, basis } }
    }

    /// The number of steps.
    pub fn scale(&self) -> &Int {
        &self.scale
    }

    /// The mode along which it steps; the root for a plain integer.
    pub fn mode(&self) -> &ModePath {
        &self.basis
    }

    /// The integer, unless this steps along a basis element.
    pub fn as_int(&self) -> Option<&Int> {
        self.basis.is_root().then_some(&self.scale)
    }

    /// The value of an integer stride, where it is known.
    pub fn known(&self) -> Option<i128> {
        self.as_int().and_then(Int::known)
    }

    /// Decides `self = other`: the same number of steps along the same axis.
    pub fn equals(&self, other: &Stride) -> Truth {
        if self == other {
            return Truth::True;
        }
        match self.basis == other.basis {
            true => self.scale.equals(&other.scale),
            // Nothing along any basis is the same.
            false if self.scale.equals(&Int::ZERO).is_false() => Truth::False,
            false if other.scale.equals(&Int::ZERO).is_false() => Truth::False,
            false => Truth::Unknown,
        }
    }

    /// `factor` times this stride.
    pub fn times(&self, factor: &Int) -> Result<Stride, Overflow> {
        Ok(Stride::basis(self.scale.mul(factor)?, self.basis.clone()))
    }
}

impl From<Int> for Stride {
    fn from(scale: Int) -> Self {
        Stride { scale, basis: ModePath::root() }
    }
}

impl From<Int> for HTuple<Stride> {
    fn from(scale: Int) -> Self {
        HTuple::Leaf(scale.into())
    }
}

impl fmt::Display for Stride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = alloc::format!("{}", self.scale);
        // A product may stand before its basis element, a sum is one number.
        let is_sum = [" + ", " - ", " / ", " % "].iter().any(|operator| scale.contains(operator));
        match is_sum && !self.basis.is_root() {
            true => write!(f, "({scale})")?,
            false => f.write_str(&scale)?,
        }
        self.basis.indices().iter().rev().try_for_each(|index| write!(f, "@{index}"))
    }
}
