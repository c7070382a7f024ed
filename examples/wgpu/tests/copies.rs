//! Random copies from one layout to another, as `Print::relayout` prints them in WGSL, are right on a device; where there is
//! none, the reason is printed.

// What is here for other languages is dead code.
#[allow(dead_code)]
#[path = "../../../tests/tests/languages/copied.rs"]
mod copied;
#[allow(dead_code)]
#[path = "../../../tests/tests/languages/layouts.rs"]
mod layouts;

use layout_codegen::{Language, Print};
use layout_wgpu_examples::device::Device;

use copied::{Copied, Twist};
use layouts::Seed;

/// The number of copies.
const COPIES: usize = 200;
/// The most elements of one.
const ELEMENTS: u64 = 20_000;

#[test]
fn copies() {
    let Ok(device) = Device::open().map_err(|reason| println!("skipped: {reason}")) else { return };
    let mut seed = Seed(0x9e37_79b9_7f4a_7c15);
    for _ in 0..COPIES {
        let mut copied = Copied::random(&mut seed, ELEMENTS, &[4, 8, 16]);
        // A buffer begins at offset 0.
        for stride in copied.source.iter_mut().chain(&mut copied.target) {
            *stride = stride.abs();
        }
        check(&device, &copied);
    }
}

/// The words of a copy, each of which is held to its definition.
fn check(device: &Device, copied: &Copied) {
    let [source, target] = copied.notations();
    let layouts = [&source, &target].map(|text| text.parse().expect("a layout"));
    let print = Print { language: Language::Wgsl, bits: None };
    let shader = print.relayout("main", &layouts[0], &layouts[1], copied.bytes);
    let shader = shader.expect("a copy that WGSL has");
    let words = copied.bytes / 4;
    let room = |strides: &[i64], twist: Twist| {
        let reach = copied.extents.iter().zip(strides).map(|(n, d)| (n - 1) * d.unsigned_abs());
        let last = (reach.sum::<u64>().cast_signed() + twist.offset) | twist.changed();
        (last as usize + 1) * words
    };
    let [before, after] = copied.twists;
    // Elements that are moved several at a time end where those do.
    let whole = |words: usize| words.next_multiple_of(4);
    let input: Vec<u32> = (0..whole(room(&copied.source, before)) as u32).map(|i| !i).collect();
    let mut expected = vec![0; whole(room(&copied.target, after))];
    for c in 0..copied.extents.iter().product::<u64>() {
        let (mut rest, mut from, mut into) = (c, 0, 0);
        for (k, extent) in copied.extents.iter().enumerate() {
            from += (rest % extent).cast_signed() * copied.source[k];
            into += (rest % extent).cast_signed() * copied.target[k];
            rest /= extent;
        }
        let [from, into] = [before.moved(from), after.moved(into)].map(|at| at as usize * words);
        expected[into..into + words].copy_from_slice(&input[from..from + words]);
    }
    let groups = ["X", "Y"].map(|axis| {
        let head = format!("const main_BLOCKS_{axis}: u32 = ");
        let (_, rest) = shader.split_once(&head).expect("the groups");
        rest.split('u').next().expect("a number").parse().expect("a number")
    });
    let found = device.run(&shader, &[&input], expected.len(), groups);
    assert!(found == expected, "{} bytes from {source} to {target}", copied.bytes);
}
