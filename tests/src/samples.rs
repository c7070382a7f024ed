//! Operands for every operation of the language: layouts of 16 modes and of size 2^40, or close
//! to it, and beside them whatever the row of the operation lists.

use layout_algebra::{ComposedLayout, HTuple, Int, Layout, Swizzle, Tiler, ops};
use layout_codegen::{Operation, Scope, TupleLeaf, Value, evaluate, parse_expression};

use crate::{layout, leaf, tuple};

/// The operands to which an operation is applied.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The first layout; of operations on tuples, its shape.
    pub layout: &'a Layout,
    /// The second, where it is a layout or a shape.
    pub other: &'a Layout,
    /// The second, where it is a tiler.
    pub tiler: &'a Tiler,
}

/// The operands that an operation takes beside the first layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Numbers alone.
    Nothing,
    /// A layout or a shape.
    Other,
    /// A tiler.
    Tiler,
}

/// True if an operand is a layout, or is given by the shape of one.
fn is_layout(word: &str) -> bool {
    matches!(word, "block" | "guide" | "layout" | "shape" | "threads" | "tuple")
}

/// The operands that an operation takes beside the first layout.
#[must_use]
pub fn beside(operation: &Operation) -> Beside {
    let mut words = operation.operands().iter().map(|operand| operand.word());
    if words.clone().any(|word| matches!(word, "divisor" | "tiler")) {
        return Beside::Tiler;
    }
    let more = operation.operands().iter().any(|it| is_layout(it.word()) && it.arity().1 > 1);
    let other = words.by_ref().any(is_layout) && words.any(is_layout);
    if more || other { Beside::Other } else { Beside::Nothing }
}

/// Every list of operands of an operation, with each number of those that may be left out; at
/// most one is swizzled.
///
/// # Panics
///
/// If there is nothing to stand for one of its operands.
#[must_use]
pub fn calls(operation: &Operation, sample: &Sample<'_>) -> Vec<Vec<Value>> {
    let operands = operation.operands();
    let (least, _) = operation.arity();
    let mut calls: Vec<Vec<Value>> = Vec::new();
    let (mut lists, mut first) = (vec![Vec::new()], true);
    for (count, operand) in operands.iter().chain(operands.last()).enumerate() {
        if count >= least {
            calls.extend(lists.iter().cloned());
        }
        // Of several of its kind, one more; of one, none.
        if count == operands.len() && operand.arity().1 <= 1 {
            lists.clear();
            break;
        }
        let values = values(operation, operand.word(), first, sample);
        assert!(!values.is_empty(), "{}: no {}", operation.name(), operand.word());
        first &= !is_layout(operand.word());
        lists = lists
            .iter()
            .flat_map(|list| {
                values.iter().map(|value| [list.as_slice(), std::slice::from_ref(value)].concat())
            })
            .collect();
    }
    calls.extend(lists);
    // Two swizzled layouts are compared point by point, within a budget.
    let swizzled = |value: &&Value| matches!(value, Value::Composed(_));
    calls.retain(|values| values.iter().filter(swizzled).count() < 2);
    calls
}

/// The values that may stand for an operand, which is called by a word.
fn values(operation: &Operation, word: &str, first: bool, sample: &Sample<'_>) -> Vec<Value> {
    let of = if first { sample.layout } else { sample.other };
    let size = ops::size(of).ok().and_then(|size| size.known()).expect("a size");
    let at = ops::idx2crd(&leaf(size / 2), of.shape()).expect("a coordinate");
    let swizzle = Swizzle::new(3, 4, 5).expect("a swizzle");
    let after_swizzle = |of: &Layout, offset| {
        let layout = ComposedLayout::new(swizzle, Int::new(offset), of.clone());
        Value::from(layout.expect("integers"))
    };
    let ints = |ints: &[i128]| -> Vec<Value> {
        ints.iter().map(|&int| Value::Int(Int::new(int))).collect()
    };
    let is_beside_matrix = operation.operands().iter().any(|it| it.word() == "matrix");
    match word {
        // A tile of two modes, as the matrix has.
        "layout" if is_beside_matrix => vec![layout(&tuple(&[8, 64]), &[64, 1]).into()],
        "layout" if first && beside(operation) == Beside::Nothing => vec![
            of.clone().into(),
            after_swizzle(of, 0),
            after_swizzle(of, 37),
            Value::Swizzle(swizzle),
        ],
        "layout" | "block" if first => vec![of.clone().into(), after_swizzle(of, 0)],
        // The order of blocks.
        "layout" if operation.operands()[0].word() == "block" => {
            vec![of.clone().into(), after_swizzle(of, 0)]
        }
        "layout" => vec![of.clone().into()],
        "threads" | "values" => vec![of.clone().into()],
        "shape" | "tuple" | "profile" => vec![of.shape().clone().into()],
        "guide" => {
            let ones = of.shape().modes().iter().map(|_| leaf(1)).collect();
            vec![of.shape().clone().into(), HTuple::Tuple(ones).into(), tuple(&[1, 1]).into()]
        }
        "tiler" => vec![tiler(sample.tiler), after_swizzle(sample.other, 0)],
        "divisor" => vec![sample.other.shape().clone().into(), tiler(sample.tiler)],
        "stride" | "strides" => vec![of.stride().clone().into()],
        "swizzle" => vec![Value::Swizzle(swizzle)],
        "coordinate" => {
            let modes = at.modes().iter().enumerate().map(|(k, mode)| match k % 3 {
                0 => HTuple::Leaf(TupleLeaf::All),
                _ => mode.map(&mut |at| TupleLeaf::Int(at.clone())),
            });
            let open = HTuple::Tuple(modes.collect());
            vec![at.clone().into(), Value::Tuple(open), Int::new(2).into()]
        }
        "offset" => {
            let offset = ops::evaluate(&at, of).expect("an offset");
            vec![offset.leaves()[0].clone().into()]
        }
        "projection" => vec![of.shape().clone().into()],
        "target" => {
            let extents = ops::product_each(of.shape()).expect("extents");
            vec![extents.map(&mut |extent| Int::new(2 * extent.known().unwrap_or(1))).into()]
        }
        "order" => vec![at.into()],
        // Of one operand, and of two.
        "pattern" => vec![Value::Text("... -> ...".into()), Value::Text("..., ... -> ...".into())],
        "sizes" => vec![Value::Sizes(Vec::new())],
        "name" => ints(&[0]),
        "matrix" => vec![layout(&tuple(&[8, 64]), &[64, 1]).into()],
        "rows" => ints(&[8, 64]),
        "bits" => ints(&[6, 32, swizzle.y_mask(), swizzle.z_mask()]),
        "bytes" => ints(&[1, 4]),
        "cotarget" => ints(&[1 << 50]),
        "count" => ints(&[2, 1 << 20]),
        "end" => ints(&[-1, 6]),
        "factor" | "last" => ints(&[2]),
        "first" => ints(&[3]),
        "from_bits" => ints(&[32]),
        "halo" => ints(&[0]),
        "index" => ints(&[1 << 39]),
        "mode" => ints(&[7]),
        "rank" => ints(&[17]),
        "step" => ints(&[2]),
        "to_bits" => ints(&[16, 64]),
        "axis" => ints(&[0]),
        "closure" => ["|a| a * 2", "|a, b| a + b"].map(closure).to_vec(),
        // The one whose word is a list of words: values of a function.
        _ if word.contains("closure") => vec![Value::List(ints(&[0, 4, 1, 5, 8, 12, 9, 13]))],
        _ => Vec::new(),
    }
}

fn closure(text: &str) -> Value {
    let parsed = parse_expression(text.parse().expect("tokens")).expect("a closure");
    evaluate(&parsed, &Scope::new()).expect("a value")
}

fn tiler(tiler: &Tiler) -> Value {
    match tiler {
        Tiler::All => Value::Tuple(HTuple::Leaf(TupleLeaf::All)),
        Tiler::Size(size) => size.clone().into(),
        Tiler::Layout(layout) => layout.clone().into(),
        Tiler::Modes(modes) => Value::Tiler(modes.clone()),
    }
}

/// One of few enough elements for a table, which the operations take that have no answer else.
#[must_use]
pub fn small() -> (&'static str, Layout) {
    let extents: Vec<i128> = (0..16).map(|mode| 1 + mode % 2).collect();
    ("small", flat(&extents, &ORDER, |stride| stride))
}

/// Powers of two with the product 2^40.
const EXTENTS: [i128; 16] = [8, 8, 4, 16, 4, 8, 8, 2, 8, 4, 16, 4, 4, 8, 4, 2];

/// An order of the modes in which no two neighbours stay neighbours.
const ORDER: [usize; 16] = [7, 2, 12, 0, 9, 5, 14, 3, 10, 1, 15, 6, 11, 4, 13, 8];

/// The layouts, by what is special about them.
#[must_use]
pub fn layouts() -> Vec<(&'static str, Layout)> {
    let backwards: Vec<usize> = (0..16).rev().collect();
    let forwards: Vec<usize> = (0..16).collect();
    // The product is 0.2 % less than 2^40.
    let mixed = [5, 7, 10, 3, 4, 7, 4, 7, 9, 6, 7, 4, 7, 3, 6, 7];
    vec![
        ("column-major", flat(&EXTENTS, &forwards, |stride| stride)),
        ("row-major", flat(&EXTENTS, &backwards, |stride| stride)),
        ("shuffled", flat(&EXTENTS, &ORDER, |stride| stride)),
        ("shuffled, three apart", flat(&EXTENTS, &ORDER, |stride| 3 * stride)),
        ("padded rows", padded(&backwards)),
        ("padded, shuffled", padded(&ORDER)),
        ("mixed extents, row-major", flat(&mixed, &backwards, |stride| stride)),
        ("mixed extents, shuffled", flat(&mixed, &ORDER, |stride| stride)),
        ("nested", nested(&flat(&EXTENTS, &ORDER, |stride| stride))),
        ("pairs", pairs(&flat(&EXTENTS, &backwards, |stride| stride))),
        ("broadcast", broadcast()),
        ("backwards", flat(&EXTENTS, &ORDER, |stride| -stride)),
    ]
}

/// Compact strides in an order of the modes, each changed.
fn flat(extents: &[i128], order: &[usize], change: fn(i128) -> i128) -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for &mode in order {
        strides[mode] = change(next);
        next *= extents[mode];
    }
    layout(&tuple(extents), &strides)
}

/// One element more after every mode: no stride is a power of two but the first.
fn padded(order: &[usize]) -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for &mode in order {
        strides[mode] = next;
        next = next * EXTENTS[mode] + 1;
    }
    layout(&tuple(&EXTENTS), &strides)
}

/// Every fourth mode has stride 0.
fn broadcast() -> Layout {
    let (mut strides, mut next) = ([0; 16], 1);
    for (k, &mode) in ORDER.iter().enumerate() {
        if k % 4 != 0 {
            strides[mode] = next;
            next *= EXTENTS[mode];
        }
    }
    layout(&tuple(&EXTENTS), &strides)
}

/// 8 modes of two.
fn pairs(of: &Layout) -> Layout {
    let pairs: Vec<Layout> = of.modes().chunks(2).flat_map(Layout::from_modes).collect();
    Layout::from_modes(&pairs).expect("a layout")
}

/// 16 modes, of which those of extent 4 and more are pairs of their halves.
fn nested(of: &Layout) -> Layout {
    let pair = |extent: &Int, stride: i128| {
        let extent = extent.known().expect("an extent");
        layout(&tuple(&[2, extent / 2]), &[stride, 2 * stride])
    };
    let modes = of.leaves().into_iter().map(|(extent, stride)| {
        let stride = stride.known().expect("a stride");
        match extent.known() {
            Some(2) => Layout::leaf(extent.clone(), Int::new(stride)).expect("a leaf"),
            _ => pair(extent, stride),
        }
    });
    Layout::from_modes(&modes.collect::<Vec<_>>()).expect("a layout")
}
