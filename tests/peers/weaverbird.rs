//! The answers of the crate `weaverbird` beside ours, each held against the definition of its
//! operation; where the two differ is a table of `DIFFERENCES.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use layout_tests::oracle::ask::{Answer, Found, ask};
use layout_tests::oracle::bytes_of;
use layout_tests::oracle::case::{Case, Operand, Question};
use layout_tests::oracle::define::find;
use layout_tests::oracle::draw::{self, Dice, Tiler};
use layout_tests::oracle::function::{Function, Within};
use layout_tests::oracle::known::known;
use layout_tests::oracle::read::{Value, read};
use layout_tests::oracle::tree::{Layout, Tree, notation, shape, size};
use weaverbird::{HTuple, Scale};

type Peer = weaverbird::Result<weaverbird::Layout>;

/// The answer of `weaverbird` to the operation of a name.
fn peer(op: &str, layout: &weaverbird::Layout, other: Option<&Operand>) -> Peer {
    let tiler = || match other {
        Some(Operand::Tiler(tiler)) => tiler_of(tiler),
        Some(Operand::Function(function, _)) => {
            weaverbird::Tiler::from(layout_of(function.layout().expect("a layout")))
        }
        other => panic!("no tiler: {other:?}"),
    };
    let number = || match other {
        Some(Operand::Tuple(Tree::Leaf(number))) => *number as i64,
        other => panic!("no number: {other:?}"),
    };
    match op {
        "coalesce" => layout.coalesced(),
        "coalesce_z" => layout.coalesced_z(),
        "complement" if other.is_none() => layout.complement(),
        "complement" => layout.complement_to(&HTuple::Leaf(number())),
        "composition" => layout.compose(tiler()),
        "logical_divide" => layout.logical_divide(tiler()),
        "logical_product" => layout.logical_product(tiler()),
        "right_inverse" => layout.right_inverse(),
        "left_inverse" => layout.left_inverse(),
        "nullspace" => layout.nullspace(),
        "upcast" => layout.recast(Scale::whole(number())?),
        "downcast" => layout.recast(Scale::fraction(1, number())?),
        "layout_add" => match tiler() {
            weaverbird::Tiler::Layout(other) => weaverbird::layout_add(layout, &other),
            other => panic!("no layout: {other:?}"),
        },
        _ => panic!("weaverbird has no {op}"),
    }
}

fn layout_of(layout: &Layout) -> weaverbird::Layout {
    fn tree<T>(layout: &Layout, leaf: fn(&(i128, i128)) -> T) -> HTuple<T> {
        match layout {
            Tree::Leaf(pair) => HTuple::Leaf(leaf(pair)),
            Tree::Tuple(modes) => modes.iter().map(|mode| tree(mode, leaf)).collect(),
        }
    }
    let stride = tree(layout, |leaf| (leaf.1 as i64).into());
    weaverbird::Layout::new(tree(layout, |leaf| leaf.0 as i64), stride).expect("a layout")
}

fn tiler_of(tiler: &Tiler) -> weaverbird::Tiler {
    match tiler {
        Tiler::All => weaverbird::Tiler::Skip,
        Tiler::Size(size) => (*size as i64).into(),
        Tiler::Layout(layout) => layout_of(layout).into(),
        Tiler::Modes(modes) => modes.iter().map(tiler_of).collect::<Vec<_>>().into(),
    }
}

/// The answers of both by operation: how often, and the shortest example.
type Table = BTreeMap<(&'static str, &'static str), (u64, String)>;

/// Asks both and enters what becomes of it.
fn compare(table: &mut Table, op: &'static str, layout: &Layout, other: Option<Operand>) {
    let of = Question {
        op: find(op),
        layout: layout.clone().into(),
        within: Within::EVERYWHERE,
        words: [notation(layout)].into_iter().chain(other.iter().map(Operand::to_string)).collect(),
        others: other.iter().cloned().collect(),
        padding: true,
    };
    let text = of.text();
    let ours = match ask(&text, true) {
        Ok(Answer::Found(found)) => Some(found),
        Ok(_) => None,
        Err(why) => panic!("{text}: {why}"),
    };
    let theirs = peer(op, &layout_of(layout), other.as_ref());
    let theirs = theirs.ok().map(|layout| layout.to_string());
    let is_padded = ours.as_ref().is_some_and(|found| !found.within.is_everywhere());
    if let Some(found) = &ours {
        let answer = found.clone();
        if let Err(why) = (Case { of: of.clone(), answer }).holds() {
            assert!(known(&of).is_some(), "{text} is {found:?}: {why}");
            return;
        }
    }
    let printed = ours.as_ref().map(|found| match &found.value {
        Value::Function(function) => function.to_string(),
        other => panic!("{text} is {other:?}"),
    });
    let is_right = theirs.as_ref().is_some_and(|theirs| {
        let value = read(theirs).unwrap_or_else(|why| panic!("{text}: {why}"));
        // Of an answer that is padded here nothing more is asked of theirs.
        let within = if is_padded { Within::Unknown } else { Within::EVERYWHERE };
        let answer = Found { value, within, conditions: Vec::new() };
        (Case { of, answer }).holds().is_ok()
    });
    let kind = match (&printed, &theirs) {
        (None, None) => "refused by both",
        (Some(ours), Some(theirs)) if ours == theirs && is_padded => {
            "padding, refused here unless allowed"
        }
        (Some(ours), Some(theirs)) if ours == theirs => "the same",
        (Some(_), None) => "answered here alone",
        (None, Some(_)) if is_right => "answered by it alone",
        (None, Some(_)) => "its answer is not that of the definition, refused here",
        (Some(_), Some(_)) if is_right => "another form, both right",
        (Some(_), Some(_)) => "its answer is not that of the definition",
    };
    let or = |answer: &Option<String>| answer.clone().unwrap_or_else(|| "an error".to_owned());
    let example = format!("`{text}`: it `{}`, here `{}`", or(&theirs), or(&printed));
    let entry = table.entry((op, kind)).or_insert_with(|| (0, example.clone()));
    entry.0 += 1;
    if example.len() < entry.1.len() {
        entry.1 = example;
    }
}

/// All operations that both have, of one layout and another, and of numbers.
fn compare_all(table: &mut Table, layout: &Layout, other: &Layout, tiler: &Tiler) {
    let function = |of: &Layout| Operand::Function(Function::from(of.clone()), Within::EVERYWHERE);
    compare(table, "composition", layout, Some(function(other)));
    if size(&shape(layout)) == size(&shape(other)) {
        compare(table, "layout_add", layout, Some(function(other)));
    }
    for op in ["composition", "logical_divide", "logical_product"] {
        compare(table, op, layout, Some(Operand::Tiler(tiler.clone())));
    }
}

fn compare_alone(table: &mut Table, layout: &Layout) {
    for op in ["coalesce", "coalesce_z", "complement", "right_inverse", "left_inverse", "nullspace"]
    {
        compare(table, op, layout, None);
    }
    for number in [2, 3, 4] {
        for op in ["upcast", "downcast"] {
            compare(table, op, layout, Some(Operand::number(number)));
        }
    }
    for cotarget in [8, 12, 24] {
        compare(table, "complement", layout, Some(Operand::number(cotarget)));
    }
}

/// Every layout of up to two leaves of these extents and strides.
fn small() -> Vec<Layout> {
    let leaves = [2, 3, 4].into_iter().flat_map(|s| [0, 1, 2, 3, 4, 8, -1].map(|d| (s, d)));
    let leaves: Vec<Layout> = leaves.map(Tree::Leaf).collect();
    let pair = |a: &Layout| -> Vec<Layout> {
        leaves.iter().map(|b| Tree::Tuple(vec![a.clone(), b.clone()])).collect()
    };
    let pairs: Vec<Layout> = leaves.iter().flat_map(pair).collect();
    [leaves.clone(), pairs].concat()
}

#[test]
fn where_weaverbird_differs() {
    let mut table = Table::new();
    let layouts = small();
    for layout in &layouts {
        compare_alone(&mut table, layout);
        for other in layouts.iter().step_by(37) {
            compare_all(&mut table, layout, other, &Tiler::Layout(other.clone()));
        }
        for tile in [2, 3, 4] {
            compare_all(&mut table, layout, layout, &Tiler::Size(tile));
        }
    }
    for seed in 0..2_000 {
        let bytes = bytes_of(seed);
        let dice = &mut Dice::new(&bytes);
        let layout = draw::layout(dice);
        let other = draw::positions(dice, size(&shape(&layout)));
        let tiler = draw::tiler(dice, &layout);
        compare_alone(&mut table, &layout);
        compare_all(&mut table, &layout, &other, &tiler);
    }

    let mut rows = String::new();
    for ((op, kind), (count, example)) in &table {
        let example = if ["the same", "refused by both"].contains(kind) { "" } else { example };
        writeln!(rows, "| `{op}` | {kind} | {count} | {example} |").expect("a string");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../DIFFERENCES.md");
    let text = std::fs::read_to_string(path).expect("DIFFERENCES.md");
    if std::env::var_os("WRITE").is_some() {
        let is_row = |line: &str| {
            table.keys().any(|key| line.starts_with(&format!("| `{}` | {} |", key.0, key.1)))
        };
        let head = "| operation | what becomes of it | times | example |\n|---|---|---:|---|\n";
        let kept: String =
            text.lines().filter(|line| !is_row(line)).map(|line| format!("{line}\n")).collect();
        std::fs::write(path, kept.replace(head, &format!("{head}{rows}"))).expect("written");
        return;
    }
    assert!(text.contains(&rows), "DIFFERENCES.md has another table than this one:\n{rows}");
}
