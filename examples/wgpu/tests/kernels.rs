//! The kernels are right, and random layouts have the offsets of the algebra, on a device; where there is none, the
//! reason is printed.

#[path = "../../../tests/tests/languages/layouts.rs"]
mod layouts;
// What is expected of programs in other languages is said in lines.
#[allow(dead_code)]
#[path = "../../../tests/tests/languages/offsets.rs"]
mod offsets;
#[path = "../../../benches/index/languages/src/operations.rs"]
mod operations;

use layout_codegen::{Language, Print, Scope, parse_expression, prove};
use layout_wgpu_examples::device::Device;
use layout_wgpu_examples::kernels;

use layouts::{Random, Seed};
use offsets::Expected;

/// The number of layouts.
const LAYOUTS: usize = 2000;
/// The number of layouts in one shader.
const TOGETHER: usize = 100;

fn device() -> Option<Device> {
    Device::open().map_err(|reason| println!("skipped: {reason}")).ok()
}

#[test]
fn kernels_have_the_answers() {
    let Some(device) = device() else { return };
    for kernel in kernels() {
        for (shader, of) in [(kernel.shader, "with layouts"), (kernel.by_hand, "by hand")] {
            let (is_right, _) = kernel.run(&device, shader, 1);
            assert!(is_right, "{} {of}", kernel.name);
        }
    }
}

#[test]
fn kernels_have_no_more_operations_than_by_hand() {
    for kernel in kernels() {
        let [ours, by_hand] = [kernel.shader, kernel.by_hand].map(|shader| {
            let all = operations::operations(shader);
            all.into_iter().find(|(name, _)| name == "main").expect("an entry point").1
        });
        println!("{}: {ours} operations, by hand {by_hand}", kernel.name);
        assert!(ours <= by_hand, "{}: {ours} operations, by hand {by_hand}", kernel.name);
    }
}

/// The functions of a layout, and for each invocation the offset of its 1-D coordinate by all three.
fn functions(name: &str, first: usize, random: &Random, expected: &Expected) -> (String, String) {
    let parsed = parse_expression(random.text.parse().expect("tokens"));
    let parsed = parsed.unwrap_or_else(|error| panic!("{}", error.text()));
    let evaluated = prove(&parsed, &Scope::new()).expect("a layout");
    let print = Print { language: Language::Wgsl, bits: None };
    let text = print.evaluated(name, &evaluated).expect("a layout that 32 bits hold");
    let size = expected.offsets.len();
    let symbols: String = random.symbols.iter().map(|(_, value)| format!("{value}u, ")).collect();
    let names = match text.contains("_offset_at_flat") {
        true => ["offset", "offset_at", "offset_at_flat"],
        false => ["index", "at", "at_flat"],
    };
    let mut calls = format!("    if i < {size}u {{\n");
    let extents = [&vec![size as u64], &expected.modes, &expected.leaves];
    for (place, (function, extents)) in names.into_iter().zip(extents).enumerate() {
        let (mut before, mut coordinates) = (1, Vec::new());
        for extent in extents {
            coordinates.push(format!("i / {before}u % {extent}u"));
            before *= extent;
        }
        let call = format!("{name}_{function}({symbols}{})", coordinates.join(", "));
        let at = first + place * size;
        calls.push_str(&format!("        answers[{at}u + i] = bitcast<u32>({call});\n"));
    }
    (text, calls + "    }\n")
}

#[test]
fn offsets_of_random_layouts() {
    let Some(device) = device() else { return };
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    let (mut tried, mut answers) = (0, 0);
    while tried < LAYOUTS {
        let mut cases: Vec<(usize, Random, Expected)> = Vec::new();
        let (mut shader, mut calls) = (String::new(), String::new());
        let (mut words, mut most) = (0, 0);
        while cases.len() < TOGETHER {
            let random = seed.layout();
            let Some(expected) = offsets::of(&random.numbers) else { continue };
            let name = format!("l{}", cases.len());
            let (text, call) = functions(&name, words, &random, &expected);
            shader.push_str(&text);
            calls.push_str(&call);
            let size = expected.offsets.len();
            cases.push((words, random, expected));
            (words, most) = (words + 3 * size, most.max(size));
        }
        shader.push_str(&format!(
            "@group(0) @binding(0) var<storage, read_write> answers: array<u32>;\n\
             @compute @workgroup_size(64)\n\
             fn main(@builtin(global_invocation_id) id: vec3<u32>) {{\n    let i = id.x;\n{calls}}}\n"
        ));
        let said = device.run(&shader, &[], words, [most.div_ceil(64) as u32, 1]);
        for (first, random, expected) in &cases {
            for (place, function) in ["index", "at", "at_flat"].into_iter().enumerate() {
                let size = expected.offsets.len();
                let said = &said[first + place * size..][..size];
                let same = |(said, offset): (&u32, &i64)| i64::from(said.cast_signed()) == *offset;
                let all = said.iter().zip(&expected.offsets).all(same);
                assert!(all, "{function} of {}", random.text);
                answers += size;
            }
        }
        tried += cases.len();
    }
    println!("{}: {tried} layouts, {answers} answers", device.name());
}
