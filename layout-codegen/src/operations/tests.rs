use std::rc::Rc;

use layout_algebra::{HTuple, Int, Layout, Stride, Swizzle};

use super::{Operand, Operation, all};
use crate::Allow;
use crate::closure::Closure;
use crate::parse::parse_expr;
use crate::report::Lint;
use crate::syntax::ExprKind;
use crate::value::{TupleLeaf, Value};

fn tuple(ints: &[i128]) -> Value {
    HTuple::Tuple(ints.iter().map(|int| HTuple::Leaf(TupleLeaf::Int(Int::new(*int)))).collect())
        .into()
}

fn layout(modes: &[(i128, i128)]) -> Value {
    let leaf = |pick: fn(&(i128, i128)) -> i128| {
        modes.iter().map(|mode| HTuple::Leaf(Int::new(pick(mode)))).collect()
    };
    let strides =
        HTuple::Tuple(leaf(|mode| mode.1)).map(&mut |int: &Int| Stride::from(int.clone()));
    Layout::new(HTuple::Tuple(leaf(|mode| mode.0)), strides).unwrap().into()
}

fn integers() -> Vec<Value> {
    [0, 1, 2, 8].map(|int| Value::Int(Int::new(int))).into()
}

/// The size of an axis of a pattern, an integer beside its name.
fn size() -> Value {
    Value::Sizes(vec![("c".to_owned(), Int::new(2))])
}

/// A closure of one argument, or of two.
fn closure(text: &str) -> Value {
    let tokens = text.parse().expect("tokens");
    match parse_expr(tokens).map(|parsed| parsed.of.kind) {
        Ok(ExprKind::Closure(syntax)) => Value::Closure(Rc::new(Closure::new(&syntax).unwrap())),
        other => panic!("{text} is no closure: {other:?}"),
    }
}

/// Operands: beside integers and tuples a layout of two modes, a swizzle, patterns of two axes, closures.
fn others() -> Vec<Value> {
    let pair =
        |a, b| HTuple::Tuple([a, b].map(|int| HTuple::Leaf(TupleLeaf::Int(Int::new(int)))).into());
    let pairs = HTuple::Tuple(vec![pair(1, 2), pair(4, 8)]).into();
    let swizzle = Value::Swizzle(Swizzle::new(1, 0, 2).unwrap());
    let patterns = [
        "a b -> b a",
        "a b -> a",
        "(a c) b -> c a b",
        "(a c) b -> a b",
        "a b -> a b c",
        "ab->ba",
        "a->a",
        "ab,ab->ab",
    ];
    let patterns = patterns.map(|pattern| Value::Text(pattern.into()));
    integers()
        .into_iter()
        .chain([pairs, tuple(&[2, 4]), tuple(&[1]), layout(&[(2, 1), (4, 2)]), swizzle])
        .chain(patterns)
        .chain(["|a| a", "|a, b| a + b"].map(closure))
        .collect()
}

/// Returns whether an operation has a value with one of these in a place, and any other operands.
fn takes(operation: &Operation, place: usize, these: &[Value]) -> bool {
    let mut allow = Allow::default();
    Lint::ALL.into_iter().for_each(|lint| allow.permit(lint));
    let (least, most) = operation.arity();
    let others = others();
    (least.max(place + 1)..=most.min(3)).any(|arity| {
        (0..others.len().pow(arity as u32 - 1)).any(|mut choice| {
            let mut values = Vec::new();
            for _ in 1..arity {
                values.push(others[choice % others.len()].clone());
                choice /= others.len();
            }
            these.iter().any(|value| {
                let mut values = values.clone();
                values.insert(place, value.clone());
                operation.apply(&values, allow).is_ok()
            })
        })
    })
}

#[test]
fn a_word_is_an_integer_where_no_layout_is_taken() {
    // A layout may stand there for its shape, and a word is an integer still. After a pattern, the
    // sizes of axes stand; of `repeat` the operand before them may be a count, and a pattern of two
    // operands is taken with two layouts. In a closure's place a word is an integer, and refused.
    let exceptions = [
        "tile_to_shape 1",
        "with_shape 2",
        "infer_layout 2",
        "complement 1",
        "repeat 2",
        "rearrange 2",
        "reduce 2",
        "ceil_div 0",
        "ceil_div 1",
        "transform 2",
        "fold 2",
    ];
    let layouts = [layout(&[(2, 1), (4, 2)]), layout(&[(2, 4)]), layout(&[(8, 1)])];
    let mut found = Vec::new();
    // Without an instruction some take nothing.
    for operation in all().filter(|operation| !operation.takes(0, Operand::is_instruction)) {
        for place in 0..operation.arity().1.min(3) {
            let takes_layout = takes(operation, place, &layouts);
            // A word is no integer as an operand that takes neither, such as a pattern.
            let numbers = [integers(), vec![size()]].concat();
            let is_integer = !takes_layout && takes(operation, place, &numbers);
            if operation.takes_or_ends_in(place, Operand::is_number) != is_integer {
                found.push(format!("{} {place}", operation.name));
            }
        }
    }
    assert_eq!(found, exceptions);
}
