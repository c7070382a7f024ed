//! Operands whose values are coordinates with named axes: an operation sees the same number for the same axis.

use crate::mode_names::{ModeNames, renumbered};
use crate::nearest::nearest;
use crate::operations::Operation;
use crate::report::{Diagnostic, quoted};
use crate::syntax::Expr;
use crate::value::{Annotations, Value};
use layout_algebra::{CollectVec, HTuple, ModePath};

/// The operands without and with their annotations. Of a composition, the axes of what is applied first are modes of the
/// other; of other operations, the axes of all operands are those of the first, and then those that it lacks.
///
/// # Errors
///
/// An axis that is no mode of the layout that is composed with it.
pub(super) fn with_common_axes(
    operation: &Operation,
    values: &[Value],
    operands: &[&Expr],
) -> Result<(Vec<Value>, Vec<Annotations>), Diagnostic> {
    let (mut plain, mut of): (Vec<Value>, Vec<Annotations>) =
        values.iter().map(Value::parted).unzip();
    if of.iter().all(|annotations| annotations.names.axes().is_empty()) {
        return Ok((plain, of));
    }
    if operation.composes()
        && let ([outer, inner], [names, of_inner]) = (plain.as_mut_slice(), of.as_mut_slice())
    {
        if !of_inner.names.axes().is_empty() {
            let modes = modes_of(operation, outer, (&names.names, &of_inner.names), operands)?;
            let numbered = std::mem::replace(inner, Value::Bool(false));
            *inner = renumbered(numbered, &|axis| modes.get(axis).copied().unwrap_or(axis));
            of_inner.names = of_inner.names.clone().with_axes(&[]);
        }
        return Ok((plain, of));
    }
    let mut axes = Vec::new();
    for (value, annotations) in plain.iter_mut().zip(&mut of) {
        if annotations.names.axes().is_empty() {
            continue;
        }
        // A list has its numbers of axes.
        if !value.is_layout() && axes.is_empty() {
            axes = annotations.names.axes().to_vec();
        }
        let own = std::mem::replace(value, Value::Bool(false));
        *value = annotations.names.numbered_as(own, &mut axes);
    }
    for annotations in &mut of {
        if !annotations.names.axes().is_empty() {
            annotations.names = annotations.names.clone().with_axes(&axes);
        }
    }
    Ok((plain, of))
}

/// The modes of a layout that axes are, by their names.
fn modes_of(
    operation: &Operation,
    outer: &Value,
    (names, axes): (&ModeNames, &ModeNames),
    operands: &[&Expr],
) -> Result<Vec<usize>, Diagnostic> {
    let rank = outer.domain_shape().map_or(1, HTuple::rank);
    let known = (0..rank).filter_map(|mode| names.of(&[mode])).collect_vec();
    if !known.is_empty() {
        let mut modes = Vec::new();
        for name in axes.axes() {
            if let Some(mode) = (0..rank).find(|mode| names.of(&[*mode]) == Some(name)) {
                modes.push(mode);
                continue;
            }
            let (listed, named) = (quoted(&known), outer.clone().with(names.clone()));
            let fact = format!("`{name}` is no mode of {named}, whose modes are {listed}");
            let range = operands.get(1).unwrap_or(&operands[0]).range;
            let diagnostic = Diagnostic::of_operation(operation.name(), range, fact);
            return Err(match nearest(name, known.iter().copied()) {
                Some(meant) => diagnostic.help(format!("`{meant}` has nearly this name")),
                None => diagnostic,
            });
        }
        return Ok(modes);
    }
    let listed = quoted(axes.axes());
    let fact = format!(
        "the values are coordinates along {listed}, and the modes of {outer} have no names"
    );
    let diagnostic = Diagnostic::of_operation(operation.name(), operands[0].range, fact);
    let mut modes = Vec::new();
    for (mode, name) in axes.axes().iter().enumerate() {
        modes.push((ModePath::from([mode]), name.clone()));
    }
    let named = outer.clone().with(ModeNames::new(modes));
    Err(match rank == axes.axes().len() && outer.is_layout() {
        true => diagnostic.write(named.to_string(), "where they are these, in this order"),
        false => diagnostic.help("names of modes stand in a shape, as in `(row: 4, col: 8):(8,1)`"),
    })
}
