//! Contracts of accesses: what they let through is what the operations count, and the layouts that their errors name keep them.

use layout_algebra::{Function, Int, ops::swizzled};

use crate::invocation::{Mistake, mistakes};
use crate::repaired::repaired;

#[test]
fn tiles_are_covered_or_who_is_wrong_is_named() {
    let (mut kept, mut refused, mut repaired_once) = (0, 0, 0);
    let strides =
        [[1, 8], [8, 1], [4, 1], [1, 4], [2, 1], [3, 1], [5, 1], [1, 0], [-8, 1], [16, 1]];
    let shapes = ["(4,8)", "(8,4)", "(8,2)", "(4,4)", "(16,4)"];
    for (shape, [first, second]) in shapes.into_iter().flat_map(|s| strides.map(|d| (s, d))) {
        for swizzle in ["", "Sw<1,0,3> o 0 o "] {
            let layout = format!("{swizzle}{shape}:({first},{second})");
            let function: Function = layout.parse().expect("a layout");
            let numbers = function.numbers().expect("numbers");
            let mut offsets: Vec<i64> = (0..numbers.size()).map(|c| numbers.offset(c)).collect();
            offsets.sort_unstable();
            for (tile, elements) in [("(4,8)", 32), ("64", 64), ("(2,(4,2))", 16)] {
                let broken = broken(&format!("covers({tile})"), &layout);
                assert_eq!(broken.is_none(), offsets.iter().copied().eq(0..elements), "{layout}");
                let Some((case, Mistake { range, text })) = broken else {
                    kept += 1;
                    continue;
                };
                refused += 1;
                for help in text.lines().filter_map(|line| line.strip_prefix("help: ")) {
                    let better = repaired(&case, &range, help).expect("a layout to paste");
                    assert!(mistakes(&better).is_empty(), "{better}");
                    repaired_once += 1;
                }
            }
        }
    }
    assert!(kept >= 8 && refused > 200 && repaired_once >= 20, "{kept} {refused} {repaired_once}");
}

/// Layouts of up to 32 threads, with and without conflicts, vectors and one offset for many.
fn layouts() -> Vec<String> {
    let mut layouts = Vec::new();
    for step in [0, 1, 2, 3, 4, 8, 16, 17, 32, 40, 64, 72] {
        layouts.push(format!("32:{step}"));
        layouts.push(format!("(8,8):({step},1)"));
        layouts.push(format!("((4,8),2):((2,{step}),1)"));
        layouts.push(format!("((16,2),1):((1,{step}),0)"));
        layouts.push(format!("Sw<2,3,3> o 0 o (8,8):({step},1)"));
    }
    layouts
}

/// The one mistake of a contract in front of a layout, if it breaks it.
fn broken(contract: &str, layout: &str) -> Option<(String, Mistake)> {
    let case = format!("layout!(#[allow(non_injective)] #[{contract}] {layout})");
    let mut found = mistakes(&case);
    assert!(found.len() <= 1, "{case}: {found:?}");
    found.pop().map(|mistake| (case, mistake))
}

#[test]
fn contracts_let_through_what_operations_count() {
    let (mut kept, mut refused) = (0, 0);
    for layout in layouts() {
        let function: Function = layout.parse().expect("a layout");
        for (bits, bytes) in [(16, 2), (16, 4), (16, 16), (32, 4), (32, 8), (64, 8), (8, 1)] {
            let (int, width) = (Int::new(bits), Int::new(bytes));
            let counted = [
                ("banks(conflicts", swizzled::bank_conflicts(&function, &int, &width)),
                ("coalesced(sectors", swizzled::sectors(&function, &int, &width)),
            ];
            for (limit, count) in counted {
                let contract =
                    |count: i128| format!("{limit} <= {count}, bits = {bits}, bytes = {bytes})");
                let Ok(count) = count.map(|count| count.known().expect("a number")) else {
                    assert!(broken(&contract(1000), &layout).is_some(), "{layout} {limit}");
                    continue;
                };
                assert!(broken(&contract(count), &layout).is_none(), "{layout} {limit} {count}");
                kept += 1;
                if count > 0 {
                    let (_, mistake) = broken(&contract(count - 1), &layout).expect("too many");
                    assert!(mistake.text.contains(&format!(" {count} ")), "{}", mistake.text);
                    refused += 1;
                }
            }
            let widest = swizzled::vector_bytes(&function, &int).expect("bytes").known();
            let contract = format!("vector(bytes = {bytes}, bits = {bits})");
            assert_eq!(broken(&contract, &layout).is_none(), widest >= Some(bytes), "{layout}");
        }
    }
    assert!(kept > 250 && refused > 200, "{kept} kept, {refused} refused");
}

#[test]
fn layouts_that_errors_name_keep_the_contract() {
    let mut tried = [0; 4];
    for layout in layouts() {
        for (bits, bytes) in [(16, 16), (16, 4), (32, 4)] {
            let contracts = [
                format!("banks(conflicts = 0, bits = {bits}, bytes = {bytes})"),
                format!("coalesced(sectors <= 4, bits = {bits}, bytes = {bytes})"),
                format!("vector(bytes = {bytes}, bits = {bits})"),
            ];
            for (place, contract) in contracts.iter().enumerate() {
                let Some((case, Mistake { range, text })) = broken(contract, &layout) else {
                    continue;
                };
                let helps = text.lines().filter_map(|line| line.strip_prefix("help: "));
                for help in helps {
                    let better = repaired(&case, &range, help).expect("a layout to paste");
                    assert!(mistakes(&better).is_empty(), "{better}");
                    tried[if place > 0 { 1 + place } else { help.contains("Sw<").into() }] += 1;
                }
            }
        }
    }
    let [paddings, swizzles, sectors, vectors] = tried;
    assert!(paddings >= 1 && swizzles >= 10 && sectors >= 10 && vectors >= 10, "{tried:?}");
}
