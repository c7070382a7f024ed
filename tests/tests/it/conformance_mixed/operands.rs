//! The operands of a record, over symbols or numbers, and the answer of the algebra.

use std::iter::Peekable;
use std::str::Chars;

use layout_algebra::{Coordinate, Crd, Error, HTuple, Int, IntTuple, Layout, Tiler, ops};
use layout_codegen::Value;
use serde_json::Value as Json;

use crate::conformance::text;
use crate::language::{eval, everything};

/// The operands of a record with the integers that `make` gives for its dynamic ones.
pub(super) struct Operands<'a> {
    pub(super) record: &'a Json,
    pub(super) make: &'a dyn Fn(usize, i128, bool) -> Int,
}

impl Operands<'_> {
    /// True for each number of an operand that is dynamic, in the order of writing, and how
    /// many dynamic ones the operands before it have.
    fn flags(&self, index: usize) -> (Vec<bool>, usize) {
        let of = |index: usize| dynamic(self.record["args"][index].as_str().unwrap_or_default());
        let before = (0..index).flat_map(of).filter(|dynamic| *dynamic).count();
        (of(index), before)
    }

    fn value(&self, index: usize) -> Value {
        eval(self.text(index), everything()).expect("an operand")
    }

    /// The modes of a tiler in angles, of which `<L>` alone would be read as `L`.
    fn modes(&self, index: usize) -> Vec<Tiler> {
        let two = format!("<{},_>", self.text(index));
        match eval(&two, everything()).expect("a tiler") {
            Value::Tiler(modes) => match modes.into_iter().next() {
                Some(Tiler::Modes(modes)) => modes,
                other => panic!("{other:?} is no tiler by mode"),
            },
            other => panic!("{other} is no tiler"),
        }
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

    pub(super) fn layout(&self, index: usize) -> Result<Layout, Error> {
        let mut make = self.maker(index);
        match self.value(index) {
            Value::Layout(layout) => remade(&layout, &mut make),
            other => panic!("{other:?} is no layout"),
        }
    }

    pub(super) fn tuple(&self, index: usize) -> IntTuple {
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

    pub(super) fn tiler(&self, index: usize) -> Result<Tiler, Error> {
        if matches!(self.form(index), "tuple" | "int") {
            return Tiler::from_shape(&self.tuple(index));
        }
        let mut make = self.maker(index);
        if self.text(index).starts_with('<') {
            return remade_tiler(&Tiler::Modes(self.modes(index)), &mut make);
        }
        match self.value(index) {
            Value::Layout(layout) => Ok(Tiler::Layout(remade(&layout, &mut make)?)),
            other => panic!("{other} is no tiler"),
        }
    }

    pub(super) fn form(&self, index: usize) -> &str {
        self.record["form"][index].as_str().unwrap_or_default()
    }

    pub(super) fn count(&self) -> usize {
        self.record["args"].as_array().map_or(0, Vec::len)
    }

    pub(super) fn answer(&self) -> Result<Layout, Error> {
        let count = self.count();
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

/// True for each number in a text that is dynamic: `_4` is static, `4` dynamic.
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
