//! Names of the axes of values: `(8,4):(4@lane,1@warp)`.
//!
//! In the algebra axes have numbers. Those of named axes are their places in the order in which the strides name them first, so
//! that the notation of a layout has all there is to know of it. Names decide which axes of two layouts are the same.

use layout_algebra::{HTuple, Layout, ModePath, Stride, Terms};

use super::ModeNames;
use crate::value::Value;

impl ModeNames {
    /// The same names of modes, beside these of axes.
    pub(crate) fn with_axes(self, axes: &[String]) -> Self {
        ModeNames { axes: axes.to_vec(), ..self }
    }

    /// The names of the axes of values by their numbers; none of an unnamed basis.
    pub fn axes(&self) -> &[String] {
        &self.axes
    }

    /// Strides with the names of their axes, as they are written.
    pub fn strides<D: Terms>(&self, strides: &HTuple<D>) -> String {
        let text = strides.map(&mut |stride: &D| self.terms(stride.terms()));
        text.to_string()
    }

    fn terms(&self, terms: &[Stride]) -> String {
        let mut text = String::new();
        for term in terms {
            let term = self.with_axis_name(term).unwrap_or_else(|| term.to_string());
            text += if text.is_empty() || term.starts_with('-') { "" } else { "+" };
            text += &term;
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }

    /// An element of a basis with the name of its axis.
    fn with_axis_name(&self, term: &Stride) -> Option<String> {
        let axis = term.mode().indices().first()?;
        let name = self.axes.get(*axis)?;
        // The number of the outermost mode stands last.
        Some(format!("{}@{name}", term.to_string().strip_suffix(&format!("@{axis}"))?))
    }

    /// The layout with its named axes numbered in the order in which its strides name them, and the names of these alone. Where
    /// it steps along an axis without a name, none has one.
    pub(crate) fn in_order(&self, value: Value) -> (Value, ModeNames) {
        let axes = match &value {
            _ if self.axes.is_empty() => return (value, self.clone()),
            Value::Layout(layout) => axes_of(layout),
            Value::Vectors(layout) => axes_of(layout),
            _ => Vec::new(),
        };
        let mut names = Vec::new();
        for axis in &axes {
            let Some(name) = self.axes.get(*axis) else {
                return (value, self.clone().with_axes(&[]));
            };
            names.push(name.clone());
        }
        let number = |axis: usize| axes.iter().position(|other| *other == axis).unwrap_or(axis);
        (renumbered(value, &number), self.clone().with_axes(&names))
    }

    /// The layout with its axes numbered as in a list of names, to which those are added that it lacks.
    pub(crate) fn numbered_as(&self, value: Value, list: &mut Vec<String>) -> Value {
        let mut places = Vec::new();
        for name in &self.axes {
            places.push(match list.iter().position(|other| other == name) {
                Some(place) => place,
                None => {
                    list.push(name.clone());
                    list.len() - 1
                }
            });
        }
        renumbered(value, &|axis| places.get(axis).copied().unwrap_or(axis))
    }
}

/// The outermost axes that a layout steps along, in the order of its strides.
fn axes_of<D: Terms>(layout: &Layout<D>) -> Vec<usize> {
    let mut axes = Vec::new();
    for stride in layout.stride().leaves() {
        for term in stride.terms() {
            match term.mode().indices().first() {
                Some(axis) if !axes.contains(axis) => axes.push(*axis),
                _ => {}
            }
        }
    }
    axes
}

/// The layout with other numbers of its outermost axes.
pub(crate) fn renumbered(value: Value, number: &dyn Fn(usize) -> usize) -> Value {
    fn of<D: Terms>(layout: &Layout<D>, number: &dyn Fn(usize) -> usize) -> Option<Layout<D>> {
        let term = |term: &Stride| {
            let path = match term.mode().indices() {
                [] => ModePath::root(),
                [axis, inside @ ..] => ModePath::from(inside).under(number(*axis)),
            };
            Ok(Stride::basis(term.scale().clone(), path))
        };
        let stride = layout
            .stride()
            .try_flat_map(&mut |stride| stride.changed(&mut |of| term(of)).map(HTuple::Leaf));
        Layout::of(layout.shape().clone(), stride.ok()?).ok()
    }
    let other = match &value {
        Value::Layout(layout) => of(layout, number).map(Value::Layout),
        Value::Vectors(layout) => of(layout, number).map(Value::Vectors),
        _ => None,
    };
    // Other numbers of axes change no number of steps, so that there is such a layout.
    other.unwrap_or(value)
}
