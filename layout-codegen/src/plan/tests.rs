//! Plans against the algebra.

use layout_algebra::{Int, IntTuple, ModePath, Stride};

use super::*;

fn leaf(n: i128) -> IntTuple {
    HTuple::Leaf(Int::new(n))
}

fn tuple(items: &[IntTuple]) -> IntTuple {
    HTuple::Tuple(items.to_vec())
}

fn layout(shape: IntTuple, stride: IntTuple) -> Layout {
    Layout::new(shape, stride.map(&mut |d| d.clone().into())).unwrap()
}

/// The tuple of a profile with the numbers as its leaves.
fn fill(profile: &IntTuple, numbers: &mut impl Iterator<Item = i128>) -> IntTuple {
    profile.map(&mut |_| Int::new(numbers.next().unwrap()))
}

/// Every profile of up to three leaves and depth 2.
fn profiles() -> Vec<IntTuple> {
    let x = || leaf(0);
    let t = tuple;
    vec![
        x(),
        t(&[x()]),
        t(&[t(&[x()])]),
        t(&[x(), x()]),
        t(&[t(&[x(), x()])]),
        t(&[t(&[x()]), x()]),
        t(&[x(), x(), x()]),
        t(&[x(), t(&[x(), x()])]),
        t(&[t(&[x(), x()]), x()]),
        t(&[t(&[x(), x(), x()])]),
    ]
}

/// Every choice of `count` numbers.
fn choices(numbers: &[i128], count: usize) -> Vec<Vec<i128>> {
    let mut all = vec![vec![]];
    for _ in 0..count {
        let longer = |choice: &Vec<i128>| {
            numbers.iter().map(|&n| [choice.as_slice(), &[n]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

impl Entry {
    /// The offset at coordinates as the algebra has them.
    fn at(&self, coordinates: &[i128]) -> i128 {
        let coordinates: Vec<u64> = coordinates.iter().map(|&c| c as u64).collect();
        self.evaluate(&coordinates).into()
    }
}

fn value(coordinate: &IntTuple, layout: &Layout) -> i128 {
    match ops::evaluate(coordinate, layout).unwrap() {
        HTuple::Leaf(offset) => offset.known().unwrap(),
        HTuple::Tuple(_) => panic!("no integer"),
    }
}

/// Every coordinate of the extents, colexicographically.
fn coordinates(extents: &[i128]) -> Vec<Vec<i128>> {
    let mut all = vec![vec![]];
    for &extent in extents {
        all = (0..extent)
            .flat_map(|c| all.iter().map(move |crd| [crd.as_slice(), &[c]].concat()))
            .collect();
    }
    all
}

fn check(layout: &Layout) {
    let plan = plan(layout).unwrap();
    check_plan(layout, &plan);
    check_plan(layout, &plan.factored());
}

fn check_plan(layout: &Layout, plan: &Plan) {
    let offsets: Vec<i128> = (0..i128::from(plan.size)).map(|i| value(&leaf(i), layout)).collect();
    for (i, &offset) in offsets.iter().enumerate() {
        assert_eq!(plan.index.at(&[i as i128]), offset, "{layout} at {i}");
    }
    assert_eq!(offsets.iter().min(), Some(&plan.min_offset.into()), "{layout}");
    assert_eq!(offsets.iter().max(), Some(&plan.max_offset.into()), "{layout}");
    assert_eq!(Some(plan.cosize.into()), ops::cosize(layout).unwrap().known());
    let coalesced = ops::coalesce(layout).unwrap();
    let numbers = coalesced.leaves().into_iter().map(|(s, d)| (s.known(), d.known()));
    let linear =
        plan.linear.iter().map(|leaf| (Some(leaf.extent.into()), Some(leaf.stride.into())));
    assert!(numbers.eq(linear), "{layout} coalesces to {coalesced}");
    let extents: Vec<i128> = plan.leaves().iter().map(|leaf| leaf.extent.into()).collect();
    for flat in coordinates(&extents) {
        let natural = fill(layout.shape(), &mut flat.iter().copied());
        assert_eq!(plan.at_flat.at(&flat), value(&natural, layout), "{layout} at {flat:?}");
    }
    let sizes = layout.modes();
    let sizes: Vec<i128> = sizes.iter().map(|m| ops::size(m).unwrap().known().unwrap()).collect();
    for crd in coordinates(&sizes) {
        let by_mode = match layout.shape() {
            HTuple::Leaf(_) => leaf(crd[0]),
            HTuple::Tuple(_) => HTuple::Tuple(crd.iter().map(|&c| leaf(c)).collect()),
        };
        assert_eq!(plan.at.at(&crd), value(&by_mode, layout), "{layout} at {crd:?}");
    }
}

#[test]
fn law_plans_equal_the_algebra() {
    let mut checked = 0;
    for profile in profiles() {
        let leaves = profile.leaf_count();
        for extents in choices(&[1, 2, 3, 4], leaves) {
            for strides in choices(&[-2, 0, 1, 4], leaves) {
                let shape = fill(&profile, &mut extents.iter().copied());
                let stride = fill(&profile, &mut strides.iter().copied());
                check(&layout(shape, stride));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 3 * 16 + 3 * 256 + 4 * 4096);
}

fn nested() -> Layout {
    layout(
        tuple(&[leaf(2), tuple(&[leaf(2), leaf(2)])]),
        tuple(&[leaf(4), tuple(&[leaf(2), leaf(1)])]),
    )
}

#[test]
fn nested_layout_reads() {
    let text = "\
(2,(2,2)):(4,(2,1))
rank 2, depth 2, size 8
cosize 8, offsets 0..=7
linear 2:4, 2:2, 2:1
index(i) = (i & 1)*4 + (i & 2) + i/4  [6 ops]
at(c0, c1) = c0*4 + (c1 & 1)*2 + c1/2  [6 ops]
at_flat(c0, c1, c2) = c0*4 + c1*2 + c2  [4 ops]
";
    assert_eq!(plan(&nested()).unwrap().to_string(), text);
}

#[test]
fn coalesced_leaves_are_named_where_they_help() {
    let separate = |shape: IntTuple, strides: &[i128]| -> Option<String> {
        let stride = fill(&shape, &mut strides.iter().copied());
        let plan = plan(&layout(shape, stride)).unwrap();
        plan.separate_linear().map(|leaves| leaves.iter().map(|leaf| format!("{leaf} ")).collect())
    };
    let (two, four) = (|| leaf(2), || leaf(4));
    let pair = || tuple(&[leaf(2), leaf(4)]);
    assert_eq!(separate(tuple(&[two(), pair()]), &[8, 4, 1]), None);
    assert_eq!(separate(tuple(&[pair(), two()]), &[1, 2, 8]), None);
    assert_eq!(separate(tuple(&[leaf(1), two()]), &[7, 3]), None);
    assert_eq!(separate(tuple(&[pair(), two()]), &[8, 2, 1]).unwrap(), "2:8 4:2 2:1 ");
    assert_eq!(separate(tuple(&[two(), four(), two()]), &[1, 2, 9]).unwrap(), "8:1 2:9 ");
}

#[test]
fn table_is_print_layouts() {
    let plan = plan(&nested()).unwrap();
    assert_eq!(plan.table(8), crate::table::print_layout(&nested()));
    assert_eq!(plan.table(7), None);
}

#[test]
fn constant_and_negative_layouts_read() {
    let constant = plan(&layout(leaf(4), leaf(0))).unwrap().to_string();
    assert!(
        constant
            .ends_with("index(i) = 0  [0 ops]\nat(c0) = 0  [0 ops]\nat_flat(c0) = 0  [0 ops]\n"),
        "{constant}"
    );
    let negative = plan(&layout(leaf(4), leaf(-3))).unwrap().to_string();
    assert!(
        negative.contains("offset(i) = -i*3  [1 op]\noffset_at(c0) = -c0*3  [1 op]"),
        "{negative}"
    );
}

fn refused(layout: &Layout) -> String {
    plan(layout).unwrap_err().to_string()
}

#[test]
fn what_does_not_fit_is_refused() {
    let big = 1 << 63;
    assert!(refused(&layout(leaf(big), leaf(0))).starts_with("9223372036854775808:0 has 92233"));
    assert!(refused(&layout(leaf(2), leaf(big))).contains("reach from 0 to 9223372036854775808"));
    assert!(refused(&layout(leaf(2), leaf(-big - 1))).contains("-9223372036854775809"));
    assert!(refused(&layout(leaf(1), leaf(big))).starts_with("stride 9223372036854775808 does"));
    let most = layout(leaf(big - 1), leaf(0));
    assert_eq!(plan(&most).unwrap().size, i64::MAX as u64);
    let most = layout(leaf(2), leaf(big - 2));
    assert_eq!(plan(&most).unwrap().cosize, i64::MAX as u64);
}

#[test]
fn what_the_traits_do_not_cover_is_refused() {
    let ones = |n: usize| HTuple::Tuple(vec![leaf(1); n]);
    assert!(plan(&layout(ones(16), ones(16))).is_ok());
    let wide = layout(tuple(&[leaf(2), ones(17)]), tuple(&[leaf(2), ones(17)]));
    assert!(refused(&wide).starts_with("a tuple of 17 modes"));
    assert_eq!(plan(&wide).unwrap_err().path().indices(), [1]);
    let many = |n| HTuple::Tuple(vec![ones(13); n]);
    assert!(plan(&layout(many(4), many(4))).is_ok());
    assert!(refused(&layout(many(5), many(5))).contains("65 integers"));
    assert!(refused(&layout(tuple(&[]), tuple(&[]))).contains("without modes"));
    let basis = Stride::basis(Int::new(2), ModePath::from_iter([0]));
    let basis = Layout::leaf(Int::new(4), basis).unwrap();
    // That is for `plan_basis`.
    assert!(refused(&basis).starts_with("stride 2@0 steps along a basis"));
}

fn swizzled(bits: i128, base: i128, shift: i128, offset: i128, layout: &Layout) -> ComposedLayout {
    let swizzle = layout_algebra::Swizzle::new(bits, base, shift).unwrap();
    ComposedLayout::new(swizzle, Int::new(offset), layout.clone()).unwrap()
}

fn check_composed(composed: &ComposedLayout) -> Plan {
    let plan = plan_composed(composed).unwrap();
    check_composed_plan(composed, &plan);
    check_composed_plan(composed, &plan.clone().factored());
    plan
}

fn check_composed_plan(composed: &ComposedLayout, plan: &Plan) {
    let layout = composed.domain().unwrap();
    let at = |coordinate: &IntTuple| {
        ops::swizzled::evaluate(coordinate, composed).unwrap().known().unwrap()
    };
    let offsets: Vec<i128> = (0..i128::from(plan.size)).map(|i| at(&leaf(i))).collect();
    for (i, &offset) in offsets.iter().enumerate() {
        assert_eq!(plan.index.at(&[i as i128]), offset, "{composed} at {i}:\n{plan}");
        let mut rest = i as i128;
        let digits: Vec<i128> = plan
            .leaves()
            .iter()
            .map(|leaf| {
                let digit = rest % i128::from(leaf.extent);
                rest /= i128::from(leaf.extent);
                digit
            })
            .collect();
        assert_eq!(plan.at_flat.at(&digits), offset, "{composed} at {digits:?}:\n{plan}");
    }
    assert_eq!(offsets.iter().min(), Some(&plan.min_offset.into()), "{composed}");
    assert_eq!(offsets.iter().max(), Some(&plan.max_offset.into()), "{composed}");
    assert_eq!(Some(plan.cosize.into()), ops::swizzled::cosize(composed).unwrap().known());
    let sizes: Vec<i128> =
        layout.modes().iter().map(|m| ops::size(m).unwrap().known().unwrap()).collect();
    for crd in coordinates(&sizes) {
        let by_mode = match layout.shape() {
            HTuple::Leaf(_) => leaf(crd[0]),
            HTuple::Tuple(_) => HTuple::Tuple(crd.iter().map(|&c| leaf(c)).collect()),
        };
        assert_eq!(plan.at.at(&crd), at(&by_mode), "{composed} at {crd:?}:\n{plan}");
    }
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
            let numbers = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| leaf(n)).collect());
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

/// Every way to compute a digit is the cheapest for some layout.
#[test]
fn all_forms_are_chosen() {
    let planned = |extents: &[i128], strides: &[i128]| {
        let numbers = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| leaf(n)).collect());
        plan(&layout(numbers(extents), numbers(strides))).unwrap()
    };
    let text = |plan: Plan| plan.index.text(&["i".to_owned()]);
    let divisions = |plan: &Plan| -> Vec<Division> {
        plan.index.programs[0].steps().map(|(_, division)| division).collect()
    };
    // Masked; a mask that digits share.
    assert_eq!(text(planned(&[4, 8], &[8, 1])), "(i & 3)*8 + i/4");
    assert_eq!(text(planned(&[2, 2, 2, 2], &[1, 4, 2, 8])), "(i & 9) + (i & 2)*2 + (i/2 & 2)");
    // Flowing where that is as cheap; a mask instead of a quotient.
    assert_eq!(text(planned(&[4, 8, 4], &[1, 16, 128])), "i + (i & 124)*3");
    assert_eq!(text(planned(&[4, 32], &[4, 512])), "i*4 + i/4*496");
    // Flowing; masked before flowing.
    assert_eq!(text(planned(&[4, 3], &[-1, 4])), "-i + i/4*8");
    assert_eq!(text(planned(&[5, 7, 3], &[21, 3, 1])), "i*21 - i/5*102 - i/5/7*20");
    assert_eq!(text(planned(&[16, 6, 32], &[6, 1, 96])), "(i & 15)*6 + i/16 + i/16/6*90");
    // Narrow divisions, some of which fit 32 bits; wide ones; small after wide.
    let narrow = planned(&[3, 5], &[5, 1]);
    assert!(matches!(divisions(&narrow)[1], Division::Narrow { in_u32: true, .. }));
    let wider = planned(&[3, 1 << 20], &[1 << 20, 1]);
    assert!(matches!(divisions(&wider)[1], Division::Narrow { in_u32: false, .. }));
    let wide = planned(&[1_000_003, 7, 1_000_003], &[7, 1, 7_000_021]);
    assert_eq!(divisions(&wide)[1], Division::Wide);
    assert!(matches!(divisions(&wide)[2], Division::Narrow { .. }));
}

#[test]
fn narrow_divisions_are_exact() {
    for divisor in (3..200u64).chain([1023, 1025, 65_535, 999_983, (1 << 29) + 1]) {
        for max in [divisor, 255, 4_095, 65_535, 1 << 20, (1 << 30) - 1] {
            let Division::Narrow { multiplier, shift, in_u32 } = Division::of(divisor, max) else {
                assert!(divisor.is_power_of_two() || divisor > max, "{divisor} up to {max}");
                continue;
            };
            assert!(multiplier < 1 << 31 && shift < 64);
            assert_eq!(in_u32, max * multiplier <= u32::MAX.into());
            // The error grows with the quotient: the last remainders are the first to be off.
            let ends = (0..=max / divisor).rev().take(200).map(|q| q * divisor);
            for end in ends.flat_map(|end| [end.saturating_sub(1), end, max]) {
                let product = end.checked_mul(multiplier).unwrap();
                assert_eq!(product >> shift, end / divisor, "{end} / {divisor} up to {max}");
            }
        }
    }
}

#[test]
fn costs_name_the_leaf() {
    let shape = tuple(&[leaf(4), tuple(&[leaf(3), leaf(5)])]);
    let strides = tuple(&[leaf(15), tuple(&[leaf(5), leaf(1)])]);
    let plan = plan(&layout(shape, strides)).unwrap();
    let dividing = |entry: &Entry| -> Vec<usize> {
        let shares = entry.shares().into_iter();
        shares.filter(|share| share.cost.div > 0).map(|share| share.leaf).collect()
    };
    assert_eq!((dividing(&plan.index), dividing(&plan.at)), (vec![2], vec![2]), "{plan}");
    assert_eq!((plan.index.cost().div, plan.at_flat.cost().div), (1, 0));
    let ops: u32 = plan.index.shares().iter().map(|share| share.cost.ops).sum();
    assert_eq!(ops, plan.index.cost().ops);
}

/// Every order of six bits, as two coordinates of three and as one of six.
#[test]
fn law_bits_move_to_their_places() {
    fn orders(bits: &[i128]) -> Vec<Vec<i128>> {
        if bits.is_empty() {
            return vec![Vec::new()];
        }
        let rest = |i: usize| {
            let others: Vec<i128> = [&bits[..i], &bits[i + 1..]].concat();
            orders(&others).into_iter().map(move |order| [&[bits[i]], order.as_slice()].concat())
        };
        (0..bits.len()).flat_map(rest).collect()
    }
    let two = || tuple(&[leaf(2), leaf(2), leaf(2)]);
    let (mut spread, mut exchanged, mut checked) = (0, 0, 0);
    let is_exchange = |spread: &Spread| matches!(spread.stages[..], [Stage::Exchange(..), ..]);
    for order in orders(&[1, 2, 4, 8, 16, 32]) {
        for shape in [tuple(&[two(), two()]), tuple(&[tuple(&[two(), two()])])] {
            let stride = fill(&shape, &mut order.iter().copied());
            let layout = layout(shape, stride);
            check(&layout);
            let plan = plan(&layout).unwrap().factored();
            spread += usize::from(plan.at.spread.is_some());
            exchanged += usize::from(plan.index.spread.as_ref().is_some_and(is_exchange));
            checked += 1;
        }
    }
    assert_eq!((checked, spread > 0, exchanged > 100), (1440, true, true), "{exchanged} exchanged");
}

/// Two fields change places, wherever they are, and Morton orders of few bits.
#[test]
fn exchanges_are_chosen() {
    let text = |extents: &[i128], strides: &[i128]| {
        let numbers = |ns: &[i128]| HTuple::Tuple(ns.iter().map(|&n| leaf(n)).collect());
        let layout = layout(numbers(extents), numbers(strides));
        check(&layout);
        plan(&layout).unwrap().factored().index.text(&["i".to_owned()])
    };
    let one = "w = i; t = (w ^ w >> 2) & 0xc; w = w ^ t ^ t << 2; w";
    assert_eq!(text(&[4, 4, 4], &[1, 16, 4]), one);
    let two = "w = i; t = (w ^ w >> 1) & 0x4; w = w ^ t ^ t << 1; \
               t = (w ^ w >> 1) & 0xa; w = w ^ t ^ t << 1; w";
    assert_eq!(text(&[2, 2, 2, 2, 2, 2], &[1, 4, 16, 2, 8, 32]), two);
    // Not onto: the offset has other bits.
    assert!(!text(&[4, 4, 4], &[1, 32, 4]).contains('t'));
}

/// Interleaved bits of 2 to 4 coordinates, more than an exhaustive test can have.
#[test]
fn law_bits_are_interleaved() {
    for (coordinates, bits) in [(2, 6), (2, 10), (2, 16), (3, 4), (3, 7), (4, 3), (4, 5)] {
        let mode = |_| HTuple::Tuple(vec![leaf(2); bits as usize]);
        let shape = tuple(&(0..coordinates).map(mode).collect::<Vec<_>>());
        let stride = |k: u32| (0..bits).map(move |bit| 1i128 << (coordinates * bit + k));
        let stride = fill(&shape, &mut (0..coordinates).flat_map(stride));
        let plan = plan(&layout(shape, stride)).unwrap().factored();
        let mut random = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..1000 {
            let mut at = Vec::new();
            for _ in 0..coordinates {
                random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                at.push(random >> (64 - bits));
            }
            let interleaved = (0..coordinates * bits).fold(0, |sum, target| {
                let (k, bit) = (target % coordinates, target / coordinates);
                sum | (at[k as usize] >> bit & 1) << target
            });
            let index = at.iter().rev().fold(0, |index, c| index << bits | c);
            let digits = at.iter().flat_map(|c| (0..bits).map(move |bit| c >> bit & 1));
            let digits: Vec<u64> = digits.collect();
            assert_eq!(plan.at_flat.evaluate(&digits), interleaved.cast_signed(), "{plan}");
            assert_eq!(plan.at.evaluate(&at), interleaved.cast_signed(), "{plan} at {at:?}");
            assert_eq!(
                plan.index.evaluate(&[index]),
                interleaved.cast_signed(),
                "{plan} at {index}"
            );
        }
    }
}
