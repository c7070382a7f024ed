//! Bits that move to their places all at once.

use super::*;

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
    let is_exchange = |spread: &BitDeposit| matches!(spread.stages[..], [Stage::DeltaSwap(..), ..]);
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

/// Any number of bits to places as far apart as offsets go, in runs that keep their order and
/// in none: there is a plan for each, and it is right.
#[test]
fn law_bits_move_far() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut below = |end: usize| {
        state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        (state >> 33) as usize % end
    };
    let mut spread = 0;
    for _ in 0..4000 {
        // Runs of bits that keep their order, with gaps, and some of their ends exchanged.
        let most = [20, 20, 20, 58][below(4)];
        let count = 2 + below(most);
        let mut places: Vec<usize> = (0..62).collect();
        while places.len() > count {
            let gap = below(places.len());
            let length = (1 + below(8)).min(places.len() - count).min(places.len() - gap);
            places.drain(gap..gap + length);
        }
        let swaps = below(2) * below(4) * below(count);
        for _ in 0..swaps {
            let (a, b) = (below(count), below(count));
            places.swap(a, b);
        }
        let cut = 1 + below(count - 1);
        // A tuple has up to 16 modes.
        let mode = |count: usize| {
            let leaves = vec![leaf(2); count];
            tuple(&leaves.chunks(8).map(tuple).collect::<Vec<_>>())
        };
        let shape = tuple(&[mode(cut), mode(count - cut)]);
        let stride = fill(&shape, &mut places.iter().map(|&place| 1i128 << place));
        let plan = plan(&layout(shape, stride)).unwrap().factored();
        spread += usize::from(plan.at.spread.is_some());
        for _ in 0..20 {
            let index = (below(1 << 31) as u64) << 31 ^ below(1 << 31) as u64;
            let index = index & ((1 << count) - 1);
            let digits: Vec<u64> = (0..count).map(|bit| index >> bit & 1).collect();
            let moved = digits.iter().zip(&places).fold(0, |sum, (bit, place)| sum | bit << place);
            let offset = moved.cast_signed();
            let at = [index & ((1 << cut) - 1), index >> cut];
            assert_eq!(plan.index.evaluate(&[index]), offset, "{plan} at {index}");
            assert_eq!(plan.at.evaluate(&at), offset, "{plan} at {at:?}");
            assert_eq!(plan.at_flat.evaluate(&digits), offset, "{plan} at {digits:?}");
        }
    }
    assert!(spread > 20, "{spread} spread");
}
