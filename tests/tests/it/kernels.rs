//! The contracts of the kernels of `examples/gpu`: without one of their swizzles they do not compile, and are told which.

use std::fs;

use layout_codegen::{Allow, Value};
use layout_tests::document::root;

use crate::invocation::{expansion, mistakes};
use crate::language::eval;

/// The invocations of `layout!` with items in a source.
fn invocations(source: &str) -> Vec<&str> {
    let begin = source.match_indices("\nlayout! {").map(|(at, _)| &source[at + 1..]);
    begin.map(|rest| &rest[..rest.find("\n}").expect("an end") + 2]).collect()
}

/// The swizzle of offsets of elements of a layout.
fn swizzle_of(layout: &str) -> String {
    match eval(layout, Allow::all()).expect("a layout") {
        Value::Composed(layout) => layout.as_swizzled().expect("one swizzle").0.to_string(),
        value => panic!("{value}"),
    }
}

#[test]
fn a_kernel_without_one_of_its_swizzles_is_told_which() {
    let folder = root().join("examples/gpu/kernels/src");
    let mut taken = Vec::new();
    for entry in fs::read_dir(folder).expect("the kernels") {
        let path = entry.expect("a file").path();
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let source = fs::read_to_string(&path).expect("a source");
        let mut swizzles = 0;
        // Those without a swizzle may name layouts of another file, which are not there to ask.
        for invocation in invocations(&source) {
            if !invocation.contains("= Sw<") {
                continue;
            }
            let found = mistakes(invocation);
            assert!(found.is_empty(), "{file}: {found:?}");
            for (at, _) in invocation.match_indices("= Sw<") {
                let (before, layout) = invocation.split_at(at + 2);
                let (layout, after) = layout.split_once(';').expect("the end of a definition");
                let (_, plain) = layout.rsplit_once(" o ").expect("a layout after the swizzle");
                let name = before.rsplit("struct ").next().expect("a definition").trim_end();
                let name = name.trim_end_matches([' ', '=']);
                let whole = expansion(invocation).to_string();
                assert!(
                    whole.contains(&format!("struct {name} ")),
                    "{file}: {name} is not expanded"
                );

                let without = format!("{before}{plain};{after}");
                let found = mistakes(&without);
                let [mistake] = found.as_slice() else { panic!("{file}, {name}: {found:?}") };
                assert!(mistake.text.contains("bank conflicts of"), "{}", mistake.text);
                let help = mistake.text.lines().find_map(|line| line.strip_prefix("help: "));
                let better = help.and_then(|help| help.split('`').nth(1));
                let better = better.unwrap_or_else(|| panic!("{file}, {name}: {}", mistake.text));
                assert_eq!(swizzle_of(better), swizzle_of(layout), "{file}, {name}: {better}");
                taken.push(format!("{file} {name}"));
                swizzles += 1;
            }
        }
        // Each swizzle of a source was taken away once.
        let layouts = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let all = layouts.map(|line| line.matches("Sw<").count()).sum::<usize>();
        assert_eq!(swizzles, all, "{file} has swizzles that no contract holds");
    }
    assert!(taken.len() >= 14, "{taken:?}");
}
