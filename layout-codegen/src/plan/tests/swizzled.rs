//! Plans of swizzled layouts.

use super::*;

fn swizzled(bits: i128, base: i128, shift: i128, offset: i128, layout: &Layout) -> ComposedLayout {
    let swizzle = layout_algebra::Swizzle::new(bits, base, shift).unwrap();
    ComposedLayout::new(swizzle, Int::new(offset), layout.clone()).unwrap()
}

fn check_composed(composed: &ComposedLayout) -> Plan {
    let plan = plan_composed(composed).unwrap();
    let domain = composed.domain().unwrap();
    let value = |coordinate: &IntTuple| {
        ops::swizzled::evaluate(coordinate, composed).unwrap().known().unwrap()
    };
    let cosize = ops::swizzled::cosize(composed).unwrap();
    for plan in [&plan, &plan.clone().factored()] {
        check_entries(plan, domain, &value, &cosize);
    }
    plan
}

#[test]
fn law_swizzled_plans_equal_the_algebra() {
    let (mut folded, mut applied, mut before) = (0, 0, 0);
    for (bits, base, shift) in [(1, 0, 1), (1, 1, -2), (2, 0, 2), (2, 1, -2), (0, 0, 0)] {
        for offset in [0, 1, 8, 64, -3] {
            for profile in profiles().iter().filter(|profile| profile.leaf_count() < 3) {
                let leaves = profile.leaf_count();
                for extents in choices(&[1, 2, 3, 8], leaves) {
                    for strides in choices(&[-1, 0, 1, 4, 8, 33], leaves) {
                        let shape = fill(profile, &mut extents.iter().copied());
                        let stride = fill(profile, &mut strides.iter().copied());
                        let layout = layout(shape, stride);
                        let plan = check_composed(&swizzled(bits, base, shift, offset, &layout));
                        let is_folded = plan.index.join == Join::Xor;
                        *(if is_folded { &mut folded } else { &mut applied }) += 1;
                        let factored = plan.factored();
                        let reads = |entry: &&Entry| entry.source.is_some();
                        before += factored.entries().into_iter().filter(reads).count();
                    }
                }
            }
        }
    }
    assert!(folded > 100 && applied > 100, "{folded} folded, {applied} applied");
    assert!(before > 100, "{before} read before a shift");
}

/// Tiles of rows, of which a swizzle reads the number.
#[test]
fn law_swizzles_read_before_a_shift() {
    for shift in [3, -3, 2] {
        for (tile, row) in [(8, 64), (4, 16), (8, 32)] {
            let shape = tuple(&[numbers(&[tile, 4]), leaf(row)]);
            let stride = tuple(&[numbers(&[row, tile * row]), leaf(1)]);
            let plan = check_composed(&swizzled(2, 3, shift, 0, &layout(shape, stride)));
            let factored = plan.factored();
            let reads = shift > 0 && row <= 1 << (3 + shift);
            assert_eq!(factored.at_flat.source.is_some(), reads, "{factored}");
        }
    }
    let tile = layout(
        tuple(&[tuple(&[leaf(8), leaf(16)]), leaf(64)]),
        tuple(&[tuple(&[leaf(64), leaf(512)]), leaf(1)]),
    );
    let plan = check_composed(&swizzled(3, 4, 3, 0, &tile)).factored().to_string();
    let text = "at_flat(c0, c1, c2) = x = c0 + c1*8; (c2 + x*64) ^ (x & 14) << 3  [7 ops]\n";
    assert!(plan.ends_with(text), "{plan}");
}

#[test]
fn swizzles_one_after_the_other_are_planned() {
    let inner =
        swizzled(1, 1, 2, 0, &layout(tuple(&[leaf(4), leaf(8)]), tuple(&[leaf(8), leaf(1)])));
    for offset in [0, 5, 64] {
        let swizzle = layout_algebra::Swizzle::new(1, 0, 2).unwrap();
        let twice = ComposedLayout::new(swizzle, Int::new(offset), inner.clone()).unwrap();
        let plan = check_composed(&twice);
        assert_eq!(plan.index.join == Join::Xor, offset == 0, "{plan}");
    }
}
