//! The common layout of two functions does not depend on how their modes are written, and is the
//! largest that there is.

use crate::common::Random;
use layout_algebra::ops::{self, swizzled};
use layout_algebra::{ComposedLayout, Function, HTuple, Int, IntTuple, Layout, Stride, Swizzle};

type Mode = (i128, i128);

fn layout(modes: &[Mode]) -> Layout {
    let tuple = |of: fn(&Mode) -> i128| -> IntTuple {
        HTuple::Tuple(modes.iter().map(|mode| HTuple::Leaf(Int::new(of(mode)))).collect())
    };
    let strides = tuple(|mode| mode.1).map(&mut |int: &Int| Stride::from(int.clone()));
    Layout::new(tuple(|mode| mode.0), strides).unwrap()
}

fn at(modes: &[Mode], mut c: i128) -> i128 {
    let mut sum = 0;
    for &(extent, stride) in modes {
        sum += c % extent * stride;
        c /= extent;
    }
    sum
}

/// A layout, and the swizzle and the offset after it, if any.
#[derive(Clone, Debug)]
struct Of {
    modes: Vec<Mode>,
    after: Option<([i128; 3], i128)>,
}

impl Of {
    fn function(&self) -> Function {
        let domain = layout(&self.modes);
        let Some(([bits, base, shift], offset)) = self.after else { return domain.into() };
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        ComposedLayout::new(swizzle, Int::new(offset), domain).unwrap().into()
    }

    fn value(&self, c: i128) -> i128 {
        let x = at(&self.modes, c);
        let Some(([bits, base, shift], offset)) = self.after else { return x };
        let (x, mask) = (x + offset, ((1 << bits) - 1) << base);
        if shift >= 0 { x ^ (x >> shift & mask) } else { x ^ ((x & mask) << -shift) }
    }

    /// Each mode split where a divisor of its extent is drawn.
    fn split(&self, random: &mut Random) -> Of {
        let mut modes = Vec::new();
        for &(extent, stride) in &self.modes {
            let parts: Vec<i128> = (1..=extent).filter(|part| extent % part == 0).collect();
            let part = parts[random.below(parts.len() as u128) as usize];
            modes.extend([(part, stride), (extent / part, stride * part)]);
        }
        Of { modes, after: self.after }
    }

    fn size(&self) -> i128 {
        self.modes.iter().map(|mode| mode.0).product()
    }
}

/// Modes that fill an interval in a random order of their strides, at times with a gap.
fn modes(random: &mut Random) -> Vec<Mode> {
    let count = 1 + random.below(3) as usize;
    let mut modes: Vec<Mode> =
        (0..count).map(|_| ([2, 4, 8, 4, 2, 3, 6][random.below(7) as usize], 0)).collect();
    let mut order: Vec<usize> = (0..count).collect();
    for i in (1..count).rev() {
        order.swap(i, random.below(i as u128 + 1) as usize);
    }
    let mut next = 1;
    for k in order {
        modes[k].1 = next;
        next *= modes[k].0 * if random.below(6) == 0 { 2 } else { 1 };
    }
    modes
}

fn of(random: &mut Random, modes: Vec<Mode>) -> Of {
    let after = (random.below(4) > 0).then(|| {
        let bits = 1 + random.below(2);
        let shift = bits + random.below(3);
        let sign = if random.below(4) == 0 { -1 } else { 1 };
        ([bits, random.below(5), sign * shift], [0, 0, 4, 8, 1][random.below(5) as usize])
    });
    Of { modes, after }
}

fn vector(a: &Of, b: &Of) -> i128 {
    swizzled::max_common_vector(&a.function(), &b.function()).unwrap().known().unwrap()
}

/// The longest vector by its definition: the coordinates of the first offsets of both domains, of which each `c` that begins one has all
/// in the order of the first, wherever both domains step by one.
fn longest(a: &Of, b: &Of) -> i128 {
    let size = a.size().min(b.size());
    let mut first = Vec::new();
    while let Some(c) = (0..size)
        .find(|&c| at(&a.modes, c) == first.len() as i128 && at(&b.modes, c) == first.len() as i128)
    {
        first.push(c);
    }
    (1..=first.len()).rev().find(|&n| is_vector(a, b, &first, n, size)).unwrap_or(1) as i128
}

fn is_vector(a: &Of, b: &Of, all: &[i128], n: usize, size: i128) -> bool {
    // All of it is cut into vectors alike.
    let cut = all.len().is_multiple_of(n)
        && (0..all.len()).all(|k| all[k] == all[k / n * n] + all[k % n]);
    let Some(digits) = digits(&all[..n]).filter(|_| cut) else { return false };
    let begins = |c: &i128| digits.iter().all(|(extent, place)| c / place % extent == 0);
    (0..size).filter(begins).all(|c| {
        let along: Vec<i128> = all[..n].iter().map(|i| c + i).collect();
        if along.iter().any(|c| *c >= size) {
            return true;
        }
        let steps =
            |modes: &[Mode]| (0..).zip(&along).all(|(i, x)| at(modes, *x) == at(modes, c) + i);
        if !steps(&a.modes) || !steps(&b.modes) {
            return true;
        }
        let values = |of: &Of| along.iter().map(|x| of.value(*x) - of.value(c)).collect::<Vec<_>>();
        let (x, y) = (values(a), values(b));
        let mut sorted = x.clone();
        sorted.sort_unstable();
        let straight = a.after.is_none() || b.after.is_none();
        let in_memory_order = (0..).zip(&x).all(|(i, x)| *x == i);
        let adjacent = sorted.windows(2).all(|pair| pair[1] - pair[0] == 1);
        x == y && adjacent && (!straight || in_memory_order)
    })
}

/// The extents and places of a layout of coordinates, if they are those of one.
fn digits(coordinates: &[i128]) -> Option<Vec<Mode>> {
    let (mut modes, mut n): (Vec<Mode>, usize) = (Vec::new(), 1);
    while n < coordinates.len() {
        let place = coordinates[n];
        let rest = coordinates.len() / n;
        let run = (1..rest).take_while(|k| coordinates[k * n] == *k as i128 * place).count() + 1;
        if !rest.is_multiple_of(run) || !coordinates.len().is_multiple_of(n * run) {
            return None;
        }
        modes.push((run as i128, place));
        n *= run;
    }
    let value = |i: usize| at(&modes, i as i128);
    (0..coordinates.len()).all(|i| coordinates[i] == value(i)).then_some(modes)
}

/// A swizzled layout that is another one: no swizzle flips anything, or it is one of a layout of other strides.
fn is_simpler(of: &Of) -> bool {
    let Function::Composed(_) = of.function() else { return false };
    let values: Vec<Int> = (0..of.size()).map(|c| Int::new(of.value(c))).collect();
    let found = swizzled::infer_layout(&values, &HTuple::Leaf(Int::new(of.size()))).unwrap();
    let domain = |function: &Function| match function {
        Function::Layout(layout) => ops::coalesce(layout).unwrap(),
        Function::Composed(layout) => ops::coalesce(layout.domain().unwrap()).unwrap(),
        Function::Swizzle(_) => unreachable!("a layout is inside"),
    };
    domain(&found) != domain(&of.function()) || matches!(found, Function::Layout(_))
}

#[test]
fn the_longest_vector_is_found_however_modes_are_split_or_ordered() {
    let mut random = Random(141421);
    let (mut split, mut turned, mut longest_of, mut swizzles) = (0, 0, 0, 0);
    for _ in 0..4000 {
        let first = modes(&mut random);
        let second = if random.below(5) == 0 { modes(&mut random) } else { first.clone() };
        let (a, b) = (of(&mut random, first), of(&mut random, second));
        let found = vector(&a, &b);
        swizzles += usize::from(a.after.is_some() || b.after.is_some());
        for _ in 0..2 {
            let (x, y) = (a.split(&mut random), b.split(&mut random));
            assert_eq!(vector(&x, &y), found, "{x:?} {y:?}, of {a:?} {b:?}");
            split += 1;
        }
        if a.modes == b.modes && a.modes.iter().all(|mode| mode.0.count_ones() == 1) {
            // The same memory, by coordinates in another order. A vector of 2 does not fit a mode of 3, and so the order matters there.
            let mut modes = a.modes.clone();
            modes.reverse();
            let turn = |of: &Of| Of { modes: modes.clone(), after: of.after };
            if !is_simpler(&a) && !is_simpler(&b) {
                assert_eq!(vector(&turn(&a), &turn(&b)), found, "{modes:?} of {a:?} {b:?}");
                turned += 1;
            }
        }
        let most = longest(&a, &b);
        match is_simpler(&a) || is_simpler(&b) {
            true => assert!(found >= most, "{a:?} {b:?}: {found}, not {most}"),
            false => assert_eq!(found, most, "{a:?} {b:?}"),
        }
        longest_of += 1;
    }
    println!(
        "{split} splits, {turned} orders, {longest_of} by definition, {swizzles} with swizzles"
    );
    assert!(turned > 300 && swizzles > 2000, "{turned} {swizzles}");
}

#[test]
fn a_mode_that_is_split_leaves_the_vector() {
    let common = |a: &str, b: &str| {
        let [a, b]: [Function; 2] = [a, b].map(|text| text.parse().unwrap());
        swizzled::max_common_vector(&a, &b).unwrap()
    };
    let split = common("Sw<1,4,1> o 0 o (4,8,4):(32,4,1)", "(4,8,4):(32,4,1)");
    assert_eq!(split, common("Sw<1,4,1> o 0 o (4,32):(32,1)", "(4,32):(32,1)"));
    assert_eq!(split, Int::new(16));
}

/// The other answers about the runs of a layout are the same for all layouts of one function.
#[test]
fn alignment_and_widths_are_those_of_the_function() {
    let mut random = Random(299792);
    for _ in 0..3000 {
        let modes = modes(&mut random);
        let a = of(&mut random, modes);
        let b = a.split(&mut random);
        let (f, g) = (a.function(), b.function());
        let both = format!("{a:?} {b:?}");
        let alignment = |of: &Function| swizzled::max_alignment(of).unwrap();
        assert_eq!(alignment(&f), alignment(&g), "{both}");
        if let (Function::Layout(f), Function::Layout(g)) = (&f, &g) {
            let common = |of: &Layout| ops::size(&ops::max_common_layout(of, of).unwrap()).unwrap();
            assert_eq!(common(f), common(g), "{both}");
            assert_eq!(ops::is_contiguous(f), ops::is_contiguous(g), "{both}");
            let inverse = |of: &Layout| ops::right_inverse(of).unwrap();
            assert!(ops::functionally_equal(&inverse(f), &inverse(g)).unwrap(), "{both}");
        }
        // By thread and value: the first mode is the threads'.
        let (Some((threads, values)), Some((others, parts))) =
            (a.modes.split_first(), b.modes.split_at_checked(2))
        else {
            continue;
        };
        let nested = |threads: &[Mode], values: &[Mode]| -> Option<Function> {
            let domain = Layout::from_modes(&[layout(threads), layout(values)]).ok()?;
            let Some(([bits, base, shift], offset)) = a.after else { return Some(domain.into()) };
            let swizzle = Swizzle::new(bits, base, shift).ok()?;
            Some(ComposedLayout::new(swizzle, Int::new(offset), domain).ok()?.into())
        };
        if values.is_empty() {
            continue;
        }
        let (f, g) = (nested(&[*threads], values).unwrap(), nested(others, parts).unwrap());
        for bits in [8, 16, 32] {
            let width = |of: &Function| swizzled::vector_bytes(of, &Int::new(bits));
            assert_eq!(width(&f).ok(), width(&g).ok(), "{f} {g}");
        }
    }
}
