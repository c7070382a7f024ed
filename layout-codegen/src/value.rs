//! `Value`: what an expression evaluates to.

use std::fmt;
use std::rc::Rc;

use layout_algebra::{
    ComposedLayout, Coordinate, Crd, Function, HTuple, Int, IntTuple, Layout, Stride, StrideTuple,
    Swizzle, Tiler, ops,
};

use crate::closure::Closure;

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A tuple of integers, strides over a basis, or `_`; also a lone `_` or
    /// basis stride.
    Tuple(HTuple<Atom>),
    /// A layout.
    Layout(Layout),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A composed layout.
    Composed(ComposedLayout),
    /// A tiler that acts by mode.
    Tiler(Vec<Tiler>),
    /// `LayoutLeft`, `LayoutRight`.
    Major(Major),
    /// Several values: a table, or a slice and its offset.
    List(Vec<Value>),
    /// An index expression.
    Closure(Rc<Closure>),
}

/// A leaf of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    /// An integer.
    Int(Int),
    /// A multiple of a basis element.
    Basis(Stride),
    /// `_`.
    All,
}

/// The order of compact strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// From the first mode to the last, column-major.
    Left,
    /// From the last mode to the first, row-major.
    Right,
}

impl Value {
    /// A word for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Value::Int(int) => format!("the integer {int}"),
            Value::Bool(truth) => format!("`{truth}`"),
            Value::Tuple(HTuple::Leaf(Atom::All)) => "`_`".to_owned(),
            Value::Tuple(tuple) => format!("the tuple {tuple}"),
            Value::Layout(layout) => format!("the layout {layout}"),
            Value::Swizzle(swizzle) => format!("the swizzle {swizzle}"),
            Value::Composed(layout) => format!("the composed layout {layout}"),
            Value::Tiler(_) => format!("the tiler {self}"),
            Value::Major(_) => format!("`{self}`"),
            Value::List(_) => format!("the list {self}"),
            Value::Closure(_) => "a closure".to_owned(),
        }
    }

    /// As a tuple of integers.
    pub(crate) fn as_int_tuple(&self) -> Option<IntTuple> {
        match self {
            Value::Int(int) => Some(HTuple::Leaf(int.clone())),
            Value::Tuple(tuple) => tuple
                .try_flat_map(&mut |atom| match atom {
                    Atom::Int(int) => Ok(HTuple::Leaf(int.clone())),
                    Atom::Basis(_) | Atom::All => Err(()),
                })
                .ok(),
            _ => None,
        }
    }

    /// As strides.
    pub(crate) fn as_strides(&self) -> Option<StrideTuple> {
        match self {
            Value::Int(int) => Some(int.clone().into()),
            Value::Tuple(tuple) => tuple
                .try_flat_map(&mut |atom| match atom {
                    Atom::Int(int) => Ok(int.clone().into()),
                    Atom::Basis(stride) => Ok(HTuple::Leaf(stride.clone())),
                    Atom::All => Err(()),
                })
                .ok(),
            _ => None,
        }
    }

    /// As a coordinate: integers, and `_` for a whole mode.
    pub fn as_coordinate(&self) -> Option<Coordinate> {
        match self {
            Value::Int(int) => Some(HTuple::Leaf(Crd::At(int.clone()))),
            Value::Tuple(tuple) => tuple
                .try_flat_map(&mut |atom| match atom {
                    Atom::Int(int) => Ok(HTuple::Leaf(Crd::At(int.clone()))),
                    Atom::All => Ok(HTuple::Leaf(Crd::All)),
                    Atom::Basis(_) => Err(()),
                })
                .ok(),
            _ => None,
        }
    }

    /// As a tiler: a tuple of integers and `_` is a shape tiler.
    pub(crate) fn as_tiler(&self) -> Option<Result<Tiler, layout_algebra::Error>> {
        match self {
            Value::Layout(layout) => Some(Ok(Tiler::Layout(layout.clone()))),
            Value::Tiler(modes) => Some(Ok(Tiler::Modes(modes.clone()))),
            Value::Int(_) => self.as_int_tuple().map(|shape| Tiler::from_shape(&shape)),
            Value::Tuple(tuple) => {
                let Some(shape) = self.as_int_tuple() else { return tiler_of_atoms(tuple).map(Ok) };
                Some(Tiler::from_shape(&shape))
            }
            _ => None,
        }
    }

    /// As what can be composed: a swizzle, a layout or a composed layout.
    pub(crate) fn as_function(&self) -> Option<Result<Function, layout_algebra::Error>> {
        match self {
            Value::Swizzle(swizzle) => Some(Ok((*swizzle).into())),
            Value::Composed(layout) => Some(Ok(layout.clone().into())),
            value => value.as_layout().map(|layout| Ok(layout?.into())),
        }
    }

    /// As a layout: a shape is column-major.
    pub(crate) fn as_layout(&self) -> Option<Result<Layout, layout_algebra::Error>> {
        match self {
            Value::Layout(layout) => Some(Ok(layout.clone())),
            Value::Int(_) | Value::Tuple(_) => {
                self.as_int_tuple().map(|shape| ops::col_major(&shape))
            }
            // `<L>` around a single layout.
            Value::Tiler(modes) => match modes.as_slice() {
                [Tiler::Layout(layout)] => Some(Ok(layout.clone())),
                _ => None,
            },
            _ => None,
        }
    }
}

fn tiler_of_atoms(tuple: &HTuple<Atom>) -> Option<Tiler> {
    match tuple {
        HTuple::Leaf(Atom::All) => Some(Tiler::All),
        HTuple::Leaf(Atom::Int(int)) => Tiler::from_shape(&HTuple::Leaf(int.clone())).ok(),
        HTuple::Leaf(Atom::Basis(_)) => None,
        HTuple::Tuple(items) => {
            items.iter().map(tiler_of_atoms).collect::<Option<_>>().map(Tiler::Modes)
        }
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Self {
        Value::Int(int)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Value::Int(Int::new(count as i128))
    }
}

impl From<bool> for Value {
    fn from(truth: bool) -> Self {
        Value::Bool(truth)
    }
}

impl From<Layout> for Value {
    fn from(layout: Layout) -> Self {
        Value::Layout(layout)
    }
}

impl From<Function> for Value {
    fn from(function: Function) -> Self {
        match function {
            Function::Swizzle(swizzle) => Value::Swizzle(swizzle),
            Function::Layout(layout) => Value::Layout(layout),
            Function::Composed(layout) => Value::Composed(layout),
        }
    }
}

impl From<ComposedLayout> for Value {
    fn from(layout: ComposedLayout) -> Self {
        Value::Composed(layout)
    }
}

impl From<IntTuple> for Value {
    fn from(tuple: IntTuple) -> Self {
        match tuple {
            HTuple::Leaf(int) => Value::Int(int),
            tuple => Value::Tuple(tuple.map(&mut |int| Atom::Int(int.clone()))),
        }
    }
}

impl From<StrideTuple> for Value {
    fn from(tuple: StrideTuple) -> Self {
        let atoms = tuple.map(&mut |stride: &Stride| match stride.as_int() {
            Some(int) => Atom::Int(int.clone()),
            None => Atom::Basis(stride.clone()),
        });
        match atoms {
            HTuple::Leaf(Atom::Int(int)) => Value::Int(int),
            tuple => Value::Tuple(tuple),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Int(int) => write!(f, "{int}"),
            Atom::Basis(stride) => write!(f, "{stride}"),
            Atom::All => f.write_str("_"),
        }
    }
}

impl fmt::Display for Value {
    /// As CuTe prints it, without the `_` before static integers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(int) => write!(f, "{int}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Tuple(tuple) => write!(f, "{tuple}"),
            Value::Layout(layout) => write!(f, "{layout}"),
            Value::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Value::Composed(layout) => write!(f, "{layout}"),
            Value::Tiler(modes) => write!(f, "{}", Tiler::Modes(modes.clone())),
            Value::Major(Major::Left) => f.write_str("LayoutLeft"),
            Value::Major(Major::Right) => f.write_str("LayoutRight"),
            Value::List(values) => {
                f.write_str("(")?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{value}")?;
                }
                f.write_str(")")
            }
            Value::Closure(closure) => write!(f, "{closure}"),
        }
    }
}
