//! The operands and answers of the algebra as the laws see them: numbers are read, nothing is
//! computed by an operation.

use std::fmt::Display;

use layout_algebra as algebra;
use layout_algebra::{
    ComposedLayout, Coordinate, Crd, HTuple, Int, IntTuple, ModePath, Stride, Terms,
};

use crate::function::{Function, Step};
use crate::numbers::value;
use crate::tree::{Layout, Tiler, Tree};

/// Layouts and functions of the algebra: all that have a value at each 1-D coordinate.
///
/// A value over a basis is one integer, too: the sum of its parts, each times the `weight` of
/// its place. One law then serves all kinds of layouts.
pub trait AsFunction: Display {
    /// The values.
    ///
    /// # Errors
    ///
    /// A number that is not known.
    fn function(&self) -> Result<Function, String>;

    /// The parts of the values, each with its place.
    ///
    /// # Errors
    ///
    /// A number that is not known.
    fn parts(&self) -> Result<Vec<(ModePath, Function)>, String> {
        Ok(vec![(ModePath::root(), self.function()?)])
    }

    /// The mode at a path.
    ///
    /// # Errors
    ///
    /// There is none.
    fn mode(&self, path: &ModePath) -> Result<Function, String> {
        let whole = self.function()?;
        if path.is_root() {
            return Ok(whole);
        }
        let mut indices = path.indices().iter();
        let mode = indices.try_fold(whole.domain(), |mode, &i| mode.modes().get(i).cloned());
        mode.map(|mode| whole.on(mode)).ok_or_else(|| format!("{self} has no mode {path}"))
    }
}

/// Tuples and layouts: all that consist of modes.
pub trait AsTree: Display {
    /// An item at a leaf.
    type Item: Clone + PartialEq;

    /// The leaves in their nesting.
    fn tree(&self) -> Tree<Self::Item>;
}

/// The weight of a place in a value: 1 for an integer, and numbers so large and odd for the
/// others that small sums of theirs do not meet.
pub(crate) fn weight(path: &ModePath) -> i128 {
    let start = if path.is_root() { 1 } else { 0x517c_c1b7_2722_0a94_fe13_abe8_fa9a_6ed5 };
    path.indices().iter().fold(start, |weight: i128, index| {
        let next = weight.wrapping_mul(0x2545_f491_4f6c_dd1d_1ce4_e5b9_bf58_476d);
        next.wrapping_add(*index as i128 + 1) | 1
    })
}

/// A value or the offset of a part as one integer.
pub(crate) fn encoded(tuple: &IntTuple) -> Result<i128, String> {
    tuple.leaf_paths().into_iter().try_fold(0i128, |sum, (path, int)| {
        Ok(sum.wrapping_add(value(int)?.wrapping_mul(weight(&path))))
    })
}

/// A tuple of known integers.
///
/// # Errors
///
/// A number that is not known.
pub fn tuple(tuple: &IntTuple) -> Result<Tree<i128>, String> {
    Ok(match tuple {
        HTuple::Leaf(int) => Tree::Leaf(value(int)?),
        HTuple::Tuple(modes) => {
            Tree::Tuple(modes.iter().map(self::tuple).collect::<Result<_, _>>()?)
        }
    })
}

/// A tiler of known numbers.
///
/// # Errors
///
/// A number that is not known.
pub fn tiler(tiler: &algebra::Tiler) -> Result<Tiler, String> {
    Ok(match tiler {
        algebra::Tiler::All => Tiler::All,
        algebra::Tiler::Size(size) => Tiler::Size(value(size)?),
        algebra::Tiler::Layout(tile) => Tiler::Layout(layout(tile)?),
        algebra::Tiler::Modes(modes) => {
            Tiler::Modes(modes.iter().map(self::tiler).collect::<Result<_, _>>()?)
        }
    })
}

/// A coordinate, `None` for `_`.
pub(crate) fn coordinate(coordinate: &Coordinate) -> Result<Tree<Option<i128>>, String> {
    Ok(match coordinate {
        HTuple::Leaf(Crd::All) => Tree::Leaf(None),
        HTuple::Leaf(Crd::At(at)) => Tree::Leaf(Some(value(at)?)),
        HTuple::Tuple(modes) => {
            Tree::Tuple(modes.iter().map(self::coordinate).collect::<Result<_, _>>()?)
        }
    })
}

/// The leaves with the steps that `of` reads from each stride.
fn leaves<D: Terms>(
    shape: &IntTuple,
    stride: &HTuple<D>,
    of: &impl Fn(&Stride) -> Result<i128, String>,
) -> Result<Layout, String> {
    Ok(match (shape, stride) {
        (HTuple::Tuple(shapes), HTuple::Tuple(strides)) => {
            let modes = shapes.iter().zip(strides).map(|(shape, stride)| leaves(shape, stride, of));
            Tree::Tuple(modes.collect::<Result<_, _>>()?)
        }
        (HTuple::Leaf(extent), HTuple::Leaf(stride)) => {
            let steps = stride
                .terms()
                .iter()
                .try_fold(0i128, |sum, term| Ok::<_, String>(sum.wrapping_add(of(term)?)))?;
            Tree::Leaf((value(extent)?, steps))
        }
        _ => return Err(format!("{shape} has strides that are nested otherwise")),
    })
}

/// The layout, its values over a basis as single integers.
pub(crate) fn layout<D: Terms>(layout: &algebra::Layout<D>) -> Result<Layout, String> {
    let of = |term: &Stride| Ok(value(term.scale())?.wrapping_mul(weight(term.mode())));
    leaves(layout.shape(), layout.stride(), &of)
}

/// The steps along one place.
pub(crate) fn along<D: Terms>(
    layout: &algebra::Layout<D>,
    place: &ModePath,
) -> Result<Layout, String> {
    let of = |term: &Stride| if term.mode() == place { value(term.scale()) } else { Ok(0) };
    leaves(layout.shape(), layout.stride(), &of)
}

impl<D: Terms> AsFunction for algebra::Layout<D> {
    fn function(&self) -> Result<Function, String> {
        Ok(layout(self)?.into())
    }

    fn parts(&self) -> Result<Vec<(ModePath, Function)>, String> {
        let mut places: Vec<ModePath> = Vec::new();
        for stride in self.stride().leaves() {
            let moving = stride.terms().iter().filter(|term| *term.scale() != Int::ZERO);
            for place in moving.map(Stride::mode) {
                if !places.contains(place) {
                    places.push(place.clone());
                }
            }
        }
        if places.is_empty() {
            places.push(ModePath::root());
        }
        places.into_iter().map(|place| Ok((place.clone(), along(self, &place)?.into()))).collect()
    }
}

impl AsFunction for ComposedLayout {
    fn function(&self) -> Result<Function, String> {
        let mut steps = Vec::new();
        for (step, offset) in self.outer() {
            steps.push(self::step(step)?);
            steps.push(Step::Add(value(offset)?));
        }
        let domain = match self.inner() {
            algebra::Step::Layout(inner) => Some(layout(inner)?),
            swizzle => {
                steps.push(step(swizzle)?);
                None
            }
        };
        Ok(Function { steps, domain })
    }
}

fn step(step: &algebra::Step) -> Result<Step, String> {
    Ok(match step {
        algebra::Step::Swizzle(swizzle) => {
            Step::Swizzle(swizzle.bits(), swizzle.base(), swizzle.shift())
        }
        algebra::Step::Layout(layout) => Step::Layout(self::layout(layout)?),
    })
}

impl AsFunction for algebra::Swizzle {
    fn function(&self) -> Result<Function, String> {
        Ok(Function { steps: vec![step(&algebra::Step::Swizzle(*self))?], domain: None })
    }
}

impl AsFunction for algebra::Function {
    fn function(&self) -> Result<Function, String> {
        match self {
            algebra::Function::Swizzle(swizzle) => swizzle.function(),
            algebra::Function::Layout(layout) => layout.function(),
            algebra::Function::Composed(composed) => composed.function(),
        }
    }
}

impl AsFunction for Function {
    fn function(&self) -> Result<Function, String> {
        Ok(self.clone())
    }
}

impl<D: Terms> AsTree for algebra::Layout<D> {
    type Item = (Int, D);

    fn tree(&self) -> Tree<(Int, D)> {
        match (self.shape(), self.stride()) {
            (HTuple::Leaf(extent), HTuple::Leaf(stride)) => {
                Tree::Leaf((extent.clone(), stride.clone()))
            }
            _ => Tree::Tuple(self.modes().iter().map(Self::tree).collect()),
        }
    }
}

impl<T: Clone + PartialEq + Display> AsTree for HTuple<T> {
    type Item = T;

    fn tree(&self) -> Tree<T> {
        match self {
            HTuple::Leaf(leaf) => Tree::Leaf(leaf.clone()),
            HTuple::Tuple(modes) => Tree::Tuple(modes.iter().map(Self::tree).collect()),
        }
    }
}
