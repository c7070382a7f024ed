//! Instructions as layouts, and products and copies tiled with them, held against what CuTe answers:
//! `tests/data/conformance/atoms.jsonl` and `tiled.jsonl`.

use std::collections::{BTreeMap, HashSet};

use layout_algebra::ops::{self, Outcome, Part};
use layout_algebra::tiled::{CopyAtom, Operand, Side, TiledCopy, TiledMma};
use layout_algebra::{Error, Int, Layout, atoms};
use serde_json::Value as Json;

use crate::conformance::text;

fn records(file: &str) -> Vec<Json> {
    let path = format!("{}/data/conformance/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the records are in the repository");
    text.lines().map(|line| serde_json::from_str(line).expect("a record is JSON")).collect()
}

/// How often each field is CuTe's to the letter, and the answers that are not.
#[derive(Default)]
struct Count {
    same: BTreeMap<String, usize>,
    other: Vec<String>,
}

impl Count {
    fn hold(&mut self, record: &Json, field: &str, ours: &str) {
        let theirs = match &record[field] {
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        if ours == theirs {
            *self.same.entry(format!("{} {field}", text(record, "kind"))).or_default() += 1;
        } else {
            let id = record["id"].as_str().unwrap_or(text(record, "op"));
            self.other.push(format!("{id} {field}: CuTe {theirs}, here {ours}"));
        }
    }

    fn hold_part(&mut self, record: &Json, of: &str, part: Result<Outcome<Part>, Error>) {
        let (layout, offset) = part.unwrap().strict().unwrap();
        self.hold(record, &format!("{of}_part"), &layout.to_string());
        self.hold(record, &format!("{of}_offset"), &offset.to_string());
    }
}

#[test]
fn instructions_are_those_of_cute() {
    let mut count = Count::default();
    for record in records("atoms.jsonl") {
        let op = text(&record, "op");
        let fields = match text(&record, "kind") {
            "mma" => {
                let mma = atoms::mma(op).unwrap_or_else(|| panic!("there is no {op}"));
                let [m, n, k] = mma.shape;
                count.hold(&record, "shape_mnk", &format!("({m},{n},{k})"));
                vec![("thr", mma.threads), ("a", mma.a), ("b", mma.b), ("c", mma.c)]
            }
            _ => {
                let copy = atoms::copy(op).unwrap_or_else(|| panic!("there is no {op}"));
                let values = [("src_bits", copy.source), ("dst_bits", copy.target)];
                let last = [("thr", copy.threads), ("ref_bits", copy.reference)];
                values.into_iter().chain(last).collect()
            }
        };
        for (field, layout) in fields {
            count.hold(&record, field, &layout.to_string());
        }
    }
    // Its stride is nested otherwise than its shape in CuTe, which is no layout.
    let nested = |op| {
        format!(
            "{op} a: CuTe ((4,8),(32,2)):((512,1),((16,8))), here ((4,8),(32,2)):((512,1),(16,8))"
        )
    };
    let popc = "SM80_16x8x128_S32U1U1S32_TN_";
    assert_eq!(count.other, ["ANDPOPC", "XORPOPC"].map(|end| nested(format!("{popc}{end}"))));
    let same = [
        ("copy dst_bits", 40),
        ("copy ref_bits", 40),
        ("copy src_bits", 40),
        ("copy thr", 40),
        ("mma a", 138),
        ("mma b", 140),
        ("mma c", 140),
        ("mma shape_mnk", 140),
        ("mma thr", 140),
    ];
    assert_eq!(count.same.iter().map(|(f, n)| (f.as_str(), *n)).collect::<Vec<_>>(), same);
}

/// The positions that threads hold, those that hold the same counted once.
fn held(layout: &Layout) -> (Vec<i64>, Layout) {
    let modes = layout.modes();
    let once = Layout::from_modes(&[ops::filter_zeros(&modes[0]).unwrap(), modes[1].clone()]);
    let once = once.unwrap();
    (once.numbers().unwrap().offsets().collect(), once)
}

#[test]
fn each_instruction_covers_its_tile_exactly_once() {
    let (mut mmas, mut copies) = (0, 0);
    for name in atoms::names() {
        if let Some(mma) = atoms::mma(&name) {
            let [m, n, k] = mma.shape;
            for (layout, tile) in [(&mma.a, m * k), (&mma.b, n * k), (&mma.c, m * n)] {
                let (positions, once) = held(layout);
                let all: HashSet<i64> = positions.iter().copied().collect();
                let inside = all.iter().all(|position| (0..tile as i64).contains(position));
                let exact = inside && all.len() == positions.len() && all.len() as i128 == tile;
                assert!(exact, "{name}: {layout} does not cover {tile} positions once");
                assert!(ops::is_bijective(&once).unwrap(), "{name}: {layout}");
                let threads = ops::size(&mma.threads).unwrap();
                assert_eq!(ops::size(&layout.get(&[0]).unwrap()).unwrap(), threads, "{name}");
            }
            mmas += 1;
        }
        if let Some(copy) = atoms::copy(&name) {
            let (target, _) = held(&copy.target);
            let (reference, _) = held(&copy.reference);
            let written: HashSet<i64> = target.iter().copied().collect();
            assert_eq!(written.len(), target.len(), "{name} writes a bit twice");
            assert_eq!(written, reference.into_iter().collect(), "{name}");
            // What is read several times, or not by each thread, is read at least.
            let read: HashSet<i64> = held(&copy.source).0.into_iter().collect();
            let is_multicast = name.contains("2x64dp") || name.contains("4x32dp");
            assert_eq!(read == written, !is_multicast, "{name} reads other bits than it writes");
            copies += 1;
        }
    }
    assert_eq!((mmas, copies), (0, 0));
}

#[test]
fn tiled_products_and_copies_are_those_of_cute() {
    let mut count = Count::default();
    for record in &records("tiled.jsonl") {
        let layout = |field| text(record, field).parse::<Layout>().unwrap();
        let number = |field: &str| Int::new(record[field].as_i64().unwrap().into());
        let mma = |field| {
            let atom = atoms::mma(text(record, field)).unwrap();
            let permutation = text(record, "permutation").parse().unwrap();
            TiledMma::new(atom, &layout("atoms"), &permutation).unwrap()
        };
        let copy = || {
            let atom = atoms::copy(text(record, "atom")).unwrap();
            CopyAtom::new(&atom, &number("element_bits")).unwrap()
        };
        let thread = number("thread");
        let copy = match text(record, "kind") {
            "tiled_mma" => {
                let mma = mma("atom");
                count.hold(record, "thr_layout_vmnk", &mma.thr_layout_vmnk().to_string());
                count.hold(record, "tile_mnk", &mma.tile().unwrap().to_string());
                let operands = [(Operand::A, "a"), (Operand::B, "b"), (Operand::C, "c")];
                for (operand, of) in operands {
                    let tv = mma.layout_tv(operand).unwrap();
                    count.hold(record, &format!("{of}_tv"), &tv.to_string());
                    count.hold_part(record, of, mma.partition(operand, &layout(of), &thread));
                }
                continue;
            }
            "tiled_copy" => TiledCopy::new(copy(), &layout("threads"), &layout("values")),
            _ => {
                let operand = match text(record, "operand") {
                    "A" => Operand::A,
                    "B" => Operand::B,
                    _ => Operand::C,
                };
                TiledCopy::of_mma(copy(), &mma("mma"), operand)
            }
        };
        let copy = copy.unwrap();
        count.hold(record, "tile_mn", &copy.tile().to_string());
        count.hold(record, "tv", &copy.tv().to_string());
        for (side, of) in [(Side::Source, "src"), (Side::Target, "dst")] {
            count.hold(record, &format!("{of}_tv"), &copy.layout_tv(side).unwrap().to_string());
            count.hold_part(record, of, copy.partition(side, &layout("tensor"), &thread));
        }
    }
    // Threads along K have parts of the sum of the same C, where CuTe's TV layout, other than its
    // partition_C, has them past the tile.
    let along_k = |other: &String| other.contains(" c_tv: ");
    assert!(count.other.iter().all(along_k), "{:#?}", count.other);
    assert_eq!(count.other.len(), 16);
    let same: Vec<String> = count.same.iter().map(|(field, n)| format!("{field} {n}")).collect();
    insta::assert_snapshot!(same.join("\n"));
}
