//! Linear maps of bits at random: the layout has each coordinate where the map has it, bit by bit.

use crate::common::Random;
use layout_algebra::ops::swizzled::{self, xor_layout, xor_strides};
use layout_algebra::{ErrorKind, Function, HTuple, Int, IntTuple, ops};

/// The images of `bits` bits, of so many bits each; a third of them mostly as they are.
fn images(random: &mut Random, bits: usize, width: u32) -> Vec<i128> {
    let kind = random.below(3);
    let image = |bit: usize, random: &mut Random| match kind {
        0 => random.below(1 << width),
        // Multiples of one, the lower bits of which are those of others.
        1 => (1 << bit) ^ (random.below(1 << (width - bits as u32)) << bits),
        _ => (1 << bit) | random.below(1 << bit),
    };
    (0..bits).map(|bit| image(bit, random)).collect()
}

fn image(images: &[i128], c: i128) -> i128 {
    let set = images.iter().enumerate().filter(|(bit, _)| c >> bit & 1 == 1);
    set.fold(0, |sum, (_, image)| sum ^ image)
}

fn tuple(items: impl IntoIterator<Item = IntTuple>) -> IntTuple {
    HTuple::Tuple(items.into_iter().collect())
}

fn int(int: i128) -> IntTuple {
    HTuple::Leaf(Int::new(int))
}

#[test]
fn layouts_have_each_coordinate_where_the_map_has_it() {
    let mut random = Random(161803);
    let (mut found, mut refused, mut large, mut swizzles) = (0, 0, 0, 0);
    for _ in 0..3000 {
        let bits = 1 + random.below(7) as usize;
        let width = bits as u32 + [0, 1, 2, 6][random.below(4) as usize];
        let images = images(&mut random, bits, width);
        let split = random.below(bits as u128 + 1) as usize;
        let shape = tuple([int(1 << split), int(1 << (bits - split))]);
        let each = |images: &[i128]| tuple(images.iter().map(|image| int(*image)));
        let strides = tuple([each(&images[..split]), each(&images[split..])]);
        let all: Vec<i128> = (0..1i128 << bits).map(|c| image(&images, c)).collect();
        let first = |value: i128| all.iter().position(|other| *other == value).expect("it");
        match xor_layout(&shape, &strides) {
            Ok(layout) => {
                let numbers = layout.numbers().expect("numbers");
                let offsets: Vec<i128> = numbers.offsets().map(i128::from).collect();
                assert_eq!(offsets, all, "{shape} {strides} {layout}");
                let steps = match &layout {
                    Function::Composed(layout) => layout.outer().len(),
                    _ => 0,
                };
                let is_layout = images.iter().all(|image| image.count_ones() <= 1);
                assert_eq!(steps == 0, is_layout, "{layout}");
                swizzles += steps;
                let strides = xor_strides(&layout).expect("a linear layout");
                // The modes may be split: of those that they are now.
                let domain = match &layout {
                    Function::Composed(layout) => layout.shape().expect("a shape").clone(),
                    Function::Layout(layout) => layout.shape().clone(),
                    Function::Swizzle(_) => unreachable!("a layout is the first"),
                };
                let again = xor_layout(&domain, &strides).expect("the same");
                assert_eq!(again.numbers().unwrap().table(), numbers.table(), "{layout} {again}");
                found += 1;
            }
            Err(error) if matches!(error.kind(), ErrorKind::Undecided { .. }) => {
                assert!(bits >= 6, "{error}");
                large += 1;
            }
            Err(error) => {
                let ErrorKind::NotInjective { first: a, second: b, offset, .. } = error.kind()
                else {
                    panic!("{shape} {strides}: {error}");
                };
                let [a, b] = [a, b].map(|c| c.parse::<usize>().expect("a coordinate"));
                let shared = offset.parse::<i128>().expect("an offset");
                assert!(a != b && all[a] == shared && all[b] == shared, "{error}");
                assert!(first(shared) <= a.min(b) && all[a.max(b)] == shared);
                refused += 1;
            }
        }
    }
    assert!(found > 1000 && refused > 100 && swizzles > 1000, "{found} {refused} {swizzles}");
    assert!(large < 100, "{large}");
}

#[test]
fn swizzles_are_strides_without_carries() {
    // CuTe's swizzles of rows of powers of two, and the stride that is each.
    for (bits, base, shift) in [(1, 0, 3), (2, 0, 3), (3, 0, 3), (2, 1, 4), (3, 2, 5), (4, 0, 4)] {
        let (row, rows) = (1i128 << (base + shift), 1i128 << bits);
        let stride = row + (1 << base);
        let layout = xor_layout(&tuple([int(row), int(rows)]), &tuple([int(1), int(stride)]));
        let swizzled = format!("Sw<{bits},{base},{shift}> o 0 o ({row},{rows}):(1,{row})");
        assert_eq!(layout.unwrap().to_string(), swizzled);
        let function: Function = swizzled.parse().unwrap();
        assert_eq!(xor_strides(&function).unwrap(), tuple([int(1), int(stride)]));
    }
}

#[test]
fn they_are_inverted_and_counted_as_any_layout() {
    let (mut random, mut inverted) = (Random(57721), 0);
    for _ in 0..300 {
        let images: Vec<i128> = (0..6).map(|_| random.below(64)).collect();
        let bits = |images: &[i128]| tuple(images.iter().map(|image| int(*image)));
        let strides = tuple([bits(&images[..3]), bits(&images[3..])]);
        // A bit that adds nothing has no inverse.
        let is_whole = !images.contains(&0);
        let layout = xor_layout(&tuple([int(8), int(8)]), &strides);
        let (Ok(layout), true) = (layout, is_whole) else { continue };
        let Function::Composed(layout) = layout else { continue };
        let of_steps = ops::right_inverse(layout.domain().unwrap()).expect("an inverse");
        let inverse = swizzled::inverse(&layout, &of_steps).expect("an inverse").layout;
        let (there, back) = (layout.numbers().unwrap(), inverse.numbers().unwrap());
        assert!((0..64).all(|x| there.offset(back.offset(x)) == x), "{layout} {inverse}");
        inverted += 1;
    }
    assert!(inverted > 60, "{inverted}");
    // A column of a tile of 32 words by 32 is in one bank, and in 32 with the stride that has the row as its lowest bits.
    let column = |stride: i128| {
        let layout = xor_layout(&tuple([int(32), int(1)]), &tuple([int(stride), int(0)])).unwrap();
        swizzled::bank_conflicts(&layout, &Int::new(32), &Int::new(4)).unwrap()
    };
    assert_eq!((column(32), column(33)), (31.into(), 0.into()));
}
