//! Layouts in the notation of other libraries: what is written reads back as the same layout, and
//! what the libraries themselves print has the offsets that they compute.

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{HTuple, Int, Swizzle};
use layout_codegen::{Evaluated, Notation, Scope, Unevaluated, Value, parse_expression, prove};
use serde_json::Value as Json;

use crate::cases;

const ALLOW: &str = "#[allow(non_injective, padding)]";

fn evaluated(text: &str) -> Evaluated {
    try_evaluated(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn try_evaluated(text: &str) -> Result<Evaluated, Unevaluated> {
    let tokens = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let parsed = parse_expression(tokens);
    let parsed = parsed.unwrap_or_else(|error| panic!("{text}: {}", error.text()));
    prove(&parsed, &Scope::new())
}

/// The leaves alone, which are all that an array has.
fn flat(value: &Value) -> String {
    match value {
        Value::Layout(layout) => {
            let leaves: Vec<String> = layout
                .leaves()
                .into_iter()
                .map(|(extent, stride)| format!("{extent}:{stride}"))
                .collect();
            leaves.join(", ")
        }
        value => value.to_string(),
    }
}

#[test]
fn random_layouts_read_back() {
    // Those that have words for most layouts; `others.rs` has all, with layouts that each holds.
    for notation in [
        Notation::Cpp,
        Notation::Dsl,
        Notation::CuteLayout,
        Notation::Mojo,
        Notation::NumPy,
        Notation::Pycute,
        Notation::TensorLayouts,
        Notation::Torch,
    ] {
        let is_array = matches!(notation, Notation::NumPy | Notation::Torch);
        // No swizzles, but nested modes.
        let is_plain = is_array || notation == Notation::CuteLayout;
        let (mut read, mut unwritten) = (0, 0);
        for case in cases() {
            let layout = evaluated(&case.random.text);
            let Ok(written) = notation.write(&layout) else {
                // Padding, and what arrays have not; the rest has words everywhere.
                let is_padded = !layout.bounds.is_everywhere();
                let is_symbolic = layout.is_symbolic();
                // Mojo has no swizzled layouts and no tuples of one.
                let is_mojo = notation == Notation::Mojo;
                assert!(
                    is_padded || is_plain || is_symbolic || is_mojo,
                    "{notation}: {}",
                    case.random.text
                );
                unwritten += 1;
                continue;
            };
            // What Python says of conditions is a comment there, and none in Rust.
            let text = written.split_once("  # ").map_or(written.as_str(), |(text, _)| text);
            let again = evaluated(&format!("{ALLOW} {text}"));
            match is_array {
                true => assert_eq!(flat(&again.value), flat(&layout.value), "{written}"),
                false => {
                    assert_eq!(again.value.to_string(), layout.value.to_string(), "{written}");
                }
            }
            read += 1;
        }
        println!("{notation}: {read} layouts read back, {unwritten} have no words");
        let few = is_plain || notation == Notation::Mojo;
        let least = if few { cases().len() / 4 } else { cases().len() / 2 };
        assert!(read >= least, "{notation}: {read}");
    }
}

/// cuda-oxide's `Swizzle<B, M, S>` is `x ^ (((x >> S) & ((1 << B) - 1)) << M)`, of `M + B <= S`
/// (<https://github.com/NVlabs/cuda-oxide>, `crates/cuda-device/src/swizzle.rs`).
#[test]
fn swizzles_of_cuda_oxide_read_back() {
    let mut written = 0;
    for (bits, base, shift) in (0..4).flat_map(|bits| {
        (0..5).flat_map(move |base| (-5..=5).map(move |shift: i128| (bits, base, shift)))
    }) {
        let Ok(swizzle) = Swizzle::new(bits, base, shift) else { continue };
        let evaluation = evaluated(&swizzle.to_string());
        let Ok(text) = Notation::CudaOxide.write(&evaluation) else {
            assert!(shift < 0, "{swizzle}");
            continue;
        };
        let numbers = text.trim_start_matches("Swizzle::<").trim_end_matches('>').split(", ");
        let numbers: Vec<u32> = numbers.map(|number| number.parse().expect("a number")).collect();
        let &[b, m, s] = numbers.as_slice() else { panic!("{text}") };
        assert!(m + b <= s, "{text}");
        for x in 0..1 << 12 {
            assert_eq!(swizzle.apply(x), x ^ (((x >> s) & ((1 << b) - 1)) << m), "{text} at {x}");
        }
        assert_eq!(evaluated(&text).value.to_string(), swizzle.to_string(), "{text}");
        written += 1;
    }
    assert_eq!(written, 90);
    let tokens = "Swizzle::<5, 0, 4>".parse().expect("tokens");
    let Err(error) = parse_expression(tokens) else { panic!("it is no swizzle there") };
    let said = "in `Swizzle::<B, M, S>` S is the first bit that is read, so that M + B = 5 must be at most S = 4";
    assert_eq!(error.text().lines().next(), Some(said));
}

#[test]
fn what_libraries_print_has_their_offsets() {
    let records = include_str!("../../data/conformance/notations.jsonl");
    let mut read = 0;
    for line in records.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let text = record["text"].as_str().expect("a text");
        let offsets = record["offsets"].as_array().expect("offsets");
        let value = evaluated(&format!("{ALLOW} {text}")).value;
        for (i, offset) in offsets.iter().enumerate() {
            let at = HTuple::Leaf(Int::new(i as i128));
            let ours = match &value {
                Value::Layout(layout) => ops::evaluate(&at, layout).map(|it| it.to_string()),
                Value::Composed(layout) => swizzled::evaluate(&at, layout).map(|it| it.to_string()),
                other => panic!("{text}: {other}"),
            };
            assert_eq!(ours.ok(), Some(offset.to_string()), "{text} at {i}");
        }
        read += 1;
    }
    assert_eq!(read, RECORDS);
}

/// Layouts that Triton's tests have, and what they are here.
const TRITON: [(&str, &str); 6] = [
    (
        "#ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [32, 0]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], \
         [16, 0], [0, 8]], warp = [[0, 0], [0, 0]], block = []}>",
        "((8,2),(32,2),4,1):((1@1,32@0),(1@0,8@1),0,0)",
    ),
    (
        "#ttg.linear<{register = [[0, 1], [0, 2], [0, 4], [0, 8]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], \
         [0, 16]], warp = [[16, 0], [32, 0]], block = []}>",
        "(16,(16,2),4,1):(1@1,(1@0,16@1),16@0,0)",
    ),
    (
        "#ttg.linear<{register = [[1, 0], [2, 0], [4, 0], [0, 4]], lane = [[8, 0], [16, 0], [32, 0], [64, 0], \
         [128, 0], [0, 16]], warp = [[0, 1], [0, 2], [0, 8]], block = []}>",
        "((8,2),(32,2),(4,2),1):((1@0,4@1),(8@0,16@1),(1@1,8@1),0)",
    ),
    (
        "#ttg.linear<{register = [[0, 1], [0, 2]], lane = [[1, 0], [2, 0], [4, 0], [8, 0], [0, 0]], \
         warp = [[0, 0], [16, 0]], block = []}>",
        "(4,(16,2),(2,2),1):(1@1,(1@0,0),(0,16@0),0)",
    ),
    (
        "#ttg.linear<{register = [[1, 0], [0, 8], [8, 0], [16, 0]], lane = [[2, 0], [4, 0], [0, 1], [0, 2], \
         [0, 4]], warp = [[0, 0], [0, 16]], block = []}>",
        "((2,2,4),(4,8),(2,2),1):((1@0,8@1,8@0),(2@0,1@1),(0,16@1),0)",
    ),
    (
        "#ttg.linear<{register = [[1], [2]], lane = [[4], [8]], warp = [[0]], block = [[16]]}>",
        "(4,4,2,2):(1,4,0,16)",
    ),
];

/// The exclusive or of the vectors of the bits that are set, from Triton's text alone.
fn xor(text: &str, index: usize) -> Vec<i128> {
    let body = text.trim_start_matches("#ttg.linear<").trim_end_matches('>');
    let places = ["register", "lane", "warp", "block"];
    let body = places.iter().fold(body.to_owned(), |body, place| {
        body.replace(&format!("{place} ="), &format!("\"{place}\":"))
    });
    let body: Json = serde_json::from_str(&body).expect("vectors");
    let vectors = places.iter().flat_map(|place| body[place].as_array().expect("a list"));
    let mut value: Vec<i128> = Vec::new();
    for (bit, vector) in vectors.enumerate() {
        let vector = vector.as_array().expect("a vector");
        value.resize(vector.len(), 0);
        for (sum, number) in value.iter_mut().zip(vector) {
            if index >> bit & 1 == 1 {
                *sum ^= i128::from(number.as_i64().expect("a number"));
            }
        }
    }
    value
}

#[test]
fn linear_layouts_of_triton_are_exclusive_ors_of_their_vectors() {
    for (text, expected) in TRITON {
        let read = evaluated(&format!("{ALLOW} {text}"));
        assert_eq!(read.value.to_string(), expected, "{text}");
        assert_eq!(Notation::Triton.write(&read).as_deref(), Ok(text));
        let Value::Layout(layout) = &read.value else { panic!("{text}") };
        let size = ops::size(layout).expect("a size").known().expect("known");
        for i in 0..size as usize {
            let at = ops::evaluate(&HTuple::Leaf(Int::new(i as i128)), layout).expect("a value");
            let ours: Vec<i128> =
                at.leaves().iter().map(|leaf| leaf.known().expect("known")).collect();
            assert_eq!(ours, xor(text, i), "{text} at {i}");
        }
    }
}

/// The numbers that each of up to three modes of powers of two adds for each of its bits: numbers in no order, of which none is an exclusive or of
/// others.
fn linear_map(random: &mut u64) -> Vec<Vec<u64>> {
    let mut below = |end: u64| {
        *random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*random >> 33) % end
    };
    let (mut modes, mut sums) = (Vec::new(), vec![0]);
    for _ in 0..=below(3) {
        let mut images: Vec<u64> = Vec::new();
        for _ in 0..=below(3) {
            // Often twice what the last one was, as strides are.
            let twice = images.last().map(|last| 2 * last).filter(|_| below(2) == 0);
            let image = twice.unwrap_or_else(|| 1 + below(1 << 10));
            if sums.contains(&image) {
                continue;
            }
            sums.extend(sums.iter().map(|sum| sum ^ image).collect::<Vec<_>>());
            images.push(image);
        }
        modes.push(images);
    }
    modes
}

/// The exclusive or of what the bits of a 1-D coordinate add.
fn sum_of(modes: &[Vec<u64>], index: usize) -> i128 {
    let images = modes.iter().flatten().enumerate();
    let set = images.filter(|(bit, _)| index >> bit & 1 == 1);
    set.fold(0, |sum, (_, image)| sum ^ i128::from(*image))
}

#[test]
fn linear_maps_are_written_over_bits_and_read_back() {
    let (mut random, mut with_swizzles, mut refused) = (20, 0, 0);
    for _ in 0..2000 {
        let modes = linear_map(&mut random);
        let list = |of: Vec<String>| format!("({},)", of.join(","));
        let shape = list(modes.iter().map(|images| format!("{}", 1 << images.len())).collect());
        let each = |images: &Vec<u64>| match images.as_slice() {
            [] => "0".to_owned(),
            [one] => one.to_string(),
            images => list(images.iter().map(u64::to_string).collect()),
        };
        let text = format!("xor_layout({shape}, {})", list(modes.iter().map(each).collect()));
        let layout = match try_evaluated(&text) {
            Ok(layout) => layout,
            // Some take more than the 32 swizzles that a layout may have.
            Err(Unevaluated::Wrong(error)) if error.message.contains("is 32 swizzles after") => {
                refused += 1;
                continue;
            }
            Err(error) => panic!("{text}: {error:?}"),
        };
        let mut all = vec![layout.clone()];
        for notation in [Notation::F2, Notation::Triton] {
            let written = notation.write(&layout).unwrap_or_else(|error| panic!("{error}"));
            if notation == Notation::F2 {
                assert!(written.contains("F"), "{written}");
            }
            all.push(evaluated(&written));
        }
        with_swizzles += usize::from(matches!(layout.value, Value::Composed(_)));
        for (read, i) in all
            .iter()
            .flat_map(|read| (0..1 << modes.iter().flatten().count()).map(move |i| (read, i)))
        {
            let at = HTuple::Leaf(Int::new(i as i128));
            let ours = match &read.value {
                Value::Layout(layout) => ops::evaluate(&at, layout).map(|it| it.to_string()),
                Value::Composed(layout) => swizzled::evaluate(&at, layout).map(|it| it.to_string()),
                other => panic!("{text}: {other}"),
            };
            assert_eq!(ours.ok(), Some(sum_of(&modes, i).to_string()), "{text} at {i}");
        }
    }
    assert!(with_swizzles > 1000 && refused < 100, "{with_swizzles}, {refused}");
}

#[test]
fn linear_layouts_have_the_values_that_triton_computes() {
    let records = include_str!("../../data/conformance/linear.jsonl");
    let (mut read, mut values) = (0, 0);
    for line in records.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let text = record["text"].as_str().expect("a text");
        let expected = record["values"].as_array().expect("values");
        // Which bits move nothing is a matter of the text alone: one that has no vector has no axis.
        let Value::Layout(layout) = evaluated(&format!("{ALLOW} {text}")).value else {
            panic!("{text}")
        };
        for (i, expected) in expected.iter().enumerate() {
            let at = ops::evaluate(&HTuple::Leaf(Int::new(i as i128)), &layout).expect("a value");
            let mut ours: Vec<i64> =
                at.leaves().iter().map(|it| it.known().unwrap() as i64).collect();
            let theirs: Vec<i64> = expected
                .as_array()
                .expect("a value")
                .iter()
                .map(|it| it.as_i64().unwrap())
                .collect();
            ours.resize(theirs.len(), 0);
            assert_eq!(ours, theirs, "{text} at {i}");
            values += 1;
        }
        read += 1;
    }
    assert!(read == 40 && values > 400, "{read} layouts, {values} values");
}

#[test]
fn what_triton_has_no_words_for() {
    for (text, reason) in [
        ("(4,6):(1,4)", "extents are powers of two"),
        ("4:-1", "strides are not negative"),
        ("(2,2):(1,3)", "share a bit"),
        ("(2,2,2,2,2):(1,2,4,8,16)", "registers, lanes, warps and blocks alone"),
        ("(2,2):(1@0@0,1@1)", "coordinates are not nested"),
        ("(m,2):(2,1)", "its numbers are known"),
        ("Sw<1,0,3>", "not one alone"),
        ("Sw<1,0,3> o 1 o 16:1", "exclusive or of what the bits"),
        ("Sw<1,0,3> o 0 o (4,3):(1,4)", "exclusive or of what the bits"),
        ("Sw<1,0,3> o 0 o (2,2,2,2,2):(1,2,4,8,16)", "registers, lanes, warps and blocks alone"),
    ] {
        let layout = evaluated(text);
        let error = Notation::Triton.write(&layout).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// True if two layouts are the same function of their modes' coordinates.
fn is_same(one: &Value, other: &Value) -> bool {
    let (Value::Layout(one), Value::Layout(other)) = (one, other) else { return false };
    let extents = |layout| ops::product_each(layout).expect("extents");
    let size = ops::product(one.shape()).ok().and_then(|size| size.known()).expect("a size");
    let at = |layout, i| ops::evaluate(&HTuple::Leaf(Int::new(i)), layout).map(|it| it.to_string());
    extents(one.shape()) == extents(other.shape())
        && (0..size).all(|i| at(one, i).ok() == at(other, i).ok())
}

#[test]
fn layouts_of_mojo() {
    for (text, expected) in [
        ("Layout(IntTuple(4, IntTuple(2, 2)), IntTuple(4, IntTuple(2, 1)))", "(4,(2,2)):(4,(2,1))"),
        ("Layout(IntTuple(8), IntTuple(2))", "8:2"),
        ("Layout(IntTuple(4, 8))", "(4,8):(1,4)"),
        ("Layout.row_major(4, 8)", "(4,8):(8,1)"),
        ("Layout.col_major(4, 8)", "(4,8):(1,4)"),
        ("Layout.row_major(IntTuple(4, 8))", "(4,8):(8,1)"),
        ("Layout.row_major(m, 8)", "(m,8):(8,1)"),
        // As it is printed.
        ("((4, (2, 2)):(4, (2, 1)))", "(4,(2,2)):(4,(2,1))"),
    ] {
        assert_eq!(evaluated(text).value.to_string(), expected, "{text}");
    }
    let nested = evaluated("(4,(2,2)):(4,(2,1))");
    let written = "Layout(IntTuple(4, IntTuple(2, 2)), IntTuple(4, IntTuple(2, 1)))";
    assert_eq!(Notation::Mojo.write(&nested).as_deref(), Ok(written));
    let error = Notation::Mojo.write(&evaluated("(4):(1)")).expect_err("a tuple of one");
    assert!(error.to_string().contains("a tuple of one is an integer there"), "{error}");
}

#[test]
fn what_einops_has_words_for_reads_back() {
    for (text, expected) in [
        ("(4,8):(8,1)", "einops.rearrange(x, \"(a0 a1) -> a0 a1\", a0=4, a1=8)"),
        ("(4,8):(1,4)", "einops.rearrange(x, \"(a1 a0) -> a0 a1\", a0=4, a1=8)"),
        (
            "zipped_divide((row: 4, col: 8):(8,1), { row: 2, col: 4 })",
            "einops.rearrange(x, \"(row_rest row_tile col_rest col_tile) -> (col_tile row_tile) (col_rest row_rest)\", \
             row_tile=2, col_tile=4, row_rest=2, col_rest=2)",
        ),
        ("(4,1,3):(1,7,0)", "einops.repeat(x, \"a0 -> a0 1 a1\", a0=4, a1=3)"),
        ("12:1", "einops.rearrange(x, \"a0 -> a0\", a0=12)"),
    ] {
        let layout = evaluated(&format!("{ALLOW} {text}"));
        assert_eq!(Notation::Einops.write(&layout).as_deref(), Ok(expected), "{text}");
        let again = evaluated(&format!("{ALLOW} {expected}"));
        assert!(is_same(&layout.value, &again.value) || text == "12:1", "{text}: {}", again.value);
    }
    let (mut read, mut unwritten) = (0, 0);
    for case in cases() {
        let layout = evaluated(&case.random.text);
        match Notation::Einops.write(&layout) {
            Ok(written) if matches!(&layout.value, Value::Layout(it) if it.shape().is_tuple()) => {
                let again = evaluated(&format!("{ALLOW} {written}"));
                assert!(is_same(&layout.value, &again.value), "{}: {written}", layout.value);
                read += 1;
            }
            _ => unwritten += 1,
        }
    }
    println!("einops: {read} layouts read back, {unwritten} have no words");
    assert!(read > 0, "{unwritten}");
    for (text, reason) in [
        ("(4,8):(16,1)", "all elements of an array in some order"),
        ("(4,8):(1,1)", "all elements of an array in some order"),
        ("4:-1", "all elements of an array in some order"),
        ("(m,2):(2,1)", "its numbers are known"),
        ("(2,2):(1@0,1@1)", "strides are integers"),
        ("Sw<1,0,3> o 16:1", "without swizzles"),
    ] {
        let error = Notation::Einops.write(&evaluated(&format!("{ALLOW} {text}"))).expect_err(text);
        assert!(error.to_string().contains(reason), "{text}: {error}");
    }
}

/// The number of records.
const RECORDS: usize = 360;
