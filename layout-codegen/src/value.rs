//! `Value`: what an expression evaluates to.

use std::fmt;
use std::rc::Rc;

use layout_algebra::bounds::Bounds;
use layout_algebra::tiled::{CopyAtom, TiledCopy, TiledMma};
use layout_algebra::{
    CollectVec, ComposedLayout, Coordinate, Crd, Function, HTuple, Int, IntTuple, Layout, Stride,
    StrideTuple, Swizzle, Symbol, Terms, Tiler, Vector, VectorLayout, atoms, ops,
};

use crate::closure::Closure;
use crate::mode_names::ModeNames;
use crate::report::{Diagnostic, SpanRange};

/// The value of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A truth value.
    Bool(bool),
    /// A tuple of integers, strides over a basis, or `_`; also a lone `_` or
    /// basis stride.
    Tuple(HTuple<TupleLeaf>),
    /// A layout.
    Layout(Layout),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A composed layout.
    Composed(ComposedLayout),
    /// A layout of which a stride has several terms.
    Vectors(VectorLayout),
    /// A layout or a composed layout with padding or names of modes, within an expression; or a
    /// tiler with a padded mode.
    Annotated(Box<Value>, Annotations),
    /// A tiler that acts by mode.
    Tiler(Vec<Tiler>),
    /// An instruction, or what is tiled with one.
    Tiled(Rc<Tiled>),
    /// `LayoutLeft`, `LayoutRight`.
    Major(Major),
    /// Several values: a table, or a slice and its offset.
    List(Vec<Value>),
    /// An index expression.
    Closure(Rc<Closure>),
    /// A pattern of axes.
    Text(Rc<str>),
    /// The sizes of axes of a pattern, by their names.
    Sizes(Vec<(String, Int)>),
}

/// Annotations of a layout: facts that are no part of its function.
#[derive(Clone, Debug, PartialEq)]
pub struct Annotations {
    /// Bounds of its coordinates that are no padding.
    pub bounds: Bounds,
    /// The names of its modes.
    pub names: ModeNames,
}

impl Annotations {
    /// The annotations of a layout without padding and without names.
    pub(crate) const NONE: Annotations =
        Annotations { bounds: Bounds::EVERYWHERE, names: ModeNames::NONE };

    pub(crate) fn is_none(&self) -> bool {
        self.bounds.is_everywhere() && self.names.is_none()
    }
}

impl From<Bounds> for Annotations {
    fn from(bounds: Bounds) -> Self {
        Annotations { bounds, ..Annotations::NONE }
    }
}

impl From<ModeNames> for Annotations {
    fn from(names: ModeNames) -> Self {
        Annotations { names, ..Annotations::NONE }
    }
}

/// A leaf of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum TupleLeaf {
    /// An integer.
    Int(Int),
    /// A multiple of a basis element.
    Basis(Stride),
    /// A sum of multiples of several.
    Vector(Vector),
    /// `_`.
    All,
}

impl TupleLeaf {
    fn is_symbolic(&self) -> bool {
        match self {
            TupleLeaf::Int(int) => int.known().is_none(),
            TupleLeaf::Basis(stride) => stride.is_symbolic(),
            TupleLeaf::Vector(vector) => vector.is_symbolic(),
            TupleLeaf::All => false,
        }
    }

    /// The leaf with integers in the place of its symbols.
    fn substitute(
        &self,
        value_of: &dyn Fn(&Symbol) -> Option<Int>,
    ) -> Result<HTuple<TupleLeaf>, layout_algebra::Overflow> {
        Ok(HTuple::Leaf(match self {
            TupleLeaf::Int(int) => TupleLeaf::Int(int.substitute(value_of)?),
            TupleLeaf::Basis(stride) => TupleLeaf::Basis(stride.substitute(value_of)?),
            TupleLeaf::Vector(vector) => TupleLeaf::from(vector.substitute(value_of)?),
            TupleLeaf::All => TupleLeaf::All,
        }))
    }

    fn as_int(&self) -> Option<Int> {
        match self {
            TupleLeaf::Int(int) => Some(int.clone()),
            TupleLeaf::Basis(_) | TupleLeaf::Vector(_) | TupleLeaf::All => None,
        }
    }

    fn as_stride(&self) -> Option<Stride> {
        match self {
            TupleLeaf::Int(int) => Some(int.clone().into()),
            TupleLeaf::Basis(stride) => Some(stride.clone()),
            TupleLeaf::Vector(_) | TupleLeaf::All => None,
        }
    }

    fn as_vector(&self) -> Option<Vector> {
        match self {
            TupleLeaf::Vector(vector) => Some(vector.clone()),
            leaf => leaf.as_stride().map(Vector::from),
        }
    }

    fn as_coordinate(&self) -> Option<Crd> {
        match self {
            TupleLeaf::All => Some(Crd::All),
            leaf => leaf.as_int().map(Crd::At),
        }
    }
}

/// An instruction, or a product or a copy that is tiled with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Tiled {
    /// A matrix instruction.
    Mma(atoms::Mma),
    /// A copy of bits.
    Bits(atoms::Copy),
    /// A copy of elements.
    Copy(CopyAtom),
    /// A tiled product.
    Product(Box<TiledMma>),
    /// A tiled copy.
    Copying(TiledCopy),
}

/// The order of compact strides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Major {
    /// The first mode before the last, column-major.
    Left,
    /// The last mode before the first, row-major.
    Right,
}

impl Value {
    /// The only value, or the list of several.
    pub(crate) fn alone_or_list(mut values: Vec<Value>) -> Value {
        match values.len() {
            1 => values.remove(0),
            _ => Value::List(values),
        }
    }

    /// A word for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Value::Int(int) => format!("the integer {int}"),
            Value::Bool(truth) => format!("`{truth}`"),
            Value::Tuple(HTuple::Leaf(TupleLeaf::All)) => "`_`".to_owned(),
            Value::Tuple(tuple) => format!("the tuple {tuple}"),
            Value::Layout(layout) => format!("the layout {layout}"),
            Value::Swizzle(swizzle) => format!("the swizzle {swizzle}"),
            Value::Composed(layout) => format!("the composed layout {layout}"),
            Value::Vectors(layout) => {
                format!("{layout}, a layout of which a stride has several terms")
            }
            Value::Annotated(value, _) => value.describe(),
            Value::Tiler(_) => format!("the tiler {self}"),
            Value::Tiled(tiled) => match **tiled {
                Tiled::Product(_) => "a tiled product".to_owned(),
                Tiled::Copying(_) => "a tiled copy".to_owned(),
                _ => format!("the instruction {self}"),
            },
            Value::Major(_) => format!("`{self}`"),
            Value::List(_) => format!("the list {self}"),
            Value::Closure(_) => "a closure".to_owned(),
            Value::Text(_) => format!("the text {self}"),
            Value::Sizes(_) => format!("the sizes `{self}`"),
        }
    }

    /// The error of a definition whose value is no layout.
    pub(crate) fn no_definition(&self, name: &dyn fmt::Display, range: SpanRange) -> Diagnostic {
        let found = self.describe();
        let diagnostic =
            Diagnostic::new(range, format!("`{name}` names a layout, and this is {found}"));
        match self.is_part() {
            true => {
                diagnostic.help("the layout of the list is `get(…, 0)`, its offset `get(…, 1)`")
            }
            false => diagnostic,
        }
    }

    /// Returns whether the value is a part of a layout, with its offset.
    fn is_part(&self) -> bool {
        match self {
            Value::Annotated(value, _) => value.is_part(),
            Value::List(items) => {
                matches!(items.as_slice(), [of, _] if of.is_layout())
            }
            _ => false,
        }
    }

    /// Returns whether an integer in the value is not known.
    pub(crate) fn is_symbolic(&self) -> bool {
        match self {
            Value::Int(int) => int.known().is_none(),
            Value::Tuple(tuple) => tuple.leaves().into_iter().any(TupleLeaf::is_symbolic),
            Value::Layout(layout) => layout.is_symbolic(),
            Value::Vectors(layout) => layout.is_symbolic(),
            Value::Composed(layout) => {
                layout.domain().is_ok_and(Layout::is_symbolic)
                    || layout.outer().iter().any(|(_, offset)| offset.known().is_none())
            }
            Value::Annotated(value, _) => value.is_symbolic(),
            Value::Tiler(modes) => modes.iter().any(is_symbolic),
            Value::List(values) => values.iter().any(Value::is_symbolic),
            Value::Sizes(sizes) => sizes.iter().any(|(_, size)| size.known().is_none()),
            Value::Bool(_)
            | Value::Text(_)
            | Value::Swizzle(_)
            | Value::Tiled(_)
            | Value::Major(_)
            | Value::Closure(_) => false,
        }
    }

    /// The value with integers in the place of its symbols; a symbol without one stays.
    ///
    /// # Errors
    ///
    /// As [`Layout::substitute`].
    pub fn substitute(
        &self,
        value_of: &dyn Fn(&Symbol) -> Option<Int>,
    ) -> Result<Value, layout_algebra::Error> {
        Ok(match self {
            Value::Int(int) => Value::Int(int.substitute(value_of)?),
            Value::Tuple(tuple) => {
                Value::Tuple(tuple.try_flat_map(&mut |leaf| leaf.substitute(value_of))?)
            }
            Value::Layout(layout) => Value::Layout(layout.substitute(value_of)?),
            Value::Vectors(layout) => layout.substitute(value_of)?.into(),
            Value::Annotated(value, Annotations { bounds, names }) => {
                let (value, bounds) = (value.substitute(value_of)?, bounds.substitute(value_of)?);
                value.with(Annotations { bounds, names: names.clone() })
            }
            Value::Tiler(modes) => {
                let modes = modes.iter().map(|mode| mode.substitute(value_of));
                Value::Tiler(modes.try_collect_vec()?)
            }
            Value::List(values) => {
                let values = values.iter().map(|value| value.substitute(value_of));
                Value::List(values.try_collect_vec()?)
            }
            Value::Composed(layout) => Value::Composed(layout.substitute(value_of)?),
            Value::Sizes(sizes) => {
                let mut sizes = sizes.clone();
                for (_, size) in &mut sizes {
                    *size = size.substitute(value_of)?;
                }
                Value::Sizes(sizes)
            }
            // No symbols are in these.
            Value::Bool(_)
            | Value::Swizzle(_)
            | Value::Tiled(_)
            | Value::Major(_)
            | Value::Text(_)
            | Value::Closure(_) => self.clone(),
        })
    }

    /// The value, and the annotations of the layout in it.
    pub(crate) fn parted(&self) -> (Value, Annotations) {
        match self {
            Value::Annotated(value, annotations) => ((**value).clone(), annotations.clone()),
            Value::List(values) => {
                let parts = values.iter().map(Value::parted).collect_vec();
                // Several layouts have their own names.
                let is_alone = parts.iter().filter(|(value, _)| value.is_layout()).count() <= 1;
                let (mut names, mut bounds, mut values) = (ModeNames::NONE, None, Vec::new());
                for (value, Annotations { bounds: own, names: of_value }) in parts {
                    if value.domain_shape().is_some() {
                        // Several layouts with different padding: one set of bounds does not tell which it belongs to.
                        bounds = match bounds {
                            Some(first) if first != own => Some(Bounds::Unknown),
                            _ => Some(own),
                        };
                    }
                    if is_alone && values.is_empty() {
                        names = of_value.clone();
                    }
                    values.push(if is_alone { value } else { value.with(of_value) });
                }
                let bounds = bounds.unwrap_or(Bounds::EVERYWHERE);
                (Value::List(values), Annotations { bounds, names })
            }
            value => (value.clone(), Annotations::NONE),
        }
    }

    /// The value with annotations of the layout in it, where it is one, or begins with one.
    pub(crate) fn with(self, annotations: impl Into<Annotations>) -> Value {
        let annotations = annotations.into();
        match self {
            value if annotations.is_none() => value,
            Value::List(mut values) => {
                // An offset beside a layout has its numbers of axes.
                if let Some(first) = values.first_mut()
                    && first.is_layout()
                {
                    let layout = std::mem::replace(first, Value::Bool(false));
                    *first = Value::Annotated(Box::new(layout), annotations);
                }
                Value::List(values)
            }
            value if value.is_layout() => {
                let (value, names) = annotations.names.in_order(value);
                let annotations = Annotations { names, ..annotations };
                match annotations.is_none() {
                    true => value,
                    false => Value::Annotated(Box::new(value), annotations),
                }
            }
            value => value,
        }
    }

    /// The layout, or the domain of a composed one.
    pub(crate) fn domain(&self) -> Option<&Layout> {
        match self {
            Value::Layout(layout) => Some(layout),
            Value::Composed(layout) => layout.domain().ok(),
            Value::Annotated(value, _) => value.domain(),
            _ => None,
        }
    }

    /// The shape of a layout, or of the domain of a composed one.
    pub(crate) fn domain_shape(&self) -> Option<&IntTuple> {
        self.layout_shape()?.ok()
    }

    /// The shape of a layout of any kind, of which a composed one may have none.
    pub(crate) fn layout_shape(&self) -> Option<Result<&IntTuple, layout_algebra::Error>> {
        match self {
            Value::Layout(layout) => Some(Ok(layout.shape())),
            Value::Vectors(layout) => Some(Ok(layout.shape())),
            Value::Composed(layout) => Some(layout.shape()),
            Value::Annotated(value, _) => value.layout_shape(),
            _ => None,
        }
    }

    /// The composed layout that the value is.
    pub(crate) fn as_composed(&self) -> Option<&ComposedLayout> {
        match self {
            Value::Composed(layout) => Some(layout),
            _ => None,
        }
    }

    /// The value with the functions of a composed layout after it, where it is a layout with strides of one term.
    pub(crate) fn under(
        self,
        after: Option<&ComposedLayout>,
    ) -> Result<Value, layout_algebra::Error> {
        let Some(after) = after else { return Ok(self) };
        Ok(match self {
            Value::Layout(layout) => after.with_domain(layout)?.into(),
            Value::Composed(layout) => after.with_domain(layout)?.into(),
            value => value,
        })
    }

    /// Returns whether the value is a layout with strides of one term.
    pub(crate) fn is_plain_layout(&self) -> bool {
        matches!(self, Value::Layout(_))
    }

    /// The function of coordinates that the value is: a layout with strides of one term, or a composed layout.
    pub(crate) fn as_plain_function(&self) -> Option<Function> {
        if self.is_layout() { self.as_function()?.ok() } else { None }
    }

    /// The integers of a value without layouts.
    pub(crate) fn integers(&self) -> Vec<Int> {
        match self {
            Value::Int(int) => vec![int.clone()],
            Value::Tuple(tuple) => {
                tuple.leaves().into_iter().filter_map(TupleLeaf::as_int).collect_vec()
            }
            Value::List(values) => values.iter().flat_map(Value::integers).collect_vec(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn is_layout(&self) -> bool {
        matches!(self, Value::Layout(_) | Value::Composed(_) | Value::Vectors(_))
    }

    /// The value as an integer, also in parentheses of its own.
    pub(crate) fn as_int(&self) -> Option<&Int> {
        let mut tuple = match self {
            Value::Int(int) => return Some(int),
            Value::Tuple(tuple) => tuple,
            _ => return None,
        };
        loop {
            match tuple {
                HTuple::Leaf(TupleLeaf::Int(int)) => return Some(int),
                HTuple::Tuple(items) => match items.as_slice() {
                    [item] => tuple = item,
                    _ => return None,
                },
                HTuple::Leaf(_) => return None,
            }
        }
    }

    /// The value as a tuple, each leaf as `leaf` takes it; none where it takes one for nothing.
    fn as_tuple_of<T>(&self, leaf: fn(&TupleLeaf) -> Option<T>) -> Option<HTuple<T>> {
        match self {
            Value::Int(int) => Some(HTuple::Leaf(leaf(&TupleLeaf::Int(int.clone()))?)),
            Value::Tuple(tuple) => {
                tuple.try_flat_map(&mut |atom| leaf(atom).map(HTuple::Leaf).ok_or(())).ok()
            }
            _ => None,
        }
    }

    /// The value as a tuple of anything.
    pub(crate) fn as_tuple(&self) -> Option<HTuple<TupleLeaf>> {
        self.as_tuple_of(|leaf| Some(leaf.clone()))
    }

    /// The value as a tuple of integers.
    pub(crate) fn as_int_tuple(&self) -> Option<IntTuple> {
        self.as_tuple_of(TupleLeaf::as_int)
    }

    /// The value as strides.
    pub(crate) fn as_strides(&self) -> Option<StrideTuple> {
        self.as_tuple_of(TupleLeaf::as_stride)
    }

    /// The value as strides of any number of terms.
    pub(crate) fn as_vectors(&self) -> Option<HTuple<Vector>> {
        self.as_tuple_of(TupleLeaf::as_vector)
    }

    /// The value as a layout of strides of any number of terms: any layout but a composed one.
    pub(crate) fn as_vector_layout(&self) -> Option<Result<VectorLayout, layout_algebra::Error>> {
        match self {
            Value::Vectors(layout) => Some(Ok(layout.clone())),
            value => Some(value.as_layout()?.map(VectorLayout::from)),
        }
    }

    /// The value as a coordinate: integers, and `_` for a whole mode.
    pub fn as_coordinate(&self) -> Option<Coordinate> {
        self.as_tuple_of(TupleLeaf::as_coordinate)
    }

    /// The value as a tiler: a tuple of integers and `_` is a shape tiler.
    pub(crate) fn as_tiler(&self) -> Option<Result<Tiler, layout_algebra::Error>> {
        match self {
            Value::Layout(layout) => Some(Ok(Tiler::Layout(layout.clone()))),
            Value::Tiler(modes) => Some(Ok(Tiler::Modes(modes.clone()))),
            Value::Int(int) => Some(Tiler::from_shape(&HTuple::Leaf(int.clone()))),
            Value::Tuple(tuple) => match self.as_int_tuple() {
                Some(shape) => Some(Tiler::from_shape(&shape)),
                None => tiler_of_leaves(tuple),
            },
            Value::Annotated(value, _) => value.as_tiler(),
            _ => None,
        }
    }

    /// The value as a function that can be composed: a swizzle, a layout or a composed layout.
    pub(crate) fn as_function(&self) -> Option<Result<Function, layout_algebra::Error>> {
        match self {
            Value::Swizzle(swizzle) => Some(Ok((*swizzle).into())),
            Value::Composed(layout) => Some(Ok(layout.clone().into())),
            Value::Annotated(value, _) => value.as_function(),
            value => Some(value.as_layout()?.map(Function::from)),
        }
    }

    /// The value as a layout: a shape is column-major.
    pub(crate) fn as_layout(&self) -> Option<Result<Layout, layout_algebra::Error>> {
        match self {
            Value::Layout(layout) => Some(Ok(layout.clone())),
            Value::Int(_) | Value::Tuple(_) => Some(ops::col_major(&self.as_int_tuple()?)),
            Value::Annotated(value, _) => value.as_layout(),
            _ => None,
        }
    }
}

fn is_symbolic(tiler: &Tiler) -> bool {
    match tiler {
        Tiler::Layout(layout) => layout.is_symbolic(),
        Tiler::Size(size) => size.known().is_none(),
        Tiler::Modes(modes) => modes.iter().any(is_symbolic),
        Tiler::All => false,
    }
}

fn tiler_of_leaves(tuple: &HTuple<TupleLeaf>) -> Option<Result<Tiler, layout_algebra::Error>> {
    match tuple {
        HTuple::Leaf(TupleLeaf::All) => Some(Ok(Tiler::All)),
        HTuple::Leaf(TupleLeaf::Int(int)) => Some(Tiler::from_shape(&HTuple::Leaf(int.clone()))),
        HTuple::Leaf(TupleLeaf::Basis(_) | TupleLeaf::Vector(_)) => None,
        HTuple::Tuple(items) => {
            let modes = items.iter().map(tiler_of_leaves).collect_some()?;
            Some(modes.into_iter().try_collect_vec().map(Tiler::Modes))
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

impl From<Tiled> for Value {
    fn from(tiled: Tiled) -> Self {
        Value::Tiled(Rc::new(tiled))
    }
}

impl From<VectorLayout> for Value {
    fn from(layout: VectorLayout) -> Self {
        layout.into_layout().map_or_else(Value::Vectors, Value::Layout)
    }
}

impl From<HTuple<TupleLeaf>> for Value {
    fn from(tuple: HTuple<TupleLeaf>) -> Self {
        match tuple {
            HTuple::Leaf(TupleLeaf::Int(int)) => Value::Int(int),
            tuple => Value::Tuple(tuple),
        }
    }
}

impl From<HTuple<Vector>> for Value {
    fn from(tuple: HTuple<Vector>) -> Self {
        match tuple.map(&mut |vector: &Vector| TupleLeaf::from(vector.clone())) {
            HTuple::Leaf(TupleLeaf::Int(int)) => Value::Int(int),
            tuple => Value::Tuple(tuple),
        }
    }
}

impl From<Vector> for TupleLeaf {
    fn from(vector: Vector) -> Self {
        match vector.as_stride() {
            Some(stride) => match stride.as_int() {
                Some(int) => TupleLeaf::Int(int.clone()),
                None => TupleLeaf::Basis(stride),
            },
            None => TupleLeaf::Vector(vector),
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
            tuple => Value::Tuple(tuple.map(&mut |int| TupleLeaf::Int(int.clone()))),
        }
    }
}

impl From<StrideTuple> for Value {
    fn from(tuple: StrideTuple) -> Self {
        let atoms = tuple.map(&mut |stride: &Stride| match stride.as_int() {
            Some(int) => TupleLeaf::Int(int.clone()),
            None => TupleLeaf::Basis(stride.clone()),
        });
        match atoms {
            HTuple::Leaf(TupleLeaf::Int(int)) => Value::Int(int),
            tuple => Value::Tuple(tuple),
        }
    }
}

impl fmt::Display for TupleLeaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TupleLeaf::Int(int) => write!(f, "{int}"),
            TupleLeaf::Basis(stride) => write!(f, "{stride}"),
            TupleLeaf::Vector(vector) => write!(f, "{vector}"),
            TupleLeaf::All => f.write_str("_"),
        }
    }
}

impl fmt::Display for Value {
    /// Writes the value as CuTe prints it, without the `_` before static integers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(int) => write!(f, "{int}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Tuple(tuple) => write!(f, "{tuple}"),
            Value::Layout(layout) => write!(f, "{layout}"),
            Value::Swizzle(swizzle) => write!(f, "{swizzle}"),
            Value::Composed(layout) => write!(f, "{layout}"),
            Value::Vectors(layout) => write!(f, "{layout}"),
            Value::Annotated(value, annotations) => {
                let text = value.to_string();
                match (&**value, value.domain()) {
                    (Value::Vectors(layout), _) => {
                        f.write_str(&annotations.names.notation(&text, layout))
                    }
                    (_, Some(layout)) => f.write_str(&annotations.names.notation(&text, layout)),
                    _ => f.write_str(&text),
                }
            }
            Value::Tiler(modes) => Tiler::write_modes(modes, f),
            Value::Tiled(tiled) => match &**tiled {
                Tiled::Mma(atom) => f.write_str(&atom.name),
                Tiled::Bits(atom) => f.write_str(&atom.name),
                Tiled::Copy(atom) => write!(f, "{atom}"),
                Tiled::Product(mma) => write!(f, "{mma}"),
                Tiled::Copying(copy) => write!(f, "{copy}"),
            },
            Value::Major(Major::Left) => f.write_str("LayoutLeft"),
            Value::Major(Major::Right) => f.write_str("LayoutRight"),
            Value::List(values) => {
                let axes = match values.first() {
                    Some(Value::Annotated(_, of)) => of.names.axes(),
                    _ => &[],
                };
                f.write_str("(")?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    match value {
                        // A coordinate along the axes of the layout beside it.
                        Value::Tuple(HTuple::Tuple(items)) if items.len() == axes.len() => {
                            let mut mark = "(";
                            for (axis, item) in axes.iter().zip(items) {
                                write!(f, "{mark}{axis}: {item}")?;
                                mark = ", ";
                            }
                            f.write_str(")")?;
                        }
                        value => write!(f, "{value}")?,
                    }
                }
                f.write_str(")")
            }
            Value::Closure(closure) => write!(f, "{closure}"),
            Value::Text(text) => write!(f, "\"{text}\""),
            Value::Sizes(sizes) => {
                for (i, (name, size)) in sizes.iter().enumerate() {
                    write!(f, "{}{name} = {size}", if i > 0 { ", " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}
