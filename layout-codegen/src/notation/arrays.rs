//! Shapes and strides as PyTorch and NumPy print them: `FixedLayout('cuda:0', torch.float32, size=[4, 8], stride=[8, 1])`,
//! `empty_strided_cuda((4, 8), (8, 1), torch.float32)`, `{'strides': (64, 8), 'shape': (4, 8), 'typestr': '<f8'}`.

use layout_algebra::CollectVec;
use proc_macro2::{Delimiter, TokenTree};

use super::scan::{self, Arguments, Fields, Item, Parameter, Value};
use super::strides;
use crate::cursor::Cursor;
use crate::nearest::nearest;
use crate::report::{At, Diagnostic};

/// A function of PyTorch that has a shape and strides, and its operands.
type Function = (&'static str, &'static [Parameter]);

const LAYOUT: &[Parameter] = &[
    Parameter::needed("device"),
    Parameter::needed("dtype"),
    Parameter::needed("size"),
    Parameter::needed("stride"),
    Parameter::free("offset"),
    Parameter::free("is_pinned"),
];
const EMPTY: &[Parameter] = &[
    Parameter::needed("size"),
    Parameter::needed("stride"),
    Parameter::free("dtype"),
    Parameter::free("device"),
];
const GUARD: &[Parameter] = &[
    Parameter::needed("tensor"),
    Parameter::needed("size"),
    Parameter::needed("stride"),
    Parameter::free("op_name"),
];
const REINTERPRET: &[Parameter] = &[
    Parameter::needed("tensor"),
    Parameter::needed("size"),
    Parameter::needed("stride"),
    Parameter::free("offset"),
];

const FUNCTIONS: [Function; 9] = [
    ("FixedLayout", LAYOUT),
    ("FlexibleLayout", LAYOUT),
    ("NonOwningLayout", LAYOUT),
    ("assert_size_stride", GUARD),
    ("empty_strided", EMPTY),
    ("empty_strided_cpu", EMPTY),
    ("empty_strided_cuda", EMPTY),
    ("empty_strided_xpu", EMPTY),
    ("reinterpret_tensor", REINTERPRET),
];

fn function(word: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|(name, _)| *name == word)
}

pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    scan::called(cursor).is_some_and(|word| function(&word).is_some())
}

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let value = scan::value(cursor)?;
    let Value { item: Item::Call(name, fields), range } = &value else {
        return Err(Diagnostic::new(value.range, "expected a function of a shape and strides"));
    };
    let Some((name, parameters)) = function(name) else {
        let names = FUNCTIONS.map(|(name, _)| name);
        let what = "PyTorch's functions of shapes and strides";
        return Err(scan::unknown(name, *range, what, &names));
    };
    let arguments = Arguments::new(name, parameters, fields, *range)?;
    strided(&arguments.ints("size")?, &arguments.ints("stride")?).at(cursor.since(start))
}

/// The layout of extents and strides.
pub(super) fn strided(shape: &[i128], strides: &[i128]) -> Result<String, String> {
    if shape.len() != strides.len() {
        return Err(format!("{} extents, beside {} strides", shape.len(), strides.len()));
    }
    let modes =
        shape.iter().zip(strides).map(|(extent, stride)| vec![(*extent, *stride)]).collect_vec();
    Ok(if modes.is_empty() { "1:0".to_owned() } else { strides::text(&modes) })
}

/// The keys of `__array_interface__`.
const KEYS: [&str; 7] = ["data", "descr", "mask", "shape", "strides", "typestr", "version"];

/// Returns whether the dictionary of `__array_interface__` comes next: one that begins with one of its keys, or nearly.
pub(super) fn is_interface_next(cursor: &mut Cursor) -> bool {
    match cursor.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let mut inside = Cursor::inside(group);
            let is_key = |text: &str| nearest(text, KEYS).is_some();
            let is_text = matches!(inside.peek(), Some(TokenTree::Literal(literal)) if is_key(literal.to_string().trim_matches('"')));
            is_text && scan::is_mark(&mut inside, 1, ':')
        }
        _ => false,
    }
}

/// The layout of NumPy's `__array_interface__`, whose strides are in bytes.
pub(super) fn read_interface(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let group = scan::group(cursor, Delimiter::Brace, "`{`")?;
    let mut inside = Cursor::inside(&group);
    let mut all = Fields { all: Vec::new() };
    while !inside.is_done() {
        let key = scan::value(&mut inside)?;
        let Item::Text(word) = &key.item else {
            return Err(Diagnostic::new(key.range, "expected a key in quotes"));
        };
        if !KEYS.contains(&word.as_str()) {
            return Err(scan::unknown(word, key.range, "the keys of `__array_interface__`", &KEYS));
        }
        scan::marks(&mut inside, ":")?;
        all.all.push((Some((word.clone(), key.range)), scan::value(&mut inside)?));
        inside.eat_punct(',');
    }
    let range = cursor.since(start);
    let find = |name: &str| {
        all.all
            .iter()
            .find(|(key, _)| key.as_ref().is_some_and(|key| key.0 == name))
            .map(|(_, value)| value)
    };
    let shape = match find("shape") {
        Some(shape) => shape.ints()?,
        None => return Err(Diagnostic::new(range, "`__array_interface__` lacks `shape`")),
    };
    let Some(strides) = find("strides").filter(|strides| !strides.is_none()) else {
        return strided(&shape, &strides::row_major(&shape)).at(range);
    };
    let bytes = match find("typestr") {
        Some(Value { item: Item::Text(text), .. }) => text
            .trim_start_matches(|c: char| !c.is_ascii_digit())
            .parse::<i128>()
            .ok()
            .filter(|bytes| *bytes > 0),
        _ => None,
    };
    let Some(bytes) = bytes else {
        return Err(Diagnostic::new(
            range,
            "`__array_interface__` lacks a `typestr` such as \"<f4\", by which strides in bytes are those of elements",
        ));
    };
    let in_bytes = strides.ints()?;
    if let Some(odd) = in_bytes.iter().find(|stride| **stride % bytes != 0) {
        let message = format!("a stride of {odd} bytes is no whole number of elements of {bytes}");
        return Err(Diagnostic::new(strides.range, message));
    }
    let in_elements: Vec<i128> = in_bytes.iter().map(|stride| stride / bytes).collect_vec();
    strided(&shape, &in_elements).at(range)
}
