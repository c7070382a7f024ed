//! CuTe's records of static and run-time integers together, compiled: what is dynamic in
//! a record is known only at run time.

#[rustfmt::skip]
mod records;

use std::hint::black_box;
use std::ops::Deref;

use layout_view::bounds::Bounds;
use layout_view::{Dynamic, Geometry, Identity, ShapeError};

/// The answer of a record's layout for its values.
struct Answer {
    id: &'static str,
    /// As the record is, or in the usual case of its expression, which the values are not.
    kind: &'static str,
    offsets: Result<Vec<isize>, ShapeError>,
}

/// A number of which the compiler knows nothing.
fn run(number: usize) -> usize {
    black_box(number)
}

fn answer<T, M: Geometry, const LEAVES: usize, Linear: Geometry, B: Bounds<M>>(
    id: &'static str,
    kind: &'static str,
    layout: Result<T, ShapeError>,
) -> Answer
where
    T: Deref<Target = Dynamic<M, LEAVES, Linear, Identity, B>>,
{
    let offsets = layout.map(|layout| {
        let offsets: Vec<isize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
        let natural = (0..layout.size()).map(|i| layout.crd2offset(layout.idx2crd(i)));
        assert!(natural.eq(offsets.iter().copied()), "{id}");
        assert!(layout.offsets().eq(offsets.iter().copied()), "{id}");
        offsets
    });
    Answer { id, kind, offsets }
}

#[test]
fn compiled_records_are_their_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/conformance/records.jsonl");
    let text = std::fs::read_to_string(path).expect("the records are in the repository");
    let answers = records::answers();
    assert!(answers.len() > 100, "{} records", answers.len());
    for Answer { id, kind, offsets } in answers {
        let name = format!("\"id\":\"{id}\"");
        let line = text.lines().find(|line| line.contains(&name)).expect("a record");
        let record: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
        if kind == "Usual" {
            assert!(offsets.is_err(), "{id}: {offsets:?}");
            continue;
        }
        let table = record["table"].as_array().expect("a table").iter();
        let table: Vec<isize> = table.map(|v| v.as_i64().expect("a number") as isize).collect();
        assert_eq!(offsets.as_ref(), Ok(&table), "{id}");
    }
}
