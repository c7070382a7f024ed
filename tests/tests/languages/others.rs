//! The list of notations: what their libraries compute, what each example is, and what is written reads back.

use std::collections::BTreeMap;

use layout_algebra::ops::{self, swizzled};
use layout_algebra::{HTuple, Int};
use layout_codegen::{Evaluated, Notation, Scope, Value, parse_expression, prove};
use layout_tests::{document, one_in};
use serde_json::Value as Json;

const ALLOW: &str = "#[allow(non_injective, padding)]";

/// The value, of a text as the command reads it: with Python's quotes and divisions.
fn evaluated(text: &str) -> Result<Evaluated, String> {
    let text = match text.contains('"') {
        true => text.to_owned(),
        false => text.replace('\'', "\""),
    };
    let text = format!("{ALLOW} {}", text.replace("//", "/%"));
    let tokens = text.parse().map_err(|error| format!("{error}"))?;
    let parsed = parse_expression(tokens).map_err(|error| error.text())?;
    prove(&parsed, &Scope::new()).map_err(|error| format!("{error:?}"))
}

/// The numbers that a value answers at a 1-D coordinate.
fn at(value: &Value, index: i128) -> Vec<i128> {
    let index = HTuple::Leaf(Int::new(index));
    let answer = match value {
        Value::Layout(layout) => ops::evaluate(&index, layout),
        Value::Composed(layout) => swizzled::evaluate(&index, layout).map(HTuple::Leaf),
        other => panic!("{other} is no layout"),
    };
    let answer = answer.unwrap_or_else(|error| panic!("{value}: {error}"));
    answer.leaves().iter().map(|leaf| leaf.known().expect("a number")).collect()
}

fn size(value: &Value) -> i128 {
    let size = match value {
        Value::Layout(layout) => ops::size(layout),
        Value::Composed(layout) => ops::size(layout.domain().expect("a layout")),
        other => panic!("{other} is no layout"),
    };
    size.expect("a size").known().expect("a number")
}

/// Coordinates up to a size: all of a few, else each bit alone, the ends, and some at random.
fn points(size: i128, random: &mut Random) -> Vec<i128> {
    if size <= 64 {
        return (0..size).collect();
    }
    let bits = (0..100).map(|bit| 1i128 << bit).take_while(|bit| *bit < size);
    let mut points: Vec<i128> = bits.chain([0, size - 1]).collect();
    points.extend((0..24).map(|_| random.below(size)));
    points
}

/// Asserts that two values are one function of 1-D coordinates.
fn assert_same(one: &Value, other: &Value, random: &mut Random, text: &str) {
    assert_eq!(size(one), size(other), "{text}: {one} and {other}");
    for point in points(size(one), random) {
        let (mut ours, mut theirs) = (at(one, point), at(other, point));
        // What has no vector along the last axes has no such axes.
        let rank = ours.len().max(theirs.len());
        ours.resize(rank, 0);
        theirs.resize(rank, 0);
        assert_eq!(ours, theirs, "{text} at {point}: {one} and {other}");
    }
}

/// A generator of numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i128) -> i128 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        i128::from(self.0 >> 20) % end.max(1)
    }

    fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as i128) as usize]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as i128 + 1) as usize);
        }
    }
}

fn vectors(record: &Json, name: &str) -> Vec<Vec<i128>> {
    let list = record[name].as_array().unwrap_or_else(|| panic!("{name}: {record}"));
    let numbers = |vector: &Json| {
        let all = vector.as_array().expect("a vector").iter();
        all.map(|number| i128::from(number.as_i64().expect("a number"))).collect()
    };
    list.iter().map(numbers).collect()
}

/// The exclusive or of the vectors of the bits of a number.
fn sum_of(vectors: &[Vec<i128>], number: i128, rank: usize) -> Vec<i128> {
    let mut sum = vec![0; rank];
    for (bit, vector) in vectors.iter().enumerate() {
        if number >> bit & 1 == 1 {
            sum.iter_mut().zip(vector).for_each(|(sum, step)| *sum ^= step);
        }
    }
    sum
}

/// Holds a record of Triton against the layout that a text is.
fn check_triton(record: &Json, text: &str, random: &mut Random) -> Evaluated {
    let read = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let shape: Vec<i128> = record["shape"]
        .as_array()
        .expect("a shape")
        .iter()
        .map(|it| i128::from(it.as_i64().expect("an extent")))
        .collect();
    if record.get("offset").is_none() {
        let all: Vec<Vec<i128>> = ["reg", "lane", "warp", "block"]
            .iter()
            .flat_map(|name| vectors(record, name))
            .collect();
        assert_eq!(size(&read.value), 1 << all.len(), "{text}");
        for point in points(size(&read.value), random) {
            let mut ours = at(&read.value, point);
            ours.resize(shape.len(), 0);
            assert_eq!(ours, sum_of(&all, point, shape.len()), "{text} at {point}");
        }
        return read;
    }
    let offsets = vectors(record, "offset");
    assert_eq!(size(&read.value), shape.iter().product::<i128>(), "{text}");
    for offset in points(1 << offsets.len(), random) {
        let coordinate = sum_of(&offsets, offset, shape.len());
        let index =
            coordinate.iter().zip(&shape).rev().fold(0, |index, (at, extent)| index * extent + at);
        let mut place = offset;
        if let Some(pairs) = record.get("padding") {
            for pair in pairs.as_array().expect("pairs") {
                let number = |at: usize| i128::from(pair[at].as_i64().expect("a number"));
                place += offset / number(0) * number(1);
            }
        }
        assert_eq!(at(&read.value, index), [place], "{text} at {coordinate:?}");
    }
    read
}

/// Reads the records of Triton in a file: as its compiler prints them, as Gluon's classes do, and as they are written again.
fn check_records(records: &str) -> usize {
    let mut random = Random(7);
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for line in records.lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let (text, gluon) =
            (record["text"].as_str().expect("a text"), record["gluon"].as_str().expect("a text"));
        let read = check_triton(&record, text, &mut random);
        let of_shape = format!("to_linear_layout({gluon}, {})", record["shape"]);
        check_triton(&record, &of_shape, &mut random);
        let is_shared = record.get("offset").is_some();
        let notations = if is_shared {
            [Notation::TtgShared, Notation::GluonShared]
        } else {
            [Notation::Ttg, Notation::Gluon]
        };
        for notation in notations {
            let written = notation.write(&read).unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = evaluated(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_same(&read.value, &again.value, &mut random, &written);
        }
        let kind = record["kind"].as_str().expect("a kind").to_owned();
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((kind, 1)),
        }
    }
    println!("{kinds:?}");
    assert_eq!(kinds.len(), 10, "{kinds:?}");
    kinds.iter().map(|(_, count)| count).sum()
}

#[test]
fn layouts_of_triton_have_the_vectors_that_triton_computes() {
    assert_eq!(check_records(include_str!("../../data/conformance/triton_layouts.jsonl")), 450);
}

/// The records of the file `$TRITON_LAYOUTS`, of which `triton_layouts.py` makes as many as wanted.
#[test]
#[ignore = "it needs a file of records"]
fn many_layouts_of_triton_have_the_vectors_that_triton_computes() {
    let file = std::env::var("TRITON_LAYOUTS").expect("$TRITON_LAYOUTS is a file");
    let records = std::fs::read_to_string(file).expect("the file is there");
    assert!(check_records(&records) > 10_000);
}

#[test]
fn examples_of_notations_are_what_they_say() {
    let mut random = Random(3);
    for notation in Notation::ALL {
        assert!(!notation.examples().is_empty() && !notation.source().is_empty(), "{notation}");
        for (text, expected) in notation.examples() {
            let read =
                evaluated(text).unwrap_or_else(|error| panic!("{notation}: {text}: {error}"));
            assert_eq!(read.notation(), *expected, "{notation}: {text}");
            // A fragment is read alone: it leads to two numbers there.
            if text.starts_with("Fragment") || matches!(read.value, Value::Swizzle(_)) {
                continue;
            }
            let written = notation.write(&read).unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = evaluated(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_same(&read.value, &again.value, &mut random, &written);
        }
    }
    assert!(Notation::ALL.is_sorted_by_key(|notation| notation.name()));
}

/// The texts with one number of a text twice, and with one comma less but those of Python's tuples of one.
fn nearly(text: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        if c == ',' && !rest[1..].trim_start().starts_with([')', ']']) {
            texts.push(format!("{before} {}", &rest[1..]));
        }
        if c.is_ascii_digit() && !before.ends_with(is_word) {
            let number = &rest[..rest.find(|c| !is_word(c)).unwrap_or(rest.len())];
            texts.push(format!("{before}{number} {rest}"));
        }
    }
    texts
}

#[test]
fn a_number_twice_and_a_comma_less_are_no_other_layout() {
    for notation in Notation::ALL {
        for (text, expected) in notation.examples() {
            for wrong in nearly(text) {
                if let Ok(read) = evaluated(&wrong) {
                    assert_eq!(read.notation(), *expected, "{notation}: {wrong}");
                }
            }
        }
    }
}

/// The offset of a coordinate in digits of dimensions, the slowest first: a dimension and the extent of its digit, 0 for the rest.
fn offset(coordinate: &[i128], extents: &[i128], digits: &[(usize, i128)]) -> i128 {
    let (mut rest, mut left) = (coordinate.to_vec(), extents.to_vec());
    let mut parts = Vec::new();
    for (dim, extent) in digits.iter().rev() {
        let extent = if *extent == 0 { left[*dim] } else { *extent };
        parts.push((rest[*dim] % extent, extent));
        rest[*dim] /= extent;
        left[*dim] /= extent;
    }
    parts.iter().rev().fold(0, |offset, (part, extent)| offset * extent + part)
}

/// The coordinate of a 1-D coordinate, the first dimension fastest.
fn coordinate(mut index: i128, extents: &[i128]) -> Vec<i128> {
    let digit = |extent: &i128| {
        let digit = index % extent;
        index /= extent;
        digit
    };
    extents.iter().map(digit).collect()
}

/// A text, the extents, and the digits of a place: of which dimension each is, and its extent.
type Format = (&'static str, &'static [i128], &'static [(usize, i128)]);

/// The place of a row and a column in a tile.
type Formula<'a> = &'a dyn Fn(i128, i128) -> i128;

/// Texts of formats, their extents, and the digits of their dimensions in memory from the definitions.
const FORMATS: &[Format] = &[
    ("f32::blocked:acdb::f0 2x6x5x3", &[2, 6, 5, 3], &[(0, 0), (2, 0), (3, 0), (1, 0)]),
    (
        "src_f32:p:blocked:aBcd16b::f0 2x32x7x5",
        &[2, 32, 7, 5],
        &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 16)],
    ),
    (
        "wei_s8::blocked:OIhw4i16o4i::f0 32x32x3x2",
        &[32, 32, 3, 2],
        &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 4), (0, 16), (1, 4)],
    ),
    ("64x32x3x3:hwio", &[64, 32, 3, 3], &[(2, 0), (3, 0), (1, 0), (0, 0)]),
    (
        "f32::blocked:gOIdhw4o4i::f0 2x8x12x2x3x3",
        &[2, 8, 12, 2, 3, 3],
        &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (1, 4), (2, 4)],
    ),
    (
        "f32::blocked:ABc16a16b4a::f0 128x32x3",
        &[128, 32, 3],
        &[(0, 0), (1, 0), (2, 0), (0, 16), (1, 16), (0, 4)],
    ),
    (
        "layout_transform((2, 32, 7, 5), \"NCHW\", \"NHWC8c\")",
        &[2, 32, 7, 5],
        &[(0, 0), (2, 0), (3, 0), (1, 0), (1, 8)],
    ),
    (
        "layout_transform((16, 8, 3, 3), \"OIHW\", \"OIHW4i16o\")",
        &[16, 8, 3, 3],
        &[(0, 0), (1, 0), (2, 0), (3, 0), (1, 4), (0, 16)],
    ),
    ("f32[3,5,7]{0,2,1}", &[3, 5, 7], &[(1, 0), (2, 0), (0, 0)]),
    ("f32[16,256]{1,0:T(8,128)}", &[16, 256], &[(0, 0), (1, 0), (0, 8), (1, 128)]),
    (
        "bf16[4,16,256]{2,1,0:T(8,128)(2,1)}",
        &[4, 16, 256],
        &[(0, 0), (1, 0), (2, 0), (1, 4), (2, 128), (1, 2)],
    ),
    ("s8[32,256]{0,1:T(8,32)(4,1)S(1)}", &[32, 256], &[(1, 0), (0, 0), (1, 2), (0, 32), (1, 4)]),
];

#[test]
fn formats_have_the_offsets_of_their_definitions() {
    for (text, extents, digits) in FORMATS {
        let read = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let count = extents.iter().product::<i128>();
        assert_eq!(size(&read.value), count, "{text}");
        for index in (0..count).step_by(if count > 5000 { 7 } else { 1 }) {
            let expected = offset(&coordinate(index, extents), extents, digits);
            assert_eq!(at(&read.value, index), [expected], "{text} at {index}");
        }
    }
}

/// The place of a coordinate in tiles one after the other, as <https://openxla.org/xla/tiled_layout> defines them: a tile of `k` dimensions
/// takes the last `k` of what the tiles before it leave, and leaves their quotients and then their remainders.
fn place_in_tiles(
    coordinate: &[i128],
    extents: &[i128],
    order: &[usize],
    tiles: &[Vec<i128>],
) -> i128 {
    let mut parts: Vec<(i128, i128)> =
        order.iter().rev().map(|dim| (coordinate[*dim], extents[*dim])).collect();
    for tile in tiles {
        let last = parts.split_off(parts.len() - tile.len());
        let cut = || last.iter().zip(tile);
        parts.extend(cut().map(|((at, extent), size)| (at / size, extent / size)));
        parts.extend(cut().map(|((at, _), size)| (at % size, *size)));
    }
    parts.iter().fold(0, |place, (at, extent)| place * extent + at)
}

#[test]
fn tiles_of_xla_that_reach_into_earlier_ones_have_the_places_of_their_definition() {
    let mut random = Random(47);
    for _ in 0..400 {
        let rank = 1 + random.below(4) as usize;
        let mut order: Vec<usize> = (0..rank).collect();
        random.shuffle(&mut order);
        let extents: Vec<i128> = (0..rank).map(|_| random.of(&[8, 16, 24])).collect();
        let mut whole: Vec<i128> = order.iter().rev().map(|dim| extents[*dim]).collect();
        let mut tiles: Vec<Vec<i128>> = Vec::new();
        for _ in 0..random.below(4) {
            let count = 1 + random.below(whole.len().min(4) as i128) as usize;
            let last = whole.split_off(whole.len() - count);
            let sizes = last.iter().map(|extent| {
                let divisors: Vec<i128> =
                    [1, 2, 4, 8].into_iter().filter(|size| extent % size == 0).collect();
                random.of(&divisors)
            });
            let tile: Vec<i128> = sizes.collect();
            whole.extend(last.iter().zip(&tile).map(|(extent, size)| extent / size));
            whole.extend(&tile);
            tiles.push(tile);
        }
        let text = {
            let list = |numbers: Vec<String>| numbers.join(",");
            let of = |numbers: &[i128]| list(numbers.iter().map(i128::to_string).collect());
            let tiles: String = tiles.iter().map(|tile| format!("({})", of(tile))).collect();
            let tiles = if tiles.is_empty() { tiles } else { format!(":T{tiles}") };
            let order = list(order.iter().map(usize::to_string).collect());
            format!("bf16[{}]{{{order}{tiles}}}", of(&extents))
        };
        let read = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let count = extents.iter().product();
        assert_eq!(size(&read.value), count, "{text}");
        for index in points(count, &mut random) {
            let place = place_in_tiles(&coordinate(index, &extents), &extents, &order, &tiles);
            assert_eq!(at(&read.value, index), [place], "{text} at {index}: {}", read.value);
        }
    }
}

/// Texts, and how the layouts that they stand for are printed.
const PRINTED: &[(&str, &str)] = &[
    // One mode of several leaves is no several modes.
    ("#ttg.padded_shared<[4:+2] {order = [0], shape = [8]}>", "((4,2)):((1,6))"),
    ("f32[64]{0:T(8)(2,4)}", "((4,2,2,4)):((1,8,4,16))"),
    ("torch.as_strided(x, (4, 8), (8, 1), 3)", "(4,8):(8,1)"),
    ("torch.as_strided(x, (4, 8), (8, 1), storage_offset=3)", "(4,8):(8,1)"),
    (
        "np.lib.stride_tricks.as_strided(x, shape=(4, 8), strides=(8 * x.itemsize, x.itemsize), writeable=False)",
        "(4,8):(8,1)",
    ),
    ("np.lib.stride_tricks.as_strided(x, (4, 8), (0, -2 * x.itemsize))", "(4,8):(0,-2)"),
    ("torch.as_strided(x, [4, 8], [8, 1])", "(4,8):(8,1)"),
    ("{'strides': (160, 20), 'typestr': '<U5', 'shape': (4, 8)}", "(4,8):(8,1)"),
    ("{'strides': (64, 8), 'typestr': '<M8[ns]', 'shape': (4, 8)}", "(4,8):(8,1)"),
    ("memref<4x8xvector<4xf32>, strided<[16, 1]>>", "(4,8):(16,1)"),
    ("memref<4x8xf32, strided<[16, 1], offset: 3>, #gpu.address_space<workgroup>>", "(4,8):(16,1)"),
    ("memref<4x8xf32, strided<[16, 1], offset: ?>, #space>", "(4,8):(16,1)"),
    ("memref<4x8xf32, #hal.descriptor_type<storage_buffer>>", "(4,8):(8,1)"),
    ("memref<4x8xf32, strided<[16, 1]>, 1 : i32>", "(4,8):(16,1)"),
    // Types whose names end with `x`.
    ("memref<4x8xindex>", "(4,8):(8,1)"),
    ("memref<4x8xcomplex<f32>, strided<[16, 1]>>", "(4,8):(16,1)"),
    // A remainder of MLIR is not below 0, nor is one of Python.
    ("memref<8xf32, affine_map<(d0) -> ((d0 - 4) mod 4)>>", "((4,2)):((1,0))"),
    ("memref<4xf32, affine_map<(d0) -> (-d0 mod 2 + d0 floordiv 2 * 2)>>", "(4):(1)"),
    // Quotients and products are taken from the left.
    ("memref<8xf32, affine_map<(d0) -> (2 * d0 floordiv 4)>>", "((2,4)):((0,1))"),
    ("memref<8xf32, affine_map<(d0) -> (d0 floordiv 2 floordiv 2)>>", "((4,2)):((0,1))"),
    // The head says which coordinate is which.
    ("Layout((4, 8) -> (32,), transform: (_j, _i) -> (_i * 4 + _j,))", "(4,8):(1,4)"),
    ("Layout((8,) -> (4,), transform: (_i,) -> ((_i - 8) % 4,))", "((4,2)):((1,0))"),
    (
        "tensor<32x64x!tt.ptr<f16>, #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>>",
        "((4,4),(4,8),4,1):((1@1,16@1),(4@1,1@0),8@0,0)",
    ),
];

#[test]
fn texts_are_printed_with_the_modes_that_they_have() {
    for (text, printed) in PRINTED {
        let read = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.value.to_string(), *printed, "{text}");
    }
}

#[test]
fn types_of_cpp_are_no_operations() {
    // 64 leaves, in tuples of two.
    let [shapes, strides] = ["cute::C<2>", "cute::ScaledBasis<cute::C<3>, 0>"]
        .map(|leaf| (0..6).fold(leaf.to_owned(), |of, _| format!("cute::tuple<{of}, {of} >")));
    let read = evaluated(&format!("cute::Layout<{shapes}, {strides} >")).expect("a layout");
    assert_eq!(size(&read.value), 1 << 64);
}

/// The formulas of cuBLASLt's orders: that of `COL32_2R_4R4` in the documentation of `cublasLtOrder_t`, that of `COL4_4R2_8C` in NVIDIA's
/// TVM, tests/python/contrib/test_cublas.py.
/// The notation of a record's package.
fn notation_of(source: &str) -> Notation {
    let package = source.split(' ').next().expect("a package");
    match package {
        "jaxlib" => Notation::Xla,
        "onednn-cpu-gomp" => Notation::OneDnn,
        "apache-tvm" => Notation::Tvm,
        "tilelang" => Notation::TileLang,
        "max-mojo-libs" => Notation::Mojo,
        other => panic!("{other} has no notation"),
    }
}

#[test]
fn texts_of_other_packages_have_the_places_that_they_compute() {
    let (mut random, mut counts, mut unwritten) = (Random(11), BTreeMap::new(), 0);
    for line in include_str!("../../data/conformance/formats.jsonl").lines() {
        let record: Json = serde_json::from_str(line).expect("a record");
        let numbers = |name: &str| -> Vec<i128> {
            let all = record[name].as_array().expect("a list").iter();
            all.map(|number| i128::from(number.as_i64().expect("a number"))).collect()
        };
        let text = record["text"].as_str().expect("a text");
        let read = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(size(&read.value), numbers("shape").iter().product::<i128>(), "{text}");
        for (index, place) in numbers("at").into_iter().zip(numbers("places")) {
            assert_eq!(at(&read.value, index), [place], "{text} at {index}");
        }
        let notation = notation_of(record["source"].as_str().expect("a package"));
        *counts.entry(notation.name()).or_insert(0) += 1;
        // A fragment leads to two numbers there.
        if text.starts_with("Fragment") {
            continue;
        }
        let Ok(written) = notation.write(&read) else {
            // Blocks in another order than the dimensions are read alone.
            assert!([Notation::OneDnn, Notation::Tvm].contains(&notation), "{text}");
            unwritten += 1;
            continue;
        };
        let again = evaluated(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_same(&read.value, &again.value, &mut random, &written);
    }
    println!("{counts:?}, {unwritten} have no words");
    assert!(unwritten < 40, "{unwritten}");
    assert!(counts.len() == 5 && counts.values().all(|count| *count >= 38), "{counts:?}");
}

/// All tags of `dnnl_format_tag_t` in include/oneapi/dnnl/dnnl_types.h of oneDNN (commit 515bfba6) but that of one dimension alone, `x`; a tag
/// with letters for activations or weights is beside the one of dimensions that the header sets it to.
#[test]
fn each_tag_of_onednn_is_read_as_its_header_defines_it_and_written() {
    let (mut random, mut aliases, mut all) = (Random(5), 0, 0);
    for entry in
        include_str!("../../data/onednn_tags.txt").split_ascii_whitespace().step_by(one_in(10))
    {
        let (tag, alias) = entry.split_once('=').unwrap_or((entry, entry));
        // The letters and sizes of blocks, and an extent that all of them divide.
        let axes = alias.find(|c: char| c.is_ascii_digit()).unwrap_or(alias.len());
        let mut blocks: BTreeMap<char, i128> = BTreeMap::new();
        let mut size = String::new();
        for c in alias[axes..].chars() {
            if c.is_ascii_digit() {
                size.push(c);
            } else {
                *blocks.entry(c).or_insert(1) *= size.parse::<i128>().expect("a size");
                size.clear();
            }
        }
        let extents: Vec<String> = ('a'..)
            .zip([2, 3, 5, 2, 3, 2, 2, 2, 2, 2, 2, 2])
            .take(axes)
            .map(|(axis, times)| (blocks.get(&axis).unwrap_or(&1) * times).to_string())
            .collect();
        let extents = extents.join("x");
        let text = |tag| format!("f32::blocked:{tag}::f0 {extents}");
        let read = |text: &str| evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let value = read(&text(alias));
        if tag != alias {
            assert_same(&read(&text(tag)).value, &value.value, &mut random, tag);
            aliases += 1;
        }
        let written = Notation::OneDnn.write(&value);
        let written = written.unwrap_or_else(|reason| panic!("{entry}: {reason:?}"));
        assert_same(&read(&written).value, &value.value, &mut random, entry);
        all += 1;
    }
    println!("{all} tags, {aliases} of them beside those of dimensions");
    assert!(all >= 160 && aliases >= 60);
}

#[test]
fn orders_of_cublaslt_have_their_formulas() {
    let (rows, columns, leading) = (64, 96, 5000);
    let col4 = |row: i128, col: i128| {
        let tile = ((row / 8 * 8 + row % 2 * 4 + col % 32 / 8) * 32)
            + (i128::from(col % 8 >= 4) * 4 + row % 8 / 2) * 4
            + col % 4;
        col / 32 * leading + tile
    };
    let col32 = |row: i128, col: i128| {
        let (r, c) = (row % 32, col % 32);
        col / 32 * leading + row / 32 * 1024 + ((r % 8 / 2 * 4 + r / 8) * 2 + r % 2) * 32 + c
    };
    let formulas: [(&str, Formula<'_>); 5] = [
        ("COL", &|row, col| col * leading + row),
        ("CUBLASLT_ORDER_ROW", &|row, col| row * leading + col),
        ("COL32", &|row, col| col / 32 * leading + row * 32 + col % 32),
        ("COL4_4R2_8C", &col4),
        ("COL32_2R_4R4", &col32),
    ];
    for (order, formula) in formulas {
        let text = format!("[type=R_8I rows={rows} cols={columns} ld={leading} order={order}]");
        let read = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for index in 0..rows * columns {
            assert_eq!(
                at(&read.value, index),
                [formula(index % rows, index / rows)],
                "{text} at {index}"
            );
        }
    }
}

/// Leaves of modes as a layout in CuTe's notation.
fn layout(modes: &[Vec<(i128, String)>]) -> String {
    let side = |of: &dyn Fn(&(i128, String)) -> String| {
        let all = modes.iter().map(|mode| {
            let leaves: Vec<String> = mode.iter().map(of).collect();
            if leaves.len() == 1 { leaves[0].clone() } else { format!("({})", leaves.join(",")) }
        });
        format!("({})", all.collect::<Vec<_>>().join(","))
    };
    format!("{}:{}", side(&|leaf| leaf.0.to_string()), side(&|leaf| leaf.1.clone()))
}

/// A layout with any strides, of few coordinates: those of formulas are visited one by one.
fn small(random: &mut Random) -> String {
    let modes: Vec<_> = (0..=random.below(3))
        .map(|_| {
            (0..=random.below(2))
                .map(|_| (1 + random.below(4), random.below(100).to_string()))
                .collect()
        })
        .collect();
    layout(&modes)
}

/// A layout with any strides.
fn strided(random: &mut Random) -> String {
    let modes: Vec<_> = (0..=random.below(3))
        .map(|_| {
            (0..=random.below(3))
                .map(|_| (1 + random.below(8), random.below(100).to_string()))
                .collect()
        })
        .collect();
    layout(&modes)
}

/// A layout that has each place once; blocks lie inside of the order of the modes.
fn blocked(random: &mut Random, parts: i128) -> String {
    let rank = 1 + random.below(4) as usize;
    let mut blocks: Vec<usize> =
        (0..rank).flat_map(|dim| vec![dim; random.below(parts + 1) as usize]).collect();
    random.shuffle(&mut blocks);
    let mut outer: Vec<usize> = (0..rank).collect();
    random.shuffle(&mut outer);
    let (mut modes, mut stride) = (vec![Vec::new(); rank], 1);
    for (place, dim) in blocks.iter().chain(&outer).enumerate() {
        let extent =
            if place < blocks.len() { random.of(&[2, 3, 4, 8, 16]) } else { 1 + random.below(6) };
        modes[*dim].push((extent, stride.to_string()));
        stride *= extent;
    }
    layout(&modes)
}

/// A tiled layout of XLA, with a tile in a tile at times.
fn tiled(random: &mut Random) -> String {
    let rank = 1 + random.below(3) as usize;
    let mut order: Vec<usize> = (0..rank).collect();
    random.shuffle(&mut order);
    // A tile is a multiple of the one in it.
    let sizes: [&[i128]; 2] = [&[2, 4, 8], &[1, 2]];
    let tiles = sizes.iter().take(random.below(3) as usize).map(|sizes| {
        let tile: Vec<String> = (0..rank).map(|_| random.of(sizes).to_string()).collect();
        format!("({})", tile.join(","))
    });
    let tiles: String = tiles.collect();
    let tiles = if tiles.is_empty() { tiles } else { format!(":T{tiles}") };
    let extents: Vec<String> =
        (0..rank).map(|_| (16 * (1 + random.below(3))).to_string()).collect();
    let order: Vec<String> = order.iter().map(usize::to_string).collect();
    format!("f32[{}]{{{}{tiles}}}", extents.join(","), order.join(","))
}

/// A layout of lanes, or of warps and lanes, and of registers to two axes, of powers of two, with repeats.
fn held(random: &mut Random, modes: usize) -> String {
    let mut steps = [1i128, 1];
    let mut bits: Vec<(usize, i128, String)> = Vec::new();
    for _ in 0..random.below(10) {
        let (mode, axis) = (random.below(modes as i128) as usize, random.below(3) as usize);
        let extent = random.of(&[2, 2, 4]);
        if axis == 2 {
            bits.push((mode, extent, "0".to_owned()));
            continue;
        }
        bits.push((mode, extent, format!("{}@{axis}", steps[axis])));
        steps[axis] *= extent;
    }
    // Each axis is stepped along.
    bits.push((0, 2, format!("{}@0", steps[0])));
    bits.push((0, 2, format!("{}@1", steps[1])));
    random.shuffle(&mut bits);
    let all: Vec<Vec<(i128, String)>> = (0..modes)
        .map(|mode| {
            let mut of: Vec<_> =
                bits.iter().filter(|bit| bit.0 == mode).map(|bit| (bit.1, bit.2.clone())).collect();
            if of.is_empty() {
                of.push((1, "0".to_owned()));
            }
            of
        })
        .collect();
    layout(&all)
}

/// A layout of shared memory: an order of powers of two, with exclusive ors or padding.
fn shared(random: &mut Random) -> String {
    let extents: Vec<i128> = (0..=random.below(3)).map(|_| 1 << (1 + random.below(4))).collect();
    let mut order: Vec<usize> = (0..extents.len()).collect();
    random.shuffle(&mut order);
    let (mut strides, mut next, padding) = (vec![0; extents.len()], 1i128, random.below(3) == 0);
    for dim in order {
        strides[dim] = next;
        next = next * extents[dim]
            + if padding && random.below(2) == 0 { 1 << random.below(3) } else { 0 };
    }
    let modes: Vec<_> = extents
        .iter()
        .zip(strides)
        .map(|(extent, stride)| vec![(*extent, stride.to_string())])
        .collect();
    let text = layout(&modes);
    match padding || random.below(2) == 0 {
        true => text,
        false => format!(
            "Sw<{},{},{}> o 0 o {text}",
            random.below(3),
            random.below(2),
            3 + random.below(2)
        ),
    }
}

/// A matrix of cuBLASLt.
fn matrix(random: &mut Random) -> String {
    let order = random.of(&["COL", "ROW", "COL32", "COL4_4R2_8C", "COL32_2R_4R4"]);
    let (rows, columns) = (32 * (1 + random.below(4)), 32 * (1 + random.below(4)));
    format!(
        "[type=R_8I rows={rows} cols={columns} ld={} order={order}]",
        32 * 1024 * (1 + random.below(4))
    )
}

/// A layout of two modes on two named axes.
fn named(random: &mut Random) -> String {
    let mut mode = |axis: &str| {
        let (extent, stride) = (1 + random.below(9), 1 + random.below(20));
        (extent.to_string(), format!("{stride}@{axis}"))
    };
    let [(a, across), (b, down)] = ["laneid", "warpid"].map(&mut mode);
    format!("({a},{b}):({across},{down})")
}

/// Writes layouts until so many are written, and reads each back.
fn round_trips(count: usize) {
    let mut random = Random(45);
    let one = std::env::var("NOTATION").ok();
    let all = Notation::ALL.into_iter();
    for notation in all.filter(|of| one.as_deref().is_none_or(|one| one == of.name())) {
        let (mut read, mut refused) = (0, 0);
        while read < count && refused < 20 * count + 100 {
            let text = match notation {
                Notation::Ck => {
                    let modes = 2 + random.below(2) as usize;
                    held(&mut random, modes)
                }
                Notation::CublasLt => matrix(&mut random),
                Notation::Ttg | Notation::Gluon => held(&mut random, 4),
                Notation::Triton | Notation::F2 => match random.below(2) {
                    0 if notation == Notation::Triton => held(&mut random, 4),
                    _ => shared(&mut random),
                },
                Notation::TtgShared | Notation::GluonShared => shared(&mut random),
                Notation::Memref | Notation::TileLang => small(&mut random),
                Notation::OneDnn => blocked(&mut random, 2),
                Notation::Tvm | Notation::Einops => blocked(&mut random, 1),
                Notation::Xla => tiled(&mut random),
                Notation::Fly
                | Notation::CuteMlir
                | Notation::Pycute
                | Notation::TensorLayouts
                | Notation::Cpp
                | Notation::Dsl => match random.below(2) {
                    0 => shared(&mut random),
                    _ => strided(&mut random),
                },
                Notation::Tirx => named(&mut random),
                Notation::CudaOxide => {
                    let (bits, base) = (1 + random.below(4), random.below(5));
                    format!("Sw<{bits},{base},{}>", bits + random.below(4))
                }
                _ => strided(&mut random),
            };
            let value = evaluated(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let Ok(written) = notation.write(&value) else {
                refused += 1;
                continue;
            };
            let again = evaluated(&written)
                .unwrap_or_else(|error| panic!("{notation}: {text}: {written}: {error}"));
            match &value.value {
                Value::Swizzle(_) => {
                    assert_eq!(again.value.to_string(), value.value.to_string(), "{written}")
                }
                _ => assert_same(&value.value, &again.value, &mut random, &written),
            }
            read += 1;
        }
        println!("{notation}: {read} read back, {refused} have no words");
        assert!(read == count, "{notation}: {read} of {count}, {refused} have no words");
    }
}

#[test]
fn what_each_notation_writes_reads_back() {
    round_trips(60);
}

/// `$ROUND_TRIPS` of each, or 10,000; of `$NOTATION` alone, if it is given.
#[test]
#[ignore = "it takes minutes"]
fn thousands_of_each_notation_read_back() {
    let wanted = std::env::var("ROUND_TRIPS").ok().and_then(|count| count.parse().ok());
    round_trips(wanted.unwrap_or(10_000));
}

/// Texts with a word or a number that their notation does not have, and what the error says.
const WRONG: &[(&str, &str)] = &[
    (
        "#ttg.blokced<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "did you mean `blocked`?",
    ),
    (
        "#ttg.blocked<{sizePerThraed = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "did you mean `sizePerThread`?",
    ),
    (
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], order = [0]}>",
        "`blocked` lacks `warpsPerCTA`",
    ),
    (
        "#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "3 is none",
    ),
    (
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        "beside 1 dimensions",
    ),
    (
        "tensor<12xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>",
        "12 is none",
    ),
    (
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
        "!ttg.memdesc<64x64xf16",
    ),
    ("tensor<64x64xf32, #blocked>", "the alias `#blocked` is not defined"),
    ("BlockedLayout([1], [32], [4], [0], cga_layuot=[])", "did you mean `cga_layout`?"),
    ("to_linear_layout(BlokcedLayout([1], [32], [4], [0]), [64])", "did you mean `BlockedLayout`?"),
    ("- register=1 -> (0, 1) register=4 -> (0, 2)", "register=2 comes next"),
    ("f32[8,128]{1,1}", "stands once, the first is 0: found [1, 1]"),
    ("f32[8,128]{-1,1,0}", "found [-1, 1, 0]"),
    ("f32[17,128]{1,0:T(8,128)}", "write 24 for 17"),
    ("f32[8,128]{1,0:Q(8,128)}", "`Q` is none of the parts"),
    ("memref<4x8xf32, stridde<[8, 1]>>", "did you mean `strided`?"),
    ("memref<?x8xf32>", "known at run time"),
    ("memref<4xx8xf32>", "is missing in `4xx8xf32`"),
    ("memref<4x8 16xf32>", "expected `>`, found `16xf32`"),
    ("memref<4x8xf32, strided<[8 1]>>", "expected `,` or the end of the list"),
    ("memref<4x8xf32, strided<[8, 1], stride: 3>>", "expected `offset:`"),
    ("memref<4x8xf32, #map>", "`#map` may be a layout"),
    ("memref<8x128xf32, #tpu.tiled<(8,128),[1,1]>, #tpu.memory_space<vmem>>", "may be a layout"),
    ("memref<4x8xf32, strided<[8, 1]>, strided<[1, 4]>>", "and this is another"),
    ("f32[4,8]{1 0}", "expected `,` or the end of the list"),
    ("{'shape': (4, 8) 'typestr': '<f8'}", "expected `,` or the end of the list"),
    ("{'shape': (4, 8), 'typestr': '<f8', 'shape': (2, 8)}", "`shape` stands twice"),
    ("{'strides': (64, 8), 'typestr': '<q8', 'shape': (4, 8)}", "lacks a `typestr`"),
    ("np.lib.stride_tricks.as_strided(x, (4, 8), (64, 8))", "the stride `64` of NumPy is in bytes"),
    ("as_strided(x, shape=(4, 8), strides=[64, 8])", "the stride `64` of NumPy is in bytes"),
    ("as_strided(x, shape=(4, 8), strides=(8 * itemsize, itemsize))", "of NumPy is in bytes"),
    ("as_strided(x, (4, 8), (8 * x.itemsize, 8))", "the stride `8` of NumPy is in bytes"),
    ("as_strided(x, (4, 8), (8 * x.itemsize + 4, x.itemsize))", "the stride `4` of NumPy"),
    ("Layout(Coord(Idx[4]() Idx[8]()), Coord(Idx[8](), Idx[1]()))", "expected `,`"),
    ("Layout(Coord(Idx[4](7), Idx[8]()), Coord(Idx[8](), Idx[1]()))", "stands in brackets"),
    ("[type=R_8I rows=64 rows=32 cols=64 ld=64]", "`rows` stands twice"),
    ("!cute.layout<\"(4,8):(8,1)\", \"(2,2):(1,2)\">", "and this is another"),
    ("!cute.memref<f16, smem, align<1024>, S<3,4,3>, \"(8,64):(64,1)\">", "addresses in bytes"),
    (
        "Layout((8,) -> (8,), transform: (_i,) -> (_i,), transform: (_i,) -> (7 - _i,))",
        "`transform` stands twice",
    ),
    ("Layout((8,) -> (8,), transform: (_i _i) -> (_i,))", "expected `,` or `:`"),
    ("Layout((4, 8) -> (32,), transform: (_i, _k) -> (_i * 8 + _j,))", "`_j` is no argument"),
    ("Layout((4, 8) -> (32,), transform: (_i,) -> (_i * 8,))", "1 coordinates, beside 2 extents"),
    ("Layout((4, 8) -> (32,), transform: (_i, _j) > (_i * 8 + _j,))", "expected formulas"),
    (
        "Fragment((8,) -> (1,), replicate: 1 1, thread: 8, forward_thread: _i, forward_index: (0,))",
        "found `1`",
    ),
    (
        "Fragment((8,) -> (1,), replicate: 0, thread: 8, forward_thread: _i, forward_index: (0,))",
        "a count is at least 1, and not 0",
    ),
    ("- register=1 -> (0, -1)", "a vector has numbers from 0 on, and not -1"),
    ("[type=R_8I rows=64 cols=64 ld=0]", "`ld` is at least 1, and not 0"),
    (
        "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 16]}>}>>",
        "the major version 1 is none of 2 and 3",
    ),
    ("!fly.layout<(3 3,2):(24,1)>", "found `3`"),
    ("!fly.layout<(4,8):(1E0 1E0,1E1)>", "expected `,` or `)`"),
    ("!cute.layout<\"(4 4,8):(8,1)\">", "found `4`"),
    ("affine_map<(d0, d1) -> (d0 * 8 + d1)>", "has no extents"),
    ("[type=R_8I rows=64 cols=64 ld=2048 order=COL23]", "did you mean `COL32`?"),
    ("[rows=60 cols=48 ld=2048 order=COL32_2R_4R4]", "60 rows are no multiple of 32"),
    ("f32::blocked:aBcd16b::f0", "how large"),
    ("f32::blocked:aBcd16b::f0 2x24x7x7", "write 32, of which the last 8 are padding"),
    ("f32::blocked:abcd16b::f0 2x32x7x7", "upper case if it has a block"),
    ("f32::blocked:aQcd::f0 2x32x7x7", "is no tag of oneDNN"),
    ("layout_transform((2, 32), \"NC\", \"NCx4c\")", "the axis `x`"),
    ("layout_transform((2, 32), \"NC\", \"N4c\")", "the axis `C` is missing"),
    ("!fly.loyout<(3,2):(24,1)>", "did you mean `layout`?"),
    ("!fly.layout<(?,2):(24,1)>", "known at run time"),
    (
        "!fly.composed_layout<CS<3,0,[1],0,[2]> o (0,0,0) o (4,8,8):(1E0,1E1,1E2)>",
        "swizzle `CS<…>` of coordinates",
    ),
    (
        "tile_distribution_encoding<sequence<>, tuple<sequence<4>>, tuple<sequence<1>>, tuple<sequence<0>>, sequence<1>, sequence<0>>",
        "is not taken once",
    ),
    ("tile_distribution_encoding<sequense<>>", "did you mean `sequence`?"),
    (
        "Fragment([8] -> [1], replicate: 1, thread: 8, forward_tread: _i, forward_index: [0])",
        "did you mean `forward_thread`?",
    ),
    ("FixedLayout('cuda:0', torch.float32, size=[4, 8], strides=[8, 1])", "did you mean `stride`?"),
    ("{'strides': (63, 8), 'typestr': '<f8', 'shape': (4, 8)}", "63 bytes is no whole number"),
];

#[test]
fn an_unknown_word_of_a_notation_is_named() {
    for (text, expected) in WRONG {
        match evaluated(text) {
            Err(error) => assert!(error.contains(expected), "{text}: {error}"),
            Ok(value) => panic!("{text}: {}", value.value),
        }
    }
}

/// Layouts that a notation has no words for, and the reason with its numbers.
const UNWRITTEN: &[(Notation, &str, &str)] = &[
    (Notation::Xla, "(4,8):(16,1)", "mode 0 steps by 16 where the elements before fill 8 places"),
    (Notation::OneDnn, "(4,8):(1,8)", "fill 4 places"),
    (Notation::Tvm, "((2,2,2),(2,2)):((1,4,16),(2,8))", "stands twice"),
    (Notation::MojoCoord, "4:-2", "the stride -2 is below 0"),
    (Notation::TileLang, "4:-2", "the stride -2 is below 0"),
    (Notation::Memref, "4:1@0", "step along axes"),
    (Notation::CublasLt, "(4,8,2):(1,4,32)", "3 modes: a matrix has rows and columns"),
    (Notation::Ck, "(4,8):(1@0,1@0)", "steps by 1 where"),
    (Notation::Ttg, "(3,2):(1@0,1@1)", "the extent 3"),
    (Notation::TtgShared, "(4,8):(9,1)", "1 places of padding after each 8 elements"),
    (Notation::Fly, "(m,8):(8,1)", "known at run time"),
];

#[test]
fn what_a_notation_cannot_hold_is_an_error_with_its_numbers() {
    for (notation, text, reason) in UNWRITTEN {
        let value = evaluated(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        match notation.write(&value) {
            Err(error) => {
                assert!(error.to_string().contains(reason), "{notation}: {text}: {error}")
            }
            Ok(written) => {
                // One place of padding is a power of two.
                assert!(
                    *notation == Notation::TtgShared && written.contains("[8:+1]"),
                    "{notation}: {text}: {written}"
                );
            }
        }
    }
}

/// The page of the book, a section for each notation.
fn page() -> String {
    let mut page = String::from(
        "<!-- A test writes this page from the list of notations: WRITE=1 cargo test -p layout-tests --test languages page_of_notations -->\n\n\
         # Notations of others\n\n\
         The texts on this page stand for layouts: in `layout!` and the other macros, on the command line, in the explorer and in Python. \
         `layout import TEXT` prints what a text is here, and `layout eval --notation NAME` writes a layout so. In a macro a \
         text in single quotes, as Python prints it, has double ones, and `//` is written `/%`: Rust reads them differently.\n\n\
         What a notation has no words for is an error with the reason, and so is a word that the notation does not have.\n\n\
         For each notation 10,000 random layouts were written in it, read again, and compared at their coordinates: all are the same. The tests \
         do so with 60 of each. Texts of XLA's orders, oneDNN, TVM, TileLang, Mojo, pycute, tensor-layouts, CuTe and Triton have the offsets that \
         their own packages compute.\n\n\
         | name | of |\n|---|---|\n",
    );
    for notation in Notation::ALL {
        page.push_str(&format!("| [`{0}`](#{0}) | {1} |\n", notation.name(), notation.of()));
    }
    for notation in Notation::ALL {
        page.push_str(&format!(
            "\n## {}\n\n{}. It holds {}. Definition: {}.\n\n",
            notation.name(),
            capitalized(notation.of()),
            notation.holds(),
            notation.source()
        ));
        for (text, value) in notation.examples() {
            page.push_str(&format!("```text\n{text}\n    {value}\n```\n\n"));
        }
        page.truncate(page.trim_end().len());
        page.push('\n');
    }
    page
}

/// A sentence's first letter in upper case; a name of code or a library keeps its own.
fn capitalized(text: &str) -> String {
    let first = text.split([' ', ',', ':']).next().unwrap_or_default();
    let is_name = text.starts_with('`') || ["oneDNN", "cuBLASLt", "pycute"].contains(&first);
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if !is_name => letter.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

#[test]
fn the_page_of_notations_is_that_of_the_list() {
    const PAGE: &str = "docs/notations.md";
    let page = page();
    if document::is_asked_for() {
        document::write(PAGE, &page);
        return;
    }
    assert_eq!(
        document::read(PAGE),
        page,
        "WRITE=1 cargo test -p layout-tests --test languages page_of_notations"
    );
}
