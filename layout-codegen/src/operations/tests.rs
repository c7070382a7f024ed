use layout_algebra::{HTuple, Int, Layout, Stride, Swizzle};

use super::{Operation, all};
use crate::Allow;
use crate::report::Lint;
use crate::value::{Atom, Value};

fn tuple(ints: &[i128]) -> Value {
    HTuple::Tuple(ints.iter().map(|int| HTuple::Leaf(Atom::Int(Int::new(*int)))).collect()).into()
}

fn layout(modes: &[(i128, i128)]) -> Value {
    let leaf = |pick: fn(&(i128, i128)) -> i128| {
        modes.iter().map(|mode| HTuple::Leaf(Int::new(pick(mode)))).collect()
    };
    let strides =
        HTuple::Tuple(leaf(|mode| mode.1)).map(&mut |int: &Int| Stride::from(int.clone()));
    Layout::new(HTuple::Tuple(leaf(|mode| mode.0)), strides).unwrap().into()
}

/// Operands, none of which is a layout with modes.
fn others() -> Vec<Value> {
    let ints = [0, 1, 2, 8].map(|int| Value::Int(Int::new(int)));
    let pair =
        |a, b| HTuple::Tuple([a, b].map(|int| HTuple::Leaf(Atom::Int(Int::new(int)))).into());
    let pairs = HTuple::Tuple(vec![pair(1, 2), pair(4, 8)]).into();
    let swizzle = Value::Swizzle(Swizzle::new(1, 0, 2).unwrap());
    ints.into_iter()
        .chain([pairs, tuple(&[2, 4]), tuple(&[1]), layout(&[(2, 1), (4, 2)]), swizzle])
        .collect()
}

/// Whether an operation has a value with a layout in a place, beside any others.
fn takes_layout(operation: &Operation, place: usize) -> bool {
    let mut allow = Allow::default();
    Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    let (least, most) = operation.arity();
    let others = others();
    let layouts = [layout(&[(2, 1), (4, 2)]), layout(&[(2, 4)]), layout(&[(8, 1)])];
    (least.max(place + 1)..=most.min(3)).any(|arity| {
        (0..others.len().pow(arity as u32 - 1)).any(|mut choice| {
            let mut values = Vec::new();
            for _ in 1..arity {
                values.push(others[choice % others.len()].clone());
                choice /= others.len();
            }
            layouts.iter().any(|layout| {
                let mut values = values.clone();
                values.insert(place, layout.clone());
                operation.apply(&values, allow).is_ok()
            })
        })
    })
}

#[test]
fn a_word_is_an_integer_where_no_layout_is_taken() {
    // A word in `ceil_div` is an integer, and so is one that `complement` and `tile_to_shape`
    // reach, although a layout may stand there, too. The others take no layout in these places, and no word is an integer there: what they take depends
    // on the other operands, or is a swizzle; without a pattern, `rearrange` and its kin take nothing.
    let exceptions = [
        "tile_to_shape 1",
        "with_shape 2",
        "infer_layout 1",
        "infer_layout 2",
        "complement 1",
        "repeat 2",
        "rearrange 0",
        "rearrange 1",
        "reduce 0",
        "reduce 1",
        "einsum 0",
        "einsum 1",
        "einsum 2",
        "ceil_div 0",
        "ceil_div 1",
        "swizzle 0",
    ];
    let mut found = Vec::new();
    // Without an instruction some take nothing.
    for operation in all().filter(|operation| !operation.takes_instruction(0)) {
        for place in 0..operation.arity().1.min(3) {
            let takes = takes_layout(operation, place);
            if operation.takes_number(place) == takes {
                found.push(format!("{} {place}", operation.name));
            }
        }
    }
    assert_eq!(found, exceptions);
}
