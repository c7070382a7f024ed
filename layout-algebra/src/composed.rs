//! `ComposedLayout`: functions one after the other that no layout expresses.

use alloc::vec::Vec;
use core::fmt;

use crate::{CollectVec, Error, ErrorKind, Int, IntTuple, Layout, Swizzle};

/// A function that can be composed with others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Function {
    /// A swizzle, a function of all integers.
    Swizzle(Swizzle),
    /// A layout.
    Layout(Layout),
    /// Several functions one after the other.
    Composed(ComposedLayout),
}

/// One function of a [`ComposedLayout`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout, which past its size continues along its last mode.
    Layout(Layout),
}

/// CuTe's `A o O o B`, the function `c ↦ A(O + B(c))`.
///
/// Both sides may be composed themselves; since `A o O o (B o P o C)` and
/// `(A o O o B) o P o C` are one function and print alike, they are one value:
/// the steps from the outermost to the innermost, with an offset after each but
/// the last. The coordinates are those of the innermost step, if it is a layout:
/// the domain. All strides are integers.
///
/// ```
/// use layout_algebra::{ComposedLayout, Int, Layout, Swizzle, ops};
///
/// let rows = Layout::leaf(64, 1)?;
/// let layout = ComposedLayout::new(Swizzle::new(3, 0, 3)?, Int::ZERO, rows)?;
/// assert_eq!(layout, "Sw<3,0,3> o 0 o 64:1".parse()?);
/// assert_eq!(ops::swizzled::evaluate(&9.into(), &layout)?, Int::new(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ComposedLayout {
    /// Never empty; the outermost first.
    outer: Vec<(Step, Int)>,
    inner: Step,
}

impl ComposedLayout {
    /// `outer o offset o inner`, as CuTe's `make_composed_layout`.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::BasisStride`] for a layout whose values are not integers.
    pub fn new(
        outer: impl Into<Function>,
        offset: Int,
        inner: impl Into<Function>,
    ) -> Result<Self, Error> {
        let (mut steps, last) = outer.into().into_steps();
        let (more, inner) = inner.into().into_steps();
        check_step(&last, 0)?;
        check_step(&inner, 2)?;
        steps.push((last, offset));
        steps.extend(more);
        Ok(ComposedLayout { outer: steps, inner })
    }

    /// The steps after the innermost, from the outermost on, each with the offset
    /// that is added before it.
    pub fn outer(&self) -> &[(Step, Int)] {
        &self.outer
    }

    /// The first function that is applied.
    pub fn inner(&self) -> &Step {
        &self.inner
    }

    /// The layout whose coordinates are those of the whole.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoDomain`] if a swizzle is applied first.
    pub fn domain(&self) -> Result<&Layout, Error> {
        match &self.inner {
            Step::Layout(layout) => Ok(layout),
            Step::Swizzle(_) => {
                let kind = ErrorKind::NoDomain { function: alloc::format!("{self}") };
                Err(Error::new("make_composed_layout", kind))
            }
        }
    }

    /// The extents of the domain.
    ///
    /// # Errors
    ///
    /// As [`ComposedLayout::domain`].
    pub fn shape(&self) -> Result<&IntTuple, Error> {
        Ok(self.domain()?.shape())
    }

    /// The swizzle and its offset, of `Sw o O o L`.
    pub fn as_swizzled(&self) -> Option<(&Swizzle, &Int, &Layout)> {
        match (self.outer.as_slice(), &self.inner) {
            ([(Step::Swizzle(swizzle), offset)], Step::Layout(layout)) => {
                Some((swizzle, offset, layout))
            }
            _ => None,
        }
    }

    /// The same steps on another domain.
    ///
    /// # Errors
    ///
    /// As [`ComposedLayout::new`].
    pub fn with_domain(&self, domain: impl Into<Function>) -> Result<Self, Error> {
        let (more, inner) = domain.into().into_steps();
        check_step(&inner, 2)?;
        let outer = self.outer.iter().cloned().chain(more).collect_vec();
        Ok(ComposedLayout { outer, inner })
    }

    /// Other numbers in the same steps, of as many of them.
    pub(crate) fn of_steps(&self, outer: Vec<(Step, Int)>, inner: Step) -> Self {
        debug_assert_eq!(outer.len(), self.outer.len());
        ComposedLayout { outer, inner }
    }

    /// The same steps on another domain, with `offset` more before the last.
    pub(crate) fn moved(&self, offset: &Int, domain: Layout) -> Result<Self, Error> {
        let mut moved = self.with_domain(domain)?;
        if let Some((_, before)) = moved.outer.last_mut() {
            *before = before.add(offset)?;
        }
        Ok(moved)
    }

    /// Returns true if every step but the innermost is a swizzle.
    pub(crate) fn only_swizzles(&self) -> bool {
        self.outer.iter().all(|(step, _)| matches!(step, Step::Swizzle(_)))
    }
}

fn check_step(step: &Step, operand: usize) -> Result<(), Error> {
    let Step::Layout(layout) = step else { return Ok(()) };
    layout.check_inhabited("make_composed_layout", operand)?;
    let bases = layout.stride().leaf_paths();
    match bases.into_iter().find(|(_, stride)| stride.as_int().is_none()) {
        None => Ok(()),
        Some((path, stride)) => {
            let kind = ErrorKind::BasisStride { stride: alloc::format!("{stride}") };
            let error = Error::new("make_composed_layout", kind);
            Err(error.in_operand(operand).in_part(crate::Part::Stride).at_path(path))
        }
    }
}

impl Function {
    /// The layout whose coordinates those of the function are, an operand of an operation.
    pub(crate) fn domain(&self, op: &'static str, operand: usize) -> Result<&Layout, Error> {
        match self {
            Function::Layout(layout) => Ok(layout),
            Function::Composed(layout) => layout.domain(),
            Function::Swizzle(swizzle) => {
                let kind = ErrorKind::NoDomain { function: alloc::format!("{swizzle}") };
                Err(Error::new(op, kind).in_operand(operand))
            }
        }
    }

    fn into_steps(self) -> (Vec<(Step, Int)>, Step) {
        match self {
            Function::Swizzle(swizzle) => (Vec::new(), Step::Swizzle(swizzle)),
            Function::Layout(layout) => (Vec::new(), Step::Layout(layout)),
            Function::Composed(composed) => (composed.outer, composed.inner),
        }
    }
}

impl From<Step> for Function {
    fn from(step: Step) -> Self {
        match step {
            Step::Swizzle(swizzle) => Function::Swizzle(swizzle),
            Step::Layout(layout) => Function::Layout(layout),
        }
    }
}

impl From<Swizzle> for Function {
    fn from(swizzle: Swizzle) -> Self {
        Function::Swizzle(swizzle)
    }
}

impl From<Layout> for Function {
    fn from(layout: Layout) -> Self {
        Function::Layout(layout)
    }
}

impl From<ComposedLayout> for Function {
    fn from(composed: ComposedLayout) -> Self {
        Function::Composed(composed)
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Step::Layout(layout) => write!(f, "{layout}"),
        }
    }
}

impl fmt::Display for ComposedLayout {
    /// Writes the layout as CuTe prints it: `Sw<3,4,3> o 0 o (8,64):(64,1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, offset) in &self.outer {
            write!(f, "{step} o {offset} o ")?;
        }
        write!(f, "{}", self.inner)
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Function::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Function::Layout(layout) => write!(f, "{layout}"),
            Function::Composed(composed) => write!(f, "{composed}"),
        }
    }
}
