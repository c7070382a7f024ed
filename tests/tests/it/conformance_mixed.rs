//! CuTe's records of static and run-time integers together.
//!
//! What is dynamic in a record is a symbol here. The answer over symbols, at the
//! values of the record, is held as a function against the record's table: where its
//! obligations hold for these values it agrees, or the record is listed with its
//! reason.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use layout_algebra::{
    Coordinate, Crd, Error, ErrorKind, Facts, HTuple, Int, IntTuple, Layout, Proved, Symbol, Tiler,
    laws, ops, prove,
};
use layout_codegen::Value;
use serde_json::Value as Json;

use crate::conformance::{records, text};
use crate::language::{eval, everything};

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    /// The same function, without an obligation.
    Agree,
    /// The same function, under obligations that hold.
    AgreeIf,
    /// An obligation does not hold for the values of the record.
    Refused,
    /// It cannot be decided over symbols.
    Undecided,
    /// CuTe's is another function; ours is what the algebra answers for the values, or
    /// there is no answer for them.
    Differs,
    /// CuTe refuses, and we answer by the definition.
    Answered,
    /// Both refuse.
    BothRefuse,
}

/// The operands of a record with the integers that `make` gives for its dynamic ones.
struct Operands<'a> {
    record: &'a Json,
    make: &'a dyn Fn(usize, i128, bool) -> Int,
}

impl Operands<'_> {
    /// Whether each number of an operand is dynamic, in the order of writing, and how
    /// many dynamic ones the operands before it have.
    fn flags(&self, index: usize) -> (Vec<bool>, usize) {
        let of = |index: usize| dynamic(self.record["args"][index].as_str().unwrap_or_default());
        let before = (0..index).flat_map(of).filter(|dynamic| *dynamic).count();
        (of(index), before)
    }

    fn value(&self, index: usize) -> Value {
        eval(self.text(index), everything()).expect("an operand")
    }

    fn text(&self, index: usize) -> &str {
        self.record["args"][index].as_str().expect("operands are texts")
    }

    /// Makes the integers of an operand one after the other.
    fn maker(&self, index: usize) -> impl FnMut(&Int, bool) -> Int + '_ {
        let (flags, mut next) = self.flags(index);
        let mut flags = flags.into_iter();
        move |int, extent| {
            if flags.next() != Some(true) {
                return int.clone();
            }
            next += 1;
            (self.make)(next, int.known().expect("a number"), extent)
        }
    }

    fn layout(&self, index: usize) -> Result<Layout, Error> {
        let mut make = self.maker(index);
        match self.value(index) {
            Value::Layout(layout) => remade(&layout, &mut make),
            other => panic!("{other:?} is no layout"),
        }
    }

    fn tuple(&self, index: usize) -> IntTuple {
        let mut make = self.maker(index);
        let tuple = parsed(&mut self.text(index).chars().peekable());
        tuple.positions().map(&mut |int| make(int, true))
    }

    fn coordinate(&self, index: usize) -> Coordinate {
        let mut make = self.maker(index);
        let tuple = parsed(&mut self.text(index).chars().peekable());
        tuple.map(&mut |crd| match crd {
            Crd::At(position) => Crd::At(make(position, false)),
            Crd::All => Crd::All,
        })
    }

    fn tiler(&self, index: usize) -> Result<Tiler, Error> {
        if matches!(self.form(index), "tuple" | "int") {
            return Tiler::from_shape(&self.tuple(index));
        }
        let mut make = self.maker(index);
        match self.value(index) {
            Value::Layout(layout) => Ok(Tiler::Layout(remade(&layout, &mut make)?)),
            Value::Tiler(modes) => remade_tiler(&Tiler::Modes(modes), &mut make),
            // `<_>`
            other if other.to_string() == "_" => Ok(Tiler::All),
            other => panic!("{other} is no tiler"),
        }
    }

    fn form(&self, index: usize) -> &str {
        self.record["form"][index].as_str().unwrap_or_default()
    }

    fn answer(&self) -> Result<Layout, Error> {
        let count = self.record["args"].as_array().map_or(0, Vec::len);
        // What covers more, or leaves the left operand, is allowed, as in CuTe: without
        // an objection that is certain, its condition is asked for.
        let allowed = |outcome: ops::Outcome| outcome.layout;
        match text(self.record, "op") {
            "coalesce" if count == 1 => ops::coalesce(&self.layout(0)?),
            "coalesce" => ops::coalesce_by_mode(&self.layout(0)?, &self.tuple(1)),
            "filter" => ops::filter(&self.layout(0)?),
            "complement" if count == 1 => ops::complement_below(&self.layout(0)?).map(allowed),
            "complement" => ops::complement(&self.layout(0)?, &self.tuple(1)).map(allowed),
            "composition" => ops::composition_with(&self.layout(0)?, &self.tiler(1)?).map(allowed),
            "logical_divide" => ops::logical_divide(&self.layout(0)?, &self.tiler(1)?).map(allowed),
            "zipped_divide" => ops::zipped_divide(&self.layout(0)?, &self.tiler(1)?).map(allowed),
            "tiled_divide" => ops::tiled_divide(&self.layout(0)?, &self.tiler(1)?).map(allowed),
            "logical_product" => ops::logical_product(&self.layout(0)?, &self.tiler(1)?),
            "make_layout" if self.form(1) == "tag" => match self.record["args"][1].as_str() {
                Some("LayoutLeft") => ops::col_major(&self.tuple(0)),
                _ => ops::row_major(&self.tuple(0)),
            },
            "make_layout_like" => ops::make_layout_like(&self.layout(0)?).map(allowed),
            "right_inverse" => ops::right_inverse(&self.layout(0)?),
            "left_inverse" => ops::left_inverse(&self.layout(0)?),
            "slice" => ops::slice(&self.coordinate(0), &self.layout(1)?),
            other => panic!("{other} has mixed records, but is not run"),
        }
    }
}

fn remade(layout: &Layout, make: &mut impl FnMut(&Int, bool) -> Int) -> Result<Layout, Error> {
    let shape = layout.shape().map(&mut |extent| make(extent, true));
    let stride = layout.stride().map(&mut |stride| {
        layout_algebra::Stride::basis(make(stride.scale(), false), stride.mode().clone())
    });
    Layout::new(shape, stride)
}

fn remade_tiler(tiler: &Tiler, make: &mut impl FnMut(&Int, bool) -> Int) -> Result<Tiler, Error> {
    Ok(match tiler {
        Tiler::Layout(layout) => Tiler::Layout(remade(layout, make)?),
        Tiler::Size(size) => Tiler::Size(make(size, true)),
        Tiler::All => Tiler::All,
        Tiler::Modes(modes) => {
            let modes = modes.iter().map(|mode| remade_tiler(mode, make));
            Tiler::Modes(modes.collect::<Result<_, _>>()?)
        }
    })
}

/// A tuple of numbers, static or not, and of `_`.
fn parsed(text: &mut Peekable<Chars<'_>>) -> Coordinate {
    if text.next_if_eq(&'(').is_some() {
        let mut items = Vec::new();
        while text.next_if_eq(&')').is_none() {
            items.push(parsed(text));
            text.next_if_eq(&',');
        }
        return HTuple::Tuple(items);
    }
    let hole = text.next_if_eq(&'_').is_some();
    let mut digits = String::new();
    while let Some(digit) = text.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    match digits.parse() {
        Ok(number) => HTuple::Leaf(Crd::At(Int::new(number))),
        Err(_) if hole => HTuple::Leaf(Crd::All),
        Err(error) => panic!("{error}: a number is expected before {:?}", text.peek()),
    }
}

/// Whether each number in a text is dynamic: `_4` is static, `4` dynamic.
fn dynamic(text: &str) -> Vec<bool> {
    let mut numbers = Vec::new();
    let (mut before, mut inside) = (' ', false);
    for c in text.chars() {
        if c.is_ascii_digit() && !inside {
            numbers.push(before != '_');
        }
        inside = c.is_ascii_digit();
        // The sign of a static number stands after its `_`.
        if c != '-' {
            before = c;
        }
    }
    numbers
}

fn table(layout: &Layout) -> Vec<i128> {
    let size = ops::size(layout).unwrap().known().expect("a size");
    let at = |i| match ops::evaluate(&HTuple::Leaf(Int::new(i)), layout) {
        Ok(HTuple::Leaf(offset)) => offset.known().expect("an offset"),
        other => panic!("{other:?} is no offset"),
    };
    (0..size).map(at).collect()
}

/// Over symbols, and at the values of the record.
fn symbolic(record: &Json) -> (Result<Proved<Layout>, Error>, BTreeMap<String, i128>, bool) {
    let noted = std::cell::RefCell::new((Facts::new(), BTreeMap::new()));
    let note = |i: usize, value: i128, extent: bool| {
        let name = format!("x{i}");
        let mut noted = noted.borrow_mut();
        if extent {
            noted.0.extent(&name)
        } else {
            noted.0.integer(&name)
        }
        noted.1.insert(name, value);
        Int::new(value)
    };
    // Only to see the symbols.
    let _ = Operands { record, make: &note }.answer();
    let (facts, values) = noted.into_inner();
    let mut attempts = 0;
    let proved = prove(&facts, |facts| {
        attempts += 1;
        let make = |i: usize, _: i128, _: bool| facts.int(&format!("x{i}")).expect("a symbol");
        Operands { record, make: &make }.answer()
    });
    // An error after a condition was assumed, or where an extent of 1 counts as more,
    // says nothing of the values.
    let certain = attempts == 1 && values.values().all(|value| *value != 1);
    (proved, values, certain)
}

/// Whether an answer satisfies the definition of its operation.
fn lawful(record: &Json, answer: &Layout) -> Result<(), String> {
    let make = |_: usize, value: i128, _: bool| Int::new(value);
    let operands = Operands { record, make: &make };
    let error = |error: Error| error.to_string();
    match text(record, "op") {
        "composition" => laws::composition_with(
            &operands.layout(0).map_err(error)?,
            &operands.tiler(1).map_err(error)?,
            answer,
        ),
        "logical_divide" => laws::logical_divide(
            &operands.layout(0).map_err(error)?,
            &operands.tiler(1).map_err(error)?,
            &operands.static_outcome(answer),
        ),
        "right_inverse" => laws::right_inverse(&operands.layout(0).map_err(error)?, answer),
        "left_inverse" => laws::left_inverse(&operands.layout(0).map_err(error)?, answer),
        op => Err(format!("{op} has no law here")),
    }
}

impl Operands<'_> {
    /// An answer with the objection that there is for the values.
    fn static_outcome(&self, answer: &Layout) -> ops::Outcome {
        let divided = self.layout(0).and_then(|a| ops::logical_divide(&a, &self.tiler(1)?));
        ops::Outcome { layout: answer.clone(), objection: divided.ok().and_then(|o| o.objection) }
    }
}

fn run(record: &Json) -> Result<(Found, String), String> {
    let id = text(record, "id");
    let (proved, values, certain) = symbolic(record);
    let refuses = record.get("error").is_some();
    let theirs: Option<Vec<i128>> = record["table"]
        .as_array()
        .map(|table| table.iter().map(|v| v.as_i64().expect("a number").into()).collect());
    let make = |_: usize, value: i128, _: bool| Int::new(value);
    let known = Operands { record, make: &make }.answer();
    let proved = match proved {
        Ok(proved) => proved,
        Err(error) => {
            let why = error.to_string().lines().next().unwrap_or_default().to_owned();
            return match known {
                Err(_) if refuses => Ok((Found::BothRefuse, why)),
                Err(_) => Ok((Found::Differs, why)),
                Ok(_)
                    if matches!(error.kind(), ErrorKind::Undecided { .. })
                        || error.condition().is_some() =>
                {
                    Ok((Found::Undecided, why))
                }
                Ok(_) if !certain => Ok((Found::Refused, why)),
                Ok(known) => Err(format!("{id}: {error}, but {known}")),
            };
        }
    };
    let value_of = |symbol: &Symbol| values.get(symbol.name()).map(|&value| Int::new(value));
    let mut needs = String::new();
    for obligation in &proved.obligations {
        let met = obligation.condition.holds_at(&value_of);
        if met != Ok(true) {
            return Ok((Found::Refused, obligation.condition.assumption()));
        }
        needs = obligation.condition.assumption();
    }
    let ours = proved.value.substitute(&value_of).map_err(|error| format!("{id}: {error}"))?;
    let same = |known: &Layout| table(known) == table(&ours);
    if refuses {
        // What the algebra answers for known integers is held against the definition
        // elsewhere.
        if known.as_ref().is_ok_and(same) {
            return Ok((Found::Answered, ours.to_string()));
        }
        return lawful(record, &ours)
            .map(|()| (Found::Answered, ours.to_string()))
            .map_err(|why| format!("{id}: {ours}: {why}"));
    }
    if Some(table(&ours)) == theirs {
        let found = if proved.obligations.is_empty() { Found::Agree } else { Found::AgreeIf };
        return Ok((found, needs));
    }
    match known {
        Ok(known) if same(&known) => Ok((Found::Differs, format!("ours {ours}"))),
        _ => Err(format!("{id}: {record}\n  ours {} = {ours}", proved.value)),
    }
}

#[test]
fn mixed_records_hold() {
    let (mut total, mut listed, mut wrong) = (BTreeMap::new(), Vec::new(), Vec::new());
    for record in records().iter().filter(|record| record["mixed"].as_bool() == Some(true)) {
        match run(record) {
            Ok((found, why)) => {
                *total.entry(found).or_insert(0) += 1;
                if !matches!(found, Found::Agree | Found::AgreeIf) {
                    let operands = record["args"].as_array().into_iter().flatten();
                    let operands: Vec<&str> = operands.filter_map(Json::as_str).collect();
                    listed.push(format!(
                        "{} {}({}): {found:?}: {why}",
                        text(record, "id"),
                        text(record, "op"),
                        operands.join(", ")
                    ));
                }
            }
            Err(why) => wrong.push(why),
        }
    }
    println!("{total:?}\n{}", listed.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let total: Vec<String> = total.iter().map(|(found, n)| format!("{n} {found:?}")).collect();
    insta::assert_snapshot!(
        "conformance_mixed",
        format!("{}\n\n{}\n", total.join("\n"), listed.join("\n"))
    );
}
