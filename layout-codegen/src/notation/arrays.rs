//! Shapes and strides as PyTorch and NumPy print them: `FixedLayout('cuda:0', torch.float32, size=[4, 8], stride=[8, 1])`,
//! `empty_strided_cuda((4, 8), (8, 1), torch.float32)`, `{'strides': (64, 8), 'shape': (4, 8), 'typestr': '<f8'}`.

use proc_macro2::{Delimiter, TokenTree};

use super::scan::{self, Arguments, Fields, Item, Parameter, Value};
use super::strides;
use crate::cursor::Cursor;
use crate::nearest::{lookup, nearest};
use crate::parse::number::DIGITS;
use crate::report::{At, Diagnostic};

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

/// The functions of PyTorch that have a shape and strides, and their operands.
const FUNCTIONS: [(&str, &[Parameter]); 9] = [
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

pub(super) fn is_next(cursor: &mut Cursor) -> bool {
    matches!(scan::call_name(cursor), Some(word) if lookup(&FUNCTIONS, &word).is_some())
}

pub(super) fn read(cursor: &mut Cursor) -> Result<String, Diagnostic> {
    let start = cursor.here();
    let value = scan::value(cursor)?;
    let Value { item: Item::Call(name, fields), range } = &value else {
        return Err(Diagnostic::new(value.range, "expected a function of a shape and strides"));
    };
    let Some(parameters) = lookup(&FUNCTIONS, name) else {
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
    if shape.is_empty() {
        return Ok("1:0".to_owned());
    }
    Ok(strides::text(&strides::of_leaves(shape, strides)))
}

/// The keys of `__array_interface__`.
const KEYS: [&str; 7] = ["data", "descr", "mask", "shape", "strides", "typestr", "version"];

/// Returns whether the dictionary of `__array_interface__` comes next: one that begins with one of its keys, or nearly.
pub(super) fn is_interface_next(cursor: &mut Cursor) -> bool {
    match cursor.peek() {
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            let mut inside = Cursor::inside(group);
            let Some(TokenTree::Literal(key)) = inside.peek() else { return false };
            nearest(key.to_string().trim_matches('"'), KEYS).is_some()
                && scan::is_mark(&mut inside, 1, ':')
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
        if all.get(word).is_some() {
            return Err(scan::twice(word, key.range));
        }
        scan::marks(&mut inside, ":")?;
        all.all.push((Some((word.clone(), key.range)), scan::value(&mut inside)?));
        scan::comma(&mut inside)?;
    }
    let range = cursor.since(start);
    let shape = match all.get("shape") {
        Some(shape) => shape.ints()?,
        None => return Err(Diagnostic::new(range, "`__array_interface__` lacks `shape`")),
    };
    let strides = match all.get("strides") {
        Some(strides) if !strides.is_none() => strides,
        _ => return strided(&shape, &strides::row_major(&shape)).at(range),
    };
    let bytes = match all.get("typestr") {
        Some(Value { item: Item::Text(text), .. }) => element_bytes(text),
        _ => None,
    };
    let Some(bytes) = bytes else {
        let message = "`__array_interface__` lacks a `typestr` such as \"<f4\", by which strides in bytes are those of elements";
        return Err(Diagnostic::new(range, message));
    };
    let in_bytes = strides.ints()?;
    let mut in_elements = Vec::new();
    for stride in &in_bytes {
        if stride % bytes != 0 {
            let message =
                format!("a stride of {stride} bytes is no whole number of elements of {bytes}");
            return Err(Diagnostic::new(strides.range, message));
        }
        in_elements.push(stride / bytes);
    }
    strided(&shape, &in_elements).at(range)
}

/// The bytes of an element of a `typestr` such as `<f4`. Texts of `<U5` have characters of 4 bytes, and times of `<M8[ns]` their unit
/// behind.
fn element_bytes(typestr: &str) -> Option<i128> {
    let (kind, count) = typestr.split_at(typestr.find(DIGITS)?);
    let count = count.split('[').next().unwrap_or_default();
    let unit = match kind.trim_start_matches(['<', '>', '=', '|']) {
        "U" => 4,
        "b" | "i" | "u" | "f" | "c" | "m" | "M" | "O" | "S" | "V" => 1,
        _ => return None,
    };
    match scan::natural(count)?.checked_mul(unit) {
        Some(bytes @ 1..) => Some(bytes),
        _ => None,
    }
}
