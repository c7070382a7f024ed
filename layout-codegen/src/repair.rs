//! Repairs: what to write instead, tried before it is offered.

use layout_algebra::{Error, ErrorKind, HTuple, Int, Layout};

use crate::Allow;
use crate::operations::Operation;
use crate::report::Help;
use crate::value::{Atom, Value};

/// How far from the written extent another one is sought.
const REACH: i128 = 64;

/// The tile nearest to the written one that divides its layout, for a divide
/// that fails at an integer of its tiler.
pub(crate) fn nearest_tile(operation: &Operation, values: &[Value], error: &Error) -> Option<Help> {
    let repairable = matches!(
        error.kind(),
        ErrorKind::Padded { .. }
            | ErrorKind::Uncovered { .. }
            | ErrorKind::NotAdditive { .. }
            | ErrorKind::BrokenRun { .. }
    );
    // What a condition repairs becomes an obligation: nobody reads the error.
    if error.condition().is_some() {
        return None;
    }
    if !operation.divides() || !repairable || error.operand() != 1 {
        return None;
    }
    let [layout, tiler] = values else { return None };
    let extent = extent_at(tiler, error.path().indices())?.known()?;
    let nearby = (1..=REACH).flat_map(|step| [extent - step, extent + step]);
    for candidate in nearby.filter(|candidate| *candidate > 1) {
        let tiler = with_extent(tiler, error.path().indices(), Int::new(candidate))?;
        let values = [layout.clone(), tiler];
        if operation.apply(&values, Allow::default()).is_ok() {
            let tiler = &values[1];
            return Some(Help::Write(format!("the nearest tile that divides is `{tiler}`")));
        }
    }
    None
}

/// The integer at a path of a shape tiler, or the extent of a one-leaf layout.
fn extent_at(tiler: &Value, path: &[usize]) -> Option<Int> {
    match tiler {
        Value::Int(int) if path.is_empty() => Some(int.clone()),
        Value::Tuple(tuple) => match tuple.get(path)? {
            HTuple::Leaf(Atom::Int(int)) => Some(int.clone()),
            _ => None,
        },
        Value::Layout(layout) if path.is_empty() => match layout.shape() {
            HTuple::Leaf(extent) => Some(extent.clone()),
            HTuple::Tuple(_) => None,
        },
        _ => None,
    }
}

fn with_extent(tiler: &Value, path: &[usize], extent: Int) -> Option<Value> {
    match tiler {
        Value::Int(_) => Some(Value::Int(extent)),
        Value::Tuple(tuple) => Some(Value::Tuple(replaced(tuple, path, &extent)?)),
        Value::Layout(layout) => {
            let layout = Layout::new(HTuple::Leaf(extent), layout.stride().clone()).ok()?;
            Some(Value::Layout(layout))
        }
        _ => None,
    }
}

fn replaced(tuple: &HTuple<Atom>, path: &[usize], extent: &Int) -> Option<HTuple<Atom>> {
    match (tuple, path.split_first()) {
        (HTuple::Leaf(_), None) => Some(HTuple::Leaf(Atom::Int(extent.clone()))),
        (HTuple::Tuple(items), Some((&first, rest))) => {
            let mut items = items.clone();
            let item = items.get_mut(first)?;
            *item = replaced(item, rest, extent)?;
            Some(HTuple::Tuple(items))
        }
        _ => None,
    }
}
